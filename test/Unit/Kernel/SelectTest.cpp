//===- SelectTest.cpp - The rule of the schedule against executed counts --===//

#include "spmla/Kernel/Select.h"

#include "gtest/gtest.h"

using namespace spmla;

namespace {
/// Wave instructions of one query on the emulator, 512+64 columns.
struct Executed {
  QType q;
  Dot dot;
  int heads;
  int64_t tokens;
  int64_t direct, solo;
};

const Executed measured[] = {
    {QType::e4m3fn, Dot::fp8, 16, 1, 2248, 3240},
    {QType::e4m3fn, Dot::fp8, 16, 128, 2700, 3387},
    {QType::e4m3fn, Dot::fp8, 16, 256, 3756, 4279},
    {QType::e4m3fn, Dot::fp8, 16, 512, 5868, 6063},
    {QType::e4m3fn, Dot::fp8, 16, 768, 7980, 7847},
    {QType::e4m3fn, Dot::fp8, 16, 1024, 10092, 9631},
    {QType::e4m3fn, Dot::fp8, 16, 2048, 18540, 16767},
    {QType::e4m3fn, Dot::fp8, 16, 4096, 35436, 31039},
    {QType::e4m3fn, Dot::fp8, 8, 1, 2260, 3252},
    {QType::e4m3fn, Dot::fp8, 8, 128, 2712, 3399},
    {QType::e4m3fn, Dot::fp8, 8, 256, 3768, 4291},
    {QType::e4m3fn, Dot::fp8, 8, 512, 5880, 6075},
    {QType::e4m3fn, Dot::fp8, 8, 768, 7992, 7859},
    {QType::e4m3fn, Dot::fp8, 8, 1024, 10104, 9643},
    {QType::e4m3fn, Dot::fp8, 8, 2048, 18552, 16779},
    {QType::e4m3fn, Dot::fp8, 8, 4096, 35448, 31051},
    {QType::e4m3fn, Dot::bf16, 16, 1, 2452, 3428},
    {QType::e4m3fn, Dot::bf16, 16, 128, 3040, 3575},
    {QType::e4m3fn, Dot::bf16, 16, 256, 4368, 4655},
    {QType::e4m3fn, Dot::bf16, 16, 512, 7024, 6815},
    {QType::e4m3fn, Dot::bf16, 16, 768, 9680, 8975},
    {QType::e4m3fn, Dot::bf16, 16, 1024, 12336, 11135},
    {QType::e4m3fn, Dot::bf16, 16, 2048, 22960, 19775},
    {QType::e4m3fn, Dot::bf16, 16, 4096, 44208, 37055},
    {QType::e4m3fn, Dot::bf16, 8, 1, 2644, 3644},
    {QType::e4m3fn, Dot::bf16, 8, 128, 3144, 3791},
    {QType::e4m3fn, Dot::bf16, 8, 256, 4296, 4759},
    {QType::e4m3fn, Dot::bf16, 8, 512, 6600, 6695},
    {QType::e4m3fn, Dot::bf16, 8, 768, 8904, 8631},
    {QType::e4m3fn, Dot::bf16, 8, 1024, 11208, 10567},
    {QType::e4m3fn, Dot::bf16, 8, 2048, 20424, 18311},
    {QType::e4m3fn, Dot::bf16, 8, 4096, 38856, 33799},
    {QType::bf16, Dot::bf16, 16, 1, 5796, 5155},
    {QType::bf16, Dot::bf16, 16, 128, 6408, 5299},
    {QType::bf16, Dot::bf16, 16, 256, 7784, 6479},
    {QType::bf16, Dot::bf16, 16, 512, 10536, 8839},
    {QType::bf16, Dot::bf16, 16, 768, 13288, 11199},
    {QType::bf16, Dot::bf16, 16, 1024, 16040, 13559},
    {QType::bf16, Dot::bf16, 16, 2048, 27048, 22999},
    {QType::bf16, Dot::bf16, 16, 4096, 49064, 41879},
    {QType::bf16, Dot::bf16, 8, 1, 6048, 5334},
    {QType::bf16, Dot::bf16, 8, 128, 6552, 5478},
    {QType::bf16, Dot::bf16, 8, 256, 7704, 6482},
    {QType::bf16, Dot::bf16, 8, 512, 10008, 8490},
    {QType::bf16, Dot::bf16, 8, 768, 12312, 10498},
    {QType::bf16, Dot::bf16, 8, 1024, 14616, 12506},
    {QType::bf16, Dot::bf16, 8, 2048, 23832, 20538},
    {QType::bf16, Dot::bf16, 8, 4096, 42264, 36602},
    {QType::bf16, Dot::fp8, 16, 1, 4196, 4517},
    {QType::bf16, Dot::fp8, 16, 128, 4652, 4661},
    {QType::bf16, Dot::fp8, 16, 256, 5708, 5553},
    {QType::bf16, Dot::fp8, 16, 512, 7820, 7337},
    {QType::bf16, Dot::fp8, 16, 768, 9932, 9121},
    {QType::bf16, Dot::fp8, 16, 1024, 12044, 10905},
    {QType::bf16, Dot::fp8, 16, 2048, 20492, 18041},
    {QType::bf16, Dot::fp8, 16, 4096, 37388, 32313},
    {QType::bf16, Dot::fp8, 8, 1, 4208, 4529},
    {QType::bf16, Dot::fp8, 8, 128, 4664, 4673},
    {QType::bf16, Dot::fp8, 8, 256, 5720, 5565},
    {QType::bf16, Dot::fp8, 8, 512, 7832, 7349},
    {QType::bf16, Dot::fp8, 8, 768, 9944, 9133},
    {QType::bf16, Dot::fp8, 8, 1024, 12056, 10917},
    {QType::bf16, Dot::fp8, 8, 2048, 20504, 18053},
    {QType::bf16, Dot::fp8, 8, 4096, 37400, 32325},
};

// Never much worse than the better one, and right where it matters.
TEST(SelectSchedule, FollowsTheExecutedCounts) {
  for (const Executed &row : measured) {
    bool solo = selectSchedule(row.q, row.dot, row.tokens) == Schedule::solo;
    int64_t chosen = solo ? row.solo : row.direct,
            other = solo ? row.direct : row.solo;
    EXPECT_LE(double(chosen), 1.08 * double(other))
        << toString(row.q) << ' ' << toString(row.dot) << ' ' << row.heads
        << ' ' << row.tokens;
  }
}

TEST(SelectSchedule, PrefersDirectForShortListsAndSoloForLong) {
  const struct {
    QType q;
    Dot dot;
    int64_t tokens;
    Schedule schedule;
  } table[] = {
      {QType::e4m3fn, Dot::fp8, 0, Schedule::direct},
      {QType::e4m3fn, Dot::fp8, 639, Schedule::direct},
      {QType::e4m3fn, Dot::fp8, 640, Schedule::solo},
      {QType::e4m3fn, Dot::fp8, 2048, Schedule::solo},
      {QType::e4m3fn, Dot::bf16, 511, Schedule::direct},
      {QType::e4m3fn, Dot::bf16, 512, Schedule::solo},
      {QType::bf16, Dot::fp8, 191, Schedule::direct},
      {QType::bf16, Dot::fp8, 192, Schedule::solo},
      {QType::bf16, Dot::bf16, 0, Schedule::solo},
      {QType::bf16, Dot::bf16, int64_t(1) << 31, Schedule::solo},
  };
  for (const auto &row : table)
    EXPECT_EQ(selectSchedule(row.q, row.dot, row.tokens), row.schedule)
        << toString(row.q) << ' ' << toString(row.dot) << ' ' << row.tokens;
}
} // namespace
