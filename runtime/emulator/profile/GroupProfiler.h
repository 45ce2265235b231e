//===- GroupProfiler.h - Runs a workgroup and counts ----------*- C++ -*-===//
//
// A profiled wave runs through the same loop as in fast mode, one instruction
// per call; what an instruction is about to access is read off before it runs.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_PROFILE_GROUPPROFILER_H
#define SPMLA_EMULATOR_PROFILE_GROUPPROFILER_H

#include "../Arch.h"
#include "../Effects.h"
#include "../Program.h"
#include "Counts.h"

namespace spmla {
namespace emu {
namespace profile {

// For workgroups that run one after the other.
class GroupProfiler {
public:
  // `effects` are those of the program's instructions; all outlive the
  // profiler.
  GroupProfiler(const Program &program, const std::vector<Effects> &effects,
                unsigned numWaves, const Arch &arch);

  void startGroup();
  // Like RunFn.
  Next run(Wave &w, uint64_t quantum);
  const Counts &counts() const { return total; }

private:
  // What a wave asked memory for last.
  struct Request {
    std::vector<uint64_t> lines; // ascending
    bool isStore = false, isAtomic = false;
  };
  void countLanes(const Wave &w, InstructionCounts &c);
  void countGlobal(const Wave &w, const Instruction &in, const Effects &e,
                   InstructionCounts &c);
  void countLds(const Wave &w, const Instruction &in, const Effects &e,
                InstructionCounts &c);

  const Program &program;
  const std::vector<Effects> &effects;
  const Arch &arch;
  std::vector<Request> lastRequests; // by wave
  Counts total;
};

} // namespace profile
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROFILE_GROUPPROFILER_H
