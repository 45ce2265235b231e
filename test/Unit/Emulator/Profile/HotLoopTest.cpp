//===- HotLoopTest.cpp - The loop that a profile points at ----------------===//

#include "ProfileKernel.h"

using namespace spmla::emutest;
using nlohmann::json;

namespace {

// First and last line of the hot loop.
std::pair<std::string, std::string> hotLoop(const std::string &body) {
  json kernel = profileOf(body);
  const json &loop = kernel.at("hot_loop");
  std::pair<std::string, std::string> lines;
  if (loop.is_null())
    return lines;
  for (const json &instruction : kernel.at("instructions")) {
    if (instruction.at("pc") == loop.at("first"))
      lines.first = instruction.at("text");
    if (instruction.at("pc") == loop.at("last"))
      lines.second = instruction.at("text");
  }
  return lines;
}

TEST(HotLoop, OfNestedLoopsTheInner) {
  auto [first, last] = hotLoop("s_mov_b32 s8, 5\n"
                               "outer:\n v_mov_b32 v5, 1\n s_mov_b32 s9, 10\n"
                               "inner:\n v_mov_b32 v6, 2\n v_mov_b32 v6, 3\n"
                               "s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n"
                               "s_cbranch_scc1 inner\n"
                               "s_sub_u32 s8, s8, 1\n s_cmp_lg_u32 s8, 0\n"
                               "s_cbranch_scc1 outer\n");
  EXPECT_EQ(first, "v_mov_b32_e32 v6, 2");
  EXPECT_EQ(last.substr(0, 14), "s_cbranch_scc1");
}

TEST(HotLoop, OuterLoopThatExecutesMore) {
  auto [first, last] = hotLoop("s_mov_b32 s8, 5\n"
                               "outer:\n v_mov_b32 v5, 1\n s_mov_b32 s9, 2\n"
                               "inner:\n"
                               "s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n"
                               "s_cbranch_scc1 inner\n"
                               ".rept 10\n v_mov_b32 v6, 2\n.endr\n"
                               "s_sub_u32 s8, s8, 1\n s_cmp_lg_u32 s8, 0\n"
                               "s_cbranch_scc1 outer\n");
  EXPECT_EQ(first, "v_mov_b32_e32 v5, 1");
}

// The block behind the loop, taken in most trips, returns to the loop's second
// instruction; what follows the loop executes more than one trip.
TEST(HotLoop, ABlockBehindTheLoopIsNoLoop) {
  auto [first, last] = hotLoop("s_mov_b32 s8, 4\n"
                               "loop:\n s_cmp_gt_u32 s8, 1\n"
                               "s_cbranch_scc1 cold\n"
                               "back:\n v_mov_b32 v6, 2\n"
                               "s_sub_u32 s8, s8, 1\n s_cmp_lg_u32 s8, 0\n"
                               "s_cbranch_scc1 loop\n"
                               ".rept 20\n v_mov_b32 v7, 2\n.endr\n"
                               "s_branch done\n"
                               "cold:\n s_branch back\n"
                               "done:\n");
  EXPECT_EQ(first, "s_cmp_gt_u32 s8, 1");
  EXPECT_EQ(last.substr(0, 14), "s_cbranch_scc1");
}

TEST(HotLoop, NoneWithoutASecondTrip) {
  auto [first, last] = hotLoop("s_mov_b32 s8, 1\n"
                               "loop:\n s_sub_u32 s8, s8, 1\n"
                               "s_cmp_lg_u32 s8, 0\n s_cbranch_scc1 loop\n");
  EXPECT_EQ(first, "");
}

} // namespace
