//===- HazardTest.cpp - Results used before their wait states -------------===//

#include "StrictKernel.h"
#include "emulator/Emulator.h"

using namespace spmla::emutest;

namespace {

// Factors of an MFMA that are defined and were written long ago.
#define FACTORS "v_mov_b64 v[8:9], 0\n v_mov_b64 v[10:11], 0\n s_nop 4\n"
// 4 passes, 8 passes and 16 passes.
#define MFMA4 "v_mfma_f32_16x16x16_f16 v[16:19], v[8:9], v[10:11], 0\n"
#define MFMA8 "v_mfma_f32_32x32x8_f16 v[16:31], v[8:9], v[10:11], 0\n"
#define MFMA16 "v_mfma_f32_32x32x64_f8f6f4 v[16:31], v[32:39], v[40:47], 0\n"
#define SGEMM8 "v_mfma_f32_16x16x4_f32 v[16:19], v8, v10, 0\n"
#define READ "v_mov_b32 v50, v16\n"
#define WRITE "v_mov_b32 v16, 0\n"

// Two instructions, and the wait states that belong between them.
struct HazardCase {
  const char *name;
  const char *first, *second;
  unsigned waitStates;
  const char *what, *after; // in the error text
};

void PrintTo(const HazardCase &c, std::ostream *os) { *os << c.name; }

std::string runCase(const HazardCase &c, unsigned waitStates) {
  std::string body = std::string(FACTORS) + c.first;
  for (; waitStates > 16; waitStates -= 16)
    body += "s_nop 15\n";
  if (waitStates)
    body += "s_nop " + std::to_string(waitStates - 1) + "\n";
  body += c.second;
  return runStrict({c.name, 1, body.c_str(), {}});
}

class HazardTest : public testing::TestWithParam<HazardCase> {};

TEST_P(HazardTest, WantsEveryWaitState) {
  const HazardCase &c = GetParam();
  spmla_emu_set_strict(1);
  std::string enough = runCase(c, c.waitStates),
              tooFew = runCase(c, c.waitStates - 1);
  spmla_emu_set_strict(0);
  EXPECT_EQ(enough, "");
  std::string needed = std::to_string(c.waitStates),
              got = std::to_string(c.waitStates - 1);
  std::string text = "expects " + std::string(c.what) + " at least " + needed +
                     (c.waitStates == 1 ? " wait state" : " wait states") +
                     " after " + c.after + ", got " + got + "\n  after pc 0x";
  EXPECT_NE(tooFew.find(text), std::string::npos)
      << "no \"" << text << "\" in:\n"
      << tooFew;
  EXPECT_EQ(runCase(c, 0), "") << "fast mode does not mind";
}

INSTANTIATE_TEST_SUITE_P(
    Matrix, HazardTest,
    testing::Values(
        HazardCase{"Read4", MFMA4, READ, 8, "v16 to be read",
                   "an MFMA that writes it"},
        HazardCase{"Read8", MFMA8, "v_mov_b32 v50, v31\n", 12, "v31 to be read",
                   "an MFMA that writes it"},
        // One more than LLVM 22 looks back
        // (https://github.com/llvm/llvm-project/pull/222040).
        HazardCase{"Read16", MFMA16, READ, 20, "v16 to be read",
                   "an MFMA that writes it"},
        HazardCase{"Overwritten", MFMA4, WRITE, 8, "v16 to be overwritten",
                   "an MFMA that writes it"},
        HazardCase{"Stored", MFMA4,
                   "global_store_dwordx4 v4, v[16:19], s[6:7]\n", 8,
                   "v[16:19] to be read", "an MFMA that writes it"},
        HazardCase{"Loaded", MFMA4, "global_load_dword v19, v4, s[6:7]\n", 8,
                   "v19 to be overwritten", "an MFMA that writes it"},
        HazardCase{"Lds", MFMA4, "ds_write_b64 v3, v[18:19]\n", 8,
                   "v[18:19] to be read", "an MFMA that writes it"},
        HazardCase{"AccumulationRegister",
                   "v_mfma_f32_16x16x16_f16 a[16:19], v[8:9], v[10:11], 0\n",
                   "v_accvgpr_read_b32 v50, a18\n", 8, "a18 to be read",
                   "an MFMA that writes it"},
        HazardCase{"Dpp", MFMA4, "v_mov_b32_dpp v50, v17 row_shl:1\n", 8,
                   "v17 to be read", "an MFMA that writes it"},
        HazardCase{"A", MFMA4,
                   "v_mfma_f32_16x16x16_f16 v[52:55], v[18:19], v[10:11], 0\n",
                   8, "v[18:19] to be read as A or B",
                   "an MFMA that writes it"},
        HazardCase{"Scale", MFMA4,
                   "v_mfma_scale_f32_16x16x128_f8f6f4 v[52:55], v[32:39], "
                   "v[40:47], 0, v20, v16\n",
                   8, "v16 to be read as A or B", "an MFMA that writes it"},
        HazardCase{"PartOfC", MFMA4,
                   "v_mfma_f32_16x16x16_f16 v[52:55], v[8:9], v[10:11], "
                   "v[18:21]\n",
                   6, "v[18:21] to be read as C", "an MFMA that writes it"},
        HazardCase{"COfOtherPasses",
                   "v_mfma_f32_16x16x128_f8f6f4 v[16:19], v[32:39], v[40:47], "
                   "0\n",
                   "v_mfma_f32_16x16x32_fp8_fp8 v[16:19], v[8:9], v[10:11], "
                   "v[16:19]\n",
                   10, "v[16:19] to be read as C", "an MFMA that writes it"},
        HazardCase{"COfTheMatrixCoreBesideIt", MFMA4,
                   "v_mfma_f32_16x16x4_f32 v[16:19], v8, v10, v[16:19]\n", 6,
                   "v[16:19] to be read as C", "an MFMA that writes it"},
        HazardCase{"CIsOverwritten",
                   "v_mfma_f32_16x16x16_f16 v[52:55], v[8:9], v[10:11], "
                   "v[16:19]\n",
                   WRITE, 3, "v16 to be overwritten",
                   "an MFMA that reads it as C"},
        HazardCase{"ReadBesideTheMatrixCore", SGEMM8, READ, 10,
                   "v16 to be read", "an MFMA that writes it"},
        HazardCase{"PartOfCBesideTheMatrixCore", SGEMM8,
                   "v_mfma_f32_16x16x4_f32 v[52:55], v8, v10, v[18:21]\n", 8,
                   "v[18:21] to be read as C", "an MFMA that writes it"},
        HazardCase{"Factor", "v_mov_b32 v11, 0\n", MFMA4, 2,
                   "v[10:11] to be read", "a vector operation that writes it"},
        HazardCase{"Exec", "v_cmpx_eq_u32 vcc, v2, v2\n", MFMA4, 4,
                   "an MFMA to come", "a vector operation that writes EXEC"},
        HazardCase{"Swapped", MFMA4, "v_swap_b32 v51, v17\n", 8,
                   "v17 to be read", "an MFMA that writes it"}),
    [](const testing::TestParamInfo<HazardCase> &info) {
      return info.param.name;
    });

INSTANTIATE_TEST_SUITE_P(
    Vector, HazardTest,
    testing::Values(
        HazardCase{"Transcendental", "v_exp_f32 v16, v2\n", READ, 1,
                   "v16 to be read",
                   "a transcendental operation that writes it"},
        HazardCase{"Sdwa",
                   "v_add_u16_sdwa v16, v2, v2 dst_sel:WORD_1 "
                   "dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD\n",
                   READ, 1, "v16 to be read",
                   "an SDWA or op_sel operation that writes it"},
        HazardCase{"OpSel", "v_cvt_pk_fp8_f32 v16, v2, v2 op_sel:[0,0,1]\n",
                   WRITE, 1, "v16 to be overwritten",
                   "an SDWA or op_sel operation that writes it"},
        HazardCase{"DotAsFactor", "v_dot4_i32_i8 v16, v2, v2, v2\n",
                   "v_dot4_i32_i8 v50, v16, v2, v2\n", 3,
                   "v16 to be read as A or B", "a dot product that writes it"},
        HazardCase{"DotElsewhere", "v_dot4_i32_i8 v16, v2, v2, v2\n",
                   "v_dot4_u32_u8 v50, v2, v2, v16\n", 3, "v16 to be read",
                   "a dot product that writes it"},
        HazardCase{"DotOverwritten", "v_dot4_i32_i8 v16, v2, v2, v2\n", WRITE,
                   3, "v16 to be overwritten", "a dot product that writes it"},
        HazardCase{"Dpp", WRITE, "v_mov_b32_dpp v50, v16 row_shl:1\n", 2,
                   "v16 to be read", "a vector operation that writes it"},
        HazardCase{"DppExec", "v_cmpx_eq_u32 vcc, v2, v2\n",
                   "v_mov_b32_dpp v50, v2 row_shl:1\n", 5,
                   "a DPP operation to come",
                   "a vector operation that writes EXEC"},
        HazardCase{"ReadLane", WRITE, "v_readlane_b32 s20, v16, 3\n", 1,
                   "v16 to be read", "a vector operation that writes it"},
        HazardCase{"ReadFirstLane", WRITE, "v_readfirstlane_b32 s20, v16\n", 1,
                   "v16 to be read", "a vector operation that writes it"},
        HazardCase{"LaneExec", "v_cmpx_eq_u32 vcc, v2, v2\n",
                   "v_writelane_b32 v50, 1, 3\n", 4,
                   "an access to one lane to come",
                   "a vector operation that writes EXEC"},
        HazardCase{"Permlane", WRITE, "v_permlane32_swap_b32 v50, v16\n", 2,
                   "v16 to be read", "a vector operation that writes it"},
        HazardCase{"PermlaneExec", "v_cmpx_eq_u32 vcc, v2, v2\n",
                   "v_permlane16_swap_b32 v50, v51\n", 4,
                   "a permlane swap to come",
                   "a vector operation that writes EXEC"},
        HazardCase{"LaneSelect", "v_readfirstlane_b32 s20, v2\n",
                   "v_readlane_b32 s21, v2, s20\n", 4, "s20 to select a lane",
                   "a vector operation that writes it"},
        HazardCase{"ScalarOperand", "v_cmp_eq_u32 s[20:21], v2, v2\n",
                   "v_mov_b32 v50, s21\n", 2, "s21 to be read",
                   "a vector operation that writes it"},
        HazardCase{"Vcc", "v_cmp_eq_u32 vcc, v2, v2\n",
                   "v_cndmask_b32 v50, v2, v3, vcc\n", 2, "vcc_lo to be read",
                   "a vector operation that writes it"},
        HazardCase{"DivFmas", "v_cmp_eq_u32 vcc, v2, v2\n",
                   "v_div_fmas_f32 v50, v2, v2, v2\n", 4, "v_div_fmas to come",
                   "a vector operation that writes VCC"},
        HazardCase{"Soffset", "v_readfirstlane_b32 s20, v8\n",
                   "buffer_load_dword v50, v4, s[12:15], s20 offen\n", 5,
                   "s20 to be read", "a vector operation that writes it"},
        HazardCase{"MemoryExec", "v_cmpx_eq_u32 vcc, v2, v2\n",
                   "global_load_dword v50, v4, s[6:7]\n", 5,
                   "an access to memory to come",
                   "a vector operation that writes EXEC"}),
    [](const testing::TestParamInfo<HazardCase> &info) {
      return info.param.name;
    });

INSTANTIATE_TEST_SUITE_P(
    Other, HazardTest,
    testing::Values(
        HazardCase{"Data", "global_store_dwordx4 v4, v[8:11], s[6:7]\n",
                   "v_mov_b32 v9, 0\n", 2, "v9 to be overwritten",
                   "a store of more than two registers that reads it"},
        HazardCase{"DataAndMatrix",
                   "buffer_store_dwordx3 v[8:10], v4, s[12:15], 0 offen\n",
                   "v_mfma_f32_16x16x16_f16 v[8:11], v[52:53], v[54:55], 0\n",
                   2, "v[8:11] to be overwritten",
                   "a store of more than two registers that reads it"},
        HazardCase{"DataWithSoffset",
                   "s_mov_b32 s20, 0\n"
                   "buffer_store_dwordx4 v[8:11], v4, s[12:15], s20 offen\n",
                   "v_mov_b32 v9, 0\n", 1, "v9 to be overwritten",
                   "a store of more than two registers that reads it"},
        HazardCase{
            "M0", "s_mov_b32 m0, 0\n", "global_load_lds_dword v4, s[6:7]\n", 1,
            "a load to LDS to come", "a scalar operation that writes M0"},
        HazardCase{"Mode", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15\n",
                   "s_getreg_b32 s20, hwreg(HW_REG_MODE)\n", 2,
                   "an access to MODE to come", "a write of MODE"}),
    [](const testing::TestParamInfo<HazardCase> &info) {
      return info.param.name;
    });

#define STILL                                                                  \
  "expects v16 to be read at least 8 wait states after an MFMA that writes "   \
  "it, got "

INSTANTIATE_TEST_SUITE_P(
    Hazard, StrictTest,
    testing::Values(
        StrictCase{"BothSides",
                   1,
                   MFMA4 READ,
                   {"kernel k: " STILL "0\n  after pc 0x",
                    ": v_mfma_f32_16x16x16_f16 v[16:19]", "wave 0",
                    ": v_mov_b32_e32 v50, v16"}},
        // Whatever stands between counts one.
        StrictCase{"OthersBetween",
                   1,
                   MFMA4 "v_add_u32 v50, v2, v2\n s_barrier\n"
                         "s_waitcnt lgkmcnt(0)\n ds_read_b32 v51, v3\n"
                         "s_mov_b32 s20, 0\n s_nop 1\n" READ,
                   {STILL "7"}},
        StrictCase{"EnoughBetween",
                   1,
                   MFMA4 "v_add_u32 v50, v2, v2\n s_barrier\n"
                         "s_waitcnt lgkmcnt(0)\n ds_read_b32 v51, v3\n"
                         "s_mov_b32 s20, 0\n s_nop 2\n" READ,
                   {}},
        // C in place, or of the same registers, needs nothing while the passes
        // are as many.
        StrictCase{"Accumulates",
                   1,
                   MFMA4 "v_mfma_f32_16x16x16_f16 v[16:19], v[8:9], v[10:11], "
                         "v[16:19]\n"
                         "v_mfma_f32_16x16x32_f16 v[52:55], v[20:23], "
                         "v[24:27], v[16:19]\n",
                   {}},
        StrictCase{"OverwritesTheResult", 1, MFMA8 MFMA4, {}},
        // Of two MFMA that write a register the later one decides: it waits for
        // the earlier one itself.
        StrictCase{"TheLaterOneDecides", 1, MFMA16 MFMA4 "s_nop 7\n" READ, {}},
        StrictCase{"TheEarlierOneDecides",
                   1,
                   MFMA16 MFMA4 "s_nop 7\n v_mov_b32 v50, v20\n",
                   {"expects v20 to be read at least 20 wait states after an "
                    "MFMA that writes it, got 9"}},
        // An unused result is no hazard.
        StrictCase{"Elsewhere", 1, MFMA4 "v_mov_b32 v20, v15\n", {}},
        // The path that is taken counts.
        StrictCase{"AroundALoop",
                   1,
                   "s_mov_b32 s20, 2\n v_mov_b32 v16, 0\n"
                   "loop:\n" READ MFMA4 "s_sub_u32 s20, s20, 1\n"
                   "s_cmp_lg_u32 s20, 0\n s_cbranch_scc1 loop\n",
                   {STILL "3"}},
        StrictCase{"OverTheNops",
                   1,
                   "s_cmp_eq_u32 s4, s4\n" MFMA4
                   "s_cbranch_scc1 over\n s_nop 7\n"
                   "over:\n" READ,
                   {STILL "1"}},
        StrictCase{"ThroughTheNops",
                   1,
                   "s_cmp_lg_u32 s4, s4\n" MFMA4
                   "s_cbranch_scc1 over\n s_nop 6\n"
                   "over:\n" READ,
                   {}},
        // Waves and workgroups begin without a past.
        StrictCase{"NextWorkgroup",
                   1,
                   "v_mov_b32 v50, v16\n s_nop 1\n" MFMA16,
                   {},
                   /*groups=*/2},
        StrictCase{"EachWave",
                   2,
                   "s_cmp_eq_u32 s4, 0\n s_cbranch_scc1 first\n" MFMA4
                   "s_nop 7\n"
                   "first:\n" READ MFMA4 "s_cmp_eq_u32 s4, 0\n"
                   "s_cbranch_scc1 end\n" READ "end:\n",
                   {STILL "2", "wave 1"}},
        // v16 by its index.
        StrictCase{"IndexedSource",
                   1,
                   "s_mov_b32 s20, 8\n" MFMA4
                   "s_set_gpr_idx_on s20, gpr_idx(SRC0)\n v_mov_b32 v50, v8\n"
                   "s_set_gpr_idx_off\n",
                   {STILL "1"}},
        StrictCase{"IndexedSourceElsewhere",
                   1,
                   "s_mov_b32 s20, 8\n" MFMA4
                   "s_set_gpr_idx_on s20, gpr_idx(SRC0)\n"
                   "v_mov_b32 v50, v16\n s_set_gpr_idx_off\n",
                   {}},
        StrictCase{"IndexedResult",
                   1,
                   "s_mov_b32 s20, 8\n s_set_gpr_idx_on s20, gpr_idx(DST)\n"
                   "v_mov_b32 v3, 0\n s_set_gpr_idx_off\n" MFMA4,
                   {"expects v[10:11] to be read at least 2 wait states after "
                    "a vector operation that writes it, got 1"}}),
    caseName);

} // namespace
