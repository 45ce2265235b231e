//===- GroupQueueTest.cpp - Workgroups that wait for each other -----------===//

#include "Device.h"

#include <numeric>

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

void meetAtGridBarriers(Module &module) {
  constexpr uint32_t groups = 60;
  std::vector<uint32_t> numbers(2 * groups, 0);
  std::iota(numbers.begin(), numbers.begin() + groups, 100);
  Buffer arrived(1, 0), out(numbers);
  uint32_t rounds = 5;
  ASSERT_EQ(module.launch("gridBarrier", groups, 256,
                          {arrived.parameter(), out.parameter(), &rounds}),
            hipSuccess)
      << spmla_emu_last_error();
  std::vector<uint32_t> got = out.read();
  for (uint32_t g = 0; g < groups; ++g)
    EXPECT_EQ(got[groups + g], 100 + (g + rounds) % groups);
  EXPECT_EQ(arrived.read()[0], rounds * groups);
}

// More groups than threads: those that wait make room.
class Waiting
    : public testing::TestWithParam<std::tuple<unsigned, const char *>> {
protected:
  void SetUp() override { spmla_emu_set_threads(std::get<0>(GetParam())); }
  Module module{std::get<1>(GetParam())};
};

TEST_P(Waiting, GroupsMeetAtGridBarriers) { meetAtGridBarriers(module); }

TEST_P(Waiting, EachGroupForTheNext) {
  constexpr uint32_t groups = 50;
  Buffer flags(groups, 0), end(1, 0);
  uint64_t address = end.address();
  ASSERT_EQ(module.launch("chain", groups, 64, {flags.parameter(), &address}),
            hipSuccess)
      << spmla_emu_last_error();
  EXPECT_EQ(flags.read(), std::vector<uint32_t>(groups, 1));
}

// What is waited for never comes.
TEST_P(Waiting, EndsWithTheFaultOfAnother) {
  constexpr uint32_t groups = 20;
  Buffer flags(groups, 0);
  uint64_t address = 0;
  EXPECT_EQ(module.launch("chain", groups, 64, {flags.parameter(), &address}),
            hipErrorIllegalAddress);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("workgroup (19, 0, 0)"),
            std::string::npos)
      << spmla_emu_last_error();
}

INSTANTIATE_TEST_SUITE_P(Threads, Waiting,
                         testing::Combine(testing::Values(1u, 3u),
                                          testing::Values("Launch",
                                                          "LaunchO0")));

// On one thread strict mode sees which atomic comes before which.
class WaitingStrictly : public testing::Test {
protected:
  void SetUp() override {
    spmla_emu_set_strict(1);
    spmla_emu_set_threads(1);
  }
  void TearDown() override {
    spmla_emu_set_strict(0);
    spmla_emu_set_instruction_limit(uint64_t(1) << 28);
  }
  Module module{"Launch"};
};

TEST_F(WaitingStrictly, GroupsMeetAtGridBarriers) {
  meetAtGridBarriers(module);
}

// With all of a compute unit's LDS, a group per unit is what the device holds:
// one more group waits for room that the others never make.
TEST_F(WaitingStrictly, GroupsThatDoNotFitReachTheInstructionLimit) {
  spmla_emu_set_instruction_limit(20000);
  for (uint32_t groups : {256u, 257u}) {
    Buffer arrived(1, 0), numbers(2 * groups, 0);
    uint32_t rounds = 1;
    EXPECT_EQ(module.launch("gridBarrier", groups, 64,
                            {arrived.parameter(), numbers.parameter(), &rounds},
                            163840),
              groups == 256 ? hipSuccess : hipErrorLaunchFailure)
        << spmla_emu_last_error();
  }
  EXPECT_NE(std::string(spmla_emu_last_error()).find("20000 instructions"),
            std::string::npos)
      << spmla_emu_last_error();
}

TEST(Cooperative, LaunchesWhatTheDeviceHolds) {
  Module module("Launch");
  hipFunction_t function = module.function("gridBarrier");
  Buffer arrived(1, 0), numbers(2 * 257, 0);
  uint32_t rounds = 1;
  void *parameters[] = {arrived.parameter(), numbers.parameter(), &rounds};
  auto launch = [&](unsigned groups) {
    return hipModuleLaunchCooperativeKernel(function, groups, 1, 1, 64, 1, 1,
                                            163840, nullptr, parameters);
  };
  EXPECT_EQ(launch(256), hipSuccess) << spmla_emu_last_error();
  EXPECT_EQ(launch(257), hipErrorCooperativeLaunchTooLarge);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("at most 256, got 257"),
            std::string::npos)
      << spmla_emu_last_error();
  int value = 0;
  EXPECT_EQ(
      hipDeviceGetAttribute(&value, hipDeviceAttributeCooperativeLaunch, 0),
      hipSuccess);
  EXPECT_EQ(value, 1);
}

} // namespace
