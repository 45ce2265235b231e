//===- State.h - What the HIP entry points share --------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_HIP_STATE_H
#define SPMLA_EMULATOR_HIP_STATE_H

#include "../../HipTypes.h"
#include "../Arch.h"
#include "../CodeObject.h"
#include "../Launch.h"
#include "../Memory.h"
#include "../profile/Profile.h"
#include "Graph.h"

#include <chrono>
#include <map>
#include <set>
#include <thread>

// The entry points have C linkage and HIP's names; everything else in the
// library is hidden.
#define SPMLA_HIP_API extern "C" __attribute__((visibility("default")))

namespace spmla {
namespace emu {
class Capture;
} // namespace emu

namespace hip {

// A module and its functions. Handles are addresses of these.
struct ihipModuleSymbol_t {
  const emu::Kernel *kernel = nullptr;
  ihipModule_t *module = nullptr;
};
struct ihipModule_t {
  std::shared_ptr<emu::CodeObject> object; // launches keep it, too
  int device = 0;
  std::map<std::string, ihipModuleSymbol_t> functions;
};

// Work is done inside the call that enqueues it, or becomes a node of the
// stream's capture. So a stream only remembers whether a kernel on it has
// faulted.
struct ihipStream_t {
  int device = 0;
  unsigned flags = 0;
  hipError_t error = hipSuccess;
  std::shared_ptr<emu::Capture> capture; // null if there is none
};
struct ihipEvent_t {
  int device = 0;
  unsigned flags = 0;
  // Of the last record: in a capture that still lasts, behind these nodes; or
  // in none.
  std::weak_ptr<emu::Capture> capture;
  std::vector<hipGraphNode_t> captured;
  bool recorded = false;
  hipError_t error = hipSuccess; // of the work before it
  std::chrono::steady_clock::time_point time;
};

} // namespace hip

namespace emu {

struct Counters {
  std::array<uint64_t, kNumInstClasses> executed = {};
};

// The process's emulator. Everything but the memory manager, which has its own
// lock, is guarded by `mutex`; kernels run without it.
class State {
public:
  static State &get();

  // What the environment variables say (null: unset); see Emulator.h. On an
  // error there are no devices, and the text is what entry points report.
  void configure(const char *devices, const char *mode);
  // Devices from a list as in SPMLA_EMU_DEVICES. Error text, empty on success.
  std::string setDevices(const std::string &list);
  const std::vector<const Arch *> &devices() const { return archs; }
  bool inUse() const;
  // How many host threads run a launch.
  unsigned hostThreads() const;
  // All streams, the default ones included.
  std::vector<hip::ihipStream_t *> allStreams();
  // What a kernel on a device may access.
  MemorySnapshot visibleMemory(int device) const;
  // A fault of one of the device's streams.
  hip::hipError_t deviceError(int device);
  // The captures that streams take part in, in the order they began.
  std::vector<std::shared_ptr<Capture>> captures();

  std::recursive_mutex mutex;
  MemoryManager memory;
  std::set<hip::hipModule_t> modules;
  std::set<hip::hipFunction_t> functions;
  std::set<hip::hipStream_t> streams;
  std::set<hip::hipEvent_t> events;
  std::set<hip::hipGraph_t> graphs;
  std::set<hip::hipGraphExec_t> graphExecs;
  // The default streams, made when they are first used: the legacy one of each
  // device, and that of each thread on each device.
  std::map<int, hip::ihipStream_t> nullStreams;
  std::map<std::pair<std::thread::id, int>, hip::ihipStream_t> threadStreams;
  // Which device's kernels may use which other one's memory.
  std::set<std::pair<int, int>> peers;
  Counters counters;
  unsigned threads = 0; // 0: one per hardware thread
  bool strict = false;
  bool profiling = false;
  bool messages = true; // on stderr
  profile::Profile kernelProfiles;
  // Far above what a kernel of this field needs: a minute or more.
  uint64_t instructionLimit = uint64_t(1) << 28;
  std::string startupError, modeError; // modeError: of SPMLA_EMU_MODE alone

private:
  State();
  std::vector<const Arch *> archs;
};

// State of one host thread.
struct ThreadState {
  int device = 0;
  hip::hipStreamCaptureMode captureMode = hip::hipStreamCaptureModeGlobal;
  hip::hipError_t lastError = hip::hipSuccess;
  std::string text; // spmla_emu_last_error
};
ThreadState &thisThread();

// Remembers a failure and its text; returns the code.
hip::hipError_t failed(hip::hipError_t error, const std::string &text);
// The same for one that the program's author must know of, where HIP's code
// says too little: the text goes to stderr, too.
hip::hipError_t failedAloud(hip::hipError_t error, const std::string &text);
// There is none: what the environment has to do with it.
hip::hipError_t noDevice();
// The current device, or null with `noDevice` done.
const Arch *currentDevice(hip::hipError_t &error);
// The stream behind a handle (default streams' handles included), or null.
hip::ihipStream_t *findStream(hip::hipStream_t handle);
// Does the handle stand for a device's default stream, with which the device's
// blocking streams synchronise?
bool isLegacyStream(hip::hipStream_t handle);
hip::hipError_t unknownStream();

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_HIP_STATE_H
