//===- ScalarType.cpp - Types of scalar arguments and elements ------------===//

#include "ScalarType.h"

#include <algorithm>
#include <cmath>

using namespace spmla::run;

const std::vector<ScalarType> &spmla::run::scalarTypes() {
  using Kind = ScalarType::Kind;
  static const std::vector<ScalarType> types = {
      {"i8", Kind::Signed, 1, "|i1", 0},
      {"i16", Kind::Signed, 2, "<i2", 0},
      {"i32", Kind::Signed, 4, "<i4", 0},
      {"i64", Kind::Signed, 8, "<i8", 0},
      {"u8", Kind::Unsigned, 1, "|u1", 0},
      {"u16", Kind::Unsigned, 2, "<u2", 0},
      {"u32", Kind::Unsigned, 4, "<u4", 0},
      {"u64", Kind::Unsigned, 8, "<u8", 0},
      {"f16", Kind::Float, 2, "<f2", 10},
      {"bf16", Kind::Float, 2, "<u2", 7},
      {"f32", Kind::Float, 4, "<f4", 23},
      {"f64", Kind::Float, 8, "<f8", 52},
  };
  return types;
}

const ScalarType *spmla::run::findScalarType(const std::string &name) {
  for (const ScalarType &type : scalarTypes())
    if (name == type.name)
      return &type;
  return nullptr;
}

std::string spmla::run::scalarTypeNames() {
  std::string names;
  for (const ScalarType &type : scalarTypes())
    names += (names.empty() ? "" : ", ") + std::string(type.name);
  return names;
}

std::vector<uint8_t> spmla::run::encodeInteger(const ScalarType &type,
                                               uint64_t bits) {
  std::vector<uint8_t> bytes;
  for (unsigned i = 0; i != type.bytes; ++i)
    bytes.push_back(uint8_t(bits >> 8 * i));
  return bytes;
}

std::optional<std::vector<uint8_t>>
spmla::run::encodeFloat(const ScalarType &type, double value) {
  const int fraction = int(type.fractionBits);
  const int exponentBits = int(type.bits()) - 1 - fraction;
  // The least normal number is 2^minExponent; steps below it are subnormal.
  const int minExponent = 2 - (1 << (exponentBits - 1));
  const uint64_t infinity = ((uint64_t(1) << exponentBits) - 1) << fraction;
  const uint64_t sign = uint64_t(std::signbit(value)) << (type.bits() - 1);
  if (std::isnan(value))
    return encodeInteger(type, sign | infinity | uint64_t(1) << (fraction - 1));
  if (std::isinf(value))
    return encodeInteger(type, sign | infinity);
  const double magnitude = std::fabs(value);
  const int exponent = magnitude > 0
                           ? std::max(std::ilogb(magnitude), minExponent)
                           : minExponent;
  // In units of the last place, a leading 1 included: one that rounds up to the
  // next power of two carries into the exponent by itself.
  const auto units =
      uint64_t(std::nearbyint(std::ldexp(magnitude, fraction - exponent)));
  const uint64_t code = (uint64_t(exponent - minExponent) << fraction) + units;
  if (code >= infinity)
    return std::nullopt;
  return encodeInteger(type, sign | code);
}
