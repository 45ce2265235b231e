//===- ProfileTest.cpp - The profile of a process -------------------------===//

#include "ProfileKernel.h"

using namespace spmla;
using namespace spmla::hip;
using namespace spmla::emutest;
using nlohmann::json;

namespace {

// Workgroups read lines of their own and one in common, write, and differ in
// how much they execute.
const char *const kUneven = "s_lshl_b32 s8, s2, 9\n s_add_u32 s9, s2, 1\n"
                            "loop:\n"
                            "global_load_dword v8, v3, s[6:7]\n"
                            "v_add_u32 v5, s8, v3\n"
                            "global_load_dword v9, v5, s[6:7]\n"
                            "ds_write_b32 v3, v0\n s_barrier\n"
                            "global_store_dword v5, v0, s[6:7]\n"
                            "s_sub_u32 s9, s9, 1\n s_cmp_lg_u32 s9, 0\n"
                            "s_cbranch_scc1 loop\n";

TEST(Profile, DoesNotDependOnHostThreads) {
  ProfileKernel kernel(kUneven);
  auto launch = [&](unsigned threads) {
    spmla_emu_set_threads(threads);
    spmla_emu_reset_profile();
    EXPECT_EQ(kernel.launch(40, 128), hipSuccess);
    return std::string(spmla_emu_profile_json());
  };
  std::string one = launch(1);
  EXPECT_EQ(launch(2), one);
  EXPECT_EQ(launch(7), one);
  json parsed = json::parse(one).at("kernels").at(0);
  EXPECT_EQ(parsed.at("workgroups"), 40);
  EXPECT_EQ(parsed.at("waves"), 80);
  // 40 workgroups write two lines each, 512 bytes apart; workgroup 0 writes
  // the lines that all read.
  EXPECT_EQ(parsed.at("distinct_lines_written"), 80);
  EXPECT_EQ(parsed.at("distinct_lines_read"), 80);
}

TEST(Profile, AgreesWithTheCounters) {
  ProfileKernel kernel(kUneven);
  spmla_emu_reset_counters();
  EXPECT_EQ(kernel.launch(5, 128), hipSuccess);
  spmla_emu_counters counters;
  spmla_emu_get_counters(&counters);
  json profile = profileOfProcess().at("kernels").at(0);
  auto of = [&](const char *name) {
    return profile.at("classes").at(name).value("executions", uint64_t(0));
  };
  EXPECT_EQ(of("valu"), counters.valu);
  EXPECT_EQ(of("salu"), counters.salu);
  EXPECT_EQ(of("mfma"), counters.mfma);
  EXPECT_EQ(of("vmem_load"), counters.vmem_load);
  EXPECT_EQ(of("vmem_store"), counters.vmem_store);
  EXPECT_EQ(of("lds_read"), counters.lds_read);
  EXPECT_EQ(of("lds_write"), counters.lds_write);
  EXPECT_EQ(of("smem"), counters.smem);
  EXPECT_EQ(of("branch"), counters.branch);
  EXPECT_EQ(of("waitcnt"), counters.waitcnt);
  EXPECT_EQ(of("barrier"), counters.barrier);
  EXPECT_EQ(of("nop"), counters.nop);
  EXPECT_EQ(profile.at("total").at("executions"), counters.total);
}

TEST(Profile, SumsLaunchesUntilReset) {
  ProfileKernel kernel("global_load_dword v8, v3, s[6:7]\n");
  EXPECT_EQ(kernel.launch(), hipSuccess);
  EXPECT_EQ(kernel.launch(2), hipSuccess);
  json profile = profileOfProcess().at("kernels");
  ASSERT_EQ(profile.size(), 1u);
  EXPECT_EQ(profile.at(0).at("name"), "k");
  EXPECT_EQ(profile.at(0).at("arch"), "gfx950");
  EXPECT_EQ(profile.at(0).at("launches"), 2);
  EXPECT_EQ(profile.at(0).at("workgroups"), 3);
  EXPECT_EQ(profile.at(0).at("distinct_lines_read"), 2);
  EXPECT_EQ(countersOf(profile.at(0), "global_load_dword").at("lines"), 6);
  spmla_emu_reset_profile();
  EXPECT_EQ(profileOfProcess(), json({{"kernels", json::array()}}));
}

TEST(Profile, ListsKernelsAsFirstLaunched) {
  std::string text;
  {
    ProfileKernel second("v_mov_b32 v5, 2\n"), first("v_mov_b32 v5, 1\n");
    EXPECT_EQ(first.launch(), hipSuccess);
    EXPECT_EQ(second.launch(), hipSuccess);
    EXPECT_EQ(first.launch(), hipSuccess);
    text = spmla_emu_profile_json();
  }
  json kernels = json::parse(text).at("kernels");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels.at(0).at("launches"), 2);
  countersOf(kernels.at(0), "v_mov_b32_e32 v5, 1");
  countersOf(kernels.at(1), "v_mov_b32_e32 v5, 2");
}

TEST(Profile, ListsWhatLiesBetweenExecutedInstructions) {
  json kernel = profileOf("s_branch over\n v_mov_b32 v5, 1\n over:\n");
  EXPECT_EQ(countersOf(kernel, "v_mov_b32_e32 v5, 1"), json::object());
  EXPECT_EQ(kernel.at("instructions").back().at("text"), "s_endpgm");
}

TEST(Profile, IsOffUnlessAskedFor) {
  EXPECT_EQ(spmla_emu_profile(), 0);
  ProfileKernel kernel("");
  EXPECT_EQ(spmla_emu_profile(), 1);
  spmla_emu_set_profile(0);
  EXPECT_EQ(kernel.launch(), hipSuccess);
  EXPECT_EQ(profileOfProcess().at("kernels").size(), 0u);
}

TEST(Profile, RefusesStrictMode) {
  ProfileKernel kernel("");
  spmla_emu_set_strict(1);
  hipError_t error = kernel.launch();
  spmla_emu_set_strict(0);
  EXPECT_EQ(error, hipErrorInvalidValue);
  EXPECT_STREQ(spmla_emu_last_error(),
               "expects strict mode to be off while profiling, got both on");
}

TEST(Profile, LeavesOutLaunchesThatFail) {
  ProfileKernel kernel("s_trap 2\n");
  EXPECT_NE(kernel.launch(), hipSuccess);
  EXPECT_EQ(profileOfProcess().at("kernels").size(), 0u);
}

} // namespace
