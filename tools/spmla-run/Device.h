//===- Device.h - Runtime, kernel and HIP memory together -------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_DEVICE_H
#define SPMLA_TOOLS_RUN_DEVICE_H

#include "spmla-c/spmla.h"

#include "HipMemory.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace spmla {
namespace run {

/// A device through the runtime's C interface, as a server would hold it.
/// Errors are thrown as std::runtime_error with the runtime's text.
class Device {
public:
  /// `emulator` is the path of the emulator's library, or empty: a GPU. With an
  /// emulator, its one device is made an `arch`, and `strict` turns its strict
  /// mode on, which otherwise is what SPMLA_EMU_MODE says.
  Device(const std::string &emulator, const std::string &arch,
         bool strict = false);

  /// "emulator (PATH), gfx950" or "PATH, gfx950:sramecc+:xnack-".
  std::string description() const;

  const HipMemory &hip() const { return *memory; }
  spmla_runtime *runtime() const { return handle.get(); }

  /// "fast" or "strict"; nothing on a GPU.
  std::optional<std::string> mode() const;

  /// Executed wave instructions so far; nothing on a GPU.
  std::optional<uint64_t> waveInstructions() const;

  /// Throws with the runtime's error text, and the emulator's if it has more
  /// to say, unless `status` is SPMLA_SUCCESS.
  void check(spmla_status status) const;

  /// The same for HIP's own functions; `what` says what was called or done.
  void check(hip::hipError_t code, const std::string &what) const;

  /// The emulator's account of the last failure, or empty.
  std::string emulatorError() const;

private:
  struct Deleter {
    void operator()(spmla_runtime *runtime) const {
      spmla_runtime_destroy(runtime);
    }
  };

  bool isEmulator;
  std::unique_ptr<spmla_runtime, Deleter> handle;
  std::unique_ptr<HipMemory> memory;
};

/// What the emulator at this path implements: spmla_emu_instructions.
std::string emulatorInstructions(const std::string &emulator);

/// A kernel on a device.
class Kernel {
public:
  Kernel(const Device &device, const std::string &hsaco);
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;

  spmla_kernel *get() const { return handle; }
  const spmla_kernel_info &info() const { return kernelInfo; }

private:
  spmla_kernel *handle = nullptr;
  spmla_kernel_info kernelInfo{};
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_DEVICE_H
