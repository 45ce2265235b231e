//===- Twin.cpp - What depends on undefined data --------------------------===//

#include "Twin.h"
#include "Registers.h"

#include <algorithm>
#include <cstring>

namespace spmla {
namespace emu {
namespace strict {

namespace {

bool isVmem(MemorySpace space) {
  return space == MemorySpace::Global || space == MemorySpace::Buffer ||
         space == MemorySpace::Flat || space == MemorySpace::Scratch;
}

// Where a flat address of a lane leads.
bool isAperture(const Wave &w, const Instruction &in, unsigned lane) {
  uint64_t address = (uint64_t(w.v[in.src[0].index + 1][lane]) << 32 |
                      w.v[in.src[0].index][lane]) +
                     static_cast<uint64_t>(int64_t(in.imm));
  return address >> 32 == kSharedApertureHi ||
         address >> 32 == kPrivateApertureHi;
}

Undefined compareOperand(const Wave &w, const Wave &twin, const Operand &o,
                         const char *use) {
  auto report = [&](unsigned i, unsigned lane) -> Undefined {
    return {"expects " + registerName(o.kind, i) +
                " to be defined where it is " + use +
                ", got bits that nothing has written",
            lane};
  };
  for (unsigned i = o.index; i < unsigned(o.index) + o.dwords; ++i) {
    if (o.kind == OperandKind::Sgpr && w.s[i] != twin.s[i])
      return report(i, 0);
    for (unsigned l = 0; o.kind == OperandKind::Vgpr && l < kLanes; ++l)
      if (w.mask[l] && w.v[i][l] != twin.v[i][l])
        return report(i, l);
  }
  return {};
}

// Of the data of a store only the bytes that reach global memory.
Undefined compareData(const Wave &w, const Wave &twin, const Instruction &in,
                      const Effects &e) {
  const Operand &o = in.src[e.space == MemorySpace::Buffer ? 3 : 2];
  uint32_t mask = e.bytes >= 4 ? ~0u : (1u << 8 * e.bytes) - 1;
  if (e.fromHigh)
    mask <<= 16;
  for (unsigned i = o.index; i < unsigned(o.index) + o.dwords; ++i)
    for (unsigned l = 0; l < kLanes; ++l) {
      if (!w.mask[l] || !((w.v[i][l] ^ twin.v[i][l]) & mask) ||
          (e.space == MemorySpace::Flat && isAperture(w, in, l)))
        continue;
      return {"expects " + registerName(o.kind, i) +
                  " to be defined where it is stored, got bits that nothing "
                  "has written",
              l};
    }
  return {};
}

void copyBits(uint32_t from, uint32_t &to, uint32_t mask) {
  to = (to & ~mask) | (from & mask);
}

// What a load or atomic has brought; the active lanes of a vector register.
void copyResults(const Wave &w, Wave &twin, const Instruction &in,
                 const Effects &e) {
  for (unsigned d = 0; d < in.numDsts; ++d) {
    const Operand &o = in.dst[d];
    for (unsigned i = o.index; i < unsigned(o.index) + o.dwords; ++i) {
      if (o.kind == OperandKind::Sgpr) {
        twin.s[i] = w.s[i];
        continue;
      }
      for (unsigned l = 0; l < kLanes; ++l)
        if (w.mask[l])
          copyBits(w.v[i][l], twin.v[i][l], e.filled);
    }
  }
  if (!e.toLds)
    return;
  uint32_t size = std::max<uint32_t>(e.bytes, 4);
  uint64_t base = uint64_t(w.s[kM0]) + static_cast<uint32_t>(in.imm);
  for (unsigned l = 0; l < kLanes; ++l)
    if (w.mask[l])
      std::memcpy(twin.group->lds + base + l * size,
                  w.group->lds + base + l * size, size);
}

// Lanes of a flat access may lie in LDS or private memory, which the twin has
// of its own; the others are copied.
Next runFlat(const Wave &w, Wave &twin, const Instruction &in,
             const Effects &e) {
  alignas(64) uint32_t mask[kLanes], outside[kLanes];
  for (unsigned l = 0; l < kLanes; ++l) {
    bool inside = w.mask[l] && isAperture(twin, in, l);
    mask[l] = inside ? ~0u : 0;
    outside[l] = w.mask[l] && !inside ? ~0u : 0;
  }
  twin.mask = mask;
  Next next = in.fn(twin, in);
  twin.mask = twin.execRow;
  for (unsigned d = 0; d < in.numDsts; ++d)
    for (unsigned i = in.dst[d].index;
         i < unsigned(in.dst[d].index) + in.dst[d].dwords; ++i)
      for (unsigned l = 0; l < kLanes; ++l)
        if (outside[l])
          copyBits(w.v[i][l], twin.v[i][l], e.filled);
  return next;
}

} // namespace

Undefined compareInputs(const Wave &w, const Wave &twin, const Instruction &in,
                        const Effects &e) {
  unsigned addresses = 0;
  switch (e.space) {
  case MemorySpace::None:
  case MemorySpace::LaneExchange:
    return {};
  case MemorySpace::Lds:
    addresses = 1;
    break;
  case MemorySpace::Buffer:
    addresses = 3; // offset, descriptor, scalar offset
    break;
  default:
    addresses = 2;
    break;
  }
  for (unsigned i = 0; i < addresses; ++i) {
    Undefined u = compareOperand(w, twin, in.src[i], "used as an address");
    if (!u.what.empty())
      return u;
  }
  if (e.toLds) {
    Operand m0;
    m0.kind = OperandKind::Sgpr;
    m0.index = kM0;
    m0.dwords = 1;
    Undefined u = compareOperand(w, twin, m0, "used as an address");
    if (!u.what.empty())
      return u;
  }
  bool leaves = e.writes && isVmem(e.space) && e.space != MemorySpace::Scratch;
  return leaves ? compareData(w, twin, in, e) : Undefined();
}

void makeUndefined(Wave &twin, const Instruction &in, const Effects &e,
                   const LoadedByte &loaded) {
  if (e.toLds) {
    uint64_t base = uint64_t(twin.s[kM0]) + static_cast<uint32_t>(in.imm);
    uint32_t size = std::max<uint32_t>(e.bytes, 4);
    twin.group->lds[base + loaded.lane * size + loaded.byte] ^= 0xff;
    return;
  }
  if (!in.numDsts) // an atomic without a result
    return;
  unsigned i = in.dst[0].index + loaded.byte / 4;
  uint32_t &to =
      in.dst[0].kind == OperandKind::Sgpr ? twin.s[i] : twin.v[i][loaded.lane];
  unsigned shift = 8 * (loaded.byte % 4) + (e.filled & 1 ? 0 : 16);
  bool extends = e.isSigned && loaded.byte + 1u == e.bytes;
  to ^= ((extends ? ~0u : 0xffu) << shift) & e.filled;
}

Next runTwin(const Wave &w, Wave &twin, const Instruction &in,
             const Effects &e) {
  switch (e.space) {
  case MemorySpace::Scalar:
  case MemorySpace::Global:
  case MemorySpace::Buffer:
    copyResults(w, twin, in, e);
    return Next::Continue;
  case MemorySpace::Flat:
    return runFlat(w, twin, in, e);
  default:
    return in.fn(twin, in);
  }
}

Undefined compareVcc(const Wave &w, const Wave &twin) {
  bool isSet = false, isOpen = false;
  for (unsigned i = kVcc; i < kVcc + 2; ++i) {
    isSet |= (w.s[i] & twin.s[i]) != 0;
    isOpen |= w.s[i] != twin.s[i];
  }
  if (isSet || !isOpen)
    return {};
  return {"expects a branch to depend on defined data, got bits of VCC that "
          "depend on bits that nothing has written",
          0};
}

Undefined compareControl(const Wave &w, const Wave &twin) {
  if (w.pc != twin.pc)
    return {"expects a branch to depend on defined data, got a condition that "
            "depends on bits that nothing has written",
            0};
  for (unsigned l = 0; l < kLanes; ++l)
    if ((w.s[kExec + l / 32] ^ twin.s[kExec + l / 32]) >> (l % 32) & 1)
      return {"expects EXEC to depend on defined data, got a bit that depends "
              "on bits that nothing has written",
              l};
  return {};
}

} // namespace strict
} // namespace emu
} // namespace spmla
