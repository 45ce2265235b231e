//===- GroupChecker.h - Runs a workgroup in strict mode -------*- C++ -*-===//
//
// Strict mode runs the same operations as fast mode, one loop around them
// excepted: this one. Before each instruction it checks what the emulator,
// which finishes every operation at once and runs one wave at a time, would
// otherwise forgive.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_STRICT_GROUPCHECKER_H
#define SPMLA_EMULATOR_STRICT_GROUPCHECKER_H

#include "../Effects.h"
#include "../Launch.h"
#include "Comparison.h"
#include "GlobalChecker.h"
#include "Hazards.h"
#include "LdsShadow.h"
#include "Twin.h"

namespace spmla {
namespace emu {
namespace strict {

// For the workgroups that one host thread runs, one after the other.
class GroupChecker {
public:
  // `effects` and `hazards` are those of the program's instructions and outlive
  // the checker.
  GroupChecker(const Program &program, const std::vector<Effects> &effects,
               const HazardTable &hazards, unsigned numWaves,
               const LaunchConfig &config, GlobalShadow &memory);

  // Workgroup `number` of the launch begins.
  void startGroup(uint64_t number);
  // Like RunFn, for a wave and its twin; after Next::Fault the wave's fault and
  // reason() say why.
  Next run(Wave &w, Wave &twin, uint64_t quantum);
  // The barrier opens for `arrived` waves. False if that is not all of them;
  // `w`, one of them, has the fault.
  bool passBarrier(Wave &w, unsigned arrived);
  const std::string &reason() const { return text; }

private:
  // Instructions whose result a register waits for.
  struct Registers {
    Access v[kHiddenRow], s[kNumSgprSlots];
  };
  bool before(Wave &w, const Wave &twin, uint32_t index);
  bool defined(Wave &w, const Undefined &u);
  bool checkRegisters(Wave &w, const Instruction &in, const Effects &e);
  bool checkOperand(Wave &w, const Operand &o, bool isWrite, Queue writer);
  bool access(Wave &w, const Instruction &in, const Effects &e, uint32_t index);
  bool accessLds(Wave &w, const Access &a, unsigned lane, uint64_t begin,
                 uint32_t bytes);
  bool fail(Wave &w, unsigned lane, const std::string &reason);

  const Program &program;
  const std::vector<Effects> &effects;
  const HazardTable &hazards;
  std::vector<Comparison> comparisons;
  const LaunchConfig &config;
  uint32_t ldsBytes;
  std::vector<WaitState> waits;
  std::vector<HazardWindow> windows;
  std::vector<Registers> registers;
  std::vector<uint64_t> executed;
  LdsShadow lds;
  GlobalChecker global;
  std::string text;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_GROUPCHECKER_H
