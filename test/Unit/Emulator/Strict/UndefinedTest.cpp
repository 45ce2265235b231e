//===- UndefinedTest.cpp - Data that nothing has written ------------------===//

#include "StrictKernel.h"

using namespace spmla::emutest;

// v40 and s40 are never written.
#define STORE_V5 "global_store_dword v4, v5, s[6:7]\n"

INSTANTIATE_TEST_SUITE_P(
    Undefined, StrictTest,
    testing::Values(
        StrictCase{"Stored",
                   1,
                   "global_store_dword v4, v40, s[6:7]\n",
                   {"kernel k: expects v40 to be defined where it is stored, "
                    "got bits that nothing has written",
                    "wave 0, lane 0", ": global_store_dword"}},
        StrictCase{
            "Copied", 1, "v_mov_b32 v5, v40\n v_add_f32 v6, v5, v5\n", {}},
        StrictCase{"ComputedAndStored",
                   1,
                   "v_add_u32 v5, v40, v0\n" STORE_V5,
                   {"expects v5 to be defined"}},
        // Bit by bit: what an operation hides is not there.
        StrictCase{"MaskedAndStored",
                   1,
                   "v_and_b32 v5, 0, v40\n v_or_b32 v5, v5, v0\n" STORE_V5,
                   {}},
        StrictCase{"SelectedAndStored",
                   1,
                   "s_mov_b64 vcc, 0x10\n"
                   "v_cndmask_b32 v5, v0, v40, vcc\n" STORE_V5,
                   {"expects v5 to be defined", "lane 4"}},
        StrictCase{"NotSelected",
                   1,
                   "s_mov_b64 vcc, 0\n"
                   "v_cndmask_b32 v5, v0, v40, vcc\n" STORE_V5,
                   {}},
        StrictCase{"InactiveLane",
                   1,
                   "s_mov_b64 exec, 0xf\n v_mov_b32 v5, 1\n" STORE_V5,
                   {}},
        StrictCase{"LaneThatWasInactive",
                   1,
                   "s_mov_b64 exec, 0xf\n v_mov_b32 v5, 1\n"
                   "s_mov_b64 exec, -1\n" STORE_V5,
                   {"expects v5 to be defined", "lane 4"}},
        StrictCase{"HalfStored",
                   1,
                   "v_mov_b32_sdwa v40, v0 dst_sel:WORD_0 "
                   "dst_unused:UNUSED_PRESERVE src0_sel:DWORD\n"
                   "global_store_short v4, v40, s[6:7]\n",
                   {}},
        StrictCase{"OtherHalfStored",
                   1,
                   "v_mov_b32_sdwa v40, v0 dst_sel:WORD_0 "
                   "dst_unused:UNUSED_PRESERVE src0_sel:DWORD\n"
                   "global_store_short_d16_hi v4, v40, s[6:7]\n",
                   {"expects v40 to be defined"}},
        // A narrow load fills one half of a register.
        StrictCase{"LoadedHalf",
                   1,
                   "global_load_short_d16 v40, v4, s[6:7]\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_short v4, v40, s[6:7]\n",
                   {}},
        StrictCase{"OtherThanTheLoadedHalf",
                   1,
                   "global_load_short_d16 v40, v4, s[6:7]\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_dword v4, v40, s[6:7]\n",
                   {"expects v40 to be defined"}},
        StrictCase{"LoadedUpperHalf",
                   1,
                   "buffer_load_ubyte_d16_hi v40, v4, s[12:15], 0 offen\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_short_d16_hi v4, v40, s[6:7]\n",
                   {}},
        StrictCase{"BelowTheLoadedUpperHalf",
                   1,
                   "buffer_load_ubyte_d16_hi v40, v4, s[12:15], 0 offen\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_short v4, v40, s[6:7]\n",
                   {"expects v40 to be defined"}},
        StrictCase{
            "LoadedHalfFromLds",
            1,
            "ds_write_b32 v3, v0\n ds_read_u16_d16 v40, v3\n"
            "s_waitcnt lgkmcnt(0)\n"
            "global_store_short v4, v40, s[6:7]\n"
            "global_store_short_d16_hi v4, v40, s[6:7]\n",
            {"expects v40 to be defined", ": global_store_short_d16_hi"}},
        StrictCase{
            "LoadedHalfThroughFlat",
            1,
            "v_mov_b32 v6, s6\n v_mov_b32 v7, s7\n"
            "flat_load_short_d16 v40, v[6:7]\n"
            "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
            "global_store_short v4, v40, s[6:7]\n"
            "global_store_short_d16_hi v4, v40, s[6:7]\n",
            {"expects v40 to be defined", ": global_store_short_d16_hi"}},
        StrictCase{"UpperHalfOfAConversion",
                   1,
                   "v_cvt_pk_fp8_f32 v40, v0, v0 op_sel:[0,0,1]\n"
                   "global_store_short_d16_hi v4, v40, s[6:7]\n"
                   "global_store_short v4, v40, s[6:7]\n",
                   {"expects v40 to be defined", ": global_store_short v4"}},
        StrictCase{"BufferStore",
                   1,
                   "buffer_store_dword v40, v4, s[12:15], 0 offen\n",
                   {"expects v40 to be defined where it is stored"}},
        StrictCase{"GlobalAtomic",
                   1,
                   "global_atomic_add v4, v40, s[6:7]\n",
                   {"expects v40 to be defined where it is stored"}},
        // An atomic is executed once, and its result is defined.
        StrictCase{"AtomicResult",
                   1,
                   "s_mov_b64 exec, 1\n v_mov_b32 v5, 1\n"
                   "global_atomic_add v6, v4, v5, s[6:7] sc0\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_atomic_add v6, v4, v5, s[6:7] sc0\n"
                   "s_waitcnt vmcnt(0)\n v_readfirstlane_b32 s8, v6\n"
                   "s_cmp_eq_u32 s8, 1\n s_cbranch_scc1 end\n s_trap 2\n"
                   "end:\n",
                   {}},
        StrictCase{
            "Loaded",
            1,
            "global_load_dword v5, v4, s[6:7]\n s_waitcnt vmcnt(0)\n" STORE_V5,
            {}},
        StrictCase{"AsAddress",
                   1,
                   "v_and_b32 v40, 0xfc, v40\n"
                   "global_load_dword v5, v40, s[6:7]\n",
                   {"expects v40 to be defined where it is used as an "
                    "address"}},
        StrictCase{"AsLdsAddress",
                   1,
                   "v_and_b32 v40, 0xfc, v40\n ds_read_b32 v5, v40\n",
                   {"expects v40 to be defined where it is used as an "
                    "address"}},
        StrictCase{"AsDescriptor",
                   1,
                   "s_and_b32 s14, s40, 0xff00\n"
                   "buffer_load_dword v5, v4, s[12:15], 0 offen\n",
                   {"expects s14 to be defined"}},
        StrictCase{"AsScalarAddress",
                   1,
                   "s_and_b32 s8, s40, 0xfc\n s_load_dword s9, s[6:7], s8\n",
                   {"expects s8 to be defined where it is used as an address"}},
        StrictCase{"AsM0",
                   1,
                   "s_and_b32 m0, s40, 0xf0\n s_nop 0\n"
                   "global_load_lds_dword v4, s[6:7]\n",
                   {"expects m0 to be defined"}},
        StrictCase{
            "Branch",
            1,
            "s_cmp_lt_i32 s40, 0\n s_cbranch_scc1 end\n s_nop 0\n"
            "end:\n",
            {"expects a branch to depend on defined data", ": s_cbranch_scc1"}},
        StrictCase{"BranchOnDefined",
                   1,
                   "s_and_b32 s8, s40, 0\n s_cmp_lt_i32 s8, 0\n"
                   "s_cbranch_scc1 end\n s_nop 0\n end:\n",
                   {}},
        StrictCase{"BranchOnVcc",
                   1,
                   "v_cmp_gt_i32 vcc, 0, v40\n s_cbranch_vccz end\n s_nop 0\n"
                   "end:\n",
                   {"expects a branch to depend on defined data"}},
        StrictCase{
            "Exec",
            1,
            "v_cmp_gt_i32 vcc, 0, v40\n s_and_b64 exec, exec, vcc\n",
            {"expects EXEC to depend on defined data", ": s_and_b64 exec"}},
        StrictCase{"Lds",
                   1,
                   "ds_read_b32 v5, v3\n s_waitcnt lgkmcnt(0)\n" STORE_V5,
                   {"expects v5 to be defined where it is stored"}},
        StrictCase{"LdsWritten",
                   1,
                   "ds_write_b32 v3, v0\n ds_read_b32 v5, v3\n"
                   "s_waitcnt lgkmcnt(0)\n" STORE_V5,
                   {}},
        StrictCase{"ThroughLds",
                   1,
                   "ds_write_b32 v3, v40\n ds_read_b32 v5, v3\n"
                   "s_waitcnt lgkmcnt(0)\n" STORE_V5,
                   {"expects v5 to be defined where it is stored"}},
        StrictCase{
            "LdsFilledByDma",
            1,
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "s_waitcnt vmcnt(0)\n ds_read_b32 v5, v3\n"
            "s_waitcnt lgkmcnt(0)\n" STORE_V5,
            {}},
        StrictCase{
            "LdsBehindDma",
            1,
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "s_waitcnt vmcnt(0)\n ds_read_b32 v5, v3 offset:4\n"
            "s_waitcnt lgkmcnt(0)\n" STORE_V5,
            {"expects v5 to be defined where it is stored", "lane 63"}},
        StrictCase{"ThroughFlatLds",
                   1,
                   "s_mov_b64 s[8:9], src_shared_base\n v_mov_b32 v6, v3\n"
                   "v_mov_b32 v7, s9\n flat_store_dword v[6:7], v40\n"
                   "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
                   "flat_load_dword v5, v[6:7]\n"
                   "s_waitcnt vmcnt(0) lgkmcnt(0)\n" STORE_V5,
                   {"expects v5 to be defined where it is stored"}},
        StrictCase{"FlatStoreToMemory",
                   1,
                   "v_mov_b32 v6, s6\n v_mov_b32 v7, s7\n"
                   "s_mov_b64 exec, 1\n flat_store_dword v[6:7], v40\n",
                   {"expects v40 to be defined where it is stored"}},
        StrictCase{"FlatLoadFromMemory",
                   1,
                   "v_mov_b32 v6, s6\n v_mov_b32 v7, s7\n"
                   "flat_load_dword v5, v[6:7]\n"
                   "s_waitcnt vmcnt(0) lgkmcnt(0)\n" STORE_V5,
                   {}},
        // Row 5 of A makes row 5 of D, which lanes 16 to 31 hold in register 1.
        StrictCase{
            "MatrixRow",
            1,
            "v_mov_b32 v8, 0\n v_mov_b32 v9, 0\n v_mov_b32 v10, 1.0\n"
            "v_mov_b32 v11, 1.0\n s_mov_b64 exec, 0x20\n"
            "v_mov_b32 v8, v40\n s_mov_b64 exec, -1\n s_nop 0\n"
            "v_mfma_f32_16x16x16_bf16 v[16:19], v[8:9], v[10:11], 0\n"
            "s_nop 15\n global_store_dword v4, v16, s[6:7]\n"
            "global_store_dword v4, v18, s[6:7]\n"
            "global_store_dword v4, v17, s[6:7]\n",
            {"expects v17 to be defined where it is stored", "lane 16"}}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    Alignment, StrictTest,
    testing::Values(
        StrictCase{"ScalarLoad",
                   1,
                   "s_add_u32 s6, s6, 2\n s_load_dword s8, s[6:7], 0x0\n",
                   {"expects a scalar load to be aligned to 4 bytes",
                    ": s_load_dword"}},
        StrictCase{"LoadToLds",
                   1,
                   "s_mov_b32 m0, 2\n s_nop 0\n"
                   "global_load_lds_dword v4, s[6:7]\n",
                   {"expects a load to LDS to be aligned to 4 bytes, got LDS "
                    "address 0x2",
                    "lane 0", ": global_load_lds_dword"}},
        StrictCase{
            "LoadToLdsFrom",
            1,
            "s_mov_b32 m0, 0\n s_mov_b64 exec, 4\n v_add_u32 v5, 2, v3\n"
            "s_nop 4\n global_load_lds_dword v5, s[6:7]\n",
            {"expects a load to LDS to be aligned to 4 bytes, got global "
             "address 0x",
             "lane 2", ": global_load_lds_dword"}},
        StrictCase{
            "NarrowLoadToLdsFrom",
            1,
            "s_mov_b32 m0, 0\n s_mov_b64 exec, 4\n v_add_u32 v5, 1, v3\n"
            "s_nop 4\n global_load_lds_ubyte v5, s[6:7]\n"
            "s_waitcnt vmcnt(0)\n global_load_lds_ushort v5, s[6:7]\n",
            {"expects a load to LDS to be aligned to 2 bytes, got global "
             "address 0x",
             "lane 2", ": global_load_lds_ushort"}},
        // As clang stores eight 16-bit numbers at once.
        StrictCase{"Lds",
                   1,
                   "s_mov_b64 exec, 1\n v_add_u32 v5, 2, v3\n"
                   "v_mov_b32 v8, v0\n v_mov_b32 v9, v0\n"
                   "v_mov_b32 v10, v0\n v_mov_b32 v11, v0\n"
                   "ds_write_b128 v5, v[8:11]\n ds_read_u16 v6, v5 offset:1\n",
                   {}},
        StrictCase{"Global",
                   1,
                   "s_mov_b64 exec, 1\n v_add_u32 v5, 1, v3\n"
                   "global_load_dwordx4 v[8:11], v5, s[6:7]\n"
                   "buffer_load_dwordx2 v[12:13], v5, s[12:15], 0 offen\n"
                   "global_store_short v5, v0, s[6:7]\n",
                   {}}),
    caseName);

// The host has written the first 128 bytes.
INSTANTIATE_TEST_SUITE_P(
    UnwrittenMemory, StrictTest,
    testing::Values(
        StrictCase{"LoadedAndStored",
                   1,
                   "global_load_dword v5, v4, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_store_dword v4, v5, s[6:7] offset:1024\n",
                   {"expects v5 to be defined where it is stored", "lane 32"},
                   1,
                   128},
        StrictCase{"Loaded", 1, "global_load_dword v5, v4, s[6:7]\n", {}, 1, 0},
        // Sums that are not set to zero first.
        StrictCase{"ChangedByAnAtomic",
                   1,
                   "global_atomic_add v4, v0, s[6:7]\n",
                   {"expects what an atomic changes to be written before, got "
                    "the byte at 0x",
                    "which nothing has written", "wave 0, lane 32",
                    ": global_atomic_add"},
                   1,
                   128},
        StrictCase{"ComparedByAnAtomic",
                   1,
                   "v_mov_b32 v6, 0\n v_mov_b32 v7, 0\n"
                   "global_atomic_cmpswap v4, v[6:7], s[6:7]\n",
                   {"expects what an atomic changes", "lane 0"},
                   1,
                   0},
        StrictCase{"ReplacedByAnAtomic",
                   1,
                   "global_atomic_swap v4, v0, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_load_dword v5, v4, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_store_dword v4, v5, s[6:7] offset:1024\n",
                   {},
                   1,
                   0},
        StrictCase{"OnlyWhatIsWritten",
                   1,
                   "s_mov_b64 exec, 0xffff\n"
                   "global_load_dwordx2 v[8:9], v4, s[6:7]\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_dword v4, v9, s[6:7] offset:1024\n",
                   {},
                   1,
                   128},
        StrictCase{"WrittenByTheKernel",
                   1,
                   "global_store_dword v4, v0, s[6:7]\n"
                   "global_load_dword v5, v4, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_store_dword v4, v5, s[6:7] offset:1024\n",
                   {},
                   1,
                   0},
        StrictCase{"OneByteMissing",
                   1,
                   "s_mov_b64 exec, 0xffffffff\n"
                   "buffer_load_dword v5, v4, s[12:15], 0 offen\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_byte_d16_hi v4, v5, s[6:7] offset:1024\n"
                   "global_store_dword v4, v5, s[6:7] offset:1024\n",
                   {"expects v5 to be defined where it is stored", "lane 31",
                    ": global_store_dword"},
                   1,
                   127},
        // Byte 127 is missing of the last of 64 shorts.
        StrictCase{"ByteOfAShort",
                   1,
                   "v_lshlrev_b32 v6, 1, v0\n"
                   "global_load_ushort v5, v6, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_store_byte v4, v5, s[6:7] offset:1024\n"
                   "global_store_byte_d16_hi v4, v5, s[6:7] offset:1024\n"
                   "global_store_short v4, v5, s[6:7] offset:1024\n",
                   {"expects v5 to be defined where it is stored", "lane 63",
                    ": global_store_short"},
                   1,
                   127},
        StrictCase{"SignOfAShort",
                   1,
                   "v_lshlrev_b32 v6, 1, v0\n"
                   "global_load_sshort v5, v6, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_store_byte v4, v5, s[6:7] offset:1024\n"
                   "global_store_byte_d16_hi v4, v5, s[6:7] offset:1024\n",
                   {"expects v5 to be defined where it is stored", "lane 63",
                    ": global_store_byte_d16_hi"},
                   1,
                   127},
        StrictCase{"HalfOfARegister",
                   1,
                   "v_lshlrev_b32 v6, 1, v0\n v_mov_b32 v5, 0\n"
                   "global_load_short_d16_hi v5, v6, s[6:7]\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_store_short v4, v5, s[6:7] offset:1024\n"
                   "global_store_byte_d16_hi v4, v5, s[6:7] offset:1024\n"
                   "global_store_short_d16_hi v4, v5, s[6:7] offset:1024\n",
                   {"expects v5 to be defined where it is stored", "lane 63",
                    ": global_store_short_d16_hi"},
                   1,
                   127},
        StrictCase{"ScalarLoad",
                   1,
                   "s_load_dwordx2 s[20:21], s[6:7], 0x7c\n"
                   "s_waitcnt lgkmcnt(0)\n s_cmp_eq_u32 s20, 0\n"
                   "s_cbranch_scc1 next\n s_nop 0\n next:\n"
                   "s_cmp_eq_u32 s21, 0\n s_cbranch_scc1 end\n s_nop 0\n"
                   "end:\n",
                   {"expects a branch to depend on defined data"},
                   1,
                   128},
        StrictCase{
            "ThroughDma",
            1,
            "s_mov_b32 m0, 0\n s_nop 0\n global_load_lds_dword v4, s[6:7]\n"
            "s_waitcnt vmcnt(0)\n ds_read_b32 v5, v3\n"
            "s_waitcnt lgkmcnt(0)\n"
            "global_store_dword v4, v5, s[6:7] offset:1024\n",
            {"expects v5 to be defined where it is stored", "lane 32"},
            1,
            128}),
    caseName);
