//===- Math.h - Elementary functions of the vector unit -------*- C++ -*-===//
//
// The hardware's transcendental instructions are accurate to about 1 ulp and
// their last bits are not published. Here each is computed in double by a fixed
// sequence of additions and multiplications (no libm, no contraction), then
// rounded once: the same bits on every host, off by at most half an f32 ulp but
// for the rare value within 2^-50 of a rounding boundary.
//
// Denormal f32 inputs and results count as zero whatever MODE says: LLVM's
// lowering scales around the instructions for exactly that reason.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_EXEC_MATH_H
#define SPMLA_EMULATOR_EXEC_MATH_H

#include "Lanes.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

SPMLA_INLINE float flushDenormal(float f) {
  uint32_t bits = bitsAs<uint32_t>(f);
  return bitsAs<float>(bits & 0x7f800000u ? bits : bits & 0x80000000u);
}

// Nearest integer of a double below 2^51 in magnitude, ties to even.
SPMLA_INLINE double nearest(double x) {
  constexpr double magic = 6755399441055744.0; // 1.5 * 2^52
  return (x + magic) - magic;
}

SPMLA_INLINE double doubleOfExponent(int64_t e) { // -1022 .. 1023
  return bitsAs<double>(static_cast<uint64_t>(e + 1023) << 52);
}

// 2^x for |x| <= 0.5: Taylor in x ln 2; the first omitted term is below 2^-58.
SPMLA_INLINE double exp2Small(double x) {
  double t = x * 0.6931471805599453094;
  double p = 1.0 / 6227020800.0;
  p = p * t + 1.0 / 479001600.0;
  p = p * t + 1.0 / 39916800.0;
  p = p * t + 1.0 / 3628800.0;
  p = p * t + 1.0 / 362880.0;
  p = p * t + 1.0 / 40320.0;
  p = p * t + 1.0 / 5040.0;
  p = p * t + 1.0 / 720.0;
  p = p * t + 1.0 / 120.0;
  p = p * t + 1.0 / 24.0;
  p = p * t + 1.0 / 6.0;
  p = p * t + 0.5;
  p = p * t + 1.0;
  return p * t + 1.0;
}

SPMLA_INLINE double exp2Double(float f) {
  double x = f;
  x = x < -200.0 ? -200.0 : x;
  x = x > 200.0 ? 200.0 : x;
  x = f != f ? 0.0 : x;
  double n = nearest(x);
  double power =
      bitsAs<double>((bitsAs<uint64_t>(n + 6755399441055744.0) + 1023) << 52);
  return exp2Small(x - n) * power;
}

SPMLA_INLINE float exp2Float(float f) {
  float r = flushDenormal(static_cast<float>(exp2Double(f)));
  return f != f ? f : r;
}

// log2 of a positive finite double.
SPMLA_INLINE double log2Double(double x) {
  uint64_t bits = bitsAs<uint64_t>(x);
  // Mantissa in [sqrt(1/2), sqrt(2)).
  uint64_t shifted = bits - 0x3fe6a09e667f3bcdull;
  int64_t e = static_cast<int64_t>(shifted) >> 52;
  double m = bitsAs<double>(bits - (static_cast<uint64_t>(e) << 52));
  double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 1.0 / 23;
  p = p * z + 1.0 / 21;
  p = p * z + 1.0 / 19;
  p = p * z + 1.0 / 17;
  p = p * z + 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z + 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z + 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z + 1.0 / 3;
  p = p * z + 1.0;
  // Integer to double without a 64-bit conversion, which AVX2 lacks.
  double exponent =
      bitsAs<double>(0x4338000000000000ull + static_cast<uint64_t>(e)) -
      6755399441055744.0;
  return exponent + s * p * 2.8853900817779268147; // 2 / ln 2
}

SPMLA_INLINE float log2Float(float f) {
  float x = flushDenormal(f);
  bool usual = x > 0.0f && x < __builtin_inff();
  float r = static_cast<float>(log2Double(usual ? x : 1.0));
  r = x == 0.0f ? -__builtin_inff() : r;
  r = x < 0.0f ? __builtin_nanf("") : r;
  return usual || x <= 0.0f ? r : x; // +inf and NaN
}

SPMLA_INLINE float rcpFloat(float f) {
  return flushDenormal(1.0f / flushDenormal(f));
}
SPMLA_INLINE float sqrtFloat(float f) {
  return __builtin_sqrtf(flushDenormal(f));
}
SPMLA_INLINE float rsqFloat(float f) {
  return static_cast<float>(1.0 / __builtin_sqrt(double(flushDenormal(f))));
}

// sin(2 pi r) for |r| <= 1/4, Taylor.
SPMLA_INLINE double sinQuarter(double r) {
  double t = r * 6.283185307179586477, z = t * t;
  double p = -1.0 / 121645100408832000.0;
  p = p * z + 1.0 / 355687428096000.0;
  p = p * z - 1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  p = p * z + 1.0;
  return p * t;
}

// v_sin and v_cos take revolutions; outside +-256 they give sin 0 and cos 0.
SPMLA_INLINE double sinRevolutions(double x) {
  double r = x - nearest(x);
  double folded = r > 0.25 ? 0.5 - r : r < -0.25 ? -0.5 - r : r;
  return sinQuarter(folded);
}
SPMLA_INLINE float sinFloat(float f) {
  float x = flushDenormal(f);
  bool usual = x >= -256.0f && x <= 256.0f;
  float r = static_cast<float>(sinRevolutions(usual ? x : 0.0));
  bool defined = x == x && x - x == 0.0f;
  return defined ? r : __builtin_nanf("");
}
SPMLA_INLINE float cosFloat(float f) {
  float x = flushDenormal(f);
  bool usual = x >= -256.0f && x <= 256.0f;
  double y = usual ? x : 0.0;
  float r = static_cast<float>(sinRevolutions((y - nearest(y)) + 0.25));
  bool defined = x == x && x - x == 0.0f;
  return defined ? r : __builtin_nanf("");
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_MATH_H
