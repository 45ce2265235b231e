//===- PortableTest.cpp - One C source on host and device -----------------===//
//
// Kernels/Portable.h compiled by clang for the CPU and, at several optimisation
// levels, for both targets must give the same bits: integers, f16, f32, f64,
// division, divergence, indexed arrays, recursion.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

using namespace spmla::emutest;
using namespace spmla::hip;

extern "C" uint32_t portable_on_host(uint32_t which, uint32_t seed);

namespace {

constexpr unsigned kCount = 8; // PORTABLE_COUNT

class Portable
    : public testing::TestWithParam<std::tuple<const char *, int, unsigned>> {};

TEST_P(Portable, HostAndDeviceAgree) {
  auto [arch, level, which] = GetParam();
  ASSERT_EQ(spmla_emu_set_devices(arch), 0);
  std::string name =
      std::string("Portable-") + arch + "-O" + std::to_string(level);
  Module module(name);
  constexpr unsigned blocks = 6, threads = 192;
  Buffer out(blocks * threads, 0);
  uint32_t selected = which, base = 1000;
  ASSERT_EQ(module.launch("portable_kernel", blocks, threads,
                          {out.parameter(), &selected, &base}),
            hipSuccess)
      << spmla_emu_last_error();
  std::vector<uint32_t> words = out.read();
  for (uint32_t i = 0; i < words.size(); ++i)
    ASSERT_EQ(words[i], portable_on_host(which, base + i)) << "item " << i;
}

std::string nameOf(const testing::TestParamInfo<Portable::ParamType> &info) {
  static const char *const names[] = {"integers", "wide",     "floats",
                                      "doubles",  "halves",   "divergent",
                                      "arrays",   "recursive"};
  return std::string(std::get<0>(info.param)) + "_O" +
         std::to_string(std::get<1>(info.param)) + "_" +
         names[std::get<2>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(All, Portable,
                         testing::Combine(testing::Values("gfx950", "gfx942"),
                                          testing::Values(0, 2, 3),
                                          testing::Range(0u, kCount)),
                         nameOf);

} // namespace
