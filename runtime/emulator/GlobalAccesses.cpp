//===- GlobalAccesses.cpp - Addresses of an instruction -------------------===//

#include "GlobalAccesses.h"

#include <algorithm>

namespace spmla {
namespace emu {

namespace {

uint64_t scalarValue(const Wave &w, const Operand &o) {
  if (o.kind == OperandKind::Constant)
    return o.constant();
  if (o.kind != OperandKind::Sgpr)
    return 0;
  uint64_t value = w.s[o.index];
  return o.dwords == 2 ? value | uint64_t(w.s[o.index + 1]) << 32 : value;
}
uint64_t vectorValue(const Wave &w, const Operand &o, unsigned lane) {
  if (o.kind != OperandKind::Vgpr)
    return 0;
  uint64_t value = w.v[o.index][lane];
  return o.dwords == 2 ? value | uint64_t(w.v[o.index + 1][lane]) << 32 : value;
}

struct Descriptor {
  uint64_t base, numRecords;
  Descriptor(const Wave &w, const Operand &o)
      : base(w.s[o.index] | uint64_t(w.s[o.index + 1] & 0xffff) << 32),
        numRecords(w.s[o.index + 2]) {}
  // Of `bytes` at `offset`, those in range; whole dwords of a wide access.
  uint32_t inRange(uint64_t offset, uint32_t bytes) const {
    if (offset >= numRecords)
      return 0;
    uint64_t left = numRecords - offset;
    if (left >= bytes)
      return bytes;
    return bytes > 4 ? static_cast<uint32_t>(left / 4 * 4) : 0;
  }
};

void add(GlobalAccesses &out, uint64_t at, uint32_t bytes, unsigned lane) {
  if (!bytes)
    return;
  out.at[out.count] = at;
  out.bytes[out.count] = bytes;
  out.lane[out.count++] = lane;
}

} // namespace

bool globalAccesses(const Wave &w, const Instruction &in, const Effects &e,
                    GlobalAccesses &out) {
  out.count = 0;
  uint64_t imm = static_cast<uint64_t>(int64_t(in.imm));
  switch (e.space) {
  case MemorySpace::Scalar: {
    uint64_t offset = imm + static_cast<uint32_t>(scalarValue(w, in.src[1]));
    if (in.src[0].dwords == 4) {
      Descriptor d(w, in.src[0]);
      offset &= ~uint64_t(3);
      add(out, d.base + offset, d.inRange(offset, e.bytes), 0);
    } else {
      add(out, (scalarValue(w, in.src[0]) + offset) & ~uint64_t(3), e.bytes, 0);
    }
    break;
  }
  case MemorySpace::Buffer: {
    Descriptor d(w, in.src[1]);
    uint64_t base = d.base + static_cast<uint32_t>(scalarValue(w, in.src[2]));
    for (unsigned l = 0; l < kLanes; ++l) {
      uint64_t offset =
          vectorValue(w, in.src[0], l) + static_cast<uint32_t>(in.imm);
      if (w.mask[l])
        add(out, base + offset, d.inRange(offset, e.bytes), l);
    }
    break;
  }
  case MemorySpace::Global:
  case MemorySpace::Flat:
    for (unsigned l = 0; l < kLanes; ++l) {
      uint64_t at =
          vectorValue(w, in.src[0], l) + scalarValue(w, in.src[1]) + imm;
      bool isAperture =
          e.space == MemorySpace::Flat &&
          (at >> 32 == kSharedApertureHi || at >> 32 == kPrivateApertureHi);
      if (w.mask[l] && !isAperture)
        add(out, at, e.bytes, l);
    }
    break;
  default:
    break;
  }
  return out.count != 0;
}

} // namespace emu
} // namespace spmla
