//===- State.cpp - What the HIP entry points share ------------------------===//

#include "State.h"

#include <cstdlib>

namespace spmla {
namespace emu {

using namespace hip;

State &State::get() {
  // Never destroyed: programs call HIP from static destructors.
  static State &state = *new State();
  return state;
}

State::State() {
  configure(std::getenv("SPMLA_EMU_DEVICES"), std::getenv("SPMLA_EMU_MODE"));
}

void State::configure(const char *devices, const char *mode) {
  archs.clear();
  startupError.clear();
  strict = mode && std::string(mode) == "strict";
  if (mode && !strict && std::string(mode) != "fast")
    startupError =
        std::string("expects SPMLA_EMU_MODE to be fast or strict, got ") + mode;
  else
    startupError = setDevices(devices ? devices : "gfx950");
}

std::string State::setDevices(const std::string &list) {
  std::vector<const Arch *> found;
  for (size_t begin = 0; begin < list.size();) {
    size_t comma = std::min(list.find(',', begin), list.size());
    std::string name = list.substr(begin, comma - begin);
    const Arch *arch = findArch(name);
    if (!arch)
      return "expects devices to be a comma-separated list of gfx950 and "
             "gfx942, got " +
             list;
    found.push_back(arch);
    begin = comma + 1;
  }
  archs = std::move(found);
  return "";
}

bool State::inUse() const {
  return memory.count() || !modules.empty() || !streams.empty() ||
         !events.empty();
}

hipError_t State::deviceError(int device) const {
  auto it = nullStreams.find(device);
  if (it != nullStreams.end() && it->second.error != hipSuccess)
    return it->second.error;
  for (hipStream_t stream : streams)
    if (stream->device == device && stream->error != hipSuccess)
      return stream->error;
  return hipSuccess;
}

ThreadState &thisThread() {
  thread_local ThreadState state;
  return state;
}

hipError_t failed(hipError_t error, const std::string &text) {
  thisThread().lastError = error;
  thisThread().text = text;
  return error;
}

const Arch *currentDevice(hipError_t &error) {
  State &s = State::get();
  size_t index = static_cast<size_t>(thisThread().device);
  if (index < s.devices().size())
    return s.devices()[index];
  error = failed(hipErrorNoDevice, s.startupError.empty()
                                       ? "expects a device, got none"
                                       : s.startupError);
  return nullptr;
}

ihipStream_t *findStream(hipStream_t handle) {
  State &s = State::get();
  // HIP's names for the default streams: null, 1 (legacy), 2 (per thread).
  if (reinterpret_cast<uintptr_t>(handle) <= 2) {
    ihipStream_t &stream = s.nullStreams[thisThread().device];
    stream.device = thisThread().device;
    return &stream;
  }
  return s.streams.count(handle) ? handle : nullptr;
}

hipError_t checkStream(hipStream_t handle) {
  std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
  if (findStream(handle))
    return hipSuccess;
  return failed(hipErrorInvalidHandle,
                "expects a stream handle of hipStreamCreate, got an unknown "
                "one");
}

} // namespace emu
} // namespace spmla
