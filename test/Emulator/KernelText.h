//===- KernelText.h - The kernel around a tested instruction ----*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_KERNELTEXT_H
#define SPMLA_TEST_EMULATOR_KERNELTEXT_H

#include "Case.h"

namespace spmla::emutest {

/// Layout of a wave's record in the kernel's input and output buffers: 64
/// dwords for s8 to s47, then 256 bytes per VGPR and per AGPR, LDS, memory.
struct RecordLayout {
  size_t V, A, Lds, Mem, Size;
  explicit RecordLayout(const Windows &W)
      : V(256), A(V + 256 * W.V), Lds(A + 256 * W.A), Mem(Lds + W.Lds),
        Size(Mem + W.Mem) {}
};

/// The assembly text of a module that holds one kernel per case, named
/// k<Index>. A kernel takes two pointers, to the input and the output records
/// of its waves, and is launched with one wave per workgroup.
std::string moduleText(const Table &T, const std::vector<size_t> &Indices);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_KERNELTEXT_H
