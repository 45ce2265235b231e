//===- HandoverTest.cpp - Results that workgroups hand to each other ------===//
//
// Correct ways to do so, as clang translates them: strict mode must be silent
// and results right on any number of host threads.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

constexpr uint32_t kGroups = 4, kItems = 128;

struct HandoverCase {
  const char *kernel;
  bool inWork; // the result is in the second buffer, else in the first
  unsigned count;
  uint32_t (*expected)(uint32_t i);
};

void PrintTo(const HandoverCase &c, std::ostream *os) { *os << c.kernel; }

const HandoverCase kCases[] = {
    {"last_adds", false, kItems,
     [](uint32_t i) { return kGroups * (i + 1) + kItems * 6; }},
    {"rounds", false, kGroups * kItems,
     [](uint32_t i) { return (i + 3 * kItems) % (kGroups * kItems) + 1; }},
    {"flags", false, kItems, [](uint32_t i) { return i + kItems + 1; }},
    {"volatile_flags", false, kItems,
     [](uint32_t i) { return i + kItems + 1; }},
    {"lock", true, 4, [](uint32_t i) { return 6 + kGroups * i; }},
    {"chain", false, kGroups, [](uint32_t i) { return (i + 1) * (i + 2) / 2; }},
    {"swaps", true, kItems, [](uint32_t) { return 0x40800000u; }}, // 4.0f
};

class Handover : public testing::TestWithParam<
                     std::tuple<const char *, unsigned, HandoverCase>> {
protected:
  void SetUp() override { spmla_emu_set_strict(1); }
  void TearDown() override {
    spmla_emu_set_strict(0);
    spmla_emu_set_threads(0);
  }
};

TEST_P(Handover, IsNoRace) {
  auto [name, threads, c] = GetParam();
  ASSERT_EQ(spmla_emu_set_devices(std::string(name).substr(9, 6).c_str()), 0);
  spmla_emu_set_threads(threads);
  Module module(name);
  for (unsigned repetition = 0; repetition < threads; ++repetition) {
    Buffer out(kGroups * kItems, 0), work(kGroups * kItems, 0), sync(64, 0);
    ASSERT_EQ(
        module.launch(c.kernel, kGroups, kItems,
                      {out.parameter(), work.parameter(), sync.parameter()}),
        hipSuccess)
        << spmla_emu_last_error();
    std::vector<uint32_t> words = (c.inWork ? work : out).read();
    for (uint32_t i = 0; i < c.count; ++i)
      ASSERT_EQ(words[i], c.expected(i)) << "word " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Handover,
    testing::Combine(testing::Values("Handover-gfx942-O2",
                                     "Handover-gfx950-O0"),
                     testing::Values(1u, 2u, 8u), testing::ValuesIn(kCases)),
    [](const testing::TestParamInfo<Handover::ParamType> &info) {
      std::string name = std::get<0>(info.param);
      return name.substr(9, 6) + "_" + std::to_string(std::get<1>(info.param)) +
             "_" + std::get<2>(info.param).kernel;
    });

} // namespace
