//===- WaitTest.cpp - Results used before they are there ------------------===//

#include "StrictKernel.h"

using namespace spmla::emutest;

#define LOAD "global_load_dword v5, v4, s[6:7]\n"
#define USE "v_add_u32 v6, v5, v5\n"
#define V5 "expects v5 to be waited for (vmcnt) before it is read"

INSTANTIATE_TEST_SUITE_P(
    Vmcnt, StrictTest,
    testing::Values(
        StrictCase{"Load",
                   1,
                   LOAD USE,
                   {"kernel k: " V5, "loaded at pc 0x", ": global_load_dword",
                    "wave 0", ": v_add_u32_e32 v6, v5, v5"}},
        StrictCase{"LoadWaitedFor", 1, LOAD "s_waitcnt vmcnt(0)\n" USE, {}},
        // lgkmcnt says nothing of it.
        StrictCase{"WrongCounter", 1, LOAD "s_waitcnt lgkmcnt(0)\n" USE, {V5}},
        StrictCase{"BufferLoad",
                   1,
                   "buffer_load_dwordx4 v[8:11], v4, s[12:15], 0 offen\n"
                   "v_mov_b32 v6, v11\n",
                   {"expects v11 to be waited for (vmcnt)"}},
        // Nothing counts in expcnt, so it says nothing of anything.
        StrictCase{
            "WrongCounterOfExports", 1, LOAD "s_waitcnt expcnt(0)\n" USE, {V5}},
        StrictCase{"ExportsBesidesLoads",
                   1,
                   LOAD "s_waitcnt vmcnt(0) expcnt(0)\n" USE,
                   {}},
        StrictCase{"InOrder",
                   1,
                   LOAD "global_load_dword v7, v4, s[6:7]\n"
                        "s_waitcnt vmcnt(1)\n" USE,
                   {}},
        StrictCase{"TheLaterOne",
                   1,
                   "global_load_dword v7, v4, s[6:7]\n" LOAD
                   "s_waitcnt vmcnt(1)\n" USE,
                   {V5}},
        StrictCase{"StoresCount",
                   1,
                   LOAD "global_store_dword v4, v0, s[6:7]\n"
                        "s_waitcnt vmcnt(1)\n" USE,
                   {}},
        StrictCase{
            "DmaCounts",
            1,
            LOAD
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "s_waitcnt vmcnt(1)\n" USE,
            {}},
        StrictCase{"Overwritten",
                   1,
                   LOAD "v_mov_b32 v5, 0\n",
                   {"expects v5 to be waited for (vmcnt) before it is "
                    "overwritten"}},
        StrictCase{"LoadedAgain", 1, LOAD LOAD "s_waitcnt vmcnt(0)\n" USE, {}},
        StrictCase{"LoadedAgainFromLds",
                   1,
                   LOAD "ds_read_b32 v5, v3\n",
                   {"expects v5 to be waited for (vmcnt) before it is "
                    "overwritten",
                    ": ds_read_b32"}},
        StrictCase{
            "Stored", 1, LOAD "global_store_dword v4, v5, s[6:7]\n", {V5}},
        StrictCase{"AsAddress", 1, LOAD "ds_write_b32 v5, v0\n", {V5}},
        StrictCase{"AccumulationRegister",
                   1,
                   "global_load_dword a1, v4, s[6:7]\n"
                   "v_accvgpr_read_b32 v6, a1\n",
                   {"expects a1 to be waited for (vmcnt)"}},
        StrictCase{"MatrixOperand",
                   1,
                   "global_load_dwordx4 v[8:11], v4, s[6:7]\n"
                   "v_mfma_f32_16x16x32_bf16 v[16:19], v[20:23], v[8:11], 0\n",
                   {"expects v8 to be waited for (vmcnt)"}},
        StrictCase{"Swap", 1, LOAD "v_permlane32_swap_b32 v6, v5\n", {V5}},
        StrictCase{"Dpp", 1, LOAD "v_mov_b32_dpp v6, v5 row_shl:1\n", {V5}},
        StrictCase{"KeptHalf",
                   1,
                   LOAD "v_cvt_pk_fp8_f32 v5, v0, v0 op_sel:[0,0,1]\n",
                   {"expects v5 to be waited for (vmcnt)"}},
        StrictCase{"Atomic",
                   1,
                   "global_atomic_add v5, v4, v0, s[6:7] sc0\n" USE,
                   {V5}},
        StrictCase{"AtomicWithoutResult",
                   1,
                   "v_mov_b32 v5, 1\n"
                   "global_atomic_add v4, v5, s[6:7]\n" USE,
                   {}},
        StrictCase{"Indexed",
                   1,
                   "s_mov_b32 s8, 3\n global_load_dword v8, v4, s[6:7]\n"
                   "s_set_gpr_idx_on s8, gpr_idx(SRC0)\n v_mov_b32 v9, v5\n"
                   "s_set_gpr_idx_off\n",
                   {"expects v8 to be waited for (vmcnt)"}},
        StrictCase{"IndexedElsewhere",
                   1,
                   "s_mov_b32 s8, 4\n global_load_dword v8, v4, s[6:7]\n"
                   "s_set_gpr_idx_on s8, gpr_idx(SRC0)\n v_mov_b32 v9, v5\n"
                   "s_set_gpr_idx_off\n",
                   {}},
        // LLVM PR 179305, LLVM issue 206825: no wait between the two.
        StrictCase{
            "DmaReadEarly",
            1,
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "s_waitcnt lgkmcnt(0)\n ds_read_b32 v5, v3\n",
            {"expects LDS byte 0x0 to be waited for (vmcnt) before a "
             "read, got a write",
             "a write at pc 0x", ": global_load_lds_dword", "lane 0"}},
        StrictCase{
            "DmaRead",
            1,
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "s_waitcnt vmcnt(0)\n ds_read_b32 v5, v3\n",
            {}},
        StrictCase{
            "DmaReadElsewhere",
            1,
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "ds_read_b32 v5, v3 offset:256\n",
            {}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    Lgkmcnt, StrictTest,
    testing::Values(
        StrictCase{"LdsRead",
                   1,
                   "ds_read_b32 v5, v3\n" USE,
                   {"expects v5 to be waited for (lgkmcnt) before it is read",
                    ": ds_read_b32 v5, v3"}},
        StrictCase{"LdsReadWaitedFor",
                   1,
                   "ds_read_b32 v5, v3\n s_waitcnt lgkmcnt(0)\n" USE,
                   {}},
        StrictCase{"WrongCounterOfLds",
                   1,
                   "ds_read_b32 v5, v3\n s_waitcnt vmcnt(0)\n" USE,
                   {"expects v5"}},
        StrictCase{"LdsInOrder",
                   1,
                   "ds_read_b32 v5, v3\n ds_write_b32 v3, v0\n"
                   "s_waitcnt lgkmcnt(1)\n" USE,
                   {}},
        StrictCase{"LdsTheLaterOne",
                   1,
                   "ds_read_b32 v7, v3\n ds_read_b32 v5, v3\n"
                   "s_waitcnt lgkmcnt(1)\n" USE,
                   {"expects v5"}},
        // LDS-DMA counts in vmcnt only: lgkmcnt(1) leaves the read outstanding
        // (LLVM counts the DMA in lgkmcnt, too).
        StrictCase{"DmaDoesNotCount",
                   1,
                   "ds_read_b32 v5, v3\n s_mov_b32 m0, 0x400\n s_nop 0\n"
                   "global_load_lds_dword v4, s[6:7]\n"
                   "s_waitcnt lgkmcnt(1)\n" USE,
                   {"expects v5 to be waited for (lgkmcnt)"}},
        StrictCase{"Bpermute",
                   1,
                   "ds_bpermute_b32 v5, v3, v0\n" USE,
                   {"expects v5 to be waited for (lgkmcnt)"}},
        StrictCase{"ScalarLoad",
                   1,
                   "s_load_dword s8, s[6:7], 0x0\n s_add_u32 s9, s8, 1\n",
                   {"expects s8 to be waited for (lgkmcnt) before it is read",
                    ": s_load_dword"}},
        StrictCase{"ScalarLoadWaitedFor",
                   1,
                   "s_load_dword s8, s[6:7], 0x0\n s_waitcnt lgkmcnt(0)\n"
                   "s_add_u32 s9, s8, 1\n",
                   {}},
        // Scalar loads return in any order.
        StrictCase{"ScalarOutOfOrder",
                   1,
                   "s_load_dword s8, s[6:7], 0x0\n"
                   "s_load_dword s9, s[6:7], 0x4\n"
                   "s_waitcnt lgkmcnt(1)\n s_add_u32 s10, s8, 1\n",
                   {"expects s8"}},
        StrictCase{"ScalarOverwritten",
                   1,
                   "s_load_dword s8, s[6:7], 0x0\n"
                   "s_load_dword s8, s[6:7], 0x4\n",
                   {"expects s8 to be waited for (lgkmcnt) before it is "
                    "overwritten"}},
        StrictCase{"LdsOrScalar",
                   1,
                   "ds_read_b32 v5, v3\n s_load_dword s8, s[6:7], 0x0\n"
                   "s_waitcnt lgkmcnt(1)\n" USE,
                   {"expects v5"}},
        StrictCase{"LdsBeforeLdsAndScalar",
                   1,
                   "ds_read_b32 v5, v3\n ds_read_b32 v7, v3\n"
                   "s_load_dword s8, s[6:7], 0x0\n"
                   "s_waitcnt lgkmcnt(1)\n" USE,
                   {}},
        StrictCase{"ScalarAsVectorOperand",
                   1,
                   "s_load_dwordx2 s[8:9], s[6:7], 0x0\n v_mov_b32 v5, s9\n",
                   {"expects s9"}},
        StrictCase{"BranchOnVcc",
                   1,
                   "s_load_dwordx2 vcc, s[6:7], 0x0\n s_cbranch_vccz end\n"
                   "end:\n",
                   {"expects vcc_lo to be waited for (lgkmcnt)"}},
        StrictCase{"Descriptor",
                   1,
                   "s_load_dword s15, s[6:7], 0x0\n"
                   "buffer_load_dword v5, v4, s[12:15], 0 offen\n",
                   {"expects s15 to be waited for (lgkmcnt)"}},
        // A flat access may go either way.
        StrictCase{"FlatNeedsBoth",
                   1,
                   "v_mov_b32 v6, s6\n v_mov_b32 v7, s7\n"
                   "flat_load_dword v5, v[6:7]\n s_waitcnt vmcnt(0)\n"
                   "v_mov_b32 v8, v5\n",
                   {"expects v5 to be waited for (vmcnt and lgkmcnt)"}},
        StrictCase{"FlatHasBoth",
                   1,
                   "v_mov_b32 v6, s6\n v_mov_b32 v7, s7\n"
                   "flat_load_dword v5, v[6:7]\n"
                   "s_waitcnt vmcnt(0) lgkmcnt(0)\n v_mov_b32 v8, v5\n",
                   {}},
        StrictCase{"BehindFlatOnlyZeroCounts",
                   1,
                   "v_mov_b32 v6, s6\n v_mov_b32 v7, s7\n" LOAD
                   "flat_load_dword v8, v[6:7]\n s_waitcnt vmcnt(1)\n" USE,
                   {V5}}),
    caseName);
