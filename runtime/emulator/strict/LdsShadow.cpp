//===- LdsShadow.cpp - Who accessed each byte of LDS ----------------------===//

#include "LdsShadow.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

void LdsShadow::clear() { std::fill(cells.begin(), cells.end(), Cell()); }

bool LdsShadow::conflicts(const Access &earlier, const Access &a) const {
  if (!earlier.serial || (earlier.atomic && a.atomic))
    return false;
  const WaitState &state = waves[earlier.wave];
  if (earlier.wave != a.wave)
    return state.isSinceBarrier(earlier);
  bool oneIsDma =
      (earlier.queue() == Queue::Vector) != (a.queue() == Queue::Vector);
  return oneIsDma && state.isPending(earlier);
}

bool LdsShadow::isReplaceable(const Access &earlier, const Access &a) const {
  return !earlier.serial || earlier.wave == a.wave ||
         !waves[earlier.wave].isSinceBarrier(earlier);
}

bool LdsShadow::read(const Access &a, uint32_t begin, uint32_t bytes,
                     LdsConflict &out) {
  for (uint32_t i = begin; i < begin + bytes; ++i) {
    Cell &c = cells[i];
    if (conflicts(c.write, a)) {
      out = {c.write, true, i};
      return false;
    }
    // A wave keeps its place; another one takes a place that is free.
    bool isSecond = c.reads[1].serial && c.reads[1].wave == a.wave;
    if (!isSecond && isReplaceable(c.reads[0], a))
      c.reads[0] = a;
    else if (isReplaceable(c.reads[1], a))
      c.reads[1] = a;
  }
  return true;
}

bool LdsShadow::write(const Access &a, uint32_t begin, uint32_t bytes,
                      LdsConflict &out) {
  for (uint32_t i = begin; i < begin + bytes; ++i) {
    Cell &c = cells[i];
    if (conflicts(c.write, a)) {
      out = {c.write, true, i};
      return false;
    }
    for (const Access &r : c.reads)
      if (conflicts(r, a)) {
        out = {r, false, i};
        return false;
      }
    c.write = a;
  }
  return true;
}

} // namespace strict
} // namespace emu
} // namespace spmla
