//===- ValuInt32.cpp - 32-bit integer and bit operations ------------------===//

#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

SPMLA_INLINE u32 bit(bool b) { return b ? 1 : 0; }
SPMLA_INLINE u32 umin(u32 a, u32 b) { return a < b ? a : b; }
SPMLA_INLINE u32 umax(u32 a, u32 b) { return a > b ? a : b; }
SPMLA_INLINE i32 imin(i32 a, i32 b) { return a < b ? a : b; }
SPMLA_INLINE i32 imax(i32 a, i32 b) { return a > b ? a : b; }
SPMLA_INLINE u32 u24(u32 a) { return a & 0xffffffu; }
SPMLA_INLINE i32 i24(u32 a) { return static_cast<i32>(a << 8) >> 8; }

SPMLA_INLINE u32 reverse(u32 a) {
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
  a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
  return a >> 16 | a << 16;
}
SPMLA_INLINE u32 popcount(u32 a) {
  a -= a >> 1 & 0x55555555u;
  a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
  a = (a + (a >> 4)) & 0x0f0f0f0fu;
  return a * 0x01010101u >> 24;
}
// Zeros above the highest one; ~0 for 0.
SPMLA_INLINE u32 firstHigh(u32 a) {
  return a ? static_cast<u32>(__builtin_clz(a)) : ~0u;
}

// v_perm_b32: bytes 0-3 are src1, 4-7 src0; 8-11 replicate the sign of a
// 16-bit half (8: src1 low, 9: src1 high, 10: src0 low, 11: src0 high), 12 is
// 0x00, above that 0xff.
SPMLA_INLINE u32 permByte(u64 bytes, u32 selector) {
  u32 plain = static_cast<u32>(bytes >> (8 * (selector & 7))) & 0xff;
  u32 signShift = 16 * (selector & 3) + 15;
  u32 sign = bytes >> signShift & 1 ? 0xff : 0;
  u32 result = selector < 8 ? plain : sign;
  result = selector == 12 ? 0 : result;
  return selector > 12 ? 0xff : result;
}
SPMLA_INLINE u32 perm(u32 a, u32 b, u32 selectors) {
  u64 bytes = static_cast<u64>(a) << 32 | b;
  u32 result = 0;
  for (unsigned i = 0; i < 4; ++i)
    result |= permByte(bytes, selectors >> (8 * i) & 0xff) << (8 * i);
  return result;
}

SPMLA_INLINE u32 sadBytes(u32 a, u32 b) {
  u32 sum = 0;
  for (unsigned i = 0; i < 4; ++i) {
    i32 d = static_cast<i32>(a >> (8 * i) & 0xff) -
            static_cast<i32>(b >> (8 * i) & 0xff);
    sum += static_cast<u32>(d < 0 ? -d : d);
  }
  return sum;
}
SPMLA_INLINE u32 bfe(u32 a, u32 offset, u32 width) {
  u32 o = offset & 31, n = width & 31;
  return (a >> o) & ((1u << n) - 1);
}
SPMLA_INLINE u32 bfeSigned(u32 a, u32 offset, u32 width) {
  u32 o = offset & 31, n = width & 31;
  // Beyond bit 31 the field is sign-filled by the shift itself.
  u32 field = static_cast<u32>(static_cast<i32>(a) >> o);
  u32 up = (32 - n) & 31;
  return n == 0 ? 0 : static_cast<u32>(static_cast<i32>(field << up) >> up);
}

} // namespace

void registerInt32(Registry &r) {
  vop(r, "v_mov_b32", lanes([](u32 a) { return a; }));
  vop(r, "v_accvgpr_read_b32", lanes([](u32 a) { return a; }));
  vop(r, "v_accvgpr_write_b32", lanes([](u32 a) { return a; }));
  vop(r, "v_accvgpr_mov_b32", lanes([](u32 a) { return a; }));
  vop(r, "v_not_b32", lanes([](u32 a) { return ~a; }));
  vop(r, "v_bfrev_b32", lanes([](u32 a) { return reverse(a); }));
  vop(r, "v_ffbh_u32", lanes([](u32 a) { return firstHigh(a); }));
  vop(r, "v_ffbl_b32", lanes([](u32 a) {
        return a ? static_cast<u32>(__builtin_ctz(a)) : ~0u;
      }));
  // First bit that differs from the sign, from the top; ~0 if none does.
  vop(r, "v_ffbh_i32",
      lanes([](i32 a) { return firstHigh(static_cast<u32>(a < 0 ? ~a : a)); }));

  vop(r, "v_add_u32", lanes([](u32 a, u32 b) { return a + b; }));
  vop(r, "v_sub_u32", lanes([](u32 a, u32 b) { return a - b; }));
  vop(r, "v_subrev_u32", lanes([](u32 a, u32 b) { return b - a; }));
  vop(r, "v_add_u32 clamp",
      lanes([](u32 a, u32 b) { return a + b < a ? ~0u : a + b; }));
  vop(r, "v_sub_u32 clamp",
      lanes([](u32 a, u32 b) { return a < b ? 0u : a - b; }));
  vop(r, "v_add_i32", lanes([](u32 a, u32 b) { return a + b; }));
  vop(r, "v_sub_i32", lanes([](u32 a, u32 b) { return a - b; }));
  vop(r, "v_add_i32 clamp", lanes([](i32 a, i32 b) {
        i64 sum = static_cast<i64>(a) + b;
        sum = sum > 2147483647 ? 2147483647 : sum;
        return static_cast<i32>(sum < -2147483648ll ? -2147483648ll : sum);
      }));
  vop(r, "v_sub_i32 clamp", lanes([](i32 a, i32 b) {
        i64 sum = static_cast<i64>(a) - b;
        sum = sum > 2147483647 ? 2147483647 : sum;
        return static_cast<i32>(sum < -2147483648ll ? -2147483648ll : sum);
      }));
  vop(r, "v_add_co_u32",
      lanes([](u32 a, u32 b) { return Two<u32, bool>{a + b, a + b < a}; }));
  vop(r, "v_sub_co_u32",
      lanes([](u32 a, u32 b) { return Two<u32, bool>{a - b, a < b}; }));
  vop(r, "v_subrev_co_u32",
      lanes([](u32 a, u32 b) { return Two<u32, bool>{b - a, b < a}; }));
  vop(r, "v_addc_co_u32", lanes([](u32 a, u32 b, bool c) {
        u32 s = a + b, t = s + bit(c);
        return Two<u32, bool>{t, s < a || t < s};
      }));
  vop(r, "v_subb_co_u32", lanes([](u32 a, u32 b, bool c) {
        return Two<u32, bool>{a - b - bit(c), c ? a <= b : a < b};
      }));
  vop(r, "v_subbrev_co_u32", lanes([](u32 a, u32 b, bool c) {
        return Two<u32, bool>{b - a - bit(c), c ? b <= a : b < a};
      }));

  vop(r, "v_mul_lo_u32", lanes([](u32 a, u32 b) { return a * b; }));
  vop(r, "v_mul_hi_u32", lanes([](u32 a, u32 b) {
        return static_cast<u32>(static_cast<u64>(a) * b >> 32);
      }));
  vop(r, "v_mul_hi_i32", lanes([](i32 a, i32 b) {
        return static_cast<u32>(static_cast<i64>(a) * b >> 32);
      }));
  vop(r, "v_mul_u32_u24", lanes([](u32 a, u32 b) { return u24(a) * u24(b); }));
  vop(r, "v_mul_hi_u32_u24", lanes([](u32 a, u32 b) {
        return static_cast<u32>(static_cast<u64>(u24(a)) * u24(b) >> 32);
      }));
  vop(r, "v_mul_i32_i24", lanes([](u32 a, u32 b) {
        return static_cast<u32>(i24(a)) * static_cast<u32>(i24(b));
      }));
  vop(r, "v_mul_hi_i32_i24", lanes([](u32 a, u32 b) {
        return static_cast<u32>(static_cast<i64>(i24(a)) * i24(b) >> 32);
      }));
  vop(r, "v_mad_u32_u24",
      lanes([](u32 a, u32 b, u32 c) { return u24(a) * u24(b) + c; }));
  vop(r, "v_mad_i32_i24", lanes([](u32 a, u32 b, u32 c) {
        return static_cast<u32>(i24(a)) * static_cast<u32>(i24(b)) + c;
      }));
  vop(r, "v_mad_u64_u32", lanes([](u32 a, u32 b, u64 c) {
        u64 d = static_cast<u64>(a) * b + c;
        return Two<u64, bool>{d, d < c};
      }));
  vop(r, "v_mad_i64_i32", lanes([](i32 a, i32 b, u64 c) {
        u64 product = static_cast<u64>(static_cast<i64>(a) * b);
        u64 d = product + c;
        // Bit 64 of the 65-bit sum: its sign, which overflow inverts in bit 63.
        u64 overflow = (d ^ product) & (d ^ c);
        return Two<u64, bool>{d, (d ^ overflow) >> 63 != 0};
      }));

  vop(r, "v_and_b32", lanes([](u32 a, u32 b) { return a & b; }));
  vop(r, "v_or_b32", lanes([](u32 a, u32 b) { return a | b; }));
  vop(r, "v_xor_b32", lanes([](u32 a, u32 b) { return a ^ b; }));
  vop(r, "v_xnor_b32", lanes([](u32 a, u32 b) { return ~(a ^ b); }));
  vop(r, "v_lshlrev_b32", lanes([](u32 n, u32 a) { return a << (n & 31); }));
  vop(r, "v_lshrrev_b32", lanes([](u32 n, u32 a) { return a >> (n & 31); }));
  vop(r, "v_ashrrev_i32", lanes([](u32 n, i32 a) { return a >> (n & 31); }));
  vop(r, "v_lshl_add_u32",
      lanes([](u32 a, u32 n, u32 c) { return (a << (n & 31)) + c; }));
  vop(r, "v_add_lshl_u32",
      lanes([](u32 a, u32 b, u32 n) { return (a + b) << (n & 31); }));
  vop(r, "v_lshl_or_b32",
      lanes([](u32 a, u32 n, u32 c) { return a << (n & 31) | c; }));
  vop(r, "v_and_or_b32",
      lanes([](u32 a, u32 b, u32 c) { return (a & b) | c; }));
  vop(r, "v_or3_b32", lanes([](u32 a, u32 b, u32 c) { return a | b | c; }));
  vop(r, "v_add3_u32", lanes([](u32 a, u32 b, u32 c) { return a + b + c; }));
  vop(r, "v_xad_u32", lanes([](u32 a, u32 b, u32 c) { return (a ^ b) + c; }));
  vop(r, "v_alignbit_b32", lanes([](u32 a, u32 b, u32 n) {
        u64 both = static_cast<u64>(a) << 32 | b;
        return static_cast<u32>(both >> (n & 31));
      }));
  vop(r, "v_alignbyte_b32", lanes([](u32 a, u32 b, u32 n) {
        u64 both = static_cast<u64>(a) << 32 | b;
        return static_cast<u32>(both >> (8 * (n & 3)));
      }));
  vop(r, "v_perm_b32",
      lanes([](u32 a, u32 b, u32 s) { return perm(a, b, s); }));
  vop(r, "v_bfe_u32", lanes([](u32 a, u32 o, u32 n) { return bfe(a, o, n); }));
  vop(r, "v_bfe_i32",
      lanes([](u32 a, u32 o, u32 n) { return bfeSigned(a, o, n); }));
  vop(r, "v_bfi_b32",
      lanes([](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }));
  vop(r, "v_bfm_b32",
      lanes([](u32 a, u32 b) { return ((1u << (a & 31)) - 1) << (b & 31); }));
  vop(r, "v_bcnt_u32_b32", lanes([](u32 a, u32 b) { return popcount(a) + b; }));

  vop(r, "v_min_u32", lanes([](u32 a, u32 b) { return umin(a, b); }));
  vop(r, "v_max_u32", lanes([](u32 a, u32 b) { return umax(a, b); }));
  vop(r, "v_min_i32", lanes([](i32 a, i32 b) { return imin(a, b); }));
  vop(r, "v_max_i32", lanes([](i32 a, i32 b) { return imax(a, b); }));
  vop(r, "v_min3_u32",
      lanes([](u32 a, u32 b, u32 c) { return umin(umin(a, b), c); }));
  vop(r, "v_max3_u32",
      lanes([](u32 a, u32 b, u32 c) { return umax(umax(a, b), c); }));
  vop(r, "v_min3_i32",
      lanes([](i32 a, i32 b, i32 c) { return imin(imin(a, b), c); }));
  vop(r, "v_max3_i32",
      lanes([](i32 a, i32 b, i32 c) { return imax(imax(a, b), c); }));
  vop(r, "v_med3_u32", lanes([](u32 a, u32 b, u32 c) {
        return umax(umin(a, b), umin(umax(a, b), c));
      }));
  vop(r, "v_med3_i32", lanes([](i32 a, i32 b, i32 c) {
        return imax(imin(a, b), imin(imax(a, b), c));
      }));

  vop(r, "v_sad_u8",
      lanes([](u32 a, u32 b, u32 c) { return sadBytes(a, b) + c; }));
  // Bytes where the reference (b) is 0 do not count.
  vop(r, "v_msad_u8", lanes([](u32 a, u32 b, u32 c) {
        u32 sum = c;
        for (unsigned i = 0; i < 4; ++i) {
          u32 x = a >> (8 * i) & 0xff, y = b >> (8 * i) & 0xff;
          sum += y == 0 ? 0 : x > y ? x - y : y - x;
        }
        return sum;
      }));
  // Averages of bytes; bit 0 of a byte of c chooses the rounding.
  vop(r, "v_lerp_u8", lanes([](u32 a, u32 b, u32 c) {
        u32 result = 0;
        for (unsigned i = 0; i < 4; ++i)
          result |= ((a >> (8 * i) & 0xff) + (b >> (8 * i) & 0xff) +
                     (c >> (8 * i) & 1)) >>
                    1 << (8 * i);
        return result;
      }));
  // One step of a linear feedback shift register.
  vop(r, "v_prng_b32",
      lanes([](u32 a) { return a << 1 ^ (a >> 31 ? 197u : 0u); }));
  vop(r, "v_sat_pk_u8_i16", lanes([](u32 a) {
        u32 result = 0;
        for (unsigned i = 0; i < 2; ++i) {
          i32 half = static_cast<int16_t>(a >> (16 * i));
          half = half > 255 ? 255 : half < 0 ? 0 : half;
          result |= static_cast<u32>(half) << (8 * i);
        }
        return result;
      }));
  vop(r, "v_sad_hi_u8",
      lanes([](u32 a, u32 b, u32 c) { return (sadBytes(a, b) << 16) + c; }));
  vop(r, "v_sad_u32",
      lanes([](u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; }));
  // Modifiers of a v_cndmask source act on its f32 sign bit.
  vop(r, "v_cndmask_b32", lanes([](u32 a, u32 b, bool c) { return c ? b : a; }),
      kOpSignMods);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
