//===- KernelArguments.h - A launch against a kernel's metadata -*- C++ -*-===//
//
// HIP takes whatever bytes it is given (legacy-rocm-build issue 6408): nothing
// tells a caller that an argument is missing, too short, or in another's place.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_KERNELARGUMENTS_H
#define SPMLA_TOOLS_RUN_KERNELARGUMENTS_H

#include "LaunchFile.h"

#include "emulator/Metadata.h"

#include <cstdint>
#include <vector>

namespace spmla {
namespace run {

/// Throws std::runtime_error unless the arguments are as many as the kernel
/// declares, each of the size and kind (pointer or value) that it declares, and
/// the workgroup is no larger than it allows. Arguments are counted from 0.
void checkLaunch(const Launch &launch, const emu::KernelMetadata &kernel);

/// Device memory of a buffer.
struct DeviceRange {
  /// 0 if it has no bytes.
  uint64_t address;
  uint64_t bytes;
};

/// The kernel's explicit arguments as they lie in memory; `buffers` are in the
/// launch file's order. The launch has passed checkLaunch. Throws
/// std::runtime_error for an offset that is past its buffer's end.
std::vector<uint8_t> packArguments(const Launch &launch,
                                   const emu::KernelMetadata &kernel,
                                   const std::vector<DeviceRange> &buffers);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_KERNELARGUMENTS_H
