//===- BodyKernel.h - A kernel around a few instructions --------*- C++ -*-===//

#ifndef SPMLA_UNITTESTS_EMULATOR_BODYKERNEL_H
#define SPMLA_UNITTESTS_EMULATOR_BODYKERNEL_H

#include <string>

namespace spmla::emutest {

// Assembly text of kernel k for `arch`, with 4 KiB of LDS and one argument, the
// address of 64 KiB of memory. When `body` begins:
//   s2 workgroup, s4 wave, s[6:7] the memory's address, and the same as a
//   buffer descriptor in s[12:15]; v0 work-item, v2 lane, v3 4 * lane,
//   v4 4 * work-item.
// `first` comes before what sets that up.
std::string bodyKernelText(const std::string &body, const std::string &arch,
                           const std::string &first = "");

} // namespace spmla::emutest

#endif // SPMLA_UNITTESTS_EMULATOR_BODYKERNEL_H
