//===- Floats.h - Number formats of the models ------------------*- C++ -*-===//
//
// The models' own arithmetic on small floating-point formats: values are
// decoded into exact quad-precision numbers and rounded once. Nothing here is
// shared with the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TEST_EMULATOR_FLOATS_H
#define SPMLA_TEST_EMULATOR_FLOATS_H

#include "WaveState.h"

#include <cmath>
#include <limits>

namespace spmla::emutest {

/// 113 bits of significand: sums and products of the formats below are exact.
using Quad = __float128;

enum class Round { NearestEven, TowardZero };

/// A format with a sign bit, IEEE biases and, where HasInf, infinities.
struct FloatFormat {
  int ExpBits;
  int MantBits;
  int Bias;
  bool HasInf;
};
constexpr FloatFormat kF16{5, 10, 15, true};
constexpr FloatFormat kBF16{8, 7, 127, true};
constexpr FloatFormat kF32{8, 23, 127, true};
/// OCP e4m3fn: no infinities, the largest exponent is used, 0x7f is NaN.
constexpr FloatFormat kFP8{4, 3, 7, false};
/// OCP e5m2.
constexpr FloatFormat kBF8{5, 2, 15, true};

/// Rounds \p Value to \p Format. Overflow gives infinity, or for a format
/// without infinities its NaN; NaN gives the format's default quiet NaN.
uint32_t encode(const FloatFormat &Format, Quad Value,
                Round Mode = Round::NearestEven);
/// The exact value of a code; NaN for any NaN code.
Quad decode(const FloatFormat &Format, uint32_t Bits);

/// An f16 or bf16 as its bits, so that NaN payloads survive.
struct Half {
  uint16_t Bits = 0;
  Half() = default;
  explicit Half(uint16_t Bits) : Bits(Bits) {}
  static Half of(Quad Value, Round Mode = Round::NearestEven) {
    return Half(uint16_t(encode(kF16, Value, Mode)));
  }
  Quad get() const { return decode(kF16, Bits); }
  float toFloat() const { return float(get()); }
  bool isNan() const { return (Bits & 0x7fff) > 0x7c00; }
  bool isSignalingNan() const { return isNan() && !(Bits & 0x200); }
};

struct BFloat {
  uint16_t Bits = 0;
  BFloat() = default;
  explicit BFloat(uint16_t Bits) : Bits(Bits) {}
  static BFloat of(float Value) {
    return BFloat(uint16_t(encode(kBF16, Value)));
  }
  float toFloat() const { return bitCast<float>(uint32_t(Bits) << 16); }
};

inline bool isSignalingNan(float X) {
  return std::isnan(X) && !(bitCast<uint32_t>(X) & 0x400000);
}
inline bool isSignalingNan(double X) {
  return std::isnan(X) && !(bitCast<uint64_t>(X) & 0x8000000000000ull);
}
inline float quiet(float X) {
  return bitCast<float>(bitCast<uint32_t>(X) | 0x400000);
}
inline double quiet(double X) {
  return bitCast<double>(bitCast<uint64_t>(X) | 0x8000000000000ull);
}
inline Half quiet(Half X) { return Half(uint16_t(X.Bits | 0x200)); }

/// Zero of the same sign in place of an f32 denormal.
inline float flush(float X) {
  return std::fpclassify(X) == FP_SUBNORMAL ? std::copysign(0.0f, X) : X;
}

/// f32 values of every code, from the definitions of the formats.
extern const float kE4M3FN[256];
extern const float kE4M3FNUZ[256];
extern const float kE5M2[256];
extern const float kE8M0[256];

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_FLOATS_H
