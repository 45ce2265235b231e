//===- LdsAccesses.cpp - LDS addresses of an instruction ------------------===//

#include "LdsAccesses.h"

#include <algorithm>

namespace spmla {
namespace emu {

bool ldsAccesses(const Wave &w, const Instruction &in, const Effects &e,
                 unsigned element, LdsAccesses &out) {
  out.count = 0;
  out.bytes = e.bytes;
  auto add = [&](unsigned lane, uint64_t at) {
    out.at[out.count] = at;
    out.lane[out.count++] = lane;
  };
  if (e.space == MemorySpace::Lds) {
    uint32_t offset = element ? in.imm2 : static_cast<uint32_t>(in.imm);
    for (unsigned l = 0; l < kLanes; ++l)
      if (w.mask[l])
        add(l, w.v[in.src[0].index][l] + offset);
  } else if (e.toLds) {
    // A DMA of less than a dword still writes a dword.
    out.bytes = std::max<uint32_t>(e.bytes, 4);
    uint64_t base = uint64_t(w.s[kM0]) + static_cast<uint32_t>(in.imm);
    for (unsigned l = 0; l < kLanes; ++l)
      if (w.mask[l])
        add(l, base + l * out.bytes);
  } else if (e.space == MemorySpace::Flat) {
    for (unsigned l = 0; l < kLanes; ++l) {
      uint64_t address = (uint64_t(w.v[in.src[0].index + 1][l]) << 32 |
                          w.v[in.src[0].index][l]) +
                         static_cast<uint64_t>(int64_t(in.imm));
      if (w.mask[l] && address >> 32 == kSharedApertureHi)
        add(l, static_cast<uint32_t>(address));
    }
  }
  return out.count != 0;
}

} // namespace emu
} // namespace spmla
