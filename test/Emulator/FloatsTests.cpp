//===- FloatsTests.cpp - The models' own number formats -------------------===//
//
// The models are only as good as their arithmetic: it is checked against the
// literal tables and against the host's f32.
//
//===----------------------------------------------------------------------===//

#include "Floats.h"

#include <gtest/gtest.h>

#include <random>

using namespace spmla::emutest;

static void expectTable(const FloatFormat &Format, const float *Values) {
  for (unsigned Code = 0; Code < 256; ++Code) {
    float Value = float(decode(Format, Code));
    if (std::isnan(Values[Code])) {
      EXPECT_TRUE(std::isnan(Value)) << Code;
      continue;
    }
    EXPECT_EQ(bitCast<uint32_t>(Value), bitCast<uint32_t>(Values[Code]))
        << Code;
    EXPECT_EQ(encode(Format, Values[Code]), Code);
  }
}

TEST(Floats, E4M3FNDecodesAsTabulated) { expectTable(kFP8, kE4M3FN); }
TEST(Floats, E5M2DecodesAsTabulated) { expectTable(kBF8, kE5M2); }

TEST(Floats, FnuzIsHalfOfFnExceptItsNanCodes) {
  for (unsigned Code = 0; Code < 256; ++Code) {
    if ((Code & 0x7f) == 0x7f) {
      EXPECT_EQ(std::fabs(kE4M3FNUZ[Code]), 240);
      continue;
    }
    if (Code == 0x80) {
      EXPECT_TRUE(std::isnan(kE4M3FNUZ[Code]));
      continue;
    }
    EXPECT_EQ(2 * kE4M3FNUZ[Code], kE4M3FN[Code]) << Code;
  }
}

TEST(Floats, E8M0IsThePowerOfTwo) {
  for (unsigned Code = 0; Code < 255; ++Code)
    EXPECT_EQ(kE8M0[Code], std::ldexp(1.0f, int(Code) - 127));
  EXPECT_TRUE(std::isnan(kE8M0[255]));
}

TEST(Floats, F32RoundTripsThroughTheGenericFormat) {
  std::mt19937 R(1);
  for (unsigned I = 0; I < 10000; ++I) {
    uint32_t Bits = R();
    float Value = bitCast<float>(Bits);
    if (std::isnan(Value))
      continue;
    EXPECT_EQ(encode(kF32, decode(kF32, Bits)), Bits);
    EXPECT_EQ(encode(kF32, Quad(Value)), Bits);
  }
}

TEST(Floats, RoundingAgreesWithTheHost) {
  std::mt19937_64 R(2);
  for (unsigned I = 0; I < 10000; ++I) {
    double Value = bitCast<double>(R());
    if (std::isnan(Value))
      continue;
    EXPECT_EQ(encode(kF32, Value), bitCast<uint32_t>(float(Value)));
    // Near one, where sums of halves tie.
    double Near = std::ldexp(double(int64_t(R()) >> 34), -29);
    EXPECT_EQ(encode(kF32, Near), bitCast<uint32_t>(float(Near)));
  }
}

TEST(Floats, HalfRoundsTiesToEvenAndOverflows) {
  EXPECT_EQ(Half::of(1 + 0x1p-11).Bits, 0x3c00);
  EXPECT_EQ(Half::of(1 + 3 * 0x1p-11).Bits, 0x3c02);
  EXPECT_EQ(Half::of(65519).Bits, 0x7bff);
  EXPECT_EQ(Half::of(65520).Bits, 0x7c00);
  EXPECT_EQ(Half::of(65520, Round::TowardZero).Bits, 0x7bff);
  EXPECT_EQ(Half::of(0x1p-25).Bits, 0);
  EXPECT_EQ(Half::of(-0x1.8p-25).Bits, 0x8001);
  EXPECT_EQ(Half::of(0x1p-14 - 0x1p-26).Bits, 0x0400);
}

TEST(Floats, E4M3FNHasNoInfinity) {
  EXPECT_EQ(encode(kFP8, 464), 0x7e);
  EXPECT_EQ(encode(kFP8, 465), 0x7f);
  EXPECT_EQ(encode(kFP8, -1e30), 0xff);
}
