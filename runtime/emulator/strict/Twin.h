//===- Twin.h - What depends on undefined data ----------------*- C++ -*-===//
//
// A workgroup in strict mode runs twice in lock step. The two sets of waves
// differ in one thing: what registers, LDS and private memory hold before
// anything is written. Where the two differ afterwards, the difference is made
// of undefined data, bit by bit, whatever the instructions are that brought it
// there. Copies of it, arithmetic on it and inactive lanes are no error; it is
// reported where it leaves the wave or decides something:
//   - in an address, buffer descriptor or M0 of a memory access,
//   - in a value stored to global memory,
//   - in a branch, or in EXEC.
// Comparisons, minima and maxima, which often come out alike for both contents,
// are looked at one by one (Comparison.h); another operation that hides the
// difference by chance goes unseen.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_STRICT_TWIN_H
#define SPMLA_EMULATOR_STRICT_TWIN_H

#include "../Effects.h"
#include "../WaveSet.h"

#include <string>

namespace spmla {
namespace emu {
namespace strict {

// The second content: every bit another, so that no undefined bit is missed.
constexpr uint32_t kOtherUndefined = ~kUndefined;

// What is wrong, and where. Empty: nothing.
struct Undefined {
  std::string what;
  unsigned lane = 0;
};

// Before an instruction: do its address and the data it stores agree?
Undefined compareInputs(const Wave &w, const Wave &twin, const Instruction &in,
                        const Effects &e);
// One byte that an instruction loads for one lane.
struct LoadedByte {
  unsigned lane = 0, byte = 0;
};
// Makes the twin's copy of a loaded byte another than the wave's.
void makeUndefined(Wave &twin, const Instruction &in, const Effects &e,
                   const LoadedByte &loaded);
// Runs the instruction, which `w` has run, on the twin. Global memory is
// accessed once: what `w` has loaded is copied, and what it has stored stays.
Next runTwin(const Wave &w, Wave &twin, const Instruction &in,
             const Effects &e);
// Before a branch on VCC being zero: is it, whatever the undefined bits are?
Undefined compareVcc(const Wave &w, const Wave &twin);
// After it: do control flow and EXEC agree?
Undefined compareControl(const Wave &w, const Wave &twin);

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_TWIN_H
