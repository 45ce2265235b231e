//===- CacheReader.cpp - The exact values of a cache row ------------------===//

#include "CacheReader.h"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace spmla::run;

static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

double spmla::run::decodeBf16(uint16_t bits) {
  double sign = bits & 0x8000 ? -1 : 1;
  int exponent = bits >> 7 & 0xff, fraction = bits & 0x7f;
  if (exponent == 255)
    return fraction ? NaN : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign * std::ldexp(fraction, -126 - 7);
  return sign * std::ldexp(128 + fraction, exponent - 127 - 7);
}

double spmla::run::decodeE4m3fn(uint8_t code) {
  double sign = code & 0x80 ? -1 : 1;
  int exponent = code >> 3 & 0xf, fraction = code & 7;
  if (exponent == 15 && fraction == 7)
    return NaN;
  if (exponent == 0)
    return sign * std::ldexp(fraction, -9);
  return sign * std::ldexp(8 + fraction, exponent - 10);
}

double spmla::run::decodeE4m3fnuz(uint8_t code) {
  if (code == 0x80)
    return NaN;
  double sign = code & 0x80 ? -1 : 1;
  int exponent = code >> 3 & 0xf, fraction = code & 7;
  if (exponent == 0)
    return sign * std::ldexp(fraction, -10);
  return sign * std::ldexp(8 + fraction, exponent - 11);
}

namespace {
/// Every code's value: a reference decodes hundreds of millions.
struct Fp8Table {
  explicit Fp8Table(double (*decode)(uint8_t)) {
    for (int code = 0; code != 256; ++code)
      values[code] = decode(uint8_t(code));
  }
  double values[256];
};
} // namespace

void spmla::run::readRow(const RowFormat &format, const uint8_t *row,
                         double scale, double *values) {
  static const Fp8Table fn(decodeE4m3fn), fnuz(decodeE4m3fnuz);
  for (int i = 0; i != format.columns(); ++i) {
    switch (format.encoding) {
    case SPMLA_ENCODING_BF16:
      values[i] = decodeBf16(uint16_t(row[2 * i] | row[2 * i + 1] << 8));
      break;
    case SPMLA_ENCODING_E4M3FN:
      values[i] = fn.values[row[i]] * scale;
      break;
    case SPMLA_ENCODING_E4M3FNUZ:
      values[i] = fnuz.values[row[i]] * scale;
      break;
    case SPMLA_ENCODING_F32:
      throw std::logic_error("no cache holds f32");
    }
  }
}
