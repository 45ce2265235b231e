//===- LaunchRunner.h - Launching anyone's kernel ---------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_LAUNCHRUNNER_H
#define SPMLA_TOOLS_RUN_LAUNCHRUNNER_H

#include "Device.h"
#include "LaunchFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spmla {
namespace run {

struct LaunchResult {
  /// Nothing on a GPU.
  std::optional<uint64_t> waveInstructions;
  /// From the launch to its completion.
  double seconds = 0;
};

/// A code object on a device. Errors are std::runtime_error.
class LaunchRunner {
public:
  /// `image` is a whole ELF file.
  LaunchRunner(const Device &device, const std::string &image);
  ~LaunchRunner();
  LaunchRunner(const LaunchRunner &) = delete;
  LaunchRunner &operator=(const LaunchRunner &) = delete;

  /// Launches with this argument block (packArguments) and waits.
  LaunchResult run(const Launch &launch, std::vector<uint8_t> arguments) const;

private:
  const Device &device;
  Stream stream;
  hip::hipModule_t module = nullptr;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_LAUNCHRUNNER_H
