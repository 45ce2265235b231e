//===- State.cpp - What the HIP entry points share ------------------------===//

#include "State.h"
#include "Capture.h"

#include <algorithm>
#include <cstdio>
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
  modeError.clear();
  strict = mode && std::string(mode) == "strict";
  if (mode && !strict && std::string(mode) != "fast")
    modeError =
        std::string("expects SPMLA_EMU_MODE to be fast or strict, got ") + mode;
  startupError = setDevices(devices ? devices : "gfx950");
}

std::string State::setDevices(const std::string &list) {
  if (!modeError.empty())
    return modeError;
  std::vector<const Arch *> found;
  for (size_t begin = 0; !list.empty() && begin <= list.size();) {
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
         !events.empty() || !graphs.empty() || !graphExecs.empty();
}

unsigned State::hostThreads() const {
  return threads ? threads : std::max(1u, std::thread::hardware_concurrency());
}

std::vector<ihipStream_t *> State::allStreams() {
  std::vector<ihipStream_t *> all(streams.begin(), streams.end());
  for (auto &entry : nullStreams)
    all.push_back(&entry.second);
  for (auto &entry : threadStreams)
    all.push_back(&entry.second);
  return all;
}

MemorySnapshot State::visibleMemory(int device) const {
  return memory.snapshot([&](const Allocation &a) {
    return a.isHost || a.device == device || peers.count({device, a.device});
  });
}

hipError_t State::deviceError(int device) {
  for (const ihipStream_t *stream : allStreams())
    if (stream->device == device && stream->error != hipSuccess)
      return stream->error;
  return hipSuccess;
}

std::vector<CapturePtr> State::captures() {
  std::map<uint64_t, CapturePtr> found;
  for (const ihipStream_t *stream : allStreams())
    if (stream->capture)
      found[stream->capture->id] = stream->capture;
  std::vector<CapturePtr> result;
  for (const auto &entry : found)
    result.push_back(entry.second);
  return result;
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

hipError_t failedAloud(hipError_t error, const std::string &text) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (s.messages)
    std::fprintf(stderr, "libspmla_hipemu: %s\n", text.c_str());
  return failed(error, text);
}

hipError_t noDevice() {
  const std::string &why = State::get().startupError;
  return why.empty() ? failed(hipErrorNoDevice, "expects a device, got none")
                     : failedAloud(hipErrorNoDevice, why);
}

const Arch *currentDevice(hipError_t &error) {
  State &s = State::get();
  size_t index = static_cast<size_t>(thisThread().device);
  if (index < s.devices().size())
    return s.devices()[index];
  error = noDevice();
  return nullptr;
}

// HIP's names for the default streams: null and 1 (legacy), 2 (per thread).
bool isLegacyStream(hipStream_t handle) {
  return reinterpret_cast<uintptr_t>(handle) <= 1;
}

ihipStream_t *findStream(hipStream_t handle) {
  State &s = State::get();
  int device = thisThread().device;
  ihipStream_t *stream =
      isLegacyStream(handle) ? &s.nullStreams[device]
      : reinterpret_cast<uintptr_t>(handle) == 2
          ? &s.threadStreams[{std::this_thread::get_id(), device}]
          : nullptr;
  if (!stream)
    return s.streams.count(handle) ? handle : nullptr;
  stream->device = device;
  return stream;
}

hipError_t unknownStream() {
  return failed(hipErrorInvalidHandle,
                "expects a stream handle of hipStreamCreate, got an unknown "
                "one");
}

} // namespace emu
} // namespace spmla
