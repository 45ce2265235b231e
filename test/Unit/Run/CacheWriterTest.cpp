//===- CacheWriterTest.cpp ------------------------------------------------===//

#include "CacheWriter.h"

#include "CacheReader.h"
#include "Random.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace spmla::run;

namespace {
const spmla_encoding Fp8[] = {SPMLA_ENCODING_E4M3FN, SPMLA_ENCODING_E4M3FNUZ};

double decode(uint8_t code, spmla_encoding encoding) {
  return encoding == SPMLA_ENCODING_E4M3FN ? decodeE4m3fn(code)
                                           : decodeE4m3fnuz(code);
}

TEST(CacheWriter, KeepsEveryFp8Code) {
  for (spmla_encoding encoding : Fp8)
    for (int code = 0; code != 256; ++code) {
      double value = decode(uint8_t(code), encoding);
      if (!std::isnan(value))
        EXPECT_EQ(encodeE4m3(value, encoding), code) << encoding;
    }
}

// Against a search over all codes: none is nearer, and of two equally near
// ones the even one is taken.
TEST(CacheWriter, RoundsToTheNearestFp8) {
  Random random(1, 0);
  for (spmla_encoding encoding : Fp8)
    for (int i = 0; i != 5000; ++i) {
      double value =
          std::ldexp(random.uniform() * 2 - 1, int(random.below(20)) - 11);
      if (i % 4 == 0) { // a tie: halfway between two neighbours
        uint8_t code = uint8_t(random.below(0x7e));
        value =
            (decode(code, encoding) + decode(uint8_t(code + 1), encoding)) / 2;
      }
      uint8_t got = encodeE4m3(value, encoding);
      double error = std::fabs(decode(got, encoding) - value);
      for (int code = 0; code != 256; ++code) {
        double other = std::fabs(decode(uint8_t(code), encoding) - value);
        ASSERT_FALSE(other < error) << value;
        if (other == error &&
            decode(uint8_t(code), encoding) != decode(got, encoding))
          ASSERT_EQ(got % 2, 0) << value;
      }
    }
}

TEST(CacheWriter, SaturatesFp8) {
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(encodeE4m3(449, SPMLA_ENCODING_E4M3FN), 0x7e);
  EXPECT_EQ(encodeE4m3(1e9, SPMLA_ENCODING_E4M3FN), 0x7e);
  EXPECT_EQ(encodeE4m3(-infinity, SPMLA_ENCODING_E4M3FN), 0xfe);
  EXPECT_EQ(encodeE4m3(1e9, SPMLA_ENCODING_E4M3FNUZ), 0x7f);
  EXPECT_EQ(encodeE4m3(-1e9, SPMLA_ENCODING_E4M3FNUZ), 0xff);
}

TEST(CacheWriter, KeepsNaN) {
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(decodeE4m3fn(encodeE4m3(nan, SPMLA_ENCODING_E4M3FN))));
  EXPECT_TRUE(
      std::isnan(decodeE4m3fnuz(encodeE4m3(nan, SPMLA_ENCODING_E4M3FNUZ))));
  EXPECT_TRUE(std::isnan(decodeBf16(encodeBf16(nan))));
}

// e4m3fnuz has no negative zero: its pattern is NaN.
TEST(CacheWriter, WritesNoNegativeZeroOfFnuz) {
  EXPECT_EQ(encodeE4m3(-0.0, SPMLA_ENCODING_E4M3FNUZ), 0x00);
  EXPECT_EQ(encodeE4m3(-1e-9, SPMLA_ENCODING_E4M3FNUZ), 0x00);
  EXPECT_EQ(encodeE4m3(-0.0, SPMLA_ENCODING_E4M3FN), 0x80);
}

// tilelang issue 2645: ties of bf16 go to even.
TEST(CacheWriter, RoundsBf16ToEven) {
  EXPECT_EQ(encodeBf16(1.00390625), 0x3f80);
  EXPECT_EQ(encodeBf16(1.01171875), 0x3f82);
  EXPECT_EQ(encodeBf16(1.003907), 0x3f81);
  EXPECT_EQ(encodeBf16(-1.00390625), 0xbf80);
  EXPECT_EQ(encodeBf16(3.4e38), 0x7f80);
  for (uint32_t bits = 0; bits != 0x7f80; ++bits)
    ASSERT_EQ(encodeBf16(decodeBf16(uint16_t(bits))), bits);
}

TEST(CacheWriter, DividesByTheScale) {
  const double values[] = {1, -0.5};
  uint8_t row[2];
  writeRow({SPMLA_CACHE_FP8_SCALAR, SPMLA_ENCODING_E4M3FN, 2, 0, 2}, values,
           0.25, row);
  EXPECT_EQ(decodeE4m3fn(row[0]), 4);
  EXPECT_EQ(decodeE4m3fn(row[1]), -2);
}
} // namespace
