//===- CountersTest.cpp - What a profile counts ---------------------------===//

#include "ProfileKernel.h"

using namespace spmla::emutest;
using nlohmann::json;

namespace {

// All counters of one instruction of a body, by its text's beginning.
struct CounterCase {
  const char *name;
  const char *body;
  const char *text;
  json counters; // without executions of 1, active_lanes of 64
};
void PrintTo(const CounterCase &c, std::ostream *os) { *os << c.name; }
class CounterTest : public testing::TestWithParam<CounterCase> {};

TEST_P(CounterTest, Counts) {
  const CounterCase &c = GetParam();
  json expected = {{"executions", 1}, {"active_lanes", 64}};
  expected.update(c.counters);
  if (expected.at("active_lanes") == 0) // left out
    expected.erase("active_lanes");
  EXPECT_EQ(countersOf(profileOf(c.body), c.text), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Profile, CounterTest,
    testing::Values(
        CounterCase{
            "OneLine",
            "global_load_ubyte v8, v2, s[6:7]",
            "global_load_ubyte",
            {{"global_bytes_read", 64}, {"lines", 1}, {"lines_merged", 1}}},
        CounterCase{
            "TwoLinesInARow",
            "global_load_dword v8, v3, s[6:7]",
            "global_load_dword",
            {{"global_bytes_read", 256}, {"lines", 2}, {"lines_merged", 2}}},
        CounterCase{
            "ALineForEveryLane",
            "v_lshlrev_b32 v5, 7, v2\n global_load_dword v8, v5, s[6:7]",
            "global_load_dword",
            {{"global_bytes_read", 256}, {"lines", 64}, {"lines_merged", 64}}},
        CounterCase{"TwoLinesForEveryLane",
                    "v_lshlrev_b32 v5, 8, v2\n"
                    "global_load_dwordx4 v[8:11], v5, s[6:7] offset:120",
                    "global_load_dwordx4",
                    {{"global_bytes_read", 1024},
                     {"lines", 128},
                     {"lines_merged", 128}}},
        CounterCase{
            "Store",
            "global_store_dword v3, v0, s[6:7]",
            "global_store_dword",
            {{"global_bytes_written", 256}, {"lines", 2}, {"lines_merged", 2}}},
        CounterCase{"Atomic",
                    "global_atomic_add v3, v0, s[6:7]",
                    "global_atomic_add",
                    {{"global_bytes_read", 256},
                     {"global_bytes_written", 256},
                     {"lines", 2},
                     {"lines_merged", 2}}},
        // Half of the lanes lie behind the end.
        CounterCase{
            "BufferRange",
            "v_lshlrev_b32 v5, 11, v2\n"
            "buffer_load_dword v8, v5, s[12:15], 0 offen",
            "buffer_load_dword",
            {{"global_bytes_read", 128}, {"lines", 32}, {"lines_merged", 32}}},
        CounterCase{"NothingInRange",
                    "v_mov_b32 v5, 0x10000\n"
                    "buffer_load_dword v8, v5, s[12:15], 0 offen",
                    "buffer_load_dword", json::object()},
        CounterCase{"DmaOfDwords",
                    "s_mov_b32 m0, 64\n global_load_lds_dword v3, s[6:7]",
                    "global_load_lds_dword",
                    {{"global_bytes_read", 256},
                     {"lines", 2},
                     {"lines_merged", 2},
                     {"lds_bytes_written", 256},
                     {"lds_cycles", 2}}},
        // Each byte fills a dword.
        CounterCase{"DmaOfBytes",
                    "s_mov_b32 m0, 0\n global_load_lds_ubyte v2, s[6:7]",
                    "global_load_lds_ubyte",
                    {{"global_bytes_read", 64},
                     {"lines", 1},
                     {"lines_merged", 1},
                     {"lds_bytes_written", 256},
                     {"lds_cycles", 2}}},
        CounterCase{"DmaOf16Bytes",
                    "s_mov_b32 m0, 0\n v_lshlrev_b32 v5, 4, v2\n"
                    "buffer_load_dwordx4 v5, s[12:15], 0 offen lds",
                    "buffer_load_dwordx4",
                    {{"global_bytes_read", 1024},
                     {"lines", 8},
                     {"lines_merged", 8},
                     {"lds_bytes_written", 1024},
                     {"lds_cycles", 8}}},
        CounterCase{"TwoElements",
                    "ds_read2st64_b32 v[8:9], v3 offset0:1 offset1:3",
                    "ds_read2st64_b32",
                    {{"lds_bytes_read", 512}, {"lds_cycles", 2}}},
        // The first element conflicts, the second does not: lane l reads
        // dwords 2 l and 2 l + 1.
        CounterCase{"ConflictsOfElements",
                    "v_lshlrev_b32 v5, 3, v2\n"
                    "ds_read2_b32 v[8:9], v5 offset0:0 offset1:1",
                    "ds_read2_b32",
                    {{"lds_bytes_read", 512},
                     {"lds_cycles", 4},
                     {"bank_conflicts", 2}}},
        CounterCase{"TransposedRead",
                    "v_lshlrev_b32 v5, 3, v2\n ds_read_b64_tr_b16 v[8:9], v5",
                    "ds_read_b64_tr_b16",
                    {{"lds_bytes_read", 512}, {"lds_cycles", 2}}},
        CounterCase{"LdsAtomicOfOneDword",
                    "v_mov_b32 v5, 0\n ds_add_u32 v5, v0",
                    "ds_add_u32",
                    {{"lds_bytes_read", 256},
                     {"lds_bytes_written", 256},
                     {"lds_cycles", 64},
                     {"bank_conflicts", 62}}},
        CounterCase{"BytesOfOneDword",
                    "ds_write_b8 v2, v0",
                    "ds_write_b8",
                    {{"lds_bytes_written", 64}, {"lds_cycles", 2}}},
        CounterCase{"LaneExchange", "ds_bpermute_b32 v8, v3, v0",
                    "ds_bpermute_b32", json::object()},
        CounterCase{"FlatToLds",
                    "s_mov_b64 s[8:9], src_shared_base\n v_mov_b32 v6, v3\n"
                    "v_mov_b32 v7, s9\n flat_load_dword v8, v[6:7]",
                    "flat_load_dword",
                    {{"lds_bytes_read", 256}, {"lds_cycles", 1}}},
        CounterCase{
            "FlatToMemory",
            "v_mov_b32 v7, s7\n v_add_co_u32 v6, vcc, s6, v3\n"
            "v_addc_co_u32 v7, vcc, 0, v7, vcc\n flat_load_dword v8, v[6:7]",
            "flat_load_dword",
            {{"global_bytes_read", 256}, {"lines", 2}, {"lines_merged", 2}}},
        CounterCase{"PartialExec",
                    "s_mov_b64 exec, 0xf0\n global_load_dword v8, v3, s[6:7]",
                    "global_load_dword",
                    {{"active_lanes", 4},
                     {"partial_exec", 1},
                     {"global_bytes_read", 16},
                     {"lines", 1},
                     {"lines_merged", 1}}},
        CounterCase{"PartialExecOfLds",
                    "s_mov_b64 exec, 0xf0\n ds_read_b128 v[8:11], v3",
                    "ds_read_b128",
                    {{"active_lanes", 4},
                     {"partial_exec", 1},
                     {"lds_bytes_read", 64},
                     {"lds_cycles", 1}}},
        CounterCase{"NoLane",
                    "s_mov_b64 exec, 0\n v_mov_b32 v5, 0x123",
                    "v_mov_b32_e32 v5, 0x123",
                    {{"active_lanes", 0}, {"partial_exec", 1}}}),
    [](const testing::TestParamInfo<CounterCase> &info) {
      return std::string(info.param.name);
    });

json merged(const json &kernel, const char *text) {
  return countersOf(kernel, text).value("lines_merged", 0);
}

TEST(ProfileLines, HalvesOfAdjacentLoadsMerge) {
  json kernel = profileOf("v_lshlrev_b32 v5, 7, v2\n"
                          "buffer_load_dwordx4 v[8:11], v5, s[12:15], 0 offen\n"
                          "v_add_u32 v6, 1, v5\n ds_read_b32 v7, v3\n"
                          "s_load_dword s8, s[6:7], 0x0\n"
                          "buffer_load_dwordx4 v[12:15], v5, s[12:15], 0 offen "
                          "offset:64\n");
  EXPECT_EQ(merged(kernel, "buffer_load_dwordx4 v[8:11]"), 64);
  EXPECT_EQ(merged(kernel, "buffer_load_dwordx4 v[12:15]"), 0);
  EXPECT_EQ(kernel.at("classes").at("vmem_load").at("lines"), 128);
  EXPECT_EQ(kernel.at("classes").at("vmem_load").at("lines_merged"), 64);
  EXPECT_EQ(kernel.at("distinct_lines_read"), 64);
}

TEST(ProfileLines, OnlyTheLoadBeforeMerges) {
  json kernel = profileOf("global_load_dword v8, v3, s[6:7]\n"
                          "global_load_dword v9, v3, s[6:7] offset:2048\n"
                          "global_load_dword v10, v3, s[6:7] offset:128\n"
                          "global_load_dword v11, v3, s[6:7]\n");
  EXPECT_EQ(merged(kernel, "global_load_dword v9"), 2);
  EXPECT_EQ(merged(kernel, "global_load_dword v10"), 2);
  // Its second line only.
  EXPECT_EQ(merged(kernel, "global_load_dword v11"), 1);
  EXPECT_EQ(kernel.at("distinct_lines_read"), 5);
}

TEST(ProfileLines, LoadsAndStoresDoNotMerge) {
  json kernel = profileOf("global_load_dword v8, v3, s[6:7]\n"
                          "global_store_dword v3, v0, s[6:7]\n"
                          "global_load_dword v9, v3, s[6:7]\n"
                          "s_waitcnt vmcnt(0)\n");
  EXPECT_EQ(merged(kernel, "global_store_dword"), 2);
  EXPECT_EQ(merged(kernel, "global_load_dword v9"), 2);
  EXPECT_EQ(kernel.at("distinct_lines_read"), 2);
  EXPECT_EQ(kernel.at("distinct_lines_written"), 2);
}

TEST(ProfileLines, AtomicsDoNotMerge) {
  json kernel = profileOf("global_store_dword v3, v0, s[6:7]\n"
                          "global_atomic_add v3, v0, s[6:7]\n"
                          "global_atomic_or v3, v0, s[6:7]\n"
                          "global_store_dword v3, v2, s[6:7]\n");
  EXPECT_EQ(merged(kernel, "global_atomic_add"), 2);
  EXPECT_EQ(merged(kernel, "global_atomic_or"), 2);
  EXPECT_EQ(merged(kernel, "global_store_dword v3, v2"), 2);
}

TEST(ProfileLines, EachWaveHasItsOwnLoadBefore) {
  json kernel = profileOf("global_load_dword v8, v3, s[6:7]\n s_barrier\n"
                          "global_load_dword v9, v3, s[6:7] offset:64\n",
                          "gfx950", 128);
  EXPECT_EQ(merged(kernel, "global_load_dword v8"), 4);
  // Bytes 64 to 319: two lines of three were asked for.
  EXPECT_EQ(merged(kernel, "global_load_dword v9"), 2);
}

TEST(ProfileLines, AWorkgroupHasNoLoadBeforeItsFirst) {
  ProfileKernel kernel("global_load_dword v8, v3, s[6:7]\n");
  spmla_emu_set_threads(1);
  EXPECT_EQ(kernel.launch(3), spmla::hip::hipSuccess);
  EXPECT_EQ(merged(profileOfProcess().at("kernels").at(0), "global_load_dword"),
            6);
}

TEST(ProfileCounters, ScalarLoadsHaveBytesButNoLines) {
  json kernel = profileOf("s_load_dwordx4 s[8:11], s[6:7], 0x40\n"
                          "s_waitcnt lgkmcnt(0)\n");
  EXPECT_EQ(countersOf(kernel, "s_load_dwordx4"),
            json({{"executions", 1}, {"global_bytes_read", 16}}));
}

TEST(ProfileCounters, MatrixInstructionsIgnoreExec) {
  json kernel =
      profileOf("s_mov_b64 exec, 1\n"
                "v_mfma_f32_16x16x16_f16 v[8:11], v[0:1], v[2:3], 0\n");
  EXPECT_EQ(countersOf(kernel, "v_mfma"), json({{"executions", 1}}));
}

// Of the second workgroup, too, though the first has switched its lanes off.
TEST(ProfileCounters, LanesOfTheFirstInstruction) {
  ProfileKernel kernel("s_mov_b64 exec, 0\n", "gfx950", "ds_write_b8 v0, v0\n");
  spmla_emu_set_threads(1);
  EXPECT_EQ(kernel.launch(2, 48), spmla::hip::hipSuccess);
  EXPECT_EQ(countersOf(profileOfProcess().at("kernels").at(0), "ds_write_b8")
                .at("lds_bytes_written"),
            96);
}

TEST(ProfileCounters, LanesThatDisagreeSplit) {
  json kernel = profileOf("v_cmp_gt_u32 vcc, 16, v2\n"
                          "s_and_saveexec_b64 s[8:9], vcc\n"
                          "s_cbranch_execz join\n"
                          "v_mov_b32 v5, 1\n"
                          "join:\n s_or_b64 exec, exec, s[8:9]\n"
                          "v_cmp_gt_u32 vcc, 64, v2\n"
                          "s_and_saveexec_b64 s[10:11], vcc\n"
                          "v_cmpx_gt_u32 vcc, 8, v2\n"
                          "s_mov_b64 exec, 0\n");
  EXPECT_EQ(countersOf(kernel, "s_and_saveexec_b64 s[8:9]"),
            json({{"executions", 1}, {"splits", 1}}));
  EXPECT_EQ(countersOf(kernel, "s_cbranch_execz"), json({{"executions", 1}}));
  EXPECT_EQ(
      countersOf(kernel, "v_mov_b32_e32 v5"),
      json({{"executions", 1}, {"active_lanes", 16}, {"partial_exec", 1}}));
  EXPECT_EQ(countersOf(kernel, "s_or_b64"), json({{"executions", 1}}));
  // All lanes agree.
  EXPECT_EQ(countersOf(kernel, "s_and_saveexec_b64 s[10:11]"),
            json({{"executions", 1}}));
  EXPECT_EQ(countersOf(kernel, "v_cmpx_gt_u32"),
            json({{"executions", 1}, {"active_lanes", 64}, {"splits", 1}}));
  EXPECT_EQ(countersOf(kernel, "s_mov_b64 exec, 0"), json({{"executions", 1}}));
}

TEST(ProfileCounters, WavesAndBarriers) {
  json kernel = profileOf("s_barrier\n s_cmp_eq_u32 s4, 0\n"
                          "s_cbranch_scc1 skip\n v_mov_b32 v5, 1\n"
                          "skip:\n s_barrier\n",
                          "gfx950", 3 * 64 + 16);
  EXPECT_EQ(kernel.at("workgroups"), 1);
  EXPECT_EQ(kernel.at("waves"), 4);
  EXPECT_EQ(kernel.at("classes").at("barrier"), json({{"executions", 8}}));
  EXPECT_EQ(countersOf(kernel, "s_cbranch_scc1"),
            json({{"executions", 4}, {"taken", 1}}));
  // The last wave has 16 lanes.
  EXPECT_EQ(countersOf(kernel, "v_mov_b32_e32 v5"),
            json({{"executions", 3},
                  {"active_lanes", 2 * 64 + 16},
                  {"partial_exec", 1}}));
}

} // namespace
