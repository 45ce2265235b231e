#include "ListingText.h"

#include "spmla/Target/HSACO/HotPath.h"

#include "gmock/gmock.h"

using namespace spmla;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

const std::string MFMA = "\tv_mfma_f32_16x16x32_bf16 a, b, c, d\n";

/// The first operand of every `v_mov_b32` on the path: tests mark blocks so.
std::vector<std::string> marksOnPath(const std::string &body) {
  Listing listing = parseBody(body);
  llvm::Expected<std::vector<unsigned>> path = findHotPath(listing);
  if (!path)
    return {llvm::toString(path.takeError())};
  std::vector<std::string> marks;
  for (unsigned block : *path)
    for (const ListingInstruction &instruction :
         listing.blocks[block].instructions)
      if (instruction.mnemonic == "v_mov_b32")
        marks.push_back(instruction.operands);
  return marks;
}

std::string mark(const std::string &name) {
  return "\tv_mov_b32_e32 " + name + "\n";
}

} // namespace

TEST(HotPath, NoneWithoutMatrixInstruction) {
  EXPECT_THAT(marksOnPath(".LBB0_1:\n" + mark("loop") +
                          "\ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n"),
              IsEmpty());
  EXPECT_THAT(marksOnPath(mark("straight") + MFMA + "\ts_endpgm\n"), IsEmpty());
}

TEST(HotPath, LeavesColdBlocksOut) {
  // One cold block falls through inside the loop, the other lies behind it.
  EXPECT_THAT(marksOnPath(mark("prologue") + ".LBB0_1:           ; %loop\n" +
                          MFMA +
                          "\ts_cbranch_scc0 .LBB0_2\n"
                          "; %bb.3:                        ; %spmla.cold\n" +
                          mark("inline") + ".LBB0_2:           ; %join\n" +
                          mark("join") + "\ts_cbranch_vccnz .LBB0_5\n" +
                          ".LBB0_4:           ; %latch\n" + mark("latch") +
                          "\ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n"
                          ".LBB0_5:           ; %spmla.cold1\n" +
                          mark("outofline") + "\ts_branch .LBB0_4\n"),
              ElementsAre("join", "latch"));
}

TEST(HotPath, ColdLatchIsNoLatch) {
  EXPECT_THAT(marksOnPath(".LBB0_1:\n" + MFMA + mark("header") +
                          "\ts_cbranch_scc0 .LBB0_3\n"
                          "; %bb.2:        ; %latch\n" +
                          mark("latch") +
                          "\ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n"
                          ".LBB0_3:        ; %spmla.cold\n" +
                          mark("a") + mark("b") + mark("c") +
                          "\ts_branch .LBB0_1\n"),
              ElementsAre("header", "latch"));
}

TEST(HotPath, FollowsEdgesNotTheText) {
  // The loop runs .LBB0_3, .LBB0_1, .LBB0_2; its text begins in the middle.
  EXPECT_THAT(marksOnPath("\ts_branch .LBB0_3\n"
                          ".LBB0_1:\n" +
                          mark("second") + MFMA + ".LBB0_2:\n" + mark("third") +
                          "\ts_cbranch_scc1 .LBB0_4\n"
                          ".LBB0_3:\n" +
                          mark("first") +
                          "\ts_branch .LBB0_1\n"
                          ".LBB0_4:\n\ts_endpgm\n"),
              ElementsAre("first", "second", "third"));
}

TEST(HotPath, TakesTheLongerHotSide) {
  const std::string two = ".LBB0_1:\n" + MFMA +
                          "\ts_cbranch_scc0 .LBB0_3\n"
                          "; %bb.2:\n" +
                          mark("short") +
                          "\ts_branch .LBB0_4\n"
                          ".LBB0_3:\n" +
                          mark("long") + MFMA + MFMA +
                          ".LBB0_4:\n"
                          "\ts_cbranch_scc1 .LBB0_1\n\ts_endpgm\n";
  EXPECT_THAT(marksOnPath(two), ElementsAre("long"));
}

TEST(HotPath, TakesTheLoopWithMostMatrixInstructions) {
  // The first loop is longer, the second has more MFMAs, and the outer loop
  // around both has more still, but they are not its own.
  EXPECT_THAT(marksOnPath(".LBB0_1:\n" + mark("outer") + MFMA + ".LBB0_2:\n" +
                          mark("a") + mark("b") + mark("c") + MFMA +
                          "\ts_cbranch_scc1 .LBB0_2\n" + ".LBB0_3:\n" +
                          mark("most") + MFMA + MFMA +
                          "\ts_cbranch_scc1 .LBB0_3\n"
                          "; %bb.4:\n"
                          "\ts_cbranch_vccnz .LBB0_1\n\ts_endpgm\n"),
              ElementsAre("most"));
}

TEST(HotPath, RefusesALoopInTheTileLoop) {
  const std::string nested = ".LBB0_1:\n" + MFMA + MFMA + ".LBB0_2:\n" +
                             mark("inner") +
                             "\ts_cbranch_scc1 .LBB0_2\n"
                             "; %bb.3:\n"
                             "\ts_cbranch_vccnz .LBB0_1\n\ts_endpgm\n";
  EXPECT_THAT(marksOnPath(nested),
              ElementsAre(HasSubstr("expects tile loop .LBB0_1 of k to be an "
                                    "innermost loop, got loop .LBB0_2 in it")));
}

TEST(HotPath, ColdInnerLoopIsNoObstacle) {
  EXPECT_THAT(marksOnPath(".LBB0_1:\n" + mark("header") + MFMA +
                          "\ts_cbranch_scc0 .LBB0_3\n"
                          ".LBB0_2:            ; %spmla.cold2\n" +
                          mark("inner") +
                          "\ts_cbranch_scc1 .LBB0_2\n"
                          ".LBB0_3:            ; %latch\n" +
                          mark("latch") +
                          "\ts_cbranch_vccnz .LBB0_1\n\ts_endpgm\n"),
              ElementsAre("header", "latch"));
}
