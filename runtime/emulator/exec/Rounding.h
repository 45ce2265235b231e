//===- Rounding.h - Minimum, maximum and rounding functions ---*- C++ -*-===//

#ifndef SPMLA_EMULATOR_EXEC_ROUNDING_H
#define SPMLA_EMULATOR_EXEC_ROUNDING_H

#include "Math.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

SPMLA_INLINE bool isNan(float f) { return f != f; }
SPMLA_INLINE bool isNan(double d) { return d != d; }
SPMLA_INLINE bool isSignaling(float f) {
  return f != f && !(bitsAs<uint32_t>(f) & 0x400000u);
}
SPMLA_INLINE bool isSignaling(double d) {
  return d != d && !(bitsAs<uint64_t>(d) & 0x8000000000000ull);
}
SPMLA_INLINE bool isNegative(float f) { return bitsAs<uint32_t>(f) >> 31; }
SPMLA_INLINE bool isNegative(double d) { return bitsAs<uint64_t>(d) >> 63; }

// Order of numbers with -0 below +0.
template <class F> SPMLA_INLINE F smaller(F a, F b) {
  return a < b || (a == b && isNegative(a)) ? a : b;
}
template <class F> SPMLA_INLINE F larger(F a, F b) {
  return a > b || (a == b && isNegative(b)) ? a : b;
}

SPMLA_INLINE float quiet(float f) {
  return f != f ? bitsAs<float>(bitsAs<uint32_t>(f) | 0x400000u) : f;
}
SPMLA_INLINE double quiet(double d) {
  return d != d ? bitsAs<double>(bitsAs<uint64_t>(d) | 0x8000000000000ull) : d;
}

// v_min / v_max: a number beats a NaN, and a NaN comes out quiet.
template <class F> SPMLA_INLINE F minNum(F a, F b) {
  return quiet(isNan(a) ? b : isNan(b) ? a : smaller(a, b));
}
template <class F> SPMLA_INLINE F maxNum(F a, F b) {
  return quiet(isNan(a) ? b : isNan(b) ? a : larger(a, b));
}
// With MODE.IEEE a signaling NaN beats everything.
template <class F> SPMLA_INLINE F minNumIeee(F a, F b) {
  F r = minNum(a, b);
  r = isSignaling(b) ? quiet(b) : r;
  return isSignaling(a) ? quiet(a) : r;
}
template <class F> SPMLA_INLINE F maxNumIeee(F a, F b) {
  F r = maxNum(a, b);
  r = isSignaling(b) ? quiet(b) : r;
  return isSignaling(a) ? quiet(a) : r;
}
// v_minimum3 / v_maximum3: any NaN wins.
template <class F> SPMLA_INLINE F minimumOf(F a, F b) {
  return isNan(a) ? a : isNan(b) ? b : smaller(a, b);
}
template <class F> SPMLA_INLINE F maximumOf(F a, F b) {
  return isNan(a) ? a : isNan(b) ? b : larger(a, b);
}
// v_med3: drops the first operand that equals the largest and takes the larger
// of the others; with a NaN among them, `least`: the minimum of all, in order.
template <class F> SPMLA_INLINE F medianOf(F a, F b, F c, F least) {
  F largest = larger(larger(a, b), c);
  F median = a == largest   ? larger(b, c)
             : b == largest ? larger(a, c)
                            : larger(a, b);
  return isNan(a) || isNan(b) || isNan(c) ? least : median;
}

SPMLA_INLINE float truncOf(float f) { return __builtin_truncf(f); }
SPMLA_INLINE double truncOf(double f) { return __builtin_trunc(f); }
SPMLA_INLINE float floorOf(float f) { return __builtin_floorf(f); }
SPMLA_INLINE double floorOf(double f) { return __builtin_floor(f); }
SPMLA_INLINE float ceilOf(float f) { return __builtin_ceilf(f); }
SPMLA_INLINE double ceilOf(double f) { return __builtin_ceil(f); }
SPMLA_INLINE float evenOf(float f) { return __builtin_rintf(f); }
SPMLA_INLINE double evenOf(double f) { return __builtin_rint(f); }

// x - floor(x), kept below 1.
SPMLA_INLINE float fractOf(float f) {
  float r = f - floorOf(f);
  r = r > 0x1.fffffep-1f ? 0x1.fffffep-1f : r;
  return f - f == 0.0f ? r : __builtin_nanf("");
}
SPMLA_INLINE double fractOf(double f) {
  double r = f - floorOf(f);
  r = r > 0x1.fffffffffffffp-1 ? 0x1.fffffffffffffp-1 : r;
  return f - f == 0.0 ? r : __builtin_nan("");
}

// x * 2^n with one rounding: exact in double for every float and clamped n.
SPMLA_INLINE float ldexpOf(float f, int32_t n) {
  n = n > 300 ? 300 : n < -300 ? -300 : n;
  return static_cast<float>(static_cast<double>(f) * doubleOfExponent(n));
}

// Exponent e and mantissa m in [1/2, 1) with f = m 2^e; 0 for 0, inf, NaN.
SPMLA_INLINE int32_t exponentOf(double d) { // normal or zero
  uint64_t field = bitsAs<uint64_t>(d) >> 52 & 0x7ff;
  return field == 0 || field == 0x7ff ? 0 : static_cast<int32_t>(field) - 1022;
}
SPMLA_INLINE double mantissaOf(double d) { // normal or zero
  uint64_t bits = bitsAs<uint64_t>(d), field = bits >> 52 & 0x7ff;
  uint64_t half = (bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull;
  return field == 0 || field == 0x7ff ? d : bitsAs<double>(half);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_ROUNDING_H
