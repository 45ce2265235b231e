//===- EmulatorApi.cpp - The emulator's own C API -------------------------===//

#include "../ClassNames.h"
#include "../Emulator.h"
#include "../Registry.h"
#include "State.h"

using namespace spmla;
using emu::InstClass;
using emu::State;

SPMLA_HIP_API void spmla_emu_get_counters(spmla_emu_counters *out) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  auto of = [&](InstClass c) {
    return s.counters.executed[static_cast<unsigned>(c)];
  };
  *out = spmla_emu_counters();
  for (uint64_t n : s.counters.executed)
    out->total += n;
  out->valu = of(InstClass::Valu);
  out->salu = of(InstClass::Salu);
  out->mfma = of(InstClass::Mfma);
  out->vmem_load = of(InstClass::VmemLoad);
  out->vmem_store = of(InstClass::VmemStore);
  out->lds_read = of(InstClass::LdsRead);
  out->lds_write = of(InstClass::LdsWrite);
  out->smem = of(InstClass::Smem);
  out->branch = of(InstClass::Branch);
  out->waitcnt = of(InstClass::Waitcnt);
  out->barrier = of(InstClass::Barrier);
  out->nop = of(InstClass::Nop);
}

SPMLA_HIP_API void spmla_emu_reset_counters(void) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.counters = emu::Counters();
}

SPMLA_HIP_API int spmla_emu_set_devices(const char *devices) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  std::string error =
      !devices ? "expects devices to be no null pointer"
      : s.inUse()
          ? "expects no memory, module, stream, event or graph to exist "
            "when devices change, got some"
          : s.setDevices(devices);
  if (error.empty()) {
    s.nullStreams.clear();
    s.threadStreams.clear();
    s.peers.clear();
    return 0;
  }
  emu::thisThread().text = error;
  return -1;
}

SPMLA_HIP_API int spmla_emu_device_count(void) {
  return static_cast<int>(State::get().devices().size());
}
SPMLA_HIP_API const char *spmla_emu_device_arch(int device) {
  const auto &all = State::get().devices();
  return device >= 0 && static_cast<size_t>(device) < all.size()
             ? all[static_cast<size_t>(device)]->name
             : nullptr;
}

SPMLA_HIP_API void spmla_emu_set_threads(unsigned threads) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.threads = threads;
}
SPMLA_HIP_API unsigned spmla_emu_threads(void) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  return s.hostThreads();
}

SPMLA_HIP_API void spmla_emu_set_strict(int strict) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.strict = strict != 0;
}
SPMLA_HIP_API int spmla_emu_strict(void) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  return s.strict;
}
SPMLA_HIP_API void spmla_emu_set_instruction_limit(uint64_t instructions) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.instructionLimit = instructions;
}

SPMLA_HIP_API void spmla_emu_set_messages(int messages) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.messages = messages != 0;
}

SPMLA_HIP_API void spmla_emu_set_profile(int profile) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.profiling = profile != 0;
}
SPMLA_HIP_API int spmla_emu_profile(void) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  return s.profiling;
}
SPMLA_HIP_API void spmla_emu_reset_profile(void) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  s.kernelProfiles.clear();
}
SPMLA_HIP_API const char *spmla_emu_profile_json(void) {
  thread_local std::string text;
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  text = s.kernelProfiles.json();
  return text.c_str();
}

SPMLA_HIP_API const char *spmla_emu_instructions(void) {
  static const std::string text = [] {
    std::string lines;
    for (const emu::OpInfo *op : emu::hostRegistry().sorted()) {
      std::string name = op->name;
      // A form that the decoder keeps apart ("NAME clamp") is no instruction.
      if (name.find(' ') == std::string::npos)
        lines += name + " " + emu::nameOf(op->cls) + "\n";
    }
    return lines;
  }();
  return text.c_str();
}

SPMLA_HIP_API const char *spmla_emu_last_error(void) {
  return emu::thisThread().text.c_str();
}
