//===- LaunchMemory.h - The buffers of a launch file ------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_LAUNCHMEMORY_H
#define SPMLA_TOOLS_RUN_LAUNCHMEMORY_H

#include "Device.h"
#include "KernelArguments.h"
#include "LaunchFile.h"

#include <string>
#include <vector>

namespace spmla {
namespace run {

/// Device memory of a launch file's buffers, each an allocation of exactly its
/// size, so that the emulator finds an access that leaves it. Errors are
/// std::runtime_error.
class LaunchMemory {
public:
  /// Allocates all, and fills those that have a file or a fill value.
  LaunchMemory(const Device &device, const std::vector<LaunchBuffer> &buffers);
  ~LaunchMemory();
  LaunchMemory(const LaunchMemory &) = delete;
  LaunchMemory &operator=(const LaunchMemory &) = delete;

  /// In the launch file's order.
  const std::vector<DeviceRange> &ranges() const { return deviceRanges; }

  /// A buffer's contents as a .npy file has them; the data is the file's last
  /// ranges()[index].bytes bytes.
  std::string download(size_t index) const;

private:
  void add(const LaunchBuffer &buffer);
  void allocate(const LaunchBuffer &buffer, const NpyHeader &header);
  /// To the buffer that was allocated last.
  void upload(uint64_t offset, const void *bytes, size_t count) const;
  void release();

  const Device &device;
  std::vector<NpyHeader> headers;
  std::vector<DeviceRange> deviceRanges;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_LAUNCHMEMORY_H
