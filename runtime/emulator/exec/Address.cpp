//===- Address.cpp - Addresses of memory instructions and checks ----------===//

#include "Address.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

bool isAllocatedSlow(Wave &w, uint64_t address, uint64_t bytes) {
  auto covers = [&](const MemoryRange &r) {
    return address >= r.begin && address < r.end && bytes <= r.end - address;
  };
  if (covers(w.recent[1])) {
    MemoryRange hit = w.recent[1];
    w.recent[1] = w.recent[0];
    w.recent[0] = hit;
    return true;
  }
  // The last range that begins at or below the address.
  const MemoryRange *ranges = w.group->ranges;
  size_t low = 0, high = w.group->numRanges;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || !covers(ranges[low - 1]))
    return false;
  w.recent[1] = w.recent[0];
  w.recent[0] = ranges[low - 1];
  return true;
}

void globalAddresses(Wave &w, const Instruction &in, LaneAddresses &out) {
  const Operand &v = in.src[0], &s = in.src[1];
  uint64_t base = static_cast<uint64_t>(static_cast<int64_t>(in.imm));
  if (s.kind == OperandKind::Sgpr)
    base += readScalar(w, s);
  if (v.kind == OperandKind::None) {
    for (unsigned l = 0; l < kLanes; ++l)
      out.at[l] = base;
    return;
  }
  const uint32_t *lo = w.v[v.index], *hi = w.v[v.index + 1];
  if (v.dwords == 1)
    for (unsigned l = 0; l < kLanes; ++l)
      out.at[l] = base + lo[l];
  else
    for (unsigned l = 0; l < kLanes; ++l)
      out.at[l] = base + (static_cast<uint64_t>(hi[l]) << 32 | lo[l]);
}

bool checkLanes(Wave &w, const LaneAddresses &a, unsigned bytes) {
  // All lanes in the allocation of the last access: the common case.
  uint64_t lowest = ~uint64_t(0), highest = 0;
  for (unsigned l = 0; l < kLanes; ++l) {
    bool active = w.mask[l];
    uint64_t low = active ? a.at[l] : ~uint64_t(0);
    uint64_t high = active ? a.at[l] : 0;
    lowest = low < lowest ? low : lowest;
    highest = high > highest ? high : highest;
  }
  if (lowest > highest ||
      (lowest >= w.recent[0].begin && highest < w.recent[0].end &&
       bytes <= w.recent[0].end - highest))
    return true;
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l] && !isAllocated(w, a.at[l], bytes)) {
      fault(w, FaultKind::OutsideAllocations, l, a.at[l], bytes);
      return false;
    }
  return true;
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
