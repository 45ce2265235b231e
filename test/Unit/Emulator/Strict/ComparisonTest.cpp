//===- ComparisonTest.cpp - Comparisons of undefined data -----------------===//
//
// Both contents of undefined data may lead to the same result by chance; what
// counts is whether another content would lead to the other one.
//
//===----------------------------------------------------------------------===//

#include "StrictKernel.h"

using namespace spmla::emutest;

// v40 and s40 are never written.
#define BRANCH_SCC " s_cbranch_scc1 end\n s_nop 0\n end:\n"
#define BRANCH_VCC " s_cbranch_vccz end\n s_nop 0\n end:\n"
#define UNDEFINED {"expects a branch to depend on defined data"}

INSTANTIATE_TEST_SUITE_P(
    ScalarComparison, StrictTest,
    testing::Values(
        StrictCase{"Equal", 1, "s_cmp_eq_u32 s40, 0\n" BRANCH_SCC, UNDEFINED},
        StrictCase{"NotEqual", 1, "s_cmp_lg_u32 s40, 12345\n" BRANCH_SCC,
                   UNDEFINED},
        StrictCase{"Equal64", 1,
                   "s_mov_b32 s8, s40\n s_mov_b32 s9, 0\n"
                   "s_cmp_eq_u64 s[8:9], 0\n" BRANCH_SCC,
                   UNDEFINED},
        // One bit is another, whatever the rest is.
        StrictCase{"CertainlyNotEqual",
                   1,
                   "s_or_b32 s8, s40, 64\n s_cmp_eq_u32 s8, 0\n" BRANCH_SCC,
                   {}},
        StrictCase{"CertainlyNotEqual64",
                   1,
                   "s_mov_b32 s8, s40\n s_mov_b32 s9, 1\n"
                   "s_cmp_eq_u64 s[8:9], 0\n" BRANCH_SCC,
                   {}},
        StrictCase{"Immediate", 1, "s_cmpk_eq_u32 s40, 0x1234\n" BRANCH_SCC,
                   UNDEFINED},
        StrictCase{"CertainlyAtMost",
                   1,
                   "s_and_b32 s8, s40, 63\n s_cmp_le_u32 s8, 63\n" BRANCH_SCC,
                   {}},
        StrictCase{"Below", 1,
                   "s_and_b32 s8, s40, 63\n s_cmp_lt_u32 s8, 63\n" BRANCH_SCC,
                   UNDEFINED},
        StrictCase{"CertainlyBelow",
                   1,
                   "s_and_b32 s8, s40, 63\n s_cmp_ge_u32 s8, 64\n" BRANCH_SCC,
                   {}},
        StrictCase{"Above", 1,
                   "s_and_b32 s8, s40, 63\n s_cmp_gt_u32 s8, 62\n" BRANCH_SCC,
                   UNDEFINED},
        // Of a signed number the sign counts most.
        StrictCase{"CertainlyNegative",
                   1,
                   "s_bitset1_b32 s40, 31\n s_cmp_lt_i32 s40, 0\n" BRANCH_SCC,
                   {}},
        StrictCase{"Sign", 1,
                   "s_and_b32 s8, s40, 0x80000000\n"
                   "s_cmp_gt_i32 s8, 1\n s_cmp_ge_i32 s8, 0\n" BRANCH_SCC,
                   UNDEFINED},
        StrictCase{"SignAboveOne",
                   1,
                   "s_and_b32 s8, s40, 0x80000000\n"
                   "s_cmp_gt_i32 s8, 1\n" BRANCH_SCC,
                   {}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    VectorComparison, StrictTest,
    testing::Values(
        StrictCase{"Equal", 1, "v_cmp_eq_u32 vcc, 0, v40\n" BRANCH_VCC,
                   UNDEFINED},
        StrictCase{"Equal64", 1,
                   "v_mov_b32 v8, v40\n v_mov_b32 v9, 0\n"
                   "v_cmp_eq_u64 vcc, 0, v[8:9]\n" BRANCH_VCC,
                   UNDEFINED},
        StrictCase{"OneLane", 1,
                   "s_mov_b64 exec, 0x20\n"
                   "v_cmp_eq_u32 vcc, 0, v40\n" BRANCH_VCC,
                   UNDEFINED},
        StrictCase{"InactiveLanes",
                   1,
                   "s_mov_b64 exec, 15\n v_mov_b32 v40, 1\n"
                   "v_cmp_eq_u32 vcc, 0, v40\n" BRANCH_VCC,
                   {}},
        StrictCase{"HiddenByAMask",
                   1,
                   "s_mov_b64 exec, 15\n v_mov_b32 v40, 1\n"
                   "s_mov_b64 exec, -1\n v_cmp_eq_u32 vcc, 0, v40\n"
                   "s_and_b64 vcc, vcc, 15\n" BRANCH_VCC,
                   {}},
        // One lane that is certain decides of zero.
        StrictCase{"OneLaneDecides",
                   1,
                   "s_mov_b64 exec, 1\n v_mov_b32 v40, 0\n"
                   "s_mov_b64 exec, -1\n"
                   "v_cmp_eq_u32 vcc, 0, v40\n" BRANCH_VCC,
                   {}},
        StrictCase{"SomeLanesEitherWay", 1,
                   "v_cmp_gt_u32 vcc, 16, v0\n"
                   "s_and_b64 s[8:9], vcc, 0\n s_mov_b64 vcc, s[40:41]\n"
                   "s_nop 4\n" BRANCH_VCC,
                   UNDEFINED},
        StrictCase{"ByteBelow256",
                   1,
                   "v_and_b32 v5, 0xff, v40\n s_movk_i32 s8, 0x100\n"
                   "v_cmp_gt_u32 vcc, s8, v5\n" BRANCH_VCC,
                   {}},
        StrictCase{"ByteBelow255", 1,
                   "v_and_b32 v5, 0xff, v40\n s_movk_i32 s8, 0xff\n"
                   "v_cmp_gt_u32 vcc, s8, v5\n" BRANCH_VCC,
                   UNDEFINED},
        StrictCase{"LowHalfOnly",
                   1,
                   "v_lshlrev_b32 v5, 16, v40\n"
                   "v_cmp_eq_u16 vcc, 0, v5\n" BRANCH_VCC,
                   {}},
        StrictCase{"HalfSigned",
                   1,
                   "v_and_b32 v5, 0x7fff, v40\n"
                   "v_cmp_le_i16 vcc, 0, v5\n" BRANCH_VCC,
                   {}},
        // False for both contents: a NaN, and numbers of at least 0.
        StrictCase{"Float", 1, "v_cmp_gt_f32 vcc, -1.0, v40\n" BRANCH_VCC,
                   UNDEFINED},
        StrictCase{
            "Class", 1,
            "v_mov_b32 v5, 4\n v_cmp_class_f32 vcc, v40, v5\n" BRANCH_VCC,
            UNDEFINED},
        StrictCase{"Constant", 1, "v_cmp_t_u32 vcc, 0, v40\n" BRANCH_VCC, {}},
        StrictCase{"Exec",
                   1,
                   "v_cmpx_eq_u32 vcc, 0, v40\n",
                   {"expects EXEC to depend on defined data", "lane 0"}}),
    caseName);

// What a minimum or maximum hides of both contents.
INSTANTIATE_TEST_SUITE_P(
    Clamped, StrictTest,
    testing::Values(StrictCase{"Minimum",
                               1,
                               "v_min_u32 v5, 60, v40\n"
                               "global_load_dword v6, v5, s[6:7]\n",
                               {"expects v5 to be defined where it is used as "
                                "an address"}},
                    StrictCase{"MinimumThatIsCertain",
                               1,
                               "v_min_u32 v5, 0, v40\n"
                               "v_and_b32 v8, 15, v40\n v_max_i32 v8, 15, v8\n"
                               "v_add_u32 v5, v5, v8\n"
                               "global_store_dword v4, v5, s[6:7]\n",
                               {}},
                    StrictCase{"ScalarMinimum",
                               1,
                               "s_min_u32 s8, s40, 60\n"
                               "s_load_dword s9, s[6:7], s8\n",
                               {"expects s8 to be defined where it is used as "
                                "an address"}},
                    StrictCase{"MinimumOfHalves",
                               1,
                               "v_min_u16 v5, 60, v40\n"
                               "global_store_short v4, v5, s[6:7]\n",
                               {"expects v5 to be defined where it is stored"}},
                    StrictCase{"Maximum",
                               1,
                               "v_max_f32 v5, 1.0, v40\n"
                               "global_store_dword v4, v5, s[6:7]\n",
                               {"expects v5 to be defined where it is stored"}},
                    StrictCase{"Median",
                               1,
                               "v_med3_i32 v5, v40, 0, 60\n"
                               "ds_read_b32 v6, v5\n",
                               {"expects v5 to be defined"}}),
    caseName);
