//===- CacheWriter.cpp - Writing cache rows as a server does --------------===//

#include "CacheWriter.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace spmla::run;

uint16_t spmla::run::encodeBf16(double value) {
  float single = float(value);
  uint32_t bits;
  std::memcpy(&bits, &single, sizeof bits);
  if (std::isnan(single))
    return uint16_t(bits >> 16 | 0x40);
  // Adding just under half of the last place, and one more if it is odd,
  // carries exactly when the dropped half rounds up.
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

uint8_t spmla::run::encodeE4m3(double value, spmla_encoding encoding) {
  bool fnuz = encoding == SPMLA_ENCODING_E4M3FNUZ;
  if (std::isnan(value))
    return fnuz ? 0x80 : 0x7f;
  // The least normal number is 2^minExponent; steps below it are subnormal.
  int minExponent = fnuz ? -7 : -6;
  double largest = fnuz ? 240 : 448;
  double magnitude = std::min(std::fabs(value), largest);
  int exponent = minExponent;
  if (magnitude > 0)
    exponent = std::max(std::ilogb(magnitude), minExponent);
  // In units of the last of 3 fraction bits: 0 to 16, where 16 carries into
  // the next exponent by itself. nearbyint rounds ties to even.
  int units = int(std::nearbyint(std::ldexp(magnitude, 3 - exponent)));
  int code = (exponent - minExponent) * 8 + units;
  bool negative = std::signbit(value) && !(fnuz && code == 0);
  return uint8_t(code | (negative ? 0x80 : 0));
}

void spmla::run::writeRow(const RowFormat &format, const double *values,
                          double scale, uint8_t *row) {
  for (int i = 0; i != format.columns(); ++i) {
    if (format.format == SPMLA_CACHE_BF16) {
      uint16_t bits = encodeBf16(values[i]);
      std::memcpy(row + 2 * i, &bits, sizeof bits);
    } else {
      row[i] = encodeE4m3(values[i] / scale, format.encoding);
    }
  }
}
