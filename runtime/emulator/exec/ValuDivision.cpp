//===- ValuDivision.cpp - The division helpers ----------------------------===//
//
// v_div_scale moves operands of extreme exponents into range, v_div_fmas undoes
// it, v_div_fixup handles the special cases. The factor of v_div_fmas is 2^64
// when the quotient is large and 2^-64 when it is small (2^128 for f64): that
// is what the two scalings of v_div_scale need; the ISA documents' constant
// 2^32 is wrong for both. A division as LLVM lowers it is correctly rounded.
//
//===----------------------------------------------------------------------===//

#include "Float16.h"
#include "Operations.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

SPMLA_INLINE int field(float f) { return bitsAs<uint32_t>(f) >> 23 & 0xff; }
SPMLA_INLINE int field(double d) {
  return static_cast<int>(bitsAs<uint64_t>(d) >> 52 & 0x7ff);
}
SPMLA_INLINE bool isDenormal(float f) { return field(f) == 0 && f != 0; }
SPMLA_INLINE bool isDenormal(double d) { return field(d) == 0 && d != 0; }

template <class F> struct Limits;
template <> struct Limits<float> {
  static constexpr int farApart = 96, tiny = 23, underflow = -150;
  static constexpr float up = 0x1p64f, down = 0x1p-64f;
};
template <> struct Limits<double> {
  static constexpr int farApart = 768, tiny = 53, underflow = -1075;
  static constexpr double up = 0x1p128, down = 0x1p-128;
};

// s0 is the one of (s1: denominator, s2: numerator) that is to be scaled.
template <class F> SPMLA_INLINE Two<F, bool> divScale(F s0, F s1, F s2) {
  using L = Limits<F>;
  if (s2 == 0 || s1 == 0)
    return {static_cast<F>(__builtin_nan("")), false};
  bool scalesDenominator = s0 == s1, scalesNumerator = s0 == s2;
  if (field(s2) - field(s1) >= L::farApart)
    return {scalesDenominator ? s0 * L::up : s0, true};
  if (isDenormal(s1))
    return {s0 * L::up, false};
  bool reciprocalDenormal = isDenormal(F(1) / s1);
  bool resultDenormal = isDenormal(s2 / s1);
  // Here the ISA documents scale the denominator up, which overflows and makes
  // the division wrong; it must come down for its reciprocal to be normal.
  if (reciprocalDenormal && resultDenormal)
    return {scalesDenominator ? s0 * L::down : s0, true};
  if (reciprocalDenormal)
    return {s0 * L::down, false};
  if (resultDenormal)
    return {scalesNumerator ? s0 * L::up : s0, true};
  if (field(s2) <= L::tiny)
    return {s0 * L::up, false};
  return {s0, false};
}

SPMLA_INLINE float divFmas(float a, float b, float c, bool scale) {
  if (!scale)
    return __builtin_fmaf(a, b, c);
  // One rounding, after the scaling: the sum is rounded to odd in double.
  double sum = addToOdd(static_cast<double>(a) * b, static_cast<double>(c));
  return static_cast<float>(sum * (field(c) > 127 ? 0x1p64 : 0x1p-64));
}
SPMLA_INLINE double divFmas(double a, double b, double c, bool scale) {
  double sum = __builtin_fma(a, b, c);
  if (!scale)
    return sum;
  if (field(c) > 1023)
    return sum * 0x1p128;
  // One rounding, after the scaling: where the rounded sum lies half way
  // between two denormals, what its own rounding lost decides. `lost` is exact
  // in sign for a quotient c and a correction a * b.
  double off = sum - sum * 0x1p-128 * 0x1p128;
  double lost = __builtin_fma(a, b, c - sum);
  bool halfWay = off == 0x1p-947 || off == -0x1p-947;
  bool further = (off > 0 && lost > 0) || (off < 0 && lost < 0);
  return (halfWay && further ? sum + off : sum) * 0x1p-128;
}

// q: the quotient so far, d: denominator, n: numerator.
template <class F>
SPMLA_INLINE F divFixup(F q, F d, F n, bool canOverflow = true) {
  using L = Limits<F>;
  bool negative = isNegative(d) != isNegative(n);
  F nan = static_cast<F>(__builtin_nan(""));
  F inf = static_cast<F>(__builtin_inff());
  F signedInf = negative ? -inf : inf, signedZero = negative ? -F(0) : F(0);
  if (isNan(n) || isNan(d))
    return nan;
  bool infD = d == inf || d == -inf, infN = n == inf || n == -inf;
  if ((d == 0 && n == 0) || (infD && infN))
    return nan;
  if (d == 0 || infN)
    return signedInf;
  if (infD || n == 0)
    return signedZero;
  if (field(n) - field(d) < L::underflow)
    return signedZero;
  // An overflow on the way has made the quotient inf - inf.
  F magnitude = isNan(q) && canOverflow ? inf : isNegative(q) ? -q : q;
  return negative ? -magnitude : magnitude;
}

} // namespace

void registerDivision(Registry &r) {
  vop(r, "v_div_scale_f32",
      lanes([](float a, float b, float c) { return divScale(a, b, c); }));
  vop(r, "v_div_scale_f64",
      lanes([](double a, double b, double c) { return divScale(a, b, c); }));
  // The mask is VCC, which the assembly does not name.
  vop(r, "v_div_fmas_f32", lanes([](float a, float b, float c, bool vcc) {
        return divFmas(a, b, c, vcc);
      }),
      kOpReadsVcc);
  vop(r, "v_div_fmas_f64", lanes([](double a, double b, double c, bool vcc) {
        return divFmas(a, b, c, vcc);
      }),
      kOpReadsVcc);
  vop(r, "v_div_fixup_f32",
      lanes([](float a, float b, float c) { return divFixup(a, b, c); }));
  vop(r, "v_div_fixup_f64",
      lanes([](double a, double b, double c) { return divFixup(a, b, c); }));
  vop(r, "v_div_fixup_f16", lanes([](Half a, Half b, Half c) {
        return KeepHigh<Half>{canonical(
            toHalf(divFixup(toFloat(a), toFloat(b), toFloat(c), false)))};
      }),
      kOpDstHigh);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
