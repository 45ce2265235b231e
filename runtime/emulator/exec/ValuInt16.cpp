//===- ValuInt16.cpp - 16-bit integers, single and packed -----------------===//
//
// On GFX9 the VOP1/VOP2 forms zero the upper half of their register and the
// VOP3-only forms keep it (LLVM: GCNSubtarget::zeroesHigh16BitsOfDest).
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u16 = uint16_t;
using i16 = int16_t;
using u32 = uint32_t;
using i32 = int32_t;

SPMLA_INLINE u16 low(u32 a) { return static_cast<u16>(a); }
template <class T> SPMLA_INLINE T minOf(T a, T b) { return a < b ? a : b; }
template <class T> SPMLA_INLINE T maxOf(T a, T b) { return a > b ? a : b; }
template <class T> SPMLA_INLINE T medOf(T a, T b, T c) {
  return maxOf(minOf(a, b), minOf(maxOf(a, b), c));
}
SPMLA_INLINE i16 sat(i32 a) {
  return static_cast<i16>(a > 32767 ? 32767 : a < -32768 ? -32768 : a);
}
SPMLA_INLINE u16 usat(i32 a) {
  return static_cast<u16>(a > 65535 ? 65535 : a < 0 ? 0 : a);
}
SPMLA_INLINE i16 s(u16 a) { return static_cast<i16>(a); }
SPMLA_INLINE u16 u(i16 a) { return static_cast<u16>(a); }

// Halves of a packed operation, one expression for both.
#define PACKED2(EXPR)                                                          \
  lanes([](Pk16 p, Pk16 q) {                                                   \
    auto one = [](u16 a, u16 b) -> u16 { return static_cast<u16>(EXPR); };     \
    return Pk16{one(p.lo, q.lo), one(p.hi, q.hi)};                             \
  })
#define PACKED3(EXPR)                                                          \
  lanes([](Pk16 p, Pk16 q, Pk16 t) {                                           \
    auto one = [](u16 a, u16 b, u16 c) -> u16 {                                \
      return static_cast<u16>(EXPR);                                           \
    };                                                                         \
    return Pk16{one(p.lo, q.lo, t.lo), one(p.hi, q.hi, t.hi)};                 \
  })

} // namespace

void registerInt16(Registry &r) {
  vop(r, "v_add_u16", lanes([](u16 a, u16 b) { return low(u32(a) + b); }));
  vop(r, "v_sub_u16", lanes([](u16 a, u16 b) { return low(u32(a) - b); }));
  vop(r, "v_subrev_u16", lanes([](u16 a, u16 b) { return low(u32(b) - a); }));
  vop(r, "v_add_u16 clamp",
      lanes([](u16 a, u16 b) { return usat(i32(a) + b); }));
  vop(r, "v_sub_u16 clamp",
      lanes([](u16 a, u16 b) { return usat(i32(a) - b); }));
  vop(r, "v_mul_lo_u16", lanes([](u16 a, u16 b) { return low(u32(a) * b); }));
  vop(r, "v_min_u16", lanes([](u16 a, u16 b) { return minOf(a, b); }));
  vop(r, "v_max_u16", lanes([](u16 a, u16 b) { return maxOf(a, b); }));
  vop(r, "v_min_i16", lanes([](i16 a, i16 b) { return minOf(a, b); }));
  vop(r, "v_max_i16", lanes([](i16 a, i16 b) { return maxOf(a, b); }));
  vop(r, "v_lshlrev_b16",
      lanes([](u16 n, u16 a) { return low(u32(a) << (n & 15)); }));
  vop(r, "v_lshrrev_b16",
      lanes([](u16 n, u16 a) { return low(u32(a) >> (n & 15)); }));
  vop(r, "v_ashrrev_i16",
      lanes([](u16 n, i16 a) { return static_cast<i16>(i32(a) >> (n & 15)); }));

  using Keep = KeepHigh<u16>;
  using KeepS = KeepHigh<i16>;
  vop(r, "v_add_i16", lanes([](u16 a, u16 b) { return Keep{low(u32(a) + b)}; }),
      kOpDstHigh);
  vop(r, "v_sub_i16", lanes([](u16 a, u16 b) { return Keep{low(u32(a) - b)}; }),
      kOpDstHigh);
  vop(r, "v_add_i16 clamp",
      lanes([](i16 a, i16 b) { return KeepS{sat(i32(a) + b)}; }), kOpDstHigh);
  vop(r, "v_sub_i16 clamp",
      lanes([](i16 a, i16 b) { return KeepS{sat(i32(a) - b)}; }), kOpDstHigh);
  vop(r, "v_mad_u16",
      lanes([](u16 a, u16 b, u16 c) { return Keep{low(u32(a) * b + c)}; }),
      kOpDstHigh);
  vop(r, "v_mad_i16",
      lanes([](u16 a, u16 b, u16 c) { return Keep{low(u32(a) * b + c)}; }),
      kOpDstHigh);
  vop(r, "v_mad_legacy_u16",
      lanes([](u16 a, u16 b, u16 c) { return low(u32(a) * b + c); }));
  vop(r, "v_mad_legacy_i16",
      lanes([](u16 a, u16 b, u16 c) { return low(u32(a) * b + c); }));
  vop(r, "v_min3_u16",
      lanes([](u16 a, u16 b, u16 c) { return Keep{minOf(minOf(a, b), c)}; }),
      kOpDstHigh);
  vop(r, "v_max3_u16",
      lanes([](u16 a, u16 b, u16 c) { return Keep{maxOf(maxOf(a, b), c)}; }),
      kOpDstHigh);
  vop(r, "v_med3_u16",
      lanes([](u16 a, u16 b, u16 c) { return Keep{medOf(a, b, c)}; }),
      kOpDstHigh);
  vop(r, "v_min3_i16",
      lanes([](i16 a, i16 b, i16 c) { return KeepS{minOf(minOf(a, b), c)}; }),
      kOpDstHigh);
  vop(r, "v_max3_i16",
      lanes([](i16 a, i16 b, i16 c) { return KeepS{maxOf(maxOf(a, b), c)}; }),
      kOpDstHigh);
  vop(r, "v_med3_i16",
      lanes([](i16 a, i16 b, i16 c) { return KeepS{medOf(a, b, c)}; }),
      kOpDstHigh);
  vop(r, "v_mad_u32_u16",
      lanes([](u16 a, u16 b, u32 c) { return u32(a) * b + c; }));
  vop(r, "v_mad_i32_i16", lanes([](i16 a, i16 b, u32 c) {
        return static_cast<u32>(i32(a) * b) + c;
      }));
  vop(r, "v_sad_u16", lanes([](Pk16 a, Pk16 b, u32 c) {
        u32 lo = a.lo > b.lo ? a.lo - b.lo : b.lo - a.lo;
        u32 hi = a.hi > b.hi ? a.hi - b.hi : b.hi - a.hi;
        return lo + hi + c;
      }));

  vop(r, "v_pk_add_u16", PACKED2(u32(a) + b));
  vop(r, "v_pk_add_i16", PACKED2(u32(a) + b));
  vop(r, "v_pk_sub_u16", PACKED2(u32(a) - b));
  vop(r, "v_pk_sub_i16", PACKED2(u32(a) - b));
  vop(r, "v_pk_add_u16 clamp", PACKED2(usat(i32(a) + b)));
  vop(r, "v_pk_sub_u16 clamp", PACKED2(usat(i32(a) - b)));
  vop(r, "v_pk_add_i16 clamp", PACKED2(u(sat(i32(s(a)) + s(b)))));
  vop(r, "v_pk_sub_i16 clamp", PACKED2(u(sat(i32(s(a)) - s(b)))));
  vop(r, "v_pk_mul_lo_u16", PACKED2(u32(a) * b));
  vop(r, "v_pk_mad_u16", PACKED3(u32(a) * b + c));
  vop(r, "v_pk_mad_i16", PACKED3(u32(a) * b + c));
  vop(r, "v_pk_min_u16", PACKED2(minOf(a, b)));
  vop(r, "v_pk_max_u16", PACKED2(maxOf(a, b)));
  vop(r, "v_pk_min_i16", PACKED2(u(minOf(s(a), s(b)))));
  vop(r, "v_pk_max_i16", PACKED2(u(maxOf(s(a), s(b)))));
  vop(r, "v_pk_lshlrev_b16", PACKED2(u32(b) << (a & 15)));
  vop(r, "v_pk_lshrrev_b16", PACKED2(u32(b) >> (a & 15)));
  vop(r, "v_pk_ashrrev_i16", PACKED2(i32(s(b)) >> (a & 15)));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
