//===- LdsShadow.cpp - Who accessed each byte of LDS ----------------------===//

#include "LdsShadow.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

void LdsShadow::clear() {
  std::fill(dwords.begin(), dwords.end(), Dword());
  split.clear();
}

bool LdsShadow::conflicts(const Access &earlier, const Access &a) const {
  bool isChecked = (earlier.swaps && !a.writes) || (a.swaps && !earlier.writes);
  if (!earlier.serial || (earlier.atomic && a.atomic) || isChecked)
    return false;
  const WaitState &state = waves[earlier.wave];
  if (earlier.wave != a.wave)
    return state.isSinceBarrier(earlier);
  bool oneIsDma =
      (earlier.queue() == Queue::Vector) != (a.queue() == Queue::Vector);
  return oneIsDma && state.isPending(earlier);
}

bool LdsShadow::conflicts(const Pair &earlier, const Access &a,
                          LdsConflict &out) const {
  for (const Access &e : earlier)
    if (conflicts(e, a)) {
      out.other = e;
      return true;
    }
  return false;
}

// May `a` stand for an earlier access as well? What conflicts with that one
// later on conflicts with `a`, too.
bool LdsShadow::isReplaceable(const Access &earlier, const Access &a) const {
  return !earlier.serial ||
         (earlier.wave == a.wave && earlier.atomic == a.atomic &&
          (earlier.swaps || !a.swaps)) ||
         !waves[earlier.wave].isSinceBarrier(earlier);
}

// A wave keeps its place; another one takes a place that is free.
void LdsShadow::note(Pair &places, const Access &a) const {
  bool isSecond = places[1].serial && places[1].wave == a.wave;
  if (!isSecond && isReplaceable(places[0], a))
    places[0] = a;
  else if (isReplaceable(places[1], a))
    places[1] = a;
}

template <class Fn>
bool LdsShadow::forEachCell(uint32_t begin, uint32_t bytes, LdsConflict &out,
                            Fn access) {
  uint32_t end = begin + bytes;
  for (uint32_t i = begin; i < end;) {
    Dword &d = dwords[i / 4];
    bool isWhole = i % 4 == 0 && end - i >= 4;
    if (!isWhole && !d.isSplit) {
      split[i / 4].fill(d.cell);
      d.isSplit = true;
    }
    Cell &cell = d.isSplit ? split[i / 4][i % 4] : d.cell;
    if (!access(cell)) {
      out.byte = i;
      return false;
    }
    i += d.isSplit ? 1 : 4;
  }
  return true;
}

bool LdsShadow::read(const Access &a, uint32_t begin, uint32_t bytes,
                     LdsConflict &out) {
  return forEachCell(begin, bytes, out, [&](Cell &c) {
    if (conflicts(c.writes, a, out))
      return false;
    note(c.reads, a);
    return true;
  });
}

bool LdsShadow::write(const Access &a, uint32_t begin, uint32_t bytes,
                      LdsConflict &out) {
  return forEachCell(begin, bytes, out, [&](Cell &c) {
    if (conflicts(c.writes, a, out) || conflicts(c.reads, a, out))
      return false;
    if (a.atomic)
      note(c.writes, a);
    else
      c.writes = {a, Access()};
    return true;
  });
}

} // namespace strict
} // namespace emu
} // namespace spmla
