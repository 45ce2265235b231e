//===- HostIsaTest.cpp - The same bits from every copy of exec/ -----------===//

#include "Device.h"
#include "emulator/Registry.h"

#include <cstdio>
#include <xmmintrin.h>

using namespace spmla::emutest;
using namespace spmla::emu;
using namespace spmla::hip;

namespace {

std::vector<HostIsa> isasOfThisHost() {
  std::vector<HostIsa> isas;
  for (HostIsa isa : {HostIsa::Generic, HostIsa::Avx2, HostIsa::Avx512})
    if (hostHas(isa))
      isas.push_back(isa);
  return isas;
}

// Any bits, so that NaNs, infinities and denormals of all formats occur.
std::vector<uint32_t> anyWords(size_t count) {
  std::vector<uint32_t> words(count);
  uint64_t state = 88172645463325252ull;
  for (uint32_t &word : words) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    word = static_cast<uint32_t>(state >> 16);
  }
  return words;
}

TEST(HostIsa, MatrixAndTranscendentalResultsAreEqual) {
  std::vector<std::vector<uint32_t>> results;
  for (HostIsa isa : isasOfThisHost()) {
    selectHostIsa(isa);
    Module module("Matrix");
    for (unsigned threads : {1u, 2u, 5u}) {
      spmla_emu_set_threads(threads);
      Buffer in(anyWords(64 * 32)), out(64 * 32, 0);
      ASSERT_EQ(
          module.launch("matrix", 7, 64, {out.parameter(), in.parameter()}),
          hipSuccess)
          << spmla_emu_last_error();
      results.push_back(out.read());
    }
  }
  for (const std::vector<uint32_t> &r : results)
    EXPECT_EQ(r, results.front());
}

// A caller that flushes denormals or rounds upward gets the same results.
TEST(HostIsa, CallersFloatModeDoesNotMatter) {
  std::vector<std::vector<uint32_t>> results;
  for (unsigned mode : {0x1f80u, 0x1f80u | 0x8040u, 0x1f80u | 0x4000u}) {
    Module module("Matrix");
    Buffer in(anyWords(64 * 32)), out(64 * 32, 0);
    unsigned saved = _mm_getcsr();
    _mm_setcsr(mode);
    hipError_t error =
        module.launch("matrix", 3, 64, {out.parameter(), in.parameter()});
    EXPECT_EQ(_mm_getcsr() & 0xffc0u, mode & 0xffc0u);
    _mm_setcsr(saved);
    ASSERT_EQ(error, hipSuccess);
    results.push_back(out.read());
  }
  EXPECT_EQ(results[1], results[0]);
  EXPECT_EQ(results[2], results[0]);
}

TEST(HostIsa, PortableResultsAreEqual) {
  std::vector<std::vector<uint32_t>> results;
  for (HostIsa isa : isasOfThisHost()) {
    selectHostIsa(isa);
    Module module("Portable-gfx950-O2");
    std::vector<uint32_t> all;
    for (uint32_t which = 0; which < 8; ++which) {
      Buffer out(256, 0);
      uint32_t base = 5;
      ASSERT_EQ(module.launch("portable_kernel", 1, 256,
                              {out.parameter(), &which, &base}),
                hipSuccess);
      std::vector<uint32_t> words = out.read();
      all.insert(all.end(), words.begin(), words.end());
    }
    results.push_back(all);
  }
  for (const std::vector<uint32_t> &r : results)
    EXPECT_EQ(r, results.front());
}

TEST(HostIsa, EveryCopyHasTheSameOperations) {
  size_t count = registryOf(HostIsa::Generic).size();
  EXPECT_GT(count, 900u);
  EXPECT_EQ(registryOf(HostIsa::Avx2).size(), count);
  EXPECT_EQ(registryOf(HostIsa::Avx512).size(), count);
}

// A weak symbol could be merged with one of another copy: code for a wider
// instruction set would then run on any host.
TEST(HostIsa, CopiesShareNoSymbols) {
  std::string command =
      std::string(SPMLA_LLVM_NM) + " --defined-only -C @" + SPMLA_EXEC_OBJECTS;
  FILE *pipe = popen(command.c_str(), "r");
  ASSERT_TRUE(pipe);
  unsigned objects = 0;
  char line[4096];
  while (std::fgets(line, sizeof(line), pipe)) {
    std::string text = line;
    bool weak = text.find(" W ") != std::string::npos ||
                text.find(" V ") != std::string::npos;
    EXPECT_FALSE(weak && text.find("::isa_") == std::string::npos) << text;
    objects += text.find(".o:") != std::string::npos;
  }
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_GT(objects, 40u);
}

} // namespace
