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

std::vector<double> spmla::run::roundToOneTerm(std::vector<double> values) {
  // From e4m3fn's definition: 3 fraction bits, and steps of 2^-9 below 2^-6.
  constexpr int FractionBits = 3, LeastExponent = -6, LargestExponent = 7;
  double largest = 0;
  for (double value : values)
    largest = std::max(largest, std::fabs(value));
  if (largest == 0)
    return values;
  const int up = LargestExponent - std::ilogb(largest);
  for (double &value : values) {
    if (value == 0)
      continue;
    double code = std::ldexp(value, up);
    int step = std::max(std::ilogb(code), LeastExponent) - FractionBits;
    value = std::ldexp(std::nearbyint(std::ldexp(code, -step)), step - up);
  }
  return values;
}
