//===- KernelTable.h - The kernels that are shipped -------------*- C++ -*-===//
//
// Generated from kernels-td/Kernels.td. Plain C++17 without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_KERNEL_KERNELTABLE_H
#define SPMLA_KERNEL_KERNELTABLE_H

#include "spmla/Kernel/KernelSpec.h"

namespace spmla {

/// Bounds, both inclusive, of one line of `spmla-gen --emit stats`.
struct Limit {
  const char *figure;
  int minimum;
  int maximum;
};

/// What the build of a kernel must hold. No spill and no scratch are bounds of
/// every kernel and not listed.
struct Budget {
  Table<Limit> limits;
};

struct KernelRecord {
  /// kernelName(spec).
  const char *name;
  KernelSpec spec;
  Budget budget;
};

/// All shipped kernels, in the order of their names.
Table<KernelRecord> kernelTable();

/// The kernel of this name or key, or null.
const KernelRecord *findKernel(std::string_view name);
const KernelRecord *findKernel(const KernelSpec &spec);

/// The kernel whose name takes the fewest edits from `name`.
const KernelRecord &nearestKernel(std::string_view name);

} // namespace spmla

#endif // SPMLA_KERNEL_KERNELTABLE_H
