//===- ValuFloat16.cpp - f16, single and packed ---------------------------===//
//
// Sums, products and quotients of halves round correctly through f32 (24 bits
// are at least twice 11 plus 2); a fused multiply-add goes through a double
// rounded to odd.
//
//===----------------------------------------------------------------------===//

#include "Float16.h"
#include "MinMax.h"
#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

SPMLA_INLINE float f(Half h) { return toFloat(h); }
SPMLA_INLINE Half fma16(Half a, Half b, Half c) {
  return toHalf(addToOdd(double(f(a)) * double(f(b)), double(f(c))));
}
// Operations that choose one of their operands work on f32 and come back.
SPMLA_INLINE Half h(float a) { return toHalf(a); }

#define HALF1(EXPR)                                                            \
  lanes([](Half x) {                                                           \
    float a = f(x);                                                            \
    return h(EXPR);                                                            \
  })
#define HALF2(EXPR)                                                            \
  lanes([](Half x, Half y) {                                                   \
    float a = f(x), b = f(y);                                                  \
    return h(EXPR);                                                            \
  })
#define PACKED_HALF2(EXPR)                                                     \
  lanes([](PkHalf p, PkHalf q) {                                               \
    auto one = [](float a, float b) { return h(EXPR); };                       \
    return PkHalf{one(f(p.lo), f(q.lo)), one(f(p.hi), f(q.hi))};               \
  })
#define PACKED_EXACT2(EXPR)                                                    \
  [](PkHalf p, PkHalf q) {                                                     \
    auto one = [](float a, float b) { return h(EXPR); };                       \
    return Exact<PkHalf>{{one(f(p.lo), f(q.lo)), one(f(p.hi), f(q.hi))}};      \
  }
#define PACKED_HALF3(EXPR)                                                     \
  lanes([](PkHalf p, PkHalf q, PkHalf t) {                                     \
    auto one = [](float a, float b, float c) { return h(EXPR); };              \
    return PkHalf{one(f(p.lo), f(q.lo), f(t.lo)),                              \
                  one(f(p.hi), f(q.hi), f(t.hi))};                             \
  })

} // namespace

void registerFloat16(Registry &r) {
  vop(r, "v_add_f16", HALF2(a + b));
  vop(r, "v_sub_f16", HALF2(a - b));
  vop(r, "v_subrev_f16", HALF2(b - a));
  vop(r, "v_mul_f16", HALF2(a * b));
  registerMinMax<Half>(
      r, {"v_min_f16", "v_max_f16", "v_min3_f16", "v_max3_f16", "v_med3_f16"});
  vop(r, "v_fma_f16", lanes([](Half a, Half b, Half c) {
        return KeepHigh<Half>{canonical(fma16(a, b, c))};
      }),
      kOpDstHigh);
  vop(r, "v_fma_legacy_f16",
      lanes([](Half a, Half b, Half c) { return fma16(a, b, c); }));
  vop(r, "v_trunc_f16", HALF1(truncOf(a)));
  vop(r, "v_floor_f16", HALF1(floorOf(a)));
  vop(r, "v_ceil_f16", HALF1(ceilOf(a)));
  vop(r, "v_rndne_f16", HALF1(evenOf(a)));
  vop(r, "v_fract_f16", lanes([](Half x) {
        Half frac = h(fractOf(f(x)));
        return frac.bits == 0x3c00 ? Half{0x3bff} : frac; // below 1
      }));
  vop(r, "v_ldexp_f16", lanes([](Half x, int16_t n) {
        return toHalf(double(f(x)) * doubleOfExponent(n > 60    ? 60
                                                      : n < -60 ? -60
                                                                : n));
      }));
  vop(r, "v_frexp_exp_i16_f16", lanes([](Half x) {
        return static_cast<int16_t>(exponentOf(double(f(x))));
      }));
  vop(r, "v_frexp_mant_f16", lanes([](Half x) {
        float a = f(x);
        return Exact<Half>{
            h(isNan(a) ? a : static_cast<float>(mantissaOf(double(a))))};
      }));
  vop(r, "v_rcp_f16", HALF1(1.0f / a));
  vop(r, "v_sqrt_f16", HALF1(__builtin_sqrtf(a)));
  vop(r, "v_rsq_f16",
      HALF1(static_cast<float>(1.0 / __builtin_sqrt(double(a)))));
  vop(r, "v_exp_f16", HALF1(exp2Float(a)));
  vop(r, "v_log_f16", HALF1(log2Float(a)));
  vop(r, "v_sin_f16", HALF1(sinFloat(a)));
  vop(r, "v_cos_f16", HALF1(cosFloat(a)));

  vop(r, "v_pk_add_f16", PACKED_HALF2(a + b));
  vop(r, "v_pk_mul_f16", PACKED_HALF2(a * b));
  vop(r, "v_pk_min_f16",
      lanesByIeee(PACKED_EXACT2(minNumIeee(a, b)),
                  PACKED_EXACT2(minNum(a, b))));
  vop(r, "v_pk_max_f16",
      lanesByIeee(PACKED_EXACT2(maxNumIeee(a, b)),
                  PACKED_EXACT2(maxNum(a, b))));
  vop(r, "v_pk_minimum3_f16", PACKED_HALF3(minimumOf(minimumOf(a, b), c)));
  vop(r, "v_pk_maximum3_f16", PACKED_HALF3(maximumOf(maximumOf(a, b), c)));
  vop(r, "v_pk_fmac_f16", lanes([](PkHalf a, PkHalf b, Old<PkHalf> c) {
        return PkHalf{fma16(a.lo, b.lo, c.value.lo),
                      fma16(a.hi, b.hi, c.value.hi)};
      }));
  vop(r, "v_pk_fma_f16", lanes([](PkHalf a, PkHalf b, PkHalf c) {
        return PkHalf{fma16(a.lo, b.lo, c.lo), fma16(a.hi, b.hi, c.hi)};
      }));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
