//===- Device.cpp - Runtime, kernel and HIP memory together ---------------===//

#include "Device.h"

#include "HipErrorText.h"
#include "emulator/Emulator.h"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

namespace {
/// Calls into the emulator's own interface, which a GPU's library lacks.
template <typename F> F *emulatorFunction(void *symbol, const char *name) {
  if (!symbol)
    throw std::runtime_error(std::string("expects the emulator to export ") +
                             name);
  return reinterpret_cast<F *>(symbol);
}

/// Same file under two spellings of its path.
bool sameFile(const std::string &a, const std::string &b) {
  auto resolve = [](const std::string &path) {
    std::unique_ptr<char, void (*)(void *)> real(
        realpath(path.c_str(), nullptr), std::free);
    return real ? std::string(real.get()) : path;
  };
  return resolve(a) == resolve(b);
}
} // namespace

Device::Device(const std::string &emulator, const std::string &arch,
               bool strict)
    : isEmulator(!emulator.empty()) {
  if (isEmulator) {
    HipMemory library(emulator);
    // They are in the text of this program's own errors.
    emulatorFunction<decltype(spmla_emu_set_messages)>(
        library.find("spmla_emu_set_messages"), "spmla_emu_set_messages")(0);
    auto setDevices = emulatorFunction<decltype(spmla_emu_set_devices)>(
        library.find("spmla_emu_set_devices"), "spmla_emu_set_devices");
    if (setDevices(arch.c_str()) != 0)
      throw std::runtime_error(
          std::string("emulator: ") +
          emulatorFunction<decltype(spmla_emu_last_error)>(
              library.find("spmla_emu_last_error"), "spmla_emu_last_error")());
    // Before any memory is allocated: strict mode follows what was written only
    // where it saw the allocation.
    if (strict)
      emulatorFunction<decltype(spmla_emu_set_strict)>(
          library.find("spmla_emu_set_strict"), "spmla_emu_set_strict")(1);
  }
  spmla_runtime *created = nullptr;
  check(spmla_runtime_create(
      SPMLA_API_VERSION, isEmulator ? emulator.c_str() : nullptr, &created));
  handle.reset(created);
  std::string library = spmla_runtime_library(created);
  if (isEmulator && !sameFile(library, emulator))
    throw std::runtime_error("expects the HIP library to be " + emulator +
                             ", got " + library +
                             ", which is already in the process");
  memory = std::make_unique<HipMemory>(library);
}

std::string spmla::run::emulatorInstructions(const std::string &emulator) {
  HipMemory library(emulator);
  return emulatorFunction<decltype(spmla_emu_instructions)>(
      library.find("spmla_emu_instructions"), "spmla_emu_instructions")();
}

std::string Device::description() const {
  std::string library = spmla_runtime_library(runtime());
  return (isEmulator ? "emulator (" + library + ")" : library) + ", " +
         spmla_runtime_device_arch(runtime(), 0);
}

std::optional<std::string> Device::mode() const {
  if (!isEmulator)
    return std::nullopt;
  bool strict = emulatorFunction<decltype(spmla_emu_strict)>(
      hip().find("spmla_emu_strict"), "spmla_emu_strict")();
  return strict ? "strict" : "fast";
}

std::optional<uint64_t> Device::waveInstructions() const {
  if (!isEmulator)
    return std::nullopt;
  spmla_emu_counters counters;
  emulatorFunction<decltype(spmla_emu_get_counters)>(
      hip().find("spmla_emu_get_counters"),
      "spmla_emu_get_counters")(&counters);
  return counters.total;
}

std::string Device::emulatorError() const {
  if (!isEmulator || !memory)
    return "";
  return emulatorFunction<decltype(spmla_emu_last_error)>(
      hip().find("spmla_emu_last_error"), "spmla_emu_last_error")();
}

void Device::check(spmla_status status) const {
  if (status == SPMLA_SUCCESS)
    return;
  std::string text = spmla_last_error();
  std::string more = status == SPMLA_ERROR_HIP ? emulatorError() : "";
  throw std::runtime_error(more.empty() ? text : text + "\n" + more);
}

void Device::check(hip::hipError_t code, const std::string &what) const {
  if (code == hip::hipSuccess)
    return;
  std::string text = what + " returned " + hip::describe(code);
  std::string more = emulatorError();
  throw std::runtime_error(more.empty() ? text : text + "\n" + more);
}

Kernel::Kernel(const Device &device, const std::string &hsaco) {
  device.check(spmla_kernel_load(device.runtime(), 0, hsaco.c_str(), &handle));
  kernelInfo.struct_size = sizeof kernelInfo;
  device.check(spmla_kernel_get_info(handle, &kernelInfo));
}

Kernel::~Kernel() { (void)spmla_kernel_destroy(handle); }
