#include "ListingText.h"

#include "gmock/gmock.h"

using namespace spmla;
using llvm::toString;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Listing, ReadsInstructionsOfTheKernelOnly) {
  Listing listing = parseBody("\ts_load_dwordx2 s[0:1], s[4:5], 0x0\n"
                              "\t;;#ASMSTART\n"
                              "\tv_nop\n"
                              "\t;;#ASMEND\n"
                              "\tv_add_f32_e32 v0, v1, v2      ; a comment\n"
                              "\tv_add_f32_e64 v0, -v1, v2\n"
                              "\ts_endpgm\n");
  EXPECT_EQ(listing.kernel, "k");
  ASSERT_EQ(listing.blocks.size(), 1u);
  std::vector<std::string> mnemonics;
  for (const ListingInstruction &instruction : listing.blocks[0].instructions)
    mnemonics.push_back(instruction.mnemonic);
  EXPECT_THAT(mnemonics, ElementsAre("s_load_dwordx2", "v_nop", "v_add_f32",
                                     "v_add_f32", "s_endpgm"));
  EXPECT_EQ(listing.blocks[0].instructions[2].operands, "v0, v1, v2");
}

TEST(Listing, ConnectsBlocks) {
  // 0 entry, 1 .LBB0_1 up to its first branch, 2 its second branch, 3 the cold
  // block, 4 .LBB0_4.
  Listing listing = parseBody(
      ".LBB0_1:                                ; %loop\n"
      "                                        ; =>This Inner Loop Header\n"
      "\tv_mov_b32_e32 v0, 0\n"
      "\ts_cbranch_vccnz .LBB0_4\n"
      "\ts_branch .LBB0_1\n"
      "; %bb.2:                                ; %spmla.cold7\n"
      "\tv_mov_b32_e32 v0, 1\n"
      ".LBB0_4:                                ; %exit\n"
      "\ts_endpgm\n");
  ASSERT_EQ(listing.blocks.size(), 4u);
  EXPECT_EQ(listing.blocks[0].label, ".LBB0_1");
  EXPECT_THAT(listing.blocks[0].successors, ElementsAre(3, 1));
  EXPECT_THAT(listing.blocks[1].successors, ElementsAre(0));
  EXPECT_THAT(listing.blocks[2].successors, ElementsAre(3));
  EXPECT_THAT(listing.blocks[3].successors, ElementsAre());
  EXPECT_TRUE(listing.blocks[2].isCold);
  EXPECT_FALSE(listing.blocks[1].isCold);
  EXPECT_FALSE(listing.blocks[3].isCold);
}

TEST(Listing, SecondBranchOfAColdBlockIsCold) {
  Listing listing = parseBody(".LBB0_1:                 ; %spmla.cold\n"
                              "\ts_cbranch_scc0 .LBB0_1\n"
                              "\ts_branch .LBB0_2\n"
                              ".LBB0_2:\n"
                              "\ts_endpgm\n");
  ASSERT_EQ(listing.blocks.size(), 3u);
  EXPECT_TRUE(listing.blocks[1].isCold);
  EXPECT_FALSE(listing.blocks[2].isCold);
}

static std::string messageOf(const std::string &assembly) {
  llvm::Expected<Listing> listing = parseListing(assembly);
  return listing ? "no error" : toString(listing.takeError());
}

TEST(Listing, RefusesWhatItCannotFollow) {
  EXPECT_THAT(messageOf(""), HasSubstr("to hold a kernel, got none"));
  EXPECT_THAT(messageOf(kernelListing("\ts_setpc_b64 s[0:1]\n")),
              HasSubstr("control flow of k to be direct, got s_setpc_b64"));
  EXPECT_THAT(messageOf(kernelListing("\ts_branch .LBB0_9\n")),
              HasSubstr("to be a label of the listing, got '.LBB0_9'"));
  std::string two = kernelListing("\ts_endpgm\n") + "\t.type\tf,@function\n" +
                    "f:\n\ts_endpgm\n";
  EXPECT_THAT(messageOf(two), HasSubstr("to hold one function, got k and f"));
}
