//===- FaultTest.cpp - Kernels that do what they must not -----------------===//

#include "Device.h"

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

void expectText(std::initializer_list<const char *> parts) {
  std::string text = spmla_emu_last_error();
  for (const char *part : parts)
    EXPECT_NE(text.find(part), std::string::npos)
        << "no \"" << part << "\" in:\n"
        << text;
}

TEST(Fault, NamesKernelPcLineAndLane) {
  Module module("Memory");
  Buffer in(16, 5), out(64, 0);
  uint64_t index = 16; // one behind
  EXPECT_EQ(
      module.launch("loadAt", 1, 64, {out.parameter(), in.parameter(), &index}),
      hipErrorIllegalAddress);
  expectText({"kernel loadAt", "live allocation", "4 bytes",
              "workgroup (0, 0, 0)", "wave 0", "pc 0x", "load_dword"});
  // What came after is told of it, too.
  EXPECT_EQ(hipPeekAtLastError(), hipErrorIllegalAddress);
  EXPECT_EQ(hipStreamSynchronize(nullptr), hipErrorIllegalAddress);
  EXPECT_EQ(hipDeviceSynchronize(), hipErrorIllegalAddress);
  EXPECT_EQ(hipGetLastError(), hipErrorIllegalAddress);
  EXPECT_EQ(hipGetLastError(), hipSuccess);
}

// A null pointer, the gap between two allocations, freed memory.
TEST(Fault, WildAddresses) {
  Module module("Memory");
  Buffer out(64, 0);
  uint64_t none = 0, index = 0;
  EXPECT_EQ(module.launch("loadAt", 1, 64, {out.parameter(), &none, &index}),
            hipErrorIllegalAddress);
  void *freed = nullptr;
  ASSERT_EQ(hipMalloc(&freed, 4096), hipSuccess);
  ASSERT_EQ(hipFree(freed), hipSuccess);
  // The addresses are not handed out again soon.
  Buffer other(1024, 0);
  EXPECT_EQ(module.launch("storeAt", 1, 64, {&freed, &index}),
            hipErrorIllegalAddress);
  expectText({"in the 4096 bytes allocated at 0x", ", since freed"});
  index = uint64_t(1) << 62; // times 4 wraps around
  EXPECT_EQ(module.launch("storeAt", 1, 64, {out.parameter(), &index}),
            hipSuccess);
  index = (uint64_t(1) << 62) + 64;
  EXPECT_EQ(module.launch("storeAt", 1, 64, {out.parameter(), &index}),
            hipErrorIllegalAddress);
}

// To the byte: nothing is rounded up.
TEST(Fault, BeyondTheEndOfAnAllocation) {
  Module module("Memory");
  Buffer out(64, 0);
  void *memory = nullptr;
  ASSERT_EQ(hipMalloc(&memory, 101), hipSuccess);
  auto load = [&](uint64_t index) {
    return module.launch("loadAt", 1, 64, {out.parameter(), &memory, &index});
  };
  EXPECT_EQ(load(24), hipSuccess);
  EXPECT_EQ(load(25), hipErrorIllegalAddress);
  expectText({"across the end of the 101 bytes allocated at 0x"});
  EXPECT_EQ(load(27), hipErrorIllegalAddress);
  expectText({"7 bytes past the end of the 101 bytes allocated at 0x"});
  EXPECT_EQ(load(~uint64_t(0)), hipErrorIllegalAddress);
  expectText({"right before the 101 bytes allocated at 0x"});
  EXPECT_EQ(hipFree(memory), hipSuccess);
}

TEST(Fault, InOneOfManyWorkgroupsIsTheFirst) {
  Module module("Portable-gfx950-O2");
  constexpr unsigned items = 64 * 100;
  Buffer out(items, 0);
  uint32_t which = 0, base = 0;
  for (unsigned threads : {1u, 3u}) {
    spmla_emu_set_threads(threads);
    EXPECT_EQ(module.launch("portable_kernel", 200, 64,
                            {out.parameter(), &which, &base}),
              hipErrorIllegalAddress);
    expectText({"workgroup (100, 0, 0)", "lane 0"});
  }
}

// Whichever thread comes to a fault first.
TEST(Fault, OfTheFirstWorkgroupIsTold) {
  Module module("Memory");
  Buffer out(64, 0);
  uint64_t index = 64;
  uint32_t rounds = 100000;
  spmla_emu_set_threads(4);
  EXPECT_EQ(
      module.launch("faultSlowly", 8, 64, {out.parameter(), &index, &rounds}),
      hipErrorIllegalAddress);
  expectText({"workgroup (0, 0, 0)"});
}

struct FaultCase {
  const char *kernel;
  hipError_t error;
  const char *text;
};
class Faults : public testing::TestWithParam<FaultCase> {};

TEST_P(Faults, IsReported) {
  const FaultCase &c = GetParam();
  Module module("Faults");
  Buffer argument(16, 0);
  EXPECT_EQ(module.launch(c.kernel, 1, 64, {argument.parameter()}), c.error);
  if (c.error != hipSuccess)
    expectText({c.kernel, c.text});
}
INSTANTIATE_TEST_SUITE_P(
    All, Faults,
    testing::Values(
        FaultCase{"ldsOutside", hipErrorIllegalAddress, "4 bytes at 0x1000"},
        FaultCase{"ldsEdge", hipSuccess, ""},
        FaultCase{"roundingMode", hipErrorLaunchFailure, "MODE"},
        FaultCase{"trap", hipErrorLaunchFailure, "s_trap 2"},
        FaultCase{"badJump", hipErrorLaunchFailure, "jump"},
        FaultCase{"structuredBuffer", hipErrorLaunchFailure, "raw buffer"},
        FaultCase{"partialTranspose", hipErrorLaunchFailure, "EXEC"}),
    [](const testing::TestParamInfo<FaultCase> &info) {
      return std::string(info.param.kernel);
    });

} // namespace
