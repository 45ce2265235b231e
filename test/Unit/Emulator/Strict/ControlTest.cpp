//===- ControlTest.cpp - Barriers, limits, and how strict mode is chosen --===//

#include "StrictKernel.h"

#include "../Device.h"

using namespace spmla::emutest;

INSTANTIATE_TEST_SUITE_P(
    Barrier, StrictTest,
    testing::Values(
        StrictCase{"OnePartEnds",
                   3,
                   "s_cmp_eq_u32 s4, 1\n s_cbranch_scc1 end\n s_barrier\n"
                   "end:\n",
                   {"kernel k: expects all 3 waves to reach the barrier, got "
                    "2: the others have ended",
                    "wave 0", ": s_barrier"}},
        // Which barrier does not matter.
        StrictCase{"TwoPlaces",
                   2,
                   "s_cmp_eq_u32 s4, 1\n s_cbranch_scc1 other\n s_barrier\n"
                   "s_endpgm\n other:\n s_barrier\n",
                   {}}),
    caseName);

TEST(StrictMode, LimitsInstructions) {
  StrictCase forever{"Forever", 1, "again:\n s_branch again\n", {}};
  spmla_emu_set_strict(1);
  spmla_emu_set_instruction_limit(1000);
  std::string text = runStrict(forever);
  EXPECT_NE(text.find("expects a wave to end within 1000 instructions"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(": s_branch"), std::string::npos) << text;
  StrictCase once{"Once", 2, "s_nop 0\n", {}};
  spmla_emu_set_instruction_limit(12);
  EXPECT_EQ(runStrict(once), "");
  spmla_emu_set_instruction_limit(11); // s_endpgm is one too many
  EXPECT_NE(runStrict(once), "");
  spmla_emu_set_instruction_limit(uint64_t(1) << 28);
  spmla_emu_set_strict(0);
}

TEST(StrictMode, IsOffByDefault) {
  EXPECT_EQ(spmla_emu_strict(), 0);
  spmla_emu_set_strict(1);
  EXPECT_EQ(spmla_emu_strict(), 1);
  spmla_emu_set_strict(0);
}
