#include "spmla/Kernel/LineRequests.h"

#include "spmla/Kernel/KernelSpec.h"

#include "gtest/gtest.h"

using namespace spmla;

namespace {

KernelSpec specOf(CacheFormat format, int rope, Schedule schedule,
                  std::optional<Gather> gather = std::nullopt) {
  PartialSpec asked;
  asked.format = format;
  asked.rope = rope;
  asked.schedule = schedule;
  asked.gather = gather;
  KernelSpec spec = completeSpec(asked);
  EXPECT_EQ(validate(spec), std::nullopt);
  return spec;
}

/// Requests per 64 tokens, counted by hand; 64 rows of so many lines each.
void expectLines(const KernelSpec &spec, LineRequests even, LineRequests odd) {
  SCOPED_TRACE(kernelName(spec));
  LineRequests counted = countLineRequests(spec, /*hasOddRows=*/false);
  EXPECT_EQ(counted.perLoad, even.perLoad);
  EXPECT_EQ(counted.merged, even.merged);
  counted = countLineRequests(spec, /*hasOddRows=*/true);
  EXPECT_EQ(counted.perLoad, odd.perLoad);
  EXPECT_EQ(counted.merged, odd.merged);
}

} // namespace

// 576 bytes are nine halves of five lines.
TEST(LineRequests, Halves) {
  expectLines(specOf(CacheFormat::fp8_scalar, 64, Schedule::direct),
              {64 * 9, 64 * 5}, {64 * 9, 64 * 5});
  expectLines(specOf(CacheFormat::fp8_scalar, 0, Schedule::direct),
              {64 * 8, 64 * 4}, {64 * 8, 64 * 4});
}

TEST(LineRequests, WholeLines) {
  expectLines(
      specOf(CacheFormat::fp8_scalar, 64, Schedule::direct, Gather::line),
      {64 * 5, 64 * 5}, {64 * 5, 64 * 5});
}

// A wave's two blocks take turns after two halves, which are those of a line in
// even rows only.
TEST(LineRequests, HalvesOfTwoBlocks) {
  expectLines(specOf(CacheFormat::fp8_scalar, 64, Schedule::solo),
              {64 * 9, 64 * 5}, {64 * 9, 64 * 9});
  expectLines(specOf(CacheFormat::fp8_scalar, 0, Schedule::solo),
              {64 * 8, 64 * 4}, {64 * 8, 64 * 4});
}

// The 512 latent bytes of an odd row end in the line of its rope half, which
// comes right after the last two rows of each of the four waves.
TEST(LineRequests, RowsOfFP8) {
  expectLines(specOf(CacheFormat::fp8_scalar, 64, Schedule::staged),
              {64 * 5, 64 * 5}, {64 * 6, 64 * 6 - 4 * 2});
  expectLines(specOf(CacheFormat::fp8_scalar, 0, Schedule::staged),
              {64 * 4, 64 * 4}, {64 * 4, 64 * 4});
}

// 1152 bytes are nine lines, the last in two halves.
TEST(LineRequests, RowsOfBF16) {
  expectLines(specOf(CacheFormat::bf16, 64, Schedule::staged),
              {64 * 10, 64 * 9}, {64 * 10, 64 * 9});
  expectLines(specOf(CacheFormat::bf16, 0, Schedule::staged), {64 * 8, 64 * 8},
              {64 * 8, 64 * 8});
}
