//===- Launch.cpp - Running a kernel --------------------------------------===//

#include "Launch.h"
#include "GroupQueue.h"
#include "MemoryText.h"
#include "Occupancy.h"
#include "Text.h"
#include "WaitDetector.h"
#include "WaveSet.h"
#include "profile/GroupProfiler.h"
#include "strict/GroupChecker.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>
#include <xmmintrin.h>

namespace spmla {
namespace emu {

namespace {

// Instructions a wave runs before the next one of its workgroup has a turn:
// waves may wait for each other through memory. Few at first, so that waiting
// is seen early.
constexpr uint64_t kFirstQuantum = 1000, kLastQuantum = 200000;

// Header of an HSA kernel dispatch packet, as far as kernels read it.
struct DispatchPacket {
  uint16_t header, setup;
  uint16_t workgroupSize[3], reserved0;
  uint32_t gridSize[3]; // work-items
  uint32_t privateBytes, groupBytes;
  uint64_t kernelObject, kernargAddress, reserved2, completionSignal;
};
static_assert(sizeof(DispatchPacket) == 64, "HSA fixes the packet");

std::string faultReason(const Fault &f, const MemorySnapshot &memory) {
  std::string where = hex(f.address), bytes = std::to_string(f.bytes);
  switch (f.kind) {
  case FaultKind::OutsideAllocations: {
    std::string place = placeOf(memory, f.address, f.bytes);
    return "expects a global access to lie in a live allocation, got " + bytes +
           " bytes at " + where + (place.empty() ? "" : ", " + place);
  }
  case FaultKind::OutsideLds:
    return "expects an LDS access to lie in the workgroup's LDS, got " + bytes +
           " bytes at " + where;
  case FaultKind::OutsideScratch:
    return "expects a private access to lie in the lane's scratch memory, "
           "got " +
           bytes + " bytes at " + where;
  case FaultKind::Misaligned:
    return "expects an address aligned to " + bytes + " bytes, got " + where;
  case FaultKind::UnsupportedMode:
    return "expects rounding to nearest even and f16 overflow to infinity, got "
           "MODE " +
           where;
  case FaultKind::UnsupportedDescriptor:
    return "expects a raw buffer (no stride, swizzle or lane offset), got "
           "descriptor words 3 and 1 " +
           where;
  case FaultKind::BadJump:
    return "expects a jump to an instruction, got address " + where;
  case FaultKind::Trap:
    return "expects no trap, got s_trap " + std::to_string(f.address);
  case FaultKind::BadRegisterIndex:
    return "expects an indexed register to be below v256, got index " +
           std::to_string(f.address);
  case FaultKind::MissingLanes:
    return "expects EXEC to be all ones, got inactive lanes";
  case FaultKind::Strict:
  case FaultKind::None:
    break;
  }
  return "";
}

// The host thread's floating-point environment while it runs a kernel: rounding
// to nearest, denormals kept, whatever the calling program has set.
class FloatEnvironment {
public:
  FloatEnvironment() : saved(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~FloatEnvironment() { _mm_setcsr(saved); }
  FloatEnvironment(const FloatEnvironment &) = delete;
  FloatEnvironment &operator=(const FloatEnvironment &) = delete;

private:
  unsigned saved;
};

// Runs workgroups one after the other.
class WorkgroupRunner {
public:
  WorkgroupRunner(const LaunchConfig &config, uint64_t kernargAddress,
                  uint64_t packetAddress, const MemorySnapshot &memory,
                  const std::vector<Effects> &effects,
                  const strict::HazardTable *hazards,
                  strict::GlobalShadow *shadow);

  enum class Outcome {
    Ended,
    Waits, // all waves wait for memory to change: run can be called again
    Fault  // see faultText
  };
  void start(uint64_t number);
  Outcome run();
  const std::string &faultText() const { return text; }
  FaultKind faultKind() const { return kind; }
  std::array<uint64_t, kNumInstClasses> executed = {};
  // Null unless the launch is profiled.
  std::unique_ptr<profile::GroupProfiler> profiler;

private:
  enum class State { Running, AtBarrier, Ended };

  Next runWave(size_t i, uint64_t quantum);
  void describeFault(const Wave &w);

  const LaunchConfig &config;
  const Kernel &kernel;
  const MemorySnapshot &memory;
  WaveSet waves;
  WaitDetector detector;
  Dim3 id = {}; // of the workgroup
  std::vector<State> states;
  size_t ended = 0;
  // Both null in fast mode.
  std::unique_ptr<WaveSet> twins;
  std::unique_ptr<strict::GroupChecker> checker;
  std::string text;
  FaultKind kind = FaultKind::None;
};

WorkgroupRunner::WorkgroupRunner(
    const LaunchConfig &config, uint64_t kernargAddress, uint64_t packetAddress,
    const MemorySnapshot &memory, const std::vector<Effects> &effects,
    const strict::HazardTable *hazards, strict::GlobalShadow *shadow)
    : config(config), kernel(*config.kernel), memory(memory),
      waves(config, kernargAddress, packetAddress, memory, kUndefined) {
  auto numWaves = static_cast<unsigned>(waves.size());
  if (config.profile)
    profiler = std::make_unique<profile::GroupProfiler>(
        *kernel.program, effects, numWaves, *config.arch);
  if (!config.strict)
    return;
  twins = std::make_unique<WaveSet>(config, kernargAddress, packetAddress,
                                    memory, strict::kOtherUndefined);
  checker = std::make_unique<strict::GroupChecker>(
      *kernel.program, effects, *hazards, numWaves, config, *shadow);
}

Next WorkgroupRunner::runWave(size_t i, uint64_t quantum) {
  if (checker)
    return checker->run(waves[i], (*twins)[i], quantum);
  if (profiler)
    return profiler->run(waves[i], quantum);
  return kernel.program->run(waves[i], quantum);
}

void WorkgroupRunner::start(uint64_t number) {
  const Dim3 &grid = config.grid;
  id = {static_cast<uint32_t>(number % grid[0]),
        static_cast<uint32_t>(number / grid[0] % grid[1]),
        static_cast<uint32_t>(number / grid[0] / grid[1])};
  states.assign(waves.size(), State::Running);
  ended = 0;
  waves.start(id);
  if (checker) {
    twins->start(id);
    checker->startGroup(number);
  }
  if (profiler)
    profiler->startGroup();
}

WorkgroupRunner::Outcome WorkgroupRunner::run() {
  bool faulted = false, allWait = false;
  uint64_t quantum = kFirstQuantum;
  while (ended < waves.size() && !faulted && !allWait) {
    bool anyRunning = false;
    allWait = true;
    for (size_t i = 0; i < waves.size() && !faulted; ++i) {
      if (states[i] != State::Running)
        continue;
      bool waits = false;
      switch (detector.run(
          waves[i], quantum, [&](uint64_t n) { return runWave(i, n); },
          waits)) {
      case Next::Continue:
        anyRunning = true;
        break;
      case Next::Barrier:
        states[i] = State::AtBarrier;
        break;
      case Next::End:
        states[i] = State::Ended;
        ++ended;
        break;
      case Next::Fault:
        faulted = true;
        describeFault(waves[i]);
        break;
      }
      allWait &= waits;
    }
    quantum = std::min(2 * quantum, kLastQuantum);
    if (anyRunning || faulted || ended == waves.size())
      continue;
    // Waves that have ended no longer count at a barrier; strict mode wants
    // them there.
    allWait = false;
    size_t first = waves.size();
    for (size_t i = waves.size(); i-- > 0;)
      if (states[i] == State::AtBarrier) {
        states[i] = State::Running;
        first = i;
      }
    if (checker &&
        !checker->passBarrier(waves[first],
                              static_cast<unsigned>(waves.size() - ended))) {
      faulted = true;
      describeFault(waves[first]);
    }
  }
  if (!faulted && ended < waves.size())
    return Outcome::Waits;
  for (size_t i = 0; i < waves.size(); ++i)
    for (unsigned c = 0; c < kNumInstClasses; ++c)
      executed[c] += waves[i].executed[c];
  return faulted ? Outcome::Fault : Outcome::Ended;
}

void WorkgroupRunner::describeFault(const Wave &w) {
  kind = w.fault.kind;
  const Program &p = *kernel.program;
  // The loop has advanced pc, unless the fault is a jump out of the code.
  uint32_t index = w.pc > 0 ? w.pc - 1 : 0;
  bool known = index < p.lines.size();
  std::string reason = faultReason(w.fault, memory);
  text = "kernel " + kernel.metadata.name + ": " +
         (reason.empty() && checker ? checker->reason() : reason) +
         "\n  workgroup (" + std::to_string(id[0]) + ", " +
         std::to_string(id[1]) + ", " + std::to_string(id[2]) + "), wave " +
         std::to_string(w.waveInGroup) + ", lane " +
         std::to_string(w.fault.lane);
  if (known)
    text += "\n  " + lineAt(p, index);
}

// Memory that the launch itself needs, visible to the kernel.
AllocationPtr copyOf(const void *data, size_t size) {
  AllocationPtr a = Allocation::map(std::max<size_t>(size, 64));
  if (a && size)
    std::memcpy(a->data(), data, size);
  return a;
}

} // namespace

LaunchResult runKernel(const LaunchConfig &config,
                       const std::vector<uint8_t> &kernarg,
                       MemorySnapshot memory) {
  LaunchResult result;
  const Kernel &kernel = *config.kernel;
  AllocationPtr arguments = copyOf(kernarg.data(), kernarg.size());
  DispatchPacket packet = {};
  packet.setup = 3;
  for (unsigned d = 0; d < 3; ++d) {
    packet.workgroupSize[d] = static_cast<uint16_t>(config.block[d]);
    packet.gridSize[d] = config.grid[d] * config.block[d];
  }
  packet.privateBytes = kernel.descriptor.scratchBytes;
  packet.groupBytes = config.ldsBytes();
  packet.kernargAddress = arguments ? arguments->begin : 0;
  AllocationPtr dispatch = copyOf(&packet, sizeof(packet));
  if (!arguments || !dispatch) {
    result.fault = FaultKind::OutsideAllocations;
    result.error = "expects memory for the kernel's arguments, got none";
    return result;
  }
  memory.add(arguments);
  memory.add(dispatch);
  memory.sort();

  // Workgroups are handed out in order, so every workgroup before the first one
  // that faults is run, and that fault is reported whatever the threads do.
  uint64_t total = config.workgroups();
  uint64_t resident = residentWorkgroups(kernel, *config.arch,
                                         config.workitems(), config.ldsBytes());
  GroupQueue<WorkgroupRunner> queue(total, std::max<uint64_t>(resident, 1));
  std::mutex mutex; // guards the result
  std::vector<Effects> effects;
  std::unique_ptr<strict::HazardTable> hazards;
  std::unique_ptr<strict::GlobalShadow> shadow;
  if (config.strict || config.profile)
    effects = effectsOf(*kernel.program);
  if (config.strict) {
    hazards = std::make_unique<strict::HazardTable>(*kernel.program, effects,
                                                    *config.arch);
    shadow =
        std::make_unique<strict::GlobalShadow>(memory, config.workgroups());
  }
  // Adds what a runner has counted, once it is not needed any more.
  auto retire = [&](const std::unique_ptr<WorkgroupRunner> &runner) {
    if (!runner)
      return;
    std::lock_guard<std::mutex> lock(mutex);
    for (unsigned c = 0; c < kNumInstClasses; ++c)
      result.executed[c] += runner->executed[c];
    if (runner->profiler)
      result.profileCounts += runner->profiler->counts();
  };
  auto work = [&] {
    FloatEnvironment environment;
    std::unique_ptr<WorkgroupRunner> runner; // null, or free to be used again
    GroupQueue<WorkgroupRunner>::Turn turn;
    while (queue.take(turn)) {
      if (turn.runner) {
        retire(runner);
        runner = std::move(turn.runner);
      } else {
        if (!runner)
          runner = std::make_unique<WorkgroupRunner>(
              config, arguments->begin, dispatch->begin, memory, effects,
              hazards.get(), shadow.get());
        runner->start(turn.number);
      }
      switch (runner->run()) {
      case WorkgroupRunner::Outcome::Ended:
        queue.end();
        break;
      case WorkgroupRunner::Outcome::Waits:
        queue.setAside(turn.number, std::move(runner));
        break;
      case WorkgroupRunner::Outcome::Fault: {
        std::lock_guard<std::mutex> lock(mutex);
        if (queue.fault(turn.number)) {
          result.fault = runner->faultKind();
          result.error = runner->faultText();
        }
        break;
      }
      }
    }
    retire(runner);
  };
  unsigned threads = static_cast<unsigned>(
      std::min<uint64_t>(std::max(config.threads, 1u), total));
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i)
    others.emplace_back(work);
  work();
  for (std::thread &t : others)
    t.join();
  return result;
}

} // namespace emu
} // namespace spmla
