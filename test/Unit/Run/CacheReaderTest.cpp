//===- CacheReaderTest.cpp ------------------------------------------------===//

#include "CacheReader.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace spmla::run;

namespace {
/// The 127 magnitudes of e4m3fn from 0x00 to 0x7e, written out from the OCP
/// specification's table: 8 subnormals, then 8 steps for each power of two.
const double E4m3fn[127] = {
    0,          0.001953125, 0.00390625, 0.005859375, 0.0078125,  0.009765625,
    0.01171875, 0.013671875, 0.015625,   0.017578125, 0.01953125, 0.021484375,
    0.0234375,  0.025390625, 0.02734375, 0.029296875, 0.03125,    0.03515625,
    0.0390625,  0.04296875,  0.046875,   0.05078125,  0.0546875,  0.05859375,
    0.0625,     0.0703125,   0.078125,   0.0859375,   0.09375,    0.1015625,
    0.109375,   0.1171875,   0.125,      0.140625,    0.15625,    0.171875,
    0.1875,     0.203125,    0.21875,    0.234375,    0.25,       0.28125,
    0.3125,     0.34375,     0.375,      0.40625,     0.4375,     0.46875,
    0.5,        0.5625,      0.625,      0.6875,      0.75,       0.8125,
    0.875,      0.9375,      1,          1.125,       1.25,       1.375,
    1.5,        1.625,       1.75,       1.875,       2,          2.25,
    2.5,        2.75,        3,          3.25,        3.5,        3.75,
    4,          4.5,         5,          5.5,         6,          6.5,
    7,          7.5,         8,          9,           10,         11,
    12,         13,          14,         15,          16,         18,
    20,         22,          24,         26,          28,         30,
    32,         36,          40,         44,          48,         52,
    56,         60,          64,         72,          80,         88,
    96,         104,         112,        120,         128,        144,
    160,        176,         192,        208,         224,        240,
    256,        288,         320,        352,         384,        416,
    448};

TEST(CacheReader, DecodesEveryE4m3fnCode) {
  for (int code = 0; code != 127; ++code) {
    EXPECT_EQ(decodeE4m3fn(uint8_t(code)), E4m3fn[code]) << code;
    EXPECT_EQ(decodeE4m3fn(uint8_t(code | 0x80)), -E4m3fn[code]) << code;
  }
  EXPECT_TRUE(std::signbit(decodeE4m3fn(0x80)));
  // triton issue 10745: 0x7f is NaN, not 480.
  EXPECT_TRUE(std::isnan(decodeE4m3fn(0x7f)));
  EXPECT_TRUE(std::isnan(decodeE4m3fn(0xff)));
}

// vllm issue 45562: half of e4m3fn, and another NaN.
TEST(CacheReader, DecodesEveryE4m3fnuzCode) {
  for (int code = 0; code != 127; ++code) {
    EXPECT_EQ(decodeE4m3fnuz(uint8_t(code)), E4m3fn[code] / 2) << code;
    if (code)
      EXPECT_EQ(decodeE4m3fnuz(uint8_t(code | 0x80)), -E4m3fn[code] / 2);
  }
  EXPECT_EQ(decodeE4m3fnuz(0x7f), 240);
  EXPECT_EQ(decodeE4m3fnuz(0xff), -240);
  EXPECT_TRUE(std::isnan(decodeE4m3fnuz(0x80)));
}

TEST(CacheReader, DecodesBf16) {
  EXPECT_EQ(decodeBf16(0x3f80), 1);
  EXPECT_EQ(decodeBf16(0xc049), -3.140625);
  EXPECT_EQ(decodeBf16(0x0001), std::ldexp(1, -133));
  EXPECT_EQ(decodeBf16(0x0080), std::ldexp(1, -126));
  EXPECT_EQ(decodeBf16(0x7f7f), std::ldexp(255, 120));
  EXPECT_EQ(decodeBf16(0xff80), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(decodeBf16(0x7f81)));
  EXPECT_TRUE(std::isnan(decodeBf16(0xffff)));
}

TEST(CacheReader, AppliesTheScaleToFp8Only) {
  double value;
  uint8_t code = 0x40;
  readRow({SPMLA_CACHE_FP8_SCALAR, SPMLA_ENCODING_E4M3FN, 1, 0, 1}, &code, 0.5,
          &value);
  EXPECT_EQ(value, 1);
  readRow({SPMLA_CACHE_FP8_SCALAR, SPMLA_ENCODING_E4M3FNUZ, 1, 0, 1}, &code,
          0.5, &value);
  EXPECT_EQ(value, 0.5);
  const uint8_t two[] = {0x00, 0x40};
  readRow({SPMLA_CACHE_BF16, SPMLA_ENCODING_BF16, 1, 0, 1}, two, 0.5, &value);
  EXPECT_EQ(value, 2);
}
} // namespace
