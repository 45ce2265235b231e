//===- GlobalRaceTest.cpp - Workgroups that share memory ------------------===//

#include "StrictKernel.h"

using namespace spmla::emutest;

// v5: 4 * (work-item of the grid).
#define OWN "s_lshl_b32 s8, s2, 8\n v_add_u32 v5, s8, v4\n"
// A workgroup's own counter apart from the data, which all of them increment.
#define ATOMIC                                                                 \
  "s_waitcnt vmcnt(0)\n v_mov_b32 v8, 0x4000\n v_mov_b32 v9, 1\n"              \
  "global_atomic_add v10, v8, v9, s[6:7] sc0\n s_waitcnt vmcnt(0)\n"

// Workgroup 0 does the first, the other one the second.
#define BY_GROUP(FIRST, SECOND)                                                \
  "v_mov_b32 v8, 0x4000\n v_mov_b32 v9, 1\n s_cmp_eq_u32 s2, 0\n"              \
  "s_cbranch_scc0 other\n" FIRST "s_endpgm\n other:\n" SECOND
#define DRAIN "s_waitcnt vmcnt(0)\n"

INSTANTIATE_TEST_SUITE_P(
    GlobalRace, StrictTest,
    testing::Values(
        StrictCase{"WriteAfterWrite",
                   1,
                   "global_store_dword v4, v0, s[6:7]\n",
                   {"kernel k: expects workgroups not to share the byte at 0x",
                    "a write by workgroup (1, 0, 0) after a write by workgroup "
                    "(0, 0, 0) with no release and acquire between",
                    "a write at pc 0x", "workgroup (1, 0, 0), wave 0, lane 0",
                    ": global_store_dword"},
                   2},
        StrictCase{"InALaneOfMany",
                   1,
                   "s_cmp_eq_u32 s2, 0\n s_cbranch_scc0 other\n"
                   "s_mov_b64 exec, 0x20\n other:\n"
                   "global_store_dword v4, v0, s[6:7]\n",
                   {"workgroup (1, 0, 0), wave 0, lane 5"},
                   2},
        StrictCase{
            "WritesApart", 1, OWN "global_store_dword v5, v0, s[6:7]\n", {}, 3},
        StrictCase{"NeighbouringBytes",
                   1,
                   "v_lshl_add_u32 v5, v0, 1, s2\n"
                   "global_store_byte v5, v0, s[6:7]\n",
                   {},
                   2},
        StrictCase{
            "OneWorkgroup", 2, "global_store_dword v3, v0, s[6:7]\n", {}},
        StrictCase{"ReadAfterWrite",
                   1,
                   OWN "global_store_dword v5, v0, s[6:7]\n"
                       "global_load_dword v6, v4, s[6:7]\n",
                   {"a read by workgroup (1, 0, 0) after a write by workgroup "
                    "(0, 0, 0)"},
                   2},
        StrictCase{
            "ScalarReadAfterWrite",
            1,
            OWN "global_store_dword v5, v0, s[6:7]\n"
                "s_load_dwordx2 s[20:21], s[6:7], 0xf8\n",
            {"a read by workgroup (1, 0, 0) after a write", ": s_load_dwordx2"},
            2},
        StrictCase{"WriteAfterRead",
                   1,
                   "global_load_dword v6, v4, s[6:7] offset:256\n" OWN
                   "global_store_dword v5, v0, s[6:7]\n",
                   {"a write by workgroup (1, 0, 0) after a read by workgroup "
                    "(0, 0, 0)",
                    ": global_load_dword"},
                   2},
        StrictCase{"BufferWriteAfterWrite",
                   1,
                   "s_mov_b32 s14, 8\n"
                   "buffer_store_dwordx2 v[0:1], v4, s[12:15], 0 offen "
                   "offset:4\n",
                   {"a write by workgroup (1, 0, 0) after a write", "lane 0"},
                   2},
        StrictCase{"BufferOutOfRange",
                   1,
                   "s_mov_b32 s14, 0\n"
                   "buffer_store_dword v0, v4, s[12:15], 0 offen\n",
                   {},
                   2},
        StrictCase{"Reads", 1, "global_load_dword v6, v4, s[6:7]\n", {}, 3},
        StrictCase{"Atomics", 1, "global_atomic_add v4, v0, s[6:7]\n", {}, 3},
        StrictCase{"LoadBeforeACompareAndSwap",
                   1,
                   "global_load_dword v11, v4, s[6:7]\n v_mov_b32 v10, 1\n"
                   "s_waitcnt vmcnt(0)\n"
                   "global_atomic_cmpswap v4, v[10:11], s[6:7]\n",
                   {},
                   3},
        StrictCase{"AtomicAfterRead",
                   1,
                   "global_load_dword v11, v4, s[6:7]\n"
                   "global_atomic_add v4, v0, s[6:7]\n",
                   {"a read by workgroup (1, 0, 0) after an atomic by "
                    "workgroup (0, 0, 0)"},
                   2},
        StrictCase{"WriteAfterAtomic",
                   1,
                   "s_cmp_eq_u32 s2, 0\n s_cbranch_scc0 other\n"
                   "global_atomic_add v4, v0, s[6:7]\n s_endpgm\n other:\n"
                   "global_store_dword v4, v0, s[6:7]\n",
                   {"a write by workgroup (1, 0, 0) after an atomic by "
                    "workgroup (0, 0, 0)"},
                   2},
        // A lock that is taken by an atomic and left by an atomic store.
        StrictCase{"AtomicStores",
                   1,
                   "global_atomic_add v4, v0, s[6:7]\n s_waitcnt vmcnt(0)\n"
                   "global_store_dword v4, v0, s[6:7] sc1\n",
                   {},
                   3},
        // The last to arrive reads what the others have written.
        StrictCase{"HandedOver",
                   1,
                   OWN "global_store_dword v5, v0, s[6:7]\n" ATOMIC
                       "global_load_dword v6, v4, s[6:7]\n",
                   {},
                   3},
        // As compilers translate a store and a load of a flag of device scope.
        StrictCase{"HandedOverByAFlag",
                   1,
                   BY_GROUP("global_store_dword v4, v0, s[6:7]\n" DRAIN
                            "global_store_dword v8, v9, s[6:7] sc1\n",
                            "global_load_dword v10, v8, s[6:7] sc1\n" DRAIN
                            "global_store_dword v4, v0, s[6:7]\n"),
                   {},
                   2},
        // sc0 is the scope of a workgroup.
        StrictCase{"FlagOfAWorkgroup",
                   1,
                   BY_GROUP("global_store_dword v8, v9, s[6:7] sc0\n",
                            "global_load_dword v10, v8, s[6:7] sc0\n"),
                   {"a read by workgroup (1, 0, 0) after a write by workgroup "
                    "(0, 0, 0)"},
                   2},
        StrictCase{
            "CoherentOnOneSide",
            1,
            BY_GROUP("buffer_store_dword v0, v4, s[12:15], 0 offen sc1\n",
                     "buffer_load_dword v0, v4, s[12:15], 0 offen\n"),
            {"a read by workgroup (1, 0, 0) after a coherent write by "
             "workgroup (0, 0, 0)"},
            2},
        StrictCase{"DataAfterTheFlag",
                   1,
                   BY_GROUP("global_store_dword v8, v9, s[6:7] sc1\n"
                            "global_store_dword v4, v0, s[6:7]\n",
                            "global_load_dword v10, v8, s[6:7] sc1\n"
                            "global_load_dword v11, v4, s[6:7]\n"),
                   {"a read by workgroup (1, 0, 0) after a write by workgroup "
                    "(0, 0, 0)"},
                   2},
        StrictCase{"WrittenAfterHandingOver",
                   1,
                   OWN ATOMIC "global_store_dword v5, v0, s[6:7]\n"
                              "global_load_dword v6, v4, s[6:7]\n",
                   {"a read by workgroup (1, 0, 0) after a write by workgroup "
                    "(0, 0, 0)"},
                   3},
        StrictCase{"ReadBeforeTheHandOver",
                   1,
                   OWN "global_load_dword v6, v4, s[6:7]\n"
                       "global_store_dword v5, v0, s[6:7]\n" ATOMIC,
                   {"a read by workgroup (1, 0, 0) after a write by workgroup "
                    "(0, 0, 0)"},
                   2}),
    caseName);
