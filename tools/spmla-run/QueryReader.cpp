//===- QueryReader.cpp - The exact values of q ----------------------------===//

#include "QueryReader.h"

#include "CacheReader.h"

#include <algorithm>
#include <cmath>

using namespace spmla::run;

std::vector<double> spmla::run::readQuery(const Problem &problem, int64_t query,
                                          int64_t head) {
  const int64_t first = problem.qLayout.at(query, head);
  std::vector<double> values(size_t(problem.spec.row.columns()));
  for (size_t i = 0; i != values.size(); ++i)
    values[i] = problem.spec.qEncoding == SPMLA_ENCODING_BF16
                    ? decodeBf16(problem.q.get<uint16_t>(first + int64_t(i)))
                    : decodeE4m3fn(problem.q.get<uint8_t>(first + int64_t(i))) *
                          problem.qScale.product;
  return values;
}

/// The nearest e4m3fn code's value, from the format's definition: 3 fraction
/// bits, and steps of 2^-9 below 2^-6. `value` is at most 256.
static double roundToCode(double value) {
  constexpr int FractionBits = 3, LeastExponent = -6;
  if (value == 0)
    return value;
  int step = std::max(std::ilogb(value), LeastExponent) - FractionBits;
  return std::ldexp(std::nearbyint(std::ldexp(value, -step)), step);
}

std::vector<double> spmla::run::roundToTerms(const std::vector<double> &values,
                                             int terms) {
  constexpr int LargestExponent = 7;
  double largest = 0;
  for (double value : values)
    largest = std::max(largest, std::fabs(value));
  if (largest == 0)
    return values;
  const int up = LargestExponent - std::ilogb(largest);
  std::vector<double> rounded;
  for (double value : values) {
    double rest = std::ldexp(value, up), sum = 0;
    for (int term = 0; term != terms; ++term) {
      double code = roundToCode(rest);
      sum += code;
      rest -= code;
    }
    rounded.push_back(std::ldexp(sum, -up));
  }
  return rounded;
}
