//===- ValuInt64.cpp - 64-bit integers, bit fields of lanes ---------------===//

#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using u64 = uint64_t;
using i64 = int64_t;

// v_bitop3: bit (a, b, c) of the result is bit 4a + 2b + c of the table.
Next execBitop3(Wave &w, const Instruction &in) {
  Reader<u32> a(w, in.src[0], 0), b(w, in.src[1], 1), c(w, in.src[2], 2);
  u32 table[8];
  for (unsigned i = 0; i < 8; ++i)
    table[i] = 0u - ((static_cast<u32>(in.imm) >> i) & 1);
  Writer<u32> d(w, in, 0);
  const u32 *mask = w.mask;
  SPMLA_LANE_LOOP
  for (unsigned l = 0; l < kLanes; ++l) {
    u32 x = a[l], y = b[l], z = c[l];
    u32 r = (~x & ~y & ~z & table[0]) | (~x & ~y & z & table[1]) |
            (~x & y & ~z & table[2]) | (~x & y & z & table[3]) |
            (x & ~y & ~z & table[4]) | (x & ~y & z & table[5]) |
            (x & y & ~z & table[6]) | (x & y & z & table[7]);
    d.put(l, r, mask[l]);
  }
  return Next::Continue;
}

Next execBitop3Half(Wave &w, const Instruction &in) {
  Reader<uint16_t> a(w, in.src[0], 0), b(w, in.src[1], 1), c(w, in.src[2], 2);
  Writer<KeepHigh<uint16_t>> d(w, in, 0);
  const u32 *mask = w.mask;
  for (unsigned l = 0; l < kLanes; ++l) {
    u32 r = 0;
    for (unsigned i = 0; i < 8; ++i) {
      u32 x = i & 4 ? a[l] : ~u32(a[l]), y = i & 2 ? b[l] : ~u32(b[l]),
          z = i & 1 ? c[l] : ~u32(c[l]);
      r |= static_cast<u32>(in.imm) >> i & 1 ? x & y & z : 0;
    }
    d.put(l, KeepHigh<uint16_t>{static_cast<uint16_t>(r)}, mask[l]);
  }
  return Next::Continue;
}

// v_mbcnt counts the mask bits of lower lanes, in one half of the wave.
template <bool High> Next execMbcnt(Wave &w, const Instruction &in) {
  Reader<u32> a(w, in.src[0], 0), b(w, in.src[1], 1);
  Writer<u32> d(w, in, 0);
  const u32 *mask = w.mask;
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned below = High ? (l > 32 ? l - 32 : 0) : (l < 32 ? l : 32);
    u32 bits = below == 32 ? a[l] : a[l] & ((1u << below) - 1);
    d.put(l, b[l] + static_cast<u32>(__builtin_popcount(bits)), mask[l]);
  }
  return Next::Continue;
}

OpInfo custom(ExecFn fn, unsigned numSrcs, Type type) {
  OpInfo info;
  info.fn = fn;
  info.numDsts = 1;
  info.dsts[0] = type;
  info.numSrcs = static_cast<uint8_t>(numSrcs);
  for (unsigned i = 0; i < numSrcs; ++i)
    info.srcs[i] = type;
  return info;
}

} // namespace

void registerInt64(Registry &r) {
  vop(r, "v_mov_b64", lanes([](u64 a) { return a; }));
  vop(r, "v_lshl_add_u64",
      lanes([](u64 a, u32 n, u64 c) { return (a << (n & 7)) + c; }));
  vop(r, "v_lshlrev_b64", lanes([](u32 n, u64 a) { return a << (n & 63); }));
  vop(r, "v_lshrrev_b64", lanes([](u32 n, u64 a) { return a >> (n & 63); }));
  vop(r, "v_ashrrev_i64", lanes([](u32 n, i64 a) { return a >> (n & 63); }));
  // op_sel alone chooses: the low result's word of a, the high result's of b.
  vop(r, "v_pk_mov_b32",
      lanes([](PkWord a, PkWord b) { return PkWord{a.lo, b.lo}; }));
  vop(r, "v_bitop3_b32", custom(&execBitop3, 3, Type::B32), kOpBitop3);
  vop(r, "v_bitop3_b16", custom(&execBitop3Half, 3, Type::B16),
      kOpBitop3 | kOpKeepHigh | kOpDstHigh);
  vop(r, "v_mbcnt_lo_u32_b32", custom(&execMbcnt<false>, 2, Type::B32));
  vop(r, "v_mbcnt_hi_u32_b32", custom(&execMbcnt<true>, 2, Type::B32));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
