//===- KernelArgumentsTest.cpp --------------------------------------------===//
//
// Short, long and reordered lists of arguments are refused: HIP itself would
// launch them (legacy-rocm-build issue 6408, aotriton PR 238).
//
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"

#include "gtest/gtest.h"

#include <cstring>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

namespace {
/// add(float *out, const float *in, int n, float scale) and what the compiler
/// adds to it.
emu::KernelMetadata kernel() {
  emu::KernelMetadata metadata;
  metadata.name = "add";
  auto add = [&](uint64_t offset, uint64_t size, const char *kind) {
    metadata.arguments.emplace_back();
    metadata.arguments.back().offset = offset;
    metadata.arguments.back().size = size;
    metadata.arguments.back().valueKind = kind;
  };
  add(0, 8, "global_buffer");
  add(8, 8, "global_buffer");
  add(16, 4, "by_value");
  add(20, 4, "by_value");
  add(24, 4, "hidden_block_count_x");
  metadata.kernargSize = 280;
  metadata.maxWorkgroupSize = 256;
  return metadata;
}

/// A launch of `add` with these arguments.
Launch launch(const std::string &arguments) {
  return parseLaunchFile(
             R"({"buffers": {"a": {"bytes": 100}, "b": {"bytes": 0}},
                 "launches": [{"grid": [1], "block": [256], "arguments": [)" +
                 arguments + "]}]}",
             "l.json", "add")
      .launches.at(0);
}

constexpr char Right[] =
    R"({"buffer": "a"}, {"buffer": "a", "offset": 100}, {"i32": 7}, {"f32": 1})";

std::string errorOf(const std::string &arguments) {
  try {
    checkLaunch(launch(arguments), kernel());
    return "none";
  } catch (const std::runtime_error &error) {
    return error.what();
  }
}

TEST(KernelArguments, TakesTheRightOnes) {
  EXPECT_EQ(errorOf(Right), "none");
  EXPECT_EQ(errorOf(R"(null, null, {"hex": "01000000"}, {"u32": 1})"), "none");
}

TEST(KernelArguments, CountsThem) {
  EXPECT_EQ(errorOf(R"({"buffer": "a"}, {"buffer": "a"}, {"i32": 7})"),
            "expects the number of arguments of kernel add to be 4, got 3");
  EXPECT_EQ(errorOf(std::string(Right) + ", null"),
            "expects the number of arguments of kernel add to be 4, got 5");
  EXPECT_EQ(errorOf(""),
            "expects the number of arguments of kernel add to be 4, got 0");
}

TEST(KernelArguments, ComparesKindAndSize) {
  EXPECT_EQ(errorOf(R"({"buffer": "a"}, {"f32": 1}, {"i32": 7}, {"f32": 1})"),
            "expects argument 1 of kernel add to be a pointer (8 bytes), got "
            "f32");
  // The right size, and still no pointer.
  EXPECT_EQ(errorOf(R"({"u64": 1}, {"buffer": "a"}, {"i32": 7}, {"f32": 1})"),
            "expects argument 0 of kernel add to be a pointer (8 bytes), got "
            "u64");
  EXPECT_EQ(errorOf(R"(null, null, {"buffer": "a"}, {"f32": 1})"),
            "expects argument 2 of kernel add to be a value (4 bytes), got "
            "buffer a");
  EXPECT_EQ(errorOf(R"(null, null, {"i64": 7}, {"f32": 1})"),
            "expects argument 2 of kernel add to be a value (4 bytes), got "
            "i64");
  EXPECT_EQ(errorOf(R"(null, null, {"i32": 7}, {"hex": "0000"})"),
            "expects argument 3 of kernel add to be a value (4 bytes), got 2 "
            "bytes");
  EXPECT_EQ(errorOf(R"(null, null, {"i32": 7},
                       {"bytes": 8, "fields": [{"at": 0, "f32": 1}]})"),
            "expects argument 3 of kernel add to be a value (4 bytes), got a "
            "structure of 8 bytes");
}

TEST(KernelArguments, RefusesOtherKinds) {
  emu::KernelMetadata metadata = kernel();
  metadata.arguments[2].valueKind = "dynamic_shared_pointer";
  try {
    checkLaunch(launch(Right), metadata);
    FAIL();
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(),
                 "expects argument 2 of kernel add to be a pointer to global "
                 "memory or a value, got one that the kernel declares as "
                 "dynamic_shared_pointer");
  }
}

TEST(KernelArguments, ChecksTheWorkgroup) {
  Launch large = launch(Right);
  large.block = {64, 2, 2};
  EXPECT_NO_THROW(checkLaunch(large, kernel()));
  large.block = {64, 2, 3};
  try {
    checkLaunch(large, kernel());
    FAIL();
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(), "expects the block of kernel add to be at most "
                               "256 work-items, got 384");
  }
}

// HIP counts the work-items of a dimension in 32 bits.
TEST(KernelArguments, ChecksTheGrid) {
  Launch large = launch(Right);
  large.block = {64, 1, 1};
  large.grid = {(1u << 26) - 1, 65535, 65535};
  EXPECT_NO_THROW(checkLaunch(large, kernel()));
  large.grid = {1u << 26, 1, 1};
  try {
    checkLaunch(large, kernel());
    FAIL();
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(),
                 "expects grid times block of kernel add to be at most "
                 "4294967295 work-items in each dimension, got 4294967296");
  }
}

template <typename T> T at(const std::vector<uint8_t> &block, size_t offset) {
  T value;
  std::memcpy(&value, block.data() + offset, sizeof value);
  return value;
}

TEST(KernelArguments, PacksThem) {
  std::vector<uint8_t> block =
      packArguments(launch(Right), kernel(), {{0x1000, 100}, {0, 0}});
  ASSERT_EQ(block.size(), 24u);
  EXPECT_EQ(at<uint64_t>(block, 0), 0x1000u);
  EXPECT_EQ(at<uint64_t>(block, 8), 0x1064u);
  EXPECT_EQ(at<int32_t>(block, 16), 7);
  EXPECT_EQ(at<float>(block, 20), 1.f);
}

TEST(KernelArguments, PacksPointersOfStructures) {
  emu::KernelMetadata metadata = kernel();
  metadata.arguments.resize(1);
  metadata.arguments[0].offset = 8;
  metadata.arguments[0].size = 24;
  metadata.arguments[0].valueKind = "by_value";
  Launch given = launch(
      R"({"bytes": 24, "fields": [{"at": 16, "buffer": "a", "offset": 4}]})");
  checkLaunch(given, metadata);
  std::vector<uint8_t> block =
      packArguments(given, metadata, {{0x1000, 100}, {0, 0}});
  ASSERT_EQ(block.size(), 32u);
  EXPECT_EQ(at<uint64_t>(block, 8), 0u);
  EXPECT_EQ(at<uint64_t>(block, 24), 0x1004u);
}

TEST(KernelArguments, RefusesOffsetsPastTheBuffer) {
  auto pack = [](const std::string &first) {
    try {
      packArguments(launch(first + R"(, null, {"i32": 7}, {"f32": 1})"),
                    kernel(), {{0x1000, 100}, {0, 0}});
      return std::string("none");
    } catch (const std::runtime_error &error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(pack(R"({"buffer": "a", "offset": 100})"), "none");
  EXPECT_EQ(pack(R"({"buffer": "a", "offset": 101})"),
            "expects the offset of argument 0 of kernel add to be at most 100 "
            "bytes as the buffer has, got 101");
  EXPECT_EQ(pack(R"({"buffer": "b"})"), "none");
  EXPECT_EQ(pack(R"({"buffer": "b", "offset": 1})"),
            "expects the offset of argument 0 of kernel add to be at most 0 "
            "bytes as the buffer has, got 1");
}
} // namespace
