//===- LaunchRunner.h - Launching anyone's kernel ---------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_LAUNCHRUNNER_H
#define SPMLA_TOOLS_RUN_LAUNCHRUNNER_H

#include "Device.h"
#include "LaunchFile.h"
#include "LaunchMemory.h"

#include "emulator/Metadata.h"

#include <optional>
#include <string>

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

  /// Launches `kernel`, which launch.symbol names, and waits. The launch has
  /// passed checkLaunch.
  LaunchResult run(const Launch &launch, const emu::KernelMetadata &kernel,
                   const LaunchMemory &memory) const;

private:
  const Device &device;
  Stream stream;
  hip::hipModule_t module = nullptr;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_LAUNCHRUNNER_H
