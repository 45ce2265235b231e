//===- WaitDetector.h - Waves that wait for memory to change --*- C++ -*-===//

#ifndef SPMLA_EMULATOR_WAITDETECTOR_H
#define SPMLA_EMULATOR_WAITDETECTOR_H

#include "OpInfo.h"
#include "Wave.h"

#include <cstring>
#include <vector>

namespace spmla {
namespace emu {

// Sees waves that go round a loop which only a change in memory can end: twice
// they come back to an instruction with all registers as they were. (A counter
// in private memory can be missed. That does no harm: a wave that is taken for
// a waiting one loses its turn, no more.)
class WaitDetector {
public:
  // Runs a wave for `quantum` instructions and perhaps two turns of a loop
  // more, by means of `run(n)`, and says whether it waits.
  template <class Run>
  Next run(const Wave &w, uint64_t quantum, Run run, bool &waits) {
    waits = false;
    // Loops with matrix operations are busy: they are spared the closer look.
    uint64_t matrixOps = matrixOpsOf(w);
    Next next = run(quantum);
    if (next != Next::Continue || matrixOpsOf(w) != matrixOps)
      return next;
    // Most loops that count show it in scalar registers.
    scalars.assign(w.s, w.s + kNumSgprSlots);
    if (!comesBack(w, run, next) || !hasScalars(w))
      return next;
    vectors.assign(&w.v[0][0], &w.v[kHiddenRow][0]);
    waits = comesBack(w, run, next) && hasScalars(w) &&
            std::memcmp(vectors.data(), w.v, 4 * vectors.size()) == 0;
    return next;
  }

private:
  static constexpr unsigned kLongestLoop = 200; // instructions

  static uint64_t matrixOpsOf(const Wave &w) {
    return w.executed[static_cast<size_t>(InstClass::Mfma)];
  }
  // Runs the wave until it is where it is now.
  template <class Run>
  static bool comesBack(const Wave &w, Run run, Next &next) {
    uint32_t pc = w.pc;
    for (unsigned n = 0; n < kLongestLoop && next == Next::Continue; ++n) {
      next = run(1);
      if (w.pc == pc)
        return next == Next::Continue;
    }
    return false;
  }
  bool hasScalars(const Wave &w) const {
    return std::memcmp(scalars.data(), w.s, sizeof(w.s)) == 0;
  }

  std::vector<uint32_t> vectors, scalars;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_WAITDETECTOR_H
