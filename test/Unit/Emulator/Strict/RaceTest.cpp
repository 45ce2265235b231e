//===- RaceTest.cpp - Waves that do not wait for each other in LDS --------===//

#include "StrictKernel.h"

using namespace spmla::emutest;

// Wave 0 does the first, the others the second.
#define BY_WAVE(FIRST, SECOND)                                                 \
  "s_cmp_eq_u32 s4, 0\n s_cbranch_scc0 other\n" FIRST                          \
  "\n s_branch join\n other:\n" SECOND "\n join:\n"
#define DRAIN " s_waitcnt vmcnt(0) lgkmcnt(0)\n"
#define BARRIER " s_barrier\n"

INSTANTIATE_TEST_SUITE_P(
    LdsRace, StrictTest,
    testing::Values(
        StrictCase{"ReadAfterWrite",
                   2,
                   "ds_write_b32 v4, v0\n" DRAIN "ds_read_b32 v5, v3\n",
                   {"kernel k: expects a barrier between accesses to LDS byte "
                    "0x0, got a read by wave 1 after a write by wave 0\n",
                    "a write at pc 0x", ": ds_write_b32 v4, v0",
                    "workgroup (0, 0, 0), wave 1, lane 0",
                    ": ds_read_b32 v5, v3"}},
        StrictCase{"NegativeAddressAndOffset",
                   2,
                   "v_sub_u32 v5, 0, v3\n ds_write_b32 v5, v0 offset:252\n",
                   {"LDS byte 0xfc, got a write by wave 1 after a write by "
                    "wave 0"}},
        StrictCase{"ReadBeforeACompareAndSwap",
                   2,
                   "ds_read_b32 v5, v3\n" DRAIN
                   "ds_cmpst_rtn_b32 v6, v3, v5, v0\n" DRAIN
                   "ds_read_b32 v5, v3\n" DRAIN,
                   {}},
        StrictCase{"CompareAndSwapAfterWrite",
                   2,
                   BY_WAVE("ds_write_b32 v3, v0", "ds_cmpst_b32 v3, v0, v0"),
                   {"an atomic by wave 1 after a write by wave 0"}},
        // What a wave adds is not forgotten for what it swaps.
        StrictCase{"ReadAfterAddAndCompareAndSwap",
                   2,
                   BY_WAVE("ds_add_u32 v3, v0\n ds_cmpst_b32 v3, v0, v0",
                           "ds_read_b32 v5, v3"),
                   {"a read by wave 1 after an atomic by wave 0",
                    ": ds_add_u32 v3, v0"}},
        StrictCase{"ReadAfterWriteAndBarrier",
                   2,
                   "ds_write_b32 v4, v0\n" DRAIN BARRIER
                   "ds_read_b32 v5, v3\n" DRAIN,
                   {}},
        // The barrier does not wait for LDS operations.
        StrictCase{"WriteNotWaitedForAtTheBarrier",
                   2,
                   "ds_write_b32 v4, v0\n" BARRIER "ds_read_b32 v5, v3\n",
                   {"LDS byte 0x0,", "a read by wave 1 after a write by wave 0 "
                                     "that it has not waited for (lgkmcnt)"}},
        StrictCase{"WriteAfterRead",
                   2,
                   BY_WAVE("ds_read_b32 v5, v3\n" DRAIN, "ds_write_b32 v3, v0"),
                   {"a write by wave 1 after a read by wave 0\n",
                    "a read at pc 0x", ": ds_read_b32 v5, v3"}},
        StrictCase{"WriteAfterReadAndBarrier",
                   2,
                   "ds_read_b32 v5, v3\n" DRAIN BARRIER "ds_write_b32 v4, v0\n",
                   {}},
        StrictCase{"ReadNotWaitedForAtTheBarrier",
                   2,
                   BY_WAVE(BARRIER "ds_write_b32 v3, v0",
                           "ds_read_b32 v5, v3\n" BARRIER),
                   {"a write by wave 0 after a read by wave 1 that it has not "
                    "waited for (lgkmcnt)"}},
        StrictCase{"ReadNotWaitedForAtTheBarrierButAtTheNext",
                   2,
                   "ds_read_b32 v5, v3\n" BARRIER DRAIN BARRIER
                   "ds_write_b32 v4, v0\n",
                   {}},
        StrictCase{"WriteAfterWrite",
                   2,
                   "ds_write_b32 v3, v0\n" DRAIN,
                   {"a write by wave 1 after a write by wave 0"}},
        StrictCase{"WritesApart", 2, "ds_write_b32 v4, v0\n" DRAIN, {}},
        StrictCase{"SameWave",
                   1,
                   "ds_write_b32 v3, v0\n ds_read_b32 v5, v3 offset:4\n"
                   "ds_write_b32 v3, v0\n",
                   {}},
        StrictCase{"BytesOfOneWord",
                   2,
                   "v_add_u32 v5, s4, v3\n ds_write_b8 v5, v0\n" DRAIN,
                   {}},
        StrictCase{"UpperHalfOfAWord",
                   2,
                   BY_WAVE("ds_write_b32 v3, v0\n" DRAIN,
                           "ds_write_b16 v3, v0 offset:2"),
                   {"LDS byte 0x2,"}},
        StrictCase{"LastByteOfB128",
                   2,
                   BY_WAVE("v_mov_b32 v5, 15\n ds_write_b8 v5, v0\n" DRAIN,
                           "v_mov_b32 v5, 0\n ds_read_b128 v[8:11], v5"),
                   {"LDS byte 0xf,"}},
        StrictCase{"BehindB128",
                   2,
                   BY_WAVE("v_mov_b32 v5, 16\n ds_write_b8 v5, v0\n" DRAIN,
                           "v_mov_b32 v5, 0\n ds_read_b128 v[8:11], v5"),
                   {}},
        StrictCase{"SecondOfRead2",
                   2,
                   BY_WAVE("v_mov_b32 v5, 0x100\n ds_write_b8 v5, v0\n" DRAIN,
                           "v_mov_b32 v5, 0\n ds_read2st64_b32 v[8:9], v5 "
                           "offset0:8 offset1:1"),
                   {"LDS byte 0x100,", "ds_read2st64_b32"}},
        StrictCase{"BetweenTheTwoOfRead2",
                   2,
                   BY_WAVE("v_mov_b32 v5, 0x104\n ds_write_b8 v5, v0\n" DRAIN,
                           "v_mov_b32 v5, 0\n ds_read2st64_b32 v[8:9], v5 "
                           "offset0:8 offset1:1"),
                   {}},
        StrictCase{"SecondOfWrite2",
                   2,
                   BY_WAVE("v_mov_b32 v5, 0\n ds_write2_b64 v5, v[0:1], v[2:3] "
                           "offset0:8 offset1:4\n" DRAIN,
                           "v_mov_b32 v5, 0x27\n ds_read_u8 v6, v5"),
                   {"LDS byte 0x27,"}},
        StrictCase{"TransposedRead",
                   2,
                   BY_WAVE("v_mov_b32 v5, 0x1ff\n ds_write_b8 v5, v0\n" DRAIN,
                           "v_lshlrev_b32 v5, 3, v2\n ds_read_b64_tr_b8 "
                           "v[8:9], v5"),
                   {"LDS byte 0x1ff,", "lane 63"}},
        StrictCase{"InactiveLanesDoNotAccess",
                   2,
                   BY_WAVE("s_mov_b64 exec, 1\n ds_write_b32 v3, v0\n" DRAIN,
                           "s_mov_b64 exec, 2\n ds_read_b32 v5, v3"),
                   {}},
        StrictCase{"ExecIsObeyed",
                   2,
                   BY_WAVE("s_mov_b64 exec, 6\n ds_write_b32 v3, v0\n" DRAIN,
                           "s_mov_b64 exec, 12\n ds_read_b32 v5, v3"),
                   {"LDS byte 0x8,", "lane 2"}},
        // A write after two reads by others: the third wave must be seen, too.
        StrictCase{"WriteByOneOfTwoReaders",
                   2,
                   "ds_read_b32 v5, v3\n" DRAIN
                   "s_cmp_eq_u32 s4, 1\n s_cbranch_scc0 end\n"
                   "ds_write_b32 v3, v0\n end:\n",
                   {"a write by wave 1 after a read by wave 0"}},
        StrictCase{"Atomics", 2, "ds_add_u32 v3, v0\n" DRAIN, {}},
        // Both atomics are remembered, whoever was last.
        StrictCase{"ReadAfterOwnAtomicAndAnother",
                   2,
                   "ds_add_u32 v3, v0\n" DRAIN
                   "s_cmp_eq_u32 s4, 1\n s_cbranch_scc0 end\n"
                   "ds_read_b32 v5, v3\n end:\n",
                   {"a read by wave 1 after an atomic by wave 0"}},
        StrictCase{"WriteAfterTwoAtomicsAndBarrier",
                   3,
                   "ds_add_u32 v3, v0\n" DRAIN BARRIER
                   "s_cmp_eq_u32 s4, 1\n s_cbranch_scc0 end\n"
                   "ds_write_b32 v3, v0\n end:\n",
                   {}},
        // An atomic does not hide the same wave's plain write before it.
        StrictCase{"AtomicAfterWriteAndAtomic",
                   2,
                   BY_WAVE("ds_write_b32 v3, v0\n ds_add_u32 v3, v0\n" DRAIN,
                           "ds_add_u32 v3, v0"),
                   {"an atomic by wave 1 after a write by wave 0"}},
        // A byte of a dword that was accessed whole, and the other way round.
        StrictCase{"ByteOfAReadWord",
                   2,
                   BY_WAVE("ds_read_b32 v5, v3\n" DRAIN,
                           "ds_write_b8 v3, v0 offset:3"),
                   {"LDS byte 0x3,", "a write by wave 1 after a read by "
                                     "wave 0"}},
        StrictCase{"WordWithAReadByte",
                   2,
                   BY_WAVE("ds_read_u8 v5, v3 offset:2\n" DRAIN,
                           "ds_write_b64 v3, v[0:1]"),
                   {"LDS byte 0x2,"}},
        StrictCase{"ReadAfterAtomic",
                   2,
                   BY_WAVE("ds_add_u32 v3, v0\n" DRAIN, "ds_read_b32 v5, v3"),
                   {"a read by wave 1 after an atomic by wave 0"}},
        StrictCase{
            "AtomicAfterWrite",
            2,
            BY_WAVE("ds_write_b32 v3, v0\n" DRAIN, "ds_add_rtn_u32 v5, v3, v0"),
            {"an atomic by wave 1 after a write by wave 0"}},
        StrictCase{
            "FlatStore",
            2,
            "s_mov_b64 s[8:9], src_shared_base\n v_mov_b32 v6, v4\n"
            "v_mov_b32 v7, s9\n flat_store_dword v[6:7], v0\n" DRAIN
            "ds_read_b32 v5, v3\n",
            {"a read by wave 1 after a write by wave 0", ": flat_store_dword"}},
        StrictCase{
            "FlatStoreAndBarrier",
            2,
            "s_mov_b64 s[8:9], src_shared_base\n v_mov_b32 v6, v4\n"
            "v_mov_b32 v7, s9\n flat_store_dword v[6:7], v0\n" DRAIN BARRIER
            "ds_read_b32 v5, v3\n",
            {}},
        // LDS-DMA counts in vmcnt only.
        StrictCase{"DmaOfAnotherWave",
                   2,
                   "s_lshl_b32 m0, s4, 8\n s_nop 0\n global_load_lds_dword v4, "
                   "s[6:7]\n"
                   "s_waitcnt vmcnt(0)\n ds_read_b32 v5, v3\n",
                   {"a read by wave 1 after a write by wave 0\n",
                    ": global_load_lds_dword"}},
        StrictCase{"DmaNotWaitedForAtTheBarrier",
                   2,
                   "s_lshl_b32 m0, s4, 8\n s_nop 0\n global_load_lds_dword v4, "
                   "s[6:7]\n"
                   "s_waitcnt lgkmcnt(0)\n" BARRIER "ds_read_b32 v5, v3 "
                   "offset:256\n",
                   {"a read by wave 0 after a write by wave 1 that it has not "
                    "waited for (vmcnt)"}},
        StrictCase{"DmaAndBarrier",
                   2,
                   "s_lshl_b32 m0, s4, 10\n s_nop 0\n"
                   "buffer_load_dwordx4 v4, s[12:15], 0 offen lds\n"
                   "s_waitcnt vmcnt(0)\n" BARRIER "ds_read_b32 v5, v3\n",
                   {}},
        StrictCase{
            "DmaWidth",
            2,
            BY_WAVE("s_mov_b32 m0, 0\n s_nop 0\n"
                    "buffer_load_dwordx4 v4, s[12:15], 0 offen lds\n" DRAIN,
                    "v_mov_b32 v5, 0x3ff\n ds_read_u8 v6, v5"),
            {"LDS byte 0x3ff,"}}),
    caseName);
