//===- QueryTest.cpp - Writing and reading q ------------------------------===//

#include "QueryReader.h"
#include "QueryWriter.h"

#include "CacheReader.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

using namespace spmla::run;
using ::testing::ElementsAre;

namespace {
TEST(QueryWriter, ScalesTheLargestToTheLargestCode) {
  EXPECT_EQ(queryScale({1, -896, 3}), 2);
  EXPECT_EQ(queryScale({0, 0}), 1);
}

TEST(QueryWriter, WritesCodes) {
  Image q(8, 0);
  const double values[] = {2, -4, 0.53125, 1e6};
  writeQuery(SPMLA_ENCODING_E4M3FN, values, 4, 2, q, 3);
  EXPECT_EQ(q.get<uint8_t>(2), 0);
  EXPECT_EQ(q.get<uint8_t>(3), 0x38); // 1.0
  EXPECT_EQ(q.get<uint8_t>(4), 0xc0); // -2.0
  EXPECT_EQ(q.get<uint8_t>(5), 0x28); // a tie at 0.265625, to 0.25
  EXPECT_EQ(q.get<uint8_t>(6), 0x7e); // 448
  EXPECT_EQ(q.get<uint8_t>(7), 0);
}

TEST(QueryWriter, WritesBf16WithoutAScale) {
  Image q(8, 0);
  const double values[] = {1, -2};
  writeQuery(SPMLA_ENCODING_BF16, values, 2, 1, q, 1);
  EXPECT_EQ(q.get<uint16_t>(0), 0);
  EXPECT_EQ(q.get<uint16_t>(1), 0x3f80);
  EXPECT_EQ(q.get<uint16_t>(2), 0xc000);
}

TEST(QueryReader, RoundsToFourSignificantBits) {
  // Ties to even on both sides; the largest decides the power of two.
  EXPECT_THAT(roundToTerms({1, -1.0625, 1.1875, 0.3, 0}, 1),
              ElementsAre(1, -1, 1.25, 0.3125, 0));
  EXPECT_THAT(roundToTerms({0, 0}, 1), ElementsAre(0, 0));
}

// With a largest value of 128 the least step is 2^-9.
TEST(QueryReader, RoundsSmallValuesToTheLeastStep) {
  EXPECT_THAT(roundToTerms({128, 0x1p-9, 0x1.8p-10, 0x1p-10, 0x1p-11}, 1),
              ElementsAre(128, 0x1p-9, 0x1p-9, 0, 0));
  EXPECT_THAT(roundToTerms({255, 0x1.08p-6}, 1), ElementsAre(256, 0x1p-6));
  EXPECT_THAT(roundToTerms({0x1p40, 0x1p24, 0x1p22}, 1),
              ElementsAre(0x1p40, 0x1p24, 0));
}

// Every code but NaN that is at most 240 is its own rounding next to 128: the
// decoder of rows and this rounding were written apart.
TEST(QueryReader, KeepsCodes) {
  for (int code = 0; code != 256; ++code) {
    double value = decodeE4m3fn(uint8_t(code));
    if (std::fabs(value) <= 240)
      EXPECT_EQ(roundToTerms({128, value}, 1)[1], value);
  }
}

// bf16 has 8 significant bits; below 2^-10 of the largest the last are lost.
TEST(QueryReader, HoldsBf16InTwoTerms) {
  const double largest = decodeBf16(0x437f);             // 255
  for (uint16_t bits = 0x3e80; bits <= 0x437f; ++bits) { // from 0.25 on
    double value = decodeBf16(bits);
    EXPECT_EQ(roundToTerms({largest, -value}, 2)[1], -value);
  }
  double below = 0x1.fep-3;
  EXPECT_NE(roundToTerms({largest, below}, 2)[1], below);
  EXPECT_NEAR(roundToTerms({largest, below}, 2)[1], below, 0x1p-10);
}
} // namespace
