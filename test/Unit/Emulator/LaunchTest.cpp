//===- LaunchTest.cpp - Ids, arguments, barriers, threads -----------------===//

#include "Device.h"

#include <cstring>

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

class Places : public testing::TestWithParam<const char *> {};

// Workgroup and work-item ids, sizes and counts, in three dimensions, with a
// partial last wave; from hidden arguments and the dispatch packet.
TEST_P(Places, AreWhatWasLaunched) {
  Module module(GetParam());
  constexpr uint32_t grid[] = {3, 2, 2}, block[] = {5, 7, 3}, columns = 16;
  constexpr uint32_t items = 3 * 2 * 2 * 5 * 7 * 3;
  Buffer out(size_t(items) * columns, 0xffffffff);
  uint32_t width = columns;
  void *parameters[] = {out.parameter(), &width};
  ASSERT_EQ(hipModuleLaunchKernel(module.function("places"), grid[0], grid[1],
                                  grid[2], block[0], block[1], block[2], 0,
                                  nullptr, parameters, nullptr),
            hipSuccess)
      << spmla_emu_last_error();
  std::vector<uint32_t> words = out.read();
  uint32_t total[3];
  for (int d = 0; d < 3; ++d)
    total[d] = grid[d] * block[d];
  for (uint32_t item = 0; item < items; ++item) {
    uint32_t at[] = {item % total[0], item / total[0] % total[1],
                     item / total[0] / total[1]};
    const uint32_t *o = &words[size_t(item) * columns];
    for (int d = 0; d < 3; ++d) {
      ASSERT_EQ(o[d], at[d] / block[d]) << "workgroup id, item " << item;
      ASSERT_EQ(o[3 + d], at[d] % block[d]) << "work-item id, item " << item;
      ASSERT_EQ(o[6 + d], block[d]);
      ASSERT_EQ(o[9 + d], grid[d]);
      ASSERT_EQ(o[12 + d], total[d]);
    }
    ASSERT_EQ(o[15], columns);
  }
}
// Preload: arguments arrive in SGPRs, and the kernel starts 256 bytes in.
INSTANTIATE_TEST_SUITE_P(All, Places,
                         testing::Values("Launch", "LaunchO0", "Preload"));

struct Packed { // as the kernel's parameters lie
  void *out;
  uint8_t c;
  uint16_t s;
  uint32_t i;
  uint64_t l;
  float f;
  double d;
  struct {
    float a;
    double b;
  } p;
};

class Arguments : public testing::TestWithParam<const char *> {};

TEST_P(Arguments, BothFormsOfTheCall) {
  Module module(GetParam());
  Buffer out(16, 0);
  Packed block = {*out.parameter(), 200,  60000, 4000000000u,
                  1ull << 40,       3.0f, 4.0,   {5.0f, 6.0}};
  const std::vector<uint64_t> wanted = {200, 60000, 4000000000u, 1ull << 40,
                                        3,   4,     5,           6};
  auto check = [&] {
    std::vector<uint32_t> words = out.read();
    std::vector<uint64_t> got(8);
    std::memcpy(got.data(), words.data(), 64);
    EXPECT_EQ(got, wanted);
  };
  ASSERT_EQ(module.launch("arguments", 1, 64,
                          {out.parameter(), &block.c, &block.s, &block.i,
                           &block.l, &block.f, &block.d, &block.p}),
            hipSuccess)
      << spmla_emu_last_error();
  check();

  hipMemset(*out.parameter(), 0, 64);
  size_t size = sizeof(block);
  void *extra[] = {launchParamBufferPointer(), &block, launchParamBufferSize(),
                   &size, launchParamEnd()};
  ASSERT_EQ(hipModuleLaunchKernel(module.function("arguments"), 1, 1, 1, 64, 1,
                                  1, 0, nullptr, nullptr, extra),
            hipSuccess);
  check();

  // An argument block that is too short, as in ROCm/aotriton PR#238 and
  // legacy-rocm-build#6408, is refused.
  size = sizeof(block) - 8;
  EXPECT_EQ(hipModuleLaunchKernel(module.function("arguments"), 1, 1, 1, 64, 1,
                                  1, 0, nullptr, nullptr, extra),
            hipErrorInvalidValue);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("56 bytes, got 48"),
            std::string::npos)
      << spmla_emu_last_error();
}
INSTANTIATE_TEST_SUITE_P(All, Arguments,
                         testing::Values("Launch", "LaunchO0", "Preload"));

// Every number of waves, the last one partial: barriers meet all of them.
TEST(Barrier, TreeSumOfAnyWorkgroup) {
  for (const char *name : {"Launch", "LaunchO0"}) {
    Module module(name);
    std::vector<uint32_t> in(5000);
    for (uint32_t i = 0; i < in.size(); ++i)
      in[i] = i * i + 1;
    Buffer input(in);
    for (unsigned threads : {1u, 63u, 64u, 65u, 200u, 256u, 1000u, 1024u}) {
      unsigned blocks = 5;
      Buffer out(blocks, 0);
      uint32_t n = 2345;
      ASSERT_EQ(module.launch("sums", blocks, threads,
                              {out.parameter(), input.parameter(), &n}),
                hipSuccess)
          << spmla_emu_last_error();
      std::vector<uint32_t> wanted(blocks, 0), got = out.read();
      for (uint32_t i = 0; i < blocks * threads && i < n; ++i)
        wanted[i / threads] += in[i];
      EXPECT_EQ(got, wanted) << threads;
    }
  }
}

// Waves that wait for each other through memory all get their turn.
TEST(Barrier, WavesMayWaitThroughMemory) {
  Module module("Launch");
  Buffer flag(1, 0), out(256, 99);
  ASSERT_EQ(module.launch("spin", 1, 256, {flag.parameter(), out.parameter()}),
            hipSuccess);
  std::vector<uint32_t> words = out.read();
  for (uint32_t i = 0; i < 256; ++i)
    ASSERT_EQ(words[i], i / 64);
}

TEST(Lds, DynamicSizeUpToTheLimit) {
  Module module("Launch");
  for (uint32_t words : {16u, 1000u, 163840u / 4}) {
    Buffer out(words, 0);
    ASSERT_EQ(
        module.launch("dynamic", 1, 128, {out.parameter(), &words}, 4 * words),
        hipSuccess)
        << spmla_emu_last_error();
    std::vector<uint32_t> got = out.read();
    for (uint32_t i = 0; i < words; ++i)
      ASSERT_EQ(got[i], (words - 1 - i) * 3);
  }
}

// Preloaded arguments are not loaded again: the code that does so for firmware
// without preloading is skipped.
TEST(Preload, SkipsTheCodeThatLoads) {
  for (auto [name, loads] :
       {std::pair{"Launch", true}, std::pair{"Preload", false}}) {
    Module module(name);
    Buffer counter(1, 0), total(1, 0);
    spmla_emu_reset_counters();
    ASSERT_EQ(
        module.launch("count", 1, 64, {counter.parameter(), total.parameter()}),
        hipSuccess);
    spmla_emu_counters c;
    spmla_emu_get_counters(&c);
    EXPECT_EQ(c.smem != 0, loads) << name;
    EXPECT_EQ(counter.read()[0], 64u);
  }
}

TEST(Atomics, CountAllWorkitems) {
  Module module("Launch");
  Buffer counter(1, 0), total(1, 0);
  for (unsigned threads : {1u, 4u}) {
    spmla_emu_set_threads(threads);
    EXPECT_EQ(spmla_emu_threads(), threads);
    ASSERT_EQ(module.launch("count", 300, 256,
                            {counter.parameter(), total.parameter()}),
              hipSuccess)
        << spmla_emu_last_error();
  }
  EXPECT_EQ(counter.read()[0], 2u * 300 * 256);
  uint32_t bits = total.read()[0];
  float sum;
  std::memcpy(&sum, &bits, 4);
  EXPECT_EQ(sum, 2.0f * 300 * 256);
}

TEST(Module, HasItsOwnConstantsAndVariables) {
  Module module("Launch");
  Buffer out(64, 0);
  ASSERT_EQ(module.launch("constants", 1, 64, {out.parameter()}), hipSuccess)
      << spmla_emu_last_error();
  std::vector<uint32_t> words = out.read();
  for (uint32_t i = 0; i < 64; ++i)
    ASSERT_EQ(words[i], 11 * (i % 4 + 1) + (i / 4 % 2 ? 7 : 5));
}

// Executed instructions are those of all waves, and the classes sum up.
TEST(Counters, SumOverWaves) {
  Module module("Launch");
  Buffer in(256, 1), out(4, 0);
  auto run = [&](unsigned blocks) {
    spmla_emu_reset_counters();
    uint32_t n = 256;
    EXPECT_EQ(module.launch("sums", blocks, 64,
                            {out.parameter(), in.parameter(), &n}),
              hipSuccess);
    spmla_emu_counters c;
    spmla_emu_get_counters(&c);
    EXPECT_EQ(c.total, c.valu + c.salu + c.mfma + c.vmem_load + c.vmem_store +
                           c.lds_read + c.lds_write + c.smem + c.branch +
                           c.waitcnt + c.barrier + c.nop);
    EXPECT_EQ(c.barrier, 10u * blocks); // one per step from 512 to 1
    EXPECT_EQ(c.mfma, 0u);
    return c.total;
  };
  uint64_t one = run(1);
  EXPECT_GT(one, 20u);
  EXPECT_EQ(run(3), 3 * one);
}

} // namespace
