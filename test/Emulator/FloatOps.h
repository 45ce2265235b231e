//===- FloatOps.h - Operations shared by the float models -------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_FLOATOPS_H
#define SPMLA_TEST_EMULATOR_FLOATOPS_H

#include "Floats.h"
#include "Valu.h"

namespace spmla::emutest {

inline bool isNan(float X) { return std::isnan(X); }
inline bool isNan(double X) { return std::isnan(X); }
inline bool isNan(Half X) { return X.isNan(); }
inline bool isSignalingNan(Half X) { return X.isSignalingNan(); }
inline double numeric(float X) { return X; }
inline double numeric(double X) { return X; }
inline double numeric(Half X) { return double(X.get()); }
inline bool isNegative(float X) { return std::signbit(X); }
inline bool isNegative(double X) { return std::signbit(X); }
inline bool isNegative(Half X) { return X.Bits >> 15; }

template <class T> using BitsOf = typename TypeInfo<T>::BitsType;
template <class T> BitsOf<T> toBits(T X) { return bitCast<BitsOf<T>>(X); }
template <class T> T fromBits(BitsOf<T> X) { return bitCast<T>(X); }

/// v_max and v_min under MODE.IEEE: a signaling NaN is returned quiet, a quiet
/// NaN loses to a number, and -0 < +0. Payloads are documented, so the result
/// is its bits.
template <class T, bool Max> BitsOf<T> minMaxNum(T A, T B) {
  if (isSignalingNan(A))
    return toBits<T>(quiet(A));
  if (isSignalingNan(B))
    return toBits<T>(quiet(B));
  if (isNan(A))
    return toBits<T>(B);
  if (isNan(B))
    return toBits<T>(A);
  double X = numeric(A), Y = numeric(B);
  bool FirstIsLess = X == Y ? isNegative(A) : X < Y;
  return toBits<T>(FirstIsLess == Max ? B : A);
}
template <class T> BitsOf<T> maxNum(T A, T B) {
  return minMaxNum<T, true>(A, B);
}
template <class T> BitsOf<T> minNum(T A, T B) {
  return minMaxNum<T, false>(A, B);
}

/// The NaN-propagating pair of IEEE 754-2019, -0 < +0.
template <class T> T maximum(T A, T B) {
  return isNan(A) ? quiet(A) : isNan(B) ? quiet(B) : fromBits<T>(maxNum(A, B));
}
template <class T> T minimum(T A, T B) {
  return isNan(A) ? quiet(A) : isNan(B) ? quiet(B) : fromBits<T>(minNum(A, B));
}

/// v_med3: the minimum of the numbers if a NaN is among them. Which zero is the
/// median of zeros of both signs and a third number depends on whether the
/// comparisons see their signs, which is not documented.
template <class T> Loose<BitsOf<T>, Match::Exact> median3(T A, T B, T C) {
  auto Max = [](T X, T Y) { return fromBits<T>(maxNum<T>(X, Y)); };
  auto Differ = [](T X, T Y) {
    return numeric(X) == 0 && numeric(Y) == 0 && isNegative(X) != isNegative(Y);
  };
  if (isNan(A) || isNan(B) || isNan(C))
    return {minNum<T>(fromBits<T>(minNum<T>(A, B)), C)};
  double Largest = numeric(Max(Max(A, B), C));
  T Median = numeric(A) == Largest   ? Max(B, C)
             : numeric(B) == Largest ? Max(A, C)
                                     : Max(A, B);
  return {toBits<T>(Median), Differ(A, B) || Differ(B, C) || Differ(A, C)};
}

/// x - floor(x). Open where that rounds to 1: the documents say 1, LLVM relies
/// on the largest number below it.
template <class T> Loose<T, TypeInfo<T>::match> fractional(T X) {
  T Value = X - std::floor(X);
  return {Value, Value == 1};
}

/// Sine or cosine of \p Turns, whose accuracy is not documented: only where it
/// is 1 or -1.
inline OpenFloat quarterTurns(float Turns, double (*Fn)(double)) {
  double Quarters = 4 * double(Turns);
  if (!(std::fabs(Turns) <= 256) || Quarters != std::floor(Quarters))
    return {0, true};
  float Value = float(std::nearbyint(Fn(std::acos(-1.0) / 2 * Quarters)));
  return {Value, Value == 0};
}

/// Rounds toward zero to an integer type, saturating; NaN gives 0.
template <class Int, class T> Int toInteger(T X) {
  if (std::isnan(X))
    return 0;
  // 64 significand bits hold every limit.
  long double Whole = std::trunc((long double)(X));
  if (Whole <= (long double)(std::numeric_limits<Int>::min()))
    return std::numeric_limits<Int>::min();
  if (Whole >= (long double)(std::numeric_limits<Int>::max()))
    return std::numeric_limits<Int>::max();
  return Int(Whole);
}

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_FLOATOPS_H
