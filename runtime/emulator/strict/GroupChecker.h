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

#include "../Program.h"
#include "Effects.h"
#include "LdsShadow.h"
#include "Twin.h"

#include <memory>

namespace spmla {
namespace emu {
namespace strict {

// For the workgroups that one host thread runs, one after the other.
class GroupChecker {
public:
  // `effects` are those of the program's instructions and outlive the checker.
  GroupChecker(const Program &program, const std::vector<Effects> &effects,
               unsigned numWaves, uint32_t ldsBytes, uint64_t instructionLimit);

  void startGroup();
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
  bool accessLds(Wave &w, const Access &a, const Effects &e, unsigned lane,
                 uint64_t begin, uint32_t bytes);
  bool fail(Wave &w, unsigned lane, const std::string &reason);
  std::string place(const Access &a) const;

  const Program &program;
  const std::vector<Effects> &effects;
  uint32_t ldsBytes;
  uint64_t instructionLimit;
  std::vector<WaitState> waits;
  std::vector<Registers> registers;
  std::vector<uint64_t> executed;
  LdsShadow lds;
  std::string text;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_GROUPCHECKER_H
