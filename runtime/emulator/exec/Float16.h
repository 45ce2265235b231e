//===- Float16.h - f16, bf16 and fp8 as bits ------------------*- C++ -*-===//
//
// Conversions in integer arithmetic: exact, without branches that would keep
// the loops over lanes from being vectorised, and the same on every host.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_EXEC_FLOAT16_H
#define SPMLA_EMULATOR_EXEC_FLOAT16_H

#include "Lanes.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

SPMLA_INLINE float toFloat(Half h) {
  uint32_t magnitude = h.bits & 0x7fffu;
  uint32_t sign = static_cast<uint32_t>(h.bits & 0x8000u) << 16;
  // The exponent field moves up unchanged; one multiplication rebiases it and
  // normalises denormals. Inf and NaN get the top exponent by hand.
  float scaled = bitsAs<float>(magnitude << 13) * 0x1p112f;
  uint32_t bits = bitsAs<uint32_t>(scaled);
  uint32_t special = 0x7f800000u | magnitude << 13;
  bits = magnitude >= 0x7c00u ? special : bits;
  return bitsAs<float>(bits | sign);
}

SPMLA_INLINE float toFloat(BFloat b) {
  return bitsAs<float>(static_cast<uint32_t>(b.bits) << 16);
}

// Round to nearest even; a NaN stays one and becomes quiet.
SPMLA_INLINE Half toHalf(float f) {
  uint32_t bits = bitsAs<uint32_t>(f);
  uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t magnitude = bits & 0x7fffffffu;
  // Denormal results: adding 0.5 leaves the rounded mantissa in the low bits.
  uint32_t small =
      bitsAs<uint32_t>(bitsAs<float>(magnitude) + 0.5f) - 0x3f000000u;
  uint32_t normal = (magnitude + 0xc8000fffu + ((magnitude >> 13) & 1)) >> 13;
  uint32_t nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
  uint32_t result = magnitude < 0x38800000u ? small : normal;
  result = magnitude >= 0x477ff000u ? 0x7c00u : result;
  result = magnitude > 0x7f800000u ? nan : result;
  return {static_cast<uint16_t>(result | sign)};
}

// Round toward zero (v_cvt_pkrtz): overflow gives the largest finite value.
SPMLA_INLINE Half toHalfTowardZero(float f) {
  uint32_t bits = bitsAs<uint32_t>(f);
  uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t magnitude = bits & 0x7fffffffu;
  uint32_t shift = 126 - (magnitude >> 23);
  uint32_t small = ((magnitude & 0x7fffffu) | 0x800000u) >> (shift & 31);
  small = shift > 24 ? 0 : small;
  uint32_t normal = (magnitude - 0x38000000u) >> 13;
  uint32_t nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
  uint32_t result = magnitude < 0x38800000u ? small : normal;
  result = magnitude >= 0x47800000u ? 0x7bffu : result;
  result = magnitude == 0x7f800000u ? 0x7c00u : result;
  result = magnitude > 0x7f800000u ? nan : result;
  return {static_cast<uint16_t>(result | sign)};
}

SPMLA_INLINE BFloat toBFloat(float f) {
  uint32_t bits = bitsAs<uint32_t>(f);
  uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
  uint32_t nan = bits >> 16 | 0x40u;
  bool isNan = (bits & 0x7fffffffu) > 0x7f800000u;
  return {static_cast<uint16_t>(isNan ? nan : rounded)};
}

// A double result that is odd in its last place whenever it was inexact can be
// rounded once more to any format of at most 51 bits without a double rounding
// error. `sum` is a + b, whose exact error two-sum recovers.
SPMLA_INLINE double addToOdd(double a, double b) {
  double sum = a + b;
  double bb = sum - a;
  double error = (a - (sum - bb)) + (b - bb);
  uint64_t bits = bitsAs<uint64_t>(sum);
  // An infinite or NaN sum has a NaN for its error.
  bool inexact = error == error && error != 0 && (bits & 1) == 0;
  // Step toward the error: up in magnitude if it has the sign of the sum.
  bool away = (error > 0) == (sum > 0);
  uint64_t stepped = away ? bits + 1 : bits - 1;
  return bitsAs<double>(inexact ? stepped : bits);
}

// From double with one rounding. Goes through an f32 that is rounded to odd.
SPMLA_INLINE float toFloatOdd(double d) {
  float f = static_cast<float>(d);
  uint32_t bits = bitsAs<uint32_t>(f);
  double back = f;
  bool inexact = back != d && d == d && (bits & 1) == 0;
  bool tooSmall = (back < d) == (d > 0);
  uint32_t stepped = tooSmall ? bits + 1 : bits - 1;
  return bitsAs<float>(inexact ? stepped : bits);
}
SPMLA_INLINE Half toHalf(double d) { return toHalf(toFloatOdd(d)); }

//===----------------------------------------------------------------------===//
// fp8
//===----------------------------------------------------------------------===//

// Parameters of an 8-bit format.
struct E4M3 {
  static constexpr int mantissa = 3, bias = 7;
  static constexpr bool fnuz = false, hasInf = false;
  static constexpr uint32_t largest = 0x7e, nan = 0x7f;
};
struct E5M2 {
  static constexpr int mantissa = 2, bias = 15;
  static constexpr bool fnuz = false, hasInf = true;
  static constexpr uint32_t largest = 0x7b, nan = 0x7f;
};
struct E4M3Fnuz {
  static constexpr int mantissa = 3, bias = 8;
  static constexpr bool fnuz = true, hasInf = false;
  static constexpr uint32_t largest = 0x7f, nan = 0x80;
};
struct E5M2Fnuz {
  static constexpr int mantissa = 2, bias = 16;
  static constexpr bool fnuz = true, hasInf = false;
  static constexpr uint32_t largest = 0x7f, nan = 0x80;
};

SPMLA_INLINE float powerOfTwo(int exponent) { // -126 .. 127
  return bitsAs<float>(static_cast<uint32_t>(exponent + 127) << 23);
}

template <class Format> SPMLA_INLINE float decodeFp8(uint32_t byte) {
  uint32_t magnitude = byte & 0x7f;
  uint32_t sign = (byte & 0x80) << 24;
  uint32_t bits =
      bitsAs<uint32_t>(bitsAs<float>(magnitude << (23 - Format::mantissa)) *
                       powerOfTwo(127 - Format::bias));
  bits |= sign;
  if (Format::fnuz) {
    bits = (byte & 0xff) == 0x80 ? 0x7fc00000u : bits;
  } else if (Format::hasInf) {
    uint32_t special = 0x7f800000u | magnitude << (23 - Format::mantissa);
    bits = magnitude >= 0x7c ? special | sign : bits;
  } else {
    bits = magnitude == 0x7f ? 0x7fc00000u | sign : bits;
  }
  return bitsAs<float>(bits);
}

// Round to nearest even. Beyond the largest finite value: infinity where the
// format has one, else NaN, or the largest value if `saturate`
// (MODE.FP16_OVFL). Public sources differ on the default; code that cares
// clamps first.
template <class Format>
SPMLA_INLINE uint32_t encodeFp8(float f, bool saturate) {
  constexpr int drop = 23 - Format::mantissa;
  uint32_t bits = bitsAs<uint32_t>(f);
  uint32_t sign = (bits >> 24) & 0x80;
  uint32_t magnitude = bits & 0x7fffffffu;
  // Smallest normal value of the format, as f32 bits.
  constexpr uint32_t minNormal = static_cast<uint32_t>(127 - Format::bias + 1)
                                 << 23;
  // Denormals: adding 2^e aligns their last place with that of the f32.
  constexpr int align = 23 - (Format::bias - 1 + Format::mantissa);
  float aligned = bitsAs<float>(magnitude) + powerOfTwo(align);
  uint32_t small =
      bitsAs<uint32_t>(aligned) - bitsAs<uint32_t>(powerOfTwo(align));
  uint32_t rounded =
      (magnitude + ((1u << (drop - 1)) - 1) + ((magnitude >> drop) & 1)) >>
      drop;
  uint32_t normal =
      rounded - (static_cast<uint32_t>(127 - Format::bias) << Format::mantissa);
  uint32_t result = magnitude < minNormal ? small : normal;
  uint32_t overflow = saturate         ? Format::largest
                      : Format::hasInf ? 0x7cu
                                       : Format::nan;
  result =
      magnitude >= 0x7f800000u || result > Format::largest ? overflow : result;
  bool isNan = magnitude > 0x7f800000u;
  result = isNan ? Format::nan : result;
  if (Format::fnuz) { // no minus zero: 0x80 is NaN
    bool plain = result == 0 || result == 0x80;
    return plain ? result : result | sign;
  }
  return result | sign;
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_FLOAT16_H
