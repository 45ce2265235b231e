//===- Salu.cpp - The scalar unit -----------------------------------------===//

#include "Scalar.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

SPMLA_INLINE u32 count(u64 v) {
  return static_cast<u32>(__builtin_popcountll(v));
}
SPMLA_INLINE u64 brev(u64 v) {
  u64 r = 0;
  for (unsigned i = 0; i < 64; ++i)
    r |= (v >> i & 1) << (63 - i);
  return r;
}
// The offset is bits [4:0] (or [5:0]) of the second operand, the width [22:16].
SPMLA_INLINE u64 field(u64 v, u32 spec, unsigned bits) {
  unsigned offset = spec & (bits - 1), width = spec >> 16 & 0x7f;
  u64 r = v >> offset;
  return width >= 64 ? r : r & ((u64(1) << width) - 1);
}
SPMLA_INLINE i64 fieldSigned(i64 v, u32 spec, unsigned bits) {
  unsigned offset = spec & (bits - 1), width = spec >> 16 & 0x7f;
  if (width == 0)
    return 0;
  i64 r = v >> offset;
  unsigned up = width >= 64 ? 0 : 64 - width;
  return static_cast<i64>(static_cast<u64>(r) << up) >> up;
}

// One bit per group of four, or all four: is any bit of the group set?
SPMLA_INLINE u64 quadMask(u64 v) {
  u64 r = 0;
  for (unsigned i = 0; i < 16; ++i)
    r |= u64((v >> (4 * i) & 15) != 0) << i;
  return r;
}
SPMLA_INLINE u64 wholeQuads(u64 v) {
  u64 any = (v | v >> 1 | v >> 2 | v >> 3) & 0x1111111111111111ull;
  return any * 15;
}

// Results that set SCC to "not zero".
template <class T> SPMLA_INLINE T nonZero(Scc &scc, T value) {
  scc.set(value != 0);
  return value;
}

void registerArithmetic(Registry &r) {
  vop(r, "s_add_u32", scalar([](Scc &c, u32 a, u32 b) {
        c.set(a + b < a);
        return a + b;
      }));
  vop(r, "s_sub_u32", scalar([](Scc &c, u32 a, u32 b) {
        c.set(a < b);
        return a - b;
      }));
  vop(r, "s_addc_u32", scalar([](Scc &c, u32 a, u32 b) {
        u64 sum = static_cast<u64>(a) + b + c.get();
        c.set(sum >> 32);
        return static_cast<u32>(sum);
      }));
  vop(r, "s_subb_u32", scalar([](Scc &c, u32 a, u32 b) {
        u64 take = static_cast<u64>(b) + c.get();
        c.set(a < take);
        return static_cast<u32>(a - take);
      }));
  // SCC is signed overflow.
  vop(r, "s_add_i32", scalar([](Scc &c, u32 a, u32 b) {
        u32 sum = a + b;
        c.set(((sum ^ a) & (sum ^ b)) >> 31);
        return sum;
      }));
  vop(r, "s_sub_i32", scalar([](Scc &c, u32 a, u32 b) {
        u32 d = a - b;
        c.set(((a ^ b) & (d ^ a)) >> 31);
        return d;
      }));
  vop(r, "s_mul_i32", scalar([](Scc &, u32 a, u32 b) { return a * b; }));
  vop(r, "s_mul_hi_u32", scalar([](Scc &, u32 a, u32 b) {
        return static_cast<u32>(static_cast<u64>(a) * b >> 32);
      }));
  vop(r, "s_mul_hi_i32", scalar([](Scc &, i32 a, i32 b) {
        return static_cast<u32>(static_cast<i64>(a) * b >> 32);
      }));
  // SCC says whether the first operand was taken.
  vop(r, "s_min_i32", scalar([](Scc &c, i32 a, i32 b) {
        c.set(a < b);
        return a < b ? a : b;
      }));
  vop(r, "s_max_i32", scalar([](Scc &c, i32 a, i32 b) {
        c.set(a >= b);
        return a > b ? a : b;
      }));
  vop(r, "s_min_u32", scalar([](Scc &c, u32 a, u32 b) {
        c.set(a < b);
        return a < b ? a : b;
      }));
  vop(r, "s_max_u32", scalar([](Scc &c, u32 a, u32 b) {
        c.set(a >= b);
        return a > b ? a : b;
      }));
  vop(r, "s_abs_i32", scalar([](Scc &c, i32 a) {
        return nonZero(c,
                       a < 0 ? 0u - static_cast<u32>(a) : static_cast<u32>(a));
      }));
  vop(r, "s_absdiff_i32", scalar([](Scc &c, i32 a, i32 b) {
        u32 d = static_cast<u32>(a) - static_cast<u32>(b);
        return nonZero(c, static_cast<i32>(d) < 0 ? 0u - d : d);
      }));
  vop(r, "s_lshl1_add_u32", scalar([](Scc &c, u32 a, u32 b) {
        u64 sum = (static_cast<u64>(a) << 1) + b;
        c.set(sum >> 32);
        return static_cast<u32>(sum);
      }));
  vop(r, "s_lshl2_add_u32", scalar([](Scc &c, u32 a, u32 b) {
        u64 sum = (static_cast<u64>(a) << 2) + b;
        c.set(sum >> 32);
        return static_cast<u32>(sum);
      }));
  vop(r, "s_lshl3_add_u32", scalar([](Scc &c, u32 a, u32 b) {
        u64 sum = (static_cast<u64>(a) << 3) + b;
        c.set(sum >> 32);
        return static_cast<u32>(sum);
      }));
  vop(r, "s_lshl4_add_u32", scalar([](Scc &c, u32 a, u32 b) {
        u64 sum = (static_cast<u64>(a) << 4) + b;
        c.set(sum >> 32);
        return static_cast<u32>(sum);
      }));
  vop(r, "s_sext_i32_i8", scalar([](Scc &, u32 a) {
        return static_cast<i32>(static_cast<int8_t>(a));
      }));
  vop(r, "s_sext_i32_i16", scalar([](Scc &, u32 a) {
        return static_cast<i32>(static_cast<int16_t>(a));
      }));
}

// One expression for the 32-bit and the 64-bit form.
#define LOGIC(NAME, EXPR)                                                      \
  vop(r, NAME "_b32", scalar([](Scc &c, u32 a, u32 b) {                        \
        return nonZero(c, static_cast<u32>(EXPR));                             \
      }));                                                                     \
  vop(r, NAME "_b64", scalar([](Scc &c, u64 a, u64 b) {                        \
        return nonZero(c, static_cast<u64>(EXPR));                             \
      }))

void registerBits(Registry &r) {
  LOGIC("s_and", a & b);
  LOGIC("s_or", a | b);
  LOGIC("s_xor", a ^ b);
  LOGIC("s_andn2", a & ~b);
  LOGIC("s_orn2", a | ~b);
  LOGIC("s_nand", ~(a & b));
  LOGIC("s_nor", ~(a | b));
  LOGIC("s_xnor", ~(a ^ b));
  vop(r, "s_not_b32", scalar([](Scc &c, u32 a) { return nonZero(c, ~a); }));
  vop(r, "s_not_b64", scalar([](Scc &c, u64 a) { return nonZero(c, ~a); }));
  vop(r, "s_lshl_b32",
      scalar([](Scc &c, u32 a, u32 n) { return nonZero(c, a << (n & 31)); }));
  vop(r, "s_lshr_b32",
      scalar([](Scc &c, u32 a, u32 n) { return nonZero(c, a >> (n & 31)); }));
  vop(r, "s_ashr_i32",
      scalar([](Scc &c, i32 a, u32 n) { return nonZero(c, a >> (n & 31)); }));
  vop(r, "s_lshl_b64",
      scalar([](Scc &c, u64 a, u32 n) { return nonZero(c, a << (n & 63)); }));
  vop(r, "s_lshr_b64",
      scalar([](Scc &c, u64 a, u32 n) { return nonZero(c, a >> (n & 63)); }));
  vop(r, "s_ashr_i64",
      scalar([](Scc &c, i64 a, u32 n) { return nonZero(c, a >> (n & 63)); }));
  vop(r, "s_bfm_b32", scalar([](Scc &, u32 a, u32 b) {
        return ((1u << (a & 31)) - 1) << (b & 31);
      }));
  vop(r, "s_bfm_b64", scalar([](Scc &, u32 a, u32 b) {
        return ((u64(1) << (a & 63)) - 1) << (b & 63);
      }));
  vop(r, "s_bfe_u32", scalar([](Scc &c, u32 a, u32 s) {
        return nonZero(c, static_cast<u32>(field(a, s, 32)));
      }));
  vop(r, "s_bfe_i32", scalar([](Scc &c, i32 a, u32 s) {
        return nonZero(c, static_cast<i32>(fieldSigned(a, s, 32)));
      }));
  vop(r, "s_bfe_u64",
      scalar([](Scc &c, u64 a, u32 s) { return nonZero(c, field(a, s, 64)); }));
  vop(r, "s_bfe_i64", scalar([](Scc &c, i64 a, u32 s) {
        return nonZero(c, fieldSigned(a, s, 64));
      }));
  vop(r, "s_brev_b32",
      scalar([](Scc &, u32 a) { return static_cast<u32>(brev(a) >> 32); }));
  vop(r, "s_brev_b64", scalar([](Scc &, u64 a) { return brev(a); }));
  vop(r, "s_bitreplicate_b64_b32", scalar([](Scc &, u32 a) {
        u64 r = 0;
        for (unsigned i = 0; i < 32; ++i)
          r |= (a >> i & 1 ? u64(3) : u64(0)) << (2 * i);
        return r;
      }));
  vop(r, "s_quadmask_b32", scalar([](Scc &c, u32 a) {
        return nonZero(c, static_cast<u32>(quadMask(a)));
      }));
  vop(r, "s_quadmask_b64",
      scalar([](Scc &c, u64 a) { return nonZero(c, quadMask(a)); }));
  vop(r, "s_wqm_b32", scalar([](Scc &c, u32 a) {
        return nonZero(c, static_cast<u32>(wholeQuads(a)));
      }));
  vop(r, "s_wqm_b64",
      scalar([](Scc &c, u64 a) { return nonZero(c, wholeQuads(a)); }));
  vop(r, "s_bcnt1_i32_b32",
      scalar([](Scc &c, u32 a) { return nonZero(c, count(a)); }));
  vop(r, "s_bcnt1_i32_b64",
      scalar([](Scc &c, u64 a) { return nonZero(c, count(a)); }));
  vop(r, "s_bcnt0_i32_b32",
      scalar([](Scc &c, u32 a) { return nonZero(c, 32 - count(a)); }));
  vop(r, "s_bcnt0_i32_b64",
      scalar([](Scc &c, u64 a) { return nonZero(c, 64 - count(a)); }));
  vop(r, "s_ff1_i32_b32", scalar([](Scc &, u32 a) {
        return a ? static_cast<u32>(__builtin_ctz(a)) : ~0u;
      }));
  vop(r, "s_ff1_i32_b64", scalar([](Scc &, u64 a) {
        return a ? static_cast<u32>(__builtin_ctzll(a)) : ~0u;
      }));
  vop(r, "s_ff0_i32_b32", scalar([](Scc &, u32 a) {
        return ~a ? static_cast<u32>(__builtin_ctz(~a)) : ~0u;
      }));
  vop(r, "s_ff0_i32_b64", scalar([](Scc &, u64 a) {
        return ~a ? static_cast<u32>(__builtin_ctzll(~a)) : ~0u;
      }));
  vop(r, "s_flbit_i32_b32", scalar([](Scc &, u32 a) {
        return a ? static_cast<u32>(__builtin_clz(a)) : ~0u;
      }));
  vop(r, "s_flbit_i32_b64", scalar([](Scc &, u64 a) {
        return a ? static_cast<u32>(__builtin_clzll(a)) : ~0u;
      }));
  // First bit that differs from the sign.
  vop(r, "s_flbit_i32", scalar([](Scc &, i32 a) {
        u32 v = static_cast<u32>(a < 0 ? ~a : a);
        return v ? static_cast<u32>(__builtin_clz(v)) : ~0u;
      }));
  vop(r, "s_flbit_i32_i64", scalar([](Scc &, i64 a) {
        u64 v = static_cast<u64>(a < 0 ? ~a : a);
        return v ? static_cast<u32>(__builtin_clzll(v)) : ~0u;
      }));
  vop(r, "s_bitset0_b32", scalar([](Scc &, u32 n, Old<u32> d) {
        return d.value & ~(1u << (n & 31));
      }));
  vop(r, "s_bitset1_b32", scalar([](Scc &, u32 n, Old<u32> d) {
        return d.value | 1u << (n & 31);
      }));
  vop(r, "s_bitset0_b64", scalar([](Scc &, u32 n, Old<u64> d) {
        return d.value & ~(u64(1) << (n & 63));
      }));
  vop(r, "s_bitset1_b64", scalar([](Scc &, u32 n, Old<u64> d) {
        return d.value | u64(1) << (n & 63);
      }));
  vop(r, "s_pack_ll_b32_b16",
      scalar([](Scc &, u32 a, u32 b) { return (a & 0xffff) | b << 16; }));
  vop(r, "s_pack_lh_b32_b16", scalar([](Scc &, u32 a, u32 b) {
        return (a & 0xffff) | (b & 0xffff0000u);
      }));
  vop(r, "s_pack_hh_b32_b16",
      scalar([](Scc &, u32 a, u32 b) { return a >> 16 | (b & 0xffff0000u); }));
}

void registerMoves(Registry &r) {
  vop(r, "s_mov_b32", scalar([](Scc &, u32 a) { return a; }));
  vop(r, "s_mov_b64", scalar([](Scc &, u64 a) { return a; }));
  vop(r, "s_cmov_b32",
      scalar([](Scc &c, u32 a, Old<u32> d) { return c.get() ? a : d.value; }));
  vop(r, "s_cmov_b64",
      scalar([](Scc &c, u64 a, Old<u64> d) { return c.get() ? a : d.value; }));
  vop(r, "s_cselect_b32",
      scalar([](Scc &c, u32 a, u32 b) { return c.get() ? a : b; }));
  vop(r, "s_cselect_b64",
      scalar([](Scc &c, u64 a, u64 b) { return c.get() ? a : b; }));
}

#define COMPARE(NAME, TYPE, OP)                                                \
  vop(r, NAME, scalar([](Scc &c, TYPE a, TYPE b) { c.set(a OP b); }))

void registerScalarCompares(Registry &r) {
  COMPARE("s_cmp_eq_i32", i32, ==);
  COMPARE("s_cmp_lg_i32", i32, !=);
  COMPARE("s_cmp_gt_i32", i32, >);
  COMPARE("s_cmp_ge_i32", i32, >=);
  COMPARE("s_cmp_lt_i32", i32, <);
  COMPARE("s_cmp_le_i32", i32, <=);
  COMPARE("s_cmp_eq_u32", u32, ==);
  COMPARE("s_cmp_lg_u32", u32, !=);
  COMPARE("s_cmp_gt_u32", u32, >);
  COMPARE("s_cmp_ge_u32", u32, >=);
  COMPARE("s_cmp_lt_u32", u32, <);
  COMPARE("s_cmp_le_u32", u32, <=);
  COMPARE("s_cmp_eq_u64", u64, ==);
  COMPARE("s_cmp_lg_u64", u64, !=);
  vop(r, "s_bitcmp0_b32",
      scalar([](Scc &c, u32 a, u32 n) { c.set(!(a >> (n & 31) & 1)); }));
  vop(r, "s_bitcmp1_b32",
      scalar([](Scc &c, u32 a, u32 n) { c.set(a >> (n & 31) & 1); }));
  vop(r, "s_bitcmp0_b64",
      scalar([](Scc &c, u64 a, u32 n) { c.set(!(a >> (n & 63) & 1)); }));
  vop(r, "s_bitcmp1_b64",
      scalar([](Scc &c, u64 a, u32 n) { c.set(a >> (n & 63) & 1); }));
}

// s_*k_*: one register, one 16-bit immediate that the decoder has extended.
OpInfo immediate(OpInfo info) {
  info.format = Format::SImm;
  return info;
}
#define COMPAREK(NAME, TYPE, OP)                                               \
  vop(r, NAME, immediate(scalar([](Scc &c, TYPE a, TYPE b) { c.set(a OP b); })))

void registerImmediates(Registry &r) {
  vop(r, "s_movk_i32", immediate(scalar([](Scc &, u32 a) { return a; })));
  vop(r, "s_cmovk_i32", immediate(scalar([](Scc &c, u32 a, Old<u32> d) {
        return c.get() ? a : d.value;
      })));
  vop(r, "s_addk_i32", immediate(scalar([](Scc &c, u32 b, Old<u32> d) {
        u32 a = d.value, sum = a + b;
        c.set(((sum ^ a) & (sum ^ b)) >> 31);
        return sum;
      })));
  vop(r, "s_mulk_i32",
      immediate(scalar([](Scc &, u32 b, Old<u32> d) { return d.value * b; })));
  COMPAREK("s_cmpk_eq_i32", i32, ==);
  COMPAREK("s_cmpk_lg_i32", i32, !=);
  COMPAREK("s_cmpk_gt_i32", i32, >);
  COMPAREK("s_cmpk_ge_i32", i32, >=);
  COMPAREK("s_cmpk_lt_i32", i32, <);
  COMPAREK("s_cmpk_le_i32", i32, <=);
  COMPAREK("s_cmpk_eq_u32", u32, ==);
  COMPAREK("s_cmpk_lg_u32", u32, !=);
  COMPAREK("s_cmpk_gt_u32", u32, >);
  COMPAREK("s_cmpk_ge_u32", u32, >=);
  COMPAREK("s_cmpk_lt_u32", u32, <);
  COMPAREK("s_cmpk_le_u32", u32, <=);
}

// s_*_saveexec: the destination gets EXEC, EXEC the result, SCC "not zero". The
// wrexec forms give the result to the destination too.
template <class F, bool WritesResult> struct SaveExec {
  static Next exec(Wave &w, const Instruction &in) {
    uint64_t old = w.s[kExec] | static_cast<u64>(w.s[kExec + 1]) << 32;
    u64 result = theFunction<F>()(readScalar(w, in.src[0]), old);
    writeScalar(w, in.dst[0], WritesResult ? result : old);
    w.s[kExec] = static_cast<u32>(result);
    w.s[kExec + 1] = static_cast<u32>(result >> 32);
    w.s[kScc] = result != 0;
    return Next::Continue;
  }
};
template <bool WritesResult = false, class F>
void saveExec(Registry &r, const char *name, F) {
  OpInfo info;
  info.format = Format::Scalar;
  info.cls = InstClass::Salu;
  info.fn = &SaveExec<F, WritesResult>::exec;
  info.numDsts = info.numSrcs = 1;
  info.dsts[0] = info.srcs[0] = Type::B64;
  vop(r, name, info, kOpWritesExec);
}

void registerSaveExec(Registry &r) {
  saveExec(r, "s_and_saveexec_b64", [](u64 a, u64 e) { return a & e; });
  saveExec(r, "s_or_saveexec_b64", [](u64 a, u64 e) { return a | e; });
  saveExec(r, "s_xor_saveexec_b64", [](u64 a, u64 e) { return a ^ e; });
  saveExec(r, "s_andn1_saveexec_b64", [](u64 a, u64 e) { return ~a & e; });
  saveExec(r, "s_andn2_saveexec_b64", [](u64 a, u64 e) { return a & ~e; });
  saveExec(r, "s_orn1_saveexec_b64", [](u64 a, u64 e) { return ~a | e; });
  saveExec(r, "s_orn2_saveexec_b64", [](u64 a, u64 e) { return a | ~e; });
  saveExec(r, "s_nand_saveexec_b64", [](u64 a, u64 e) { return ~(a & e); });
  saveExec(r, "s_nor_saveexec_b64", [](u64 a, u64 e) { return ~(a | e); });
  saveExec<true>(r, "s_andn1_wrexec_b64", [](u64 a, u64 e) { return ~a & e; });
  saveExec<true>(r, "s_andn2_wrexec_b64", [](u64 a, u64 e) { return a & ~e; });
  saveExec(r, "s_xnor_saveexec_b64", [](u64 a, u64 e) { return ~(a ^ e); });
}

} // namespace

void registerScalar(Registry &r) {
  registerArithmetic(r);
  registerBits(r);
  registerMoves(r);
  registerScalarCompares(r);
  registerImmediates(r);
  registerSaveExec(r);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
