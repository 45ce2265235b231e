//===- CrossLane.cpp - Values that move between lanes; DPP; SDWA ----------===//

#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;

u32 scalarSource(const Wave &w, const Operand &o) {
  return o.kind == OperandKind::Sgpr ? w.s[o.index] : o.row[0];
}
u32 vectorLane(const Wave &w, const Operand &o, unsigned lane) {
  return o.kind == OperandKind::Vgpr ? w.v[o.index][lane] : scalarSource(w, o);
}

// Both ignore EXEC, but v_readfirstlane takes the first active lane (lane 0 if
// there is none).
Next execReadLane(Wave &w, const Instruction &in) {
  u32 lane = scalarSource(w, in.src[1]) & (kLanes - 1);
  w.s[in.dst[0].index] = vectorLane(w, in.src[0], lane);
  return Next::Continue;
}
Next execReadFirstLane(Wave &w, const Instruction &in) {
  uint64_t exec = w.s[kExec] | static_cast<uint64_t>(w.s[kExec + 1]) << 32;
  unsigned lane = exec ? static_cast<unsigned>(__builtin_ctzll(exec)) : 0;
  w.s[in.dst[0].index] = vectorLane(w, in.src[0], lane);
  return Next::Continue;
}
Next execWriteLane(Wave &w, const Instruction &in) {
  u32 lane = scalarSource(w, in.src[1]) & (kLanes - 1);
  w.v[in.dst[0].index][lane] = scalarSource(w, in.src[0]);
  return Next::Continue;
}

// Exchanges two lanes. A lane outside EXEC is not written; what is read from it
// is its value with fi, else 0 with bound_ctrl, else nothing at all.
void swapUnderExec(const Wave &w, const Instruction &in, u32 *a, unsigned laneA,
                   u32 *b, unsigned laneB) {
  bool activeA = w.mask[laneA], activeB = w.mask[laneB];
  bool inactiveGivesZero = !(in.flags & kFlagFetchInactive);
  if (inactiveGivesZero && !(in.flags & kFlagBoundCtrl) && activeA != activeB)
    return;
  u32 x = activeA || !inactiveGivesZero ? a[laneA] : 0;
  u32 y = activeB || !inactiveGivesZero ? b[laneB] : 0;
  if (activeA)
    a[laneA] = y;
  if (activeB)
    b[laneB] = x;
}

Next execSwap(Wave &w, const Instruction &in) {
  u32 *a = w.v[in.dst[0].index], *b = w.v[in.src[0].index];
  for (unsigned l = 0; l < kLanes; ++l)
    swapUnderExec(w, in, a, l, b, l);
  return Next::Continue;
}
// vdst[32..63] <-> src[0..31]
Next execPermlane32Swap(Wave &w, const Instruction &in) {
  u32 *a = w.v[in.dst[0].index], *b = w.v[in.src[0].index];
  for (unsigned l = 0; l < 32; ++l)
    swapUnderExec(w, in, a, l + 32, b, l);
  return Next::Continue;
}
// vdst[p+16..p+31] <-> src[p..p+15] for p = 0 and 32
Next execPermlane16Swap(Wave &w, const Instruction &in) {
  u32 *a = w.v[in.dst[0].index], *b = w.v[in.src[0].index];
  for (unsigned p = 0; p < kLanes; p += 32)
    for (unsigned l = 0; l < 16; ++l)
      swapUnderExec(w, in, a, p + l + 16, b, p + l);
  return Next::Continue;
}

OpInfo custom(ExecFn fn, unsigned numSrcs) {
  OpInfo info;
  info.fn = fn;
  info.numDsts = 1;
  info.dsts[0] = Type::B32;
  info.numSrcs = static_cast<uint8_t>(numSrcs);
  for (unsigned i = 0; i < numSrcs; ++i)
    info.srcs[i] = Type::B32;
  return info;
}

// Lane that a DPP control reads for lane l, or -1.
int dppLane(DppKind kind, unsigned control, unsigned l) {
  unsigned row = l & ~15u, in = l & 15;
  switch (kind) {
  case DppKind::QuadPerm:
    return static_cast<int>((l & ~3u) | (control >> (2 * (l & 3)) & 3));
  case DppKind::RowShl:
    return in + control < 16 ? static_cast<int>(l + control) : -1;
  case DppKind::RowShr:
    return in >= control ? static_cast<int>(l - control) : -1;
  case DppKind::RowRor:
    return static_cast<int>(row | ((in - control) & 15));
  case DppKind::RowMirror:
    return static_cast<int>(row | (15 - in));
  case DppKind::RowHalfMirror:
    return static_cast<int>((l & ~7u) | (7 - (l & 7)));
  case DppKind::RowNewBcast:
    return static_cast<int>(row | control);
  case DppKind::RowBcast15:
    return l >= 16 ? static_cast<int>(row - 1) : -1;
  case DppKind::RowBcast31:
    return l >= 32 ? 31 : -1;
  case DppKind::WaveShl1:
    return l + 1 < kLanes ? static_cast<int>(l + 1) : -1;
  case DppKind::WaveRol1:
    return static_cast<int>((l + 1) & 63);
  case DppKind::WaveShr1:
    return l ? static_cast<int>(l - 1) : -1;
  case DppKind::WaveRor1:
    return static_cast<int>((l - 1) & 63);
  case DppKind::None:
    break;
  }
  return static_cast<int>(l);
}

} // namespace

// Moves src[0] between lanes, then runs the operation. A lane whose source does
// not exist or is inactive gets 0 with bound_ctrl and is left alone without; so
// are lanes that the row and bank masks leave out.
Next execDpp(Wave &w, const Instruction &in) {
  alignas(64) u32 mask[kLanes];
  const u32 *lo = w.v[in.src[0].index], *hi = w.v[in.src[0].index + 1];
  u32 *toLo = w.v[kHiddenRow], *toHi = w.v[kHiddenRow + 1];
  for (unsigned l = 0; l < kLanes; ++l) {
    int from = dppLane(in.dpp, in.dppControl, l);
    bool valid = from >= 0 && w.execRow[from];
    toLo[l] = valid ? lo[from] : 0;
    toHi[l] = valid ? hi[from] : 0;
    bool chosen = (in.rowMask >> (l >> 4) & 1) &&
                  (in.bankMask >> (l >> 2 & 3) & 1) &&
                  (valid || (in.flags & kFlagBoundCtrl));
    mask[l] = chosen ? w.execRow[l] : 0;
  }
  Instruction moved = in;
  moved.src[0].index = kHiddenRow;
  w.mask = mask;
  Next next = in.inner(w, moved);
  w.mask = w.execRow;
  return next;
}

// Runs the operation into a row of its own and merges the selected part. (Parts
// of sources are taken as they are read.)
Next execSdwa(Wave &w, const Instruction &in) {
  Instruction aside = in;
  aside.dst[0].index = kHiddenRow + 2;
  u32 *result = w.v[kHiddenRow + 2], *to = w.v[in.dst[0].index];
  Next next = in.inner(w, aside);
  unsigned s = static_cast<unsigned>(in.dstSelect);
  bool isByte = s <= static_cast<unsigned>(Select::Byte3);
  unsigned shift = isByte ? 8 * s : 16 * (s - 4);
  u32 part = isByte ? 0xffu : 0xffffu;
  unsigned up = isByte ? 24 : 16;
  for (unsigned l = 0; l < kLanes; ++l) {
    if (!w.mask[l])
      continue;
    u32 value = result[l] & part;
    if (in.dstUnused == SdwaUnused::Preserve)
      to[l] = (to[l] & ~(part << shift)) | value << shift;
    else if (in.dstUnused == SdwaUnused::Sext)
      to[l] = static_cast<u32>(static_cast<int32_t>(value << up) >> up)
              << shift;
    else
      to[l] = value << shift;
  }
  return next;
}

// Between s_set_gpr_idx_on and _off: M0[7:0] is added to the register numbers
// of the operands that M0[15:12] names.
Next execIndexed(Wave &w, const Instruction &in) {
  Instruction shifted = in;
  unsigned index = w.s[kM0] & 0xff, mode = w.s[kM0] >> 12 & 0xf;
  auto shift = [&](Operand &o) {
    if (o.kind != OperandKind::Vgpr)
      return true;
    o.index = static_cast<uint16_t>(o.index + index);
    return o.index + o.dwords <= kAccBase;
  };
  bool ok = true;
  for (unsigned i = 0; i < 3; ++i)
    if (mode >> i & 1)
      ok &= shift(shifted.src[i]);
  if (mode & 8)
    ok &= shift(shifted.dst[0]);
  if (!ok) {
    w.fault = {FaultKind::BadRegisterIndex, 0, index, 0};
    return Next::Fault;
  }
  return in.inner(w, shifted);
}

void registerCrossLane(Registry &r) {
  vop(r, "v_readlane_b32", custom(&execReadLane, 2), kOpSgprDst);
  vop(r, "v_readfirstlane_b32", custom(&execReadFirstLane, 1), kOpSgprDst);
  vop(r, "v_writelane_b32", custom(&execWriteLane, 2));
  vop(r, "v_swap_b32", custom(&execSwap, 1), kOpSwap);
  vop(r, "v_permlane16_swap_b32", custom(&execPermlane16Swap, 1), kOpSwap);
  vop(r, "v_permlane32_swap_b32", custom(&execPermlane32Swap, 1), kOpSwap);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
