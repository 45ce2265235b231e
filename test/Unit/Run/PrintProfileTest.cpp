//===- PrintProfileTest.cpp - A profile as text ---------------------------===//

#include "PrintProfile.h"

#include <gtest/gtest.h>

using namespace spmla::run;
using nlohmann::ordered_json;

namespace {

ordered_json kernel() {
  return ordered_json::parse(R"({
    "name": "add", "arch": "gfx942", "launches": 2, "workgroups": 3, "waves": 4,
    "distinct_lines_read": 5, "distinct_lines_written": 6,
    "total": {"executions": 80, "active_lanes": 3000, "partial_exec": 10,
      "splits": 1, "taken": 9, "global_bytes_read": 1000,
      "global_bytes_written": 2000, "lines": 70, "lines_merged": 60,
      "lds_bytes_read": 300, "lds_bytes_written": 400, "lds_cycles": 16,
      "bank_conflicts": 4},
    "classes": {"valu": {"executions": 50}, "salu": {"executions": 10},
      "mfma": {}, "vmem_load": {"executions": 10}, "vmem_store": {},
      "lds_read": {}, "lds_write": {}, "branch": {"executions": 10}},
    "hot_loop": {"first": 4096, "last": 4112},
    "instructions": [
      {"pc": 4092, "text": "s_nop 0", "class": "nop", "executions": 1},
      {"pc": 4096, "text": "global_load_dword v8, v3, s[6:7]",
       "class": "vmem_load", "executions": 10, "active_lanes": 600,
       "global_bytes_read": 2400, "lines": 25, "lines_merged": 20},
      {"pc": 4104, "text": "ds_read_b32 v9, v3", "class": "lds_read",
       "executions": 10, "active_lanes": 640, "lds_bytes_read": 2560,
       "lds_cycles": 40, "bank_conflicts": 20},
      {"pc": 4108, "text": "s_and_saveexec_b64 s[8:9], vcc", "class": "salu",
       "splits": 1, "executions": 10},
      {"pc": 4110, "text": "s_nop 1", "class": "nop"},
      {"pc": 4112, "text": "s_cbranch_scc1 65530", "class": "branch",
       "executions": 10, "taken": 9},
      {"pc": 4116, "text": "s_endpgm", "class": "branch", "executions": 1}]})");
}

TEST(PrintProfile, ATableTotalsAndTheHotLoop) {
  EXPECT_EQ(
      printProfile({{"kernels", {kernel()}}}),
      "profile of add on gfx942: launches 2, workgroups 3, waves 4\n"
      "  class      executed  per wave    share\n"
      "  valu             50      12.5   62.5 %  #########################\n"
      "  salu             10       2.5   12.5 %  #####\n"
      "  vmem_load        10       2.5   12.5 %  #####\n"
      "  branch           10       2.5   12.5 %  #####\n"
      "  total            80        20  100.0 %\n"
      "  global memory   1000 bytes read, 2000 written\n"
      "  128-byte lines  70 requested, 60 where adjacent loads merge, distinct "
      "5 read and 6 written\n"
      "  LDS             300 bytes read, 400 written, 16 cycles, of which 4 "
      "bank conflicts (25.0 %)\n"
      "  lanes           50 active per vector instruction, 10 of 60 with "
      "partial EXEC, 1 splits\n"
      "hot loop: 5 instructions, 50.0 % of what is executed; means per "
      "execution\n"
      "  pc    executed  lanes  bytes  lines  merged  LDS bytes  cycles  "
      "conflicts\n"
      "  1000        10     60    240    2.5       2                           "
      "     global_load_dword v8, v3, s[6:7]\n"
      "  1008        10     64                              256       4        "
      "  2  ds_read_b32 v9, v3\n"
      "  100c        10                                                        "
      "     s_and_saveexec_b64 s[8:9], vcc  ; splits 10.0 %\n"
      "  100e         0                                                        "
      "     s_nop 1\n"
      "  1010        10                                                        "
      "     s_cbranch_scc1 65530  ; taken 90.0 %\n");
}

TEST(PrintProfile, EveryKernel) {
  ordered_json first = kernel(), second = kernel();
  first["hot_loop"] = nullptr;
  second["name"] = "mul";
  std::string text = printProfile({{"kernels", {first, second}}});
  size_t none = text.find("hot loop: none\n");
  ASSERT_NE(none, std::string::npos);
  EXPECT_EQ(text.find("profile of mul"), none + 15);
  EXPECT_NE(text.find("hot loop: 5 instructions"), std::string::npos);
  EXPECT_EQ(printProfile({{"kernels", ordered_json::array()}}),
            "profile: no kernel was launched\n");
}

TEST(PrintProfile, TheFiguresOfATile) {
  ordered_json tile = kernel();
  tile["tokens"] = 64;
  tile["rows"] = {512, 1024};
  tile["workgroups"] = 2;
  tile["waves"] = 8;
  tile["total"]["lines"] = 70.5;
  std::string text = printTileProfile(tile);
  EXPECT_EQ(text.rfind("per tile of 64 tokens and workgroup: difference of "
                       "rows of 1024 and 512\n"
                       "  class      workgroup  per wave    share\n"
                       "  valu              50      12.5   62.5 %  ",
                       0),
            0u)
      << text;
  EXPECT_NE(text.find("70.5 requested, 60 where"), std::string::npos) << text;
  EXPECT_EQ(text.find("hot loop"), std::string::npos);
}

} // namespace
