//===- ScalarTypeTest.cpp -------------------------------------------------===//

#include "ScalarType.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace spmla::run;

namespace {
constexpr double Infinity = std::numeric_limits<double>::infinity();

const ScalarType &type(const char *name) { return *findScalarType(name); }

/// The bits of a value, or all ones of 64 for none.
uint64_t bits(const char *name, double value) {
  auto bytes = encodeFloat(type(name), value);
  uint64_t result = bytes ? 0 : ~uint64_t(0);
  if (bytes)
    std::memcpy(&result, bytes->data(), bytes->size());
  return result;
}

TEST(ScalarType, NamesAllTypes) {
  EXPECT_EQ(scalarTypeNames(),
            "i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64");
  EXPECT_EQ(findScalarType("f8"), nullptr);
  EXPECT_EQ(findScalarType(""), nullptr);
}

TEST(ScalarType, EncodesIntegersLittleEndian) {
  EXPECT_EQ(encodeInteger(type("u16"), 0x1234),
            (std::vector<uint8_t>{0x34, 0x12}));
  EXPECT_EQ(encodeInteger(type("i8"), uint64_t(-2)),
            (std::vector<uint8_t>{0xfe}));
  EXPECT_EQ(encodeInteger(type("i64"), uint64_t(-2)).size(), 8u);
}

TEST(ScalarType, RoundsHalves) {
  EXPECT_EQ(bits("f16", 0), 0u);
  EXPECT_EQ(bits("f16", -0.0), 0x8000u);
  EXPECT_EQ(bits("f16", 1), 0x3c00u);
  EXPECT_EQ(bits("f16", -2), 0xc000u);
  // Ties to even.
  EXPECT_EQ(bits("f16", 2049), 0x6800u);
  EXPECT_EQ(bits("f16", 2051), 0x6802u);
  // A carry into the exponent, the largest, and what is beyond it.
  EXPECT_EQ(bits("f16", 2047.9), 0x6800u);
  EXPECT_EQ(bits("f16", 65504), 0x7bffu);
  EXPECT_EQ(bits("f16", 65519.9), 0x7bffu);
  EXPECT_EQ(bits("f16", 65520), ~uint64_t(0));
  // The least subnormal, half of it, and more than half.
  EXPECT_EQ(bits("f16", std::ldexp(1, -24)), 1u);
  EXPECT_EQ(bits("f16", std::ldexp(1, -25)), 0u);
  EXPECT_EQ(bits("f16", std::ldexp(1.01, -25)), 1u);
  EXPECT_EQ(bits("f16", std::ldexp(1, -14)), 0x0400u);
  EXPECT_EQ(bits("f16", Infinity), 0x7c00u);
  EXPECT_EQ(bits("f16", std::nan("")), 0x7e00u);
}

// In one step: by way of f32 the second would become a tie, and 0x3f80.
TEST(ScalarType, RoundsBf16Once) {
  EXPECT_EQ(bits("bf16", 1.00390625), 0x3f80u);
  EXPECT_EQ(bits("bf16", 1.00390625 + 1e-12), 0x3f81u);
  EXPECT_EQ(bits("bf16", 1.01171875), 0x3f82u);
  EXPECT_EQ(bits("bf16", -Infinity), 0xff80u);
  EXPECT_EQ(bits("bf16", 1e39), ~uint64_t(0));
}

TEST(ScalarType, AgreesWithTheHostOnSingles) {
  std::mt19937_64 random(1);
  for (int i = 0; i != 100000; ++i) {
    double value =
        std::ldexp(double(int64_t(random())), -int(random() % 220) + 60);
    float single = float(value);
    uint32_t wanted;
    std::memcpy(&wanted, &single, sizeof wanted);
    EXPECT_EQ(bits("f32", value),
              std::isinf(single) ? ~uint64_t(0) : uint64_t(wanted))
        << value;
  }
}

TEST(ScalarType, KeepsDoubles) {
  for (double value : {0.1, -1e308, 5e-324, Infinity, -0.0}) {
    uint64_t wanted;
    std::memcpy(&wanted, &value, sizeof wanted);
    EXPECT_EQ(bits("f64", value), wanted);
  }
}
} // namespace
