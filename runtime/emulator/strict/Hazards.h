//===- Hazards.h - Results that are not there yet -------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_HAZARDS_H
#define SPMLA_EMULATOR_STRICT_HAZARDS_H

#include "HazardTraits.h"

#include <optional>

namespace spmla {
namespace emu {
namespace strict {

// A rule that an instruction breaks.
struct Hazard {
  const HazardRule *rule = nullptr;
  uint32_t first = 0;               // index of the earlier instruction
  unsigned needed = 0, elapsed = 0; // wait states between the two
  // That connect them, none for HazardRelation::Follows.
  RegisterInterval registers;
};

// "expects v4 to be read at least 8 wait states after ..., got 3".
std::string describe(const Hazard &hazard);

// What one wave has issued lately.
class HazardWindow {
public:
  // Registers the instruction; `m0` is the wave's M0. Returns what is wrong
  // about it, the most wait states first.
  std::optional<Hazard> issue(const HazardTable &table, uint32_t index,
                              uint32_t m0);

private:
  struct Issued {
    uint64_t end = 0; // `now` behind it
    uint32_t index = 0;
    RegisterInterval dst[kMaxDsts];
  };
  // The last N that were put in, N a power of two.
  template <unsigned N> struct Ring {
    static_assert((N & (N - 1)) == 0);
    Issued at[N];
    unsigned next = 0;

    // The one before `back` others.
    const Issued &operator[](unsigned back) const {
      return at[(next - 1 - back) % N];
    }
    void push(const Issued &i) { at[next++ % N] = i; }
  };
  // Operands of the second instruction. Of several MFMA that write one, or read
  // it as C, the latest decides: the matrix core runs them one after the other.
  struct Settled {
    unsigned result = 0, c = 0;
  };

  void match(const HazardTable &table, const HazardTraits &second,
             const Issued &issued, Settled &settled,
             std::optional<Hazard> &worst) const;

  // Counts wait states. Everything at the beginning is long over.
  uint64_t now = 1000;
  Ring<8> recent;  // of kMaxWaitStates; what no rule begins with is not there
  Ring<32> matrix; // MFMA of kMaxMatrixWaitStates
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_HAZARDS_H
