//===- Accuracy.h - How exact a kernel has to be ----------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_ACCURACY_H
#define SPMLA_TOOLS_RUN_ACCURACY_H

#include "Compare.h"

#include "spmla/Kernel/KernelSpec.h"

namespace spmla {
namespace run {

/// The errors that pass for a kernel's precision.
Limits limitsOf(const KernelSpec &kernel);

/// Whether the kernel multiplies with one e4m3fn term of a bf16 q.
bool roundsQ(const KernelSpec &kernel);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_ACCURACY_H
