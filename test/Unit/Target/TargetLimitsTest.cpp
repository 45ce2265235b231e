#include "spmla/Kernel/TargetLimits.h"

#include "gtest/gtest.h"

using namespace spmla;

// tokenspeed pull request 119 and tilelang pull request 362 gave gfx950 the
// 64 KiB of LDS of its predecessor.
TEST(TargetLimits, LDSPerTarget) {
  ASSERT_NE(findTargetLimits("gfx950"), nullptr);
  EXPECT_EQ(findTargetLimits("gfx950")->ldsBytes, 163840u);
  ASSERT_NE(findTargetLimits("gfx942"), nullptr);
  EXPECT_EQ(findTargetLimits("gfx942")->ldsBytes, 65536u);
  EXPECT_EQ(findTargetLimits("gfx90a"), nullptr);
  EXPECT_EQ(findTargetLimits("gfx950:xnack+"), nullptr);
}

TEST(TargetLimits, WavesByRegisters) {
  // Registers up to which so many waves fit, and one more.
  const struct {
    unsigned vgprs, waves;
  } cases[] = {{0, 8},   {64, 8},  {65, 7},  {72, 7},  {73, 6},  {80, 6},
               {81, 5},  {96, 5},  {97, 4},  {128, 4}, {129, 3}, {168, 3},
               {169, 2}, {256, 2}, {257, 1}, {512, 1}, {513, 0}};
  for (auto [vgprs, waves] : cases)
    EXPECT_EQ(wavesPerSIMD(vgprs), waves) << vgprs << " registers";
}

TEST(TargetLimits, WorkgroupsByWhatRunsOutFirst) {
  const TargetLimits &gfx950 = *findTargetLimits("gfx950");
  const TargetLimits &gfx942 = *findTargetLimits("gfx942");
  // Registers: 2 waves per SIMD, 4 waves per workgroup.
  EXPECT_EQ(workgroupsPerCU(gfx950, 256, 0, 256), 2u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 256, 0, 512), 1u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 257, 0, 512), 0u);
  // LDS: half of it twice, a byte more once.
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 81920, 256), 2u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 81921, 256), 1u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 163840, 256), 1u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 163841, 256), 0u);
  EXPECT_EQ(workgroupsPerCU(gfx942, 64, 32768, 256), 2u);
  EXPECT_EQ(workgroupsPerCU(gfx942, 64, 65537, 256), 0u);
  // The granule: 54,272 bytes are 43 granules of 1,280, so two fit, not three;
  // 53,760 bytes are 42, so three do.
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 54272, 256), 2u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 53760, 256), 3u);
  // Barriers bound workgroups of two waves and more, not of one.
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 0, 128), 16u);
  EXPECT_EQ(workgroupsPerCU(gfx950, 64, 0, 64), 32u);
}
