//===- MemoryTest.cpp - Allocations, copies, buffer range checks ----------===//

#include "emulator/Memory.h"
#include "Device.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

size_t residentBytes() {
  size_t pages = 0, resident = 0;
  FILE *file = std::fopen("/proc/self/statm", "r");
  EXPECT_EQ(std::fscanf(file, "%zu %zu", &pages, &resident), 2);
  std::fclose(file);
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Allocation, IsBackedLazily) {
  void *cache = nullptr;
  size_t before = residentBytes(), size = size_t(5) << 30;
  ASSERT_EQ(hipMalloc(&cache, size), hipSuccess);
  uint32_t word = 42, back = 0;
  char *last = static_cast<char *>(cache) + size - 4;
  ASSERT_EQ(hipMemcpy(last, &word, 4, hipMemcpyHostToDevice), hipSuccess);
  ASSERT_EQ(hipMemcpy(&back, last, 4, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(back, 42u);
  EXPECT_LT(residentBytes() - before, size_t(64) << 20);
  EXPECT_EQ(hipFree(cache), hipSuccess);
}

TEST(Allocation, CountsAgainstTheDevice) {
  size_t free = 0, total = 0, now = 0;
  ASSERT_EQ(hipMemGetInfo(&free, &total), hipSuccess);
  EXPECT_EQ(total, size_t(288) << 30);
  void *p = nullptr, *tooMuch = &p;
  ASSERT_EQ(hipMalloc(&p, 1 << 20), hipSuccess);
  ASSERT_EQ(hipMemGetInfo(&now, nullptr), hipSuccess);
  EXPECT_EQ(free - now, size_t(1) << 20);
  EXPECT_EQ(hipMalloc(&tooMuch, total), hipErrorOutOfMemory);
  EXPECT_EQ(tooMuch, nullptr);
  EXPECT_EQ(hipFree(p), hipSuccess);
  ASSERT_EQ(hipMemGetInfo(&now, nullptr), hipSuccess);
  EXPECT_EQ(free, now);
}

TEST(Allocation, EmptyIsNull) {
  void *p = &p;
  EXPECT_EQ(hipMalloc(&p, 0), hipSuccess);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(hipFree(nullptr), hipSuccess);
}

TEST(Copy, StaysInsideItsAllocation) {
  Buffer a(16, 1);
  std::vector<uint32_t> host(32);
  char *p = static_cast<char *>(*a.parameter());
  EXPECT_EQ(hipMemcpy(host.data(), p, 64, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(hipMemcpy(host.data(), p, 65, hipMemcpyDeviceToHost),
            hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(p + 60, host.data(), 8, hipMemcpyHostToDevice),
            hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(p, host.data(), 8, hipMemcpyDeviceToDevice),
            hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(p, host.data(), 64, hipMemcpyDefault), hipSuccess);
  EXPECT_EQ(hipMemcpy(p, host.data(), 8, static_cast<hipMemcpyKind>(9)),
            hipErrorInvalidMemcpyDirection);
  EXPECT_EQ(hipMemset(p + 32, 0, 33), hipErrorInvalidValue);
  EXPECT_EQ(hipMemcpy(nullptr, p, 4, hipMemcpyDeviceToHost),
            hipErrorInvalidValue);
}

// Strict mode's record of what was written; a copy makes nothing of nothing.
TEST(Copy, LeavesUnwrittenWhatTheSourceHas) {
  using namespace spmla::emu;
  MemoryManager memory;
  AllocationPtr from = memory.allocate(100, 0, false, 1 << 20);
  AllocationPtr to = memory.allocate(100, 0, false, 1 << 20);
  AllocationPtr untracked = memory.allocate(100, 0, false, 1 << 20);
  from->written = WrittenBytes::create(100);
  to->written = WrittenBytes::create(100);
  memory.markWritten(from->begin + 8, 4);
  memory.markWritten(to->begin + 20, 4);
  memory.copyWritten(to->begin + 12, from->begin, 20);
  EXPECT_EQ(to->written->unwritten(12, 20), 0xff0ffu);
  // Of other memory nothing is known but that it was copied.
  memory.copyWritten(to->begin, untracked->begin + 4, 8);
  EXPECT_EQ(to->written->unwritten(0, 12), 0xf00u);
}

TEST(Pointer, AttributesNameTheKindOfMemory) {
  void *device = nullptr, *host = nullptr;
  ASSERT_EQ(hipMalloc(&device, 64), hipSuccess);
  ASSERT_EQ(hipHostMalloc(&host, 64, kHostMallocDefault), hipSuccess);
  hipPointerAttribute_t a;
  ASSERT_EQ(hipPointerGetAttributes(&a, static_cast<char *>(device) + 63),
            hipSuccess);
  EXPECT_EQ(a.type, hipMemoryTypeDevice);
  ASSERT_EQ(hipPointerGetAttributes(&a, host), hipSuccess);
  EXPECT_EQ(a.type, hipMemoryTypeHost);
  EXPECT_EQ(hipPointerGetAttributes(&a, &a), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(host), hipErrorInvalidValue);
  EXPECT_EQ(hipFree(device), hipSuccess);
  EXPECT_EQ(hipFree(device), hipErrorInvalidValue);
  EXPECT_EQ(hipHostFree(host), hipSuccess);
}

// Dwords at or behind num_records read 0; the scalar offset moves the address
// only; the vector offset does not wrap.
TEST(BufferLoad, ChecksEachDword) {
  Module module("Memory");
  std::vector<uint32_t> data(1024);
  for (uint32_t i = 0; i < data.size(); ++i)
    data[i] = i + 1;
  Buffer in(data), out(256, 99);
  struct {
    uint32_t bytes, first, scalar;
  } cases[] = {{1024, 0, 0},          {1020, 0, 0},   {500, 0, 0}, {16, 8, 0},
               {600, 0xfffffff0u, 0}, {512, 4, 1024}, {0, 0, 0},   {4, 0, 16},
               {1022, 2, 0}};
  for (auto &c : cases) {
    ASSERT_EQ(module.launch("bufferLoad", 1, 64,
                            {out.parameter(), in.parameter(), &c.bytes,
                             &c.first, &c.scalar}),
              hipSuccess)
        << spmla_emu_last_error();
    std::vector<uint32_t> got = out.read();
    const auto *bytes = reinterpret_cast<const char *>(data.data());
    for (uint32_t i = 0; i < got.size(); ++i) {
      // Per lane the sum of offsets wraps at 32 bits in the vector register.
      uint32_t lane = c.first + 16 * (i / 4);
      uint64_t at = uint64_t(lane) + 4 * (i % 4);
      uint32_t wanted = 0;
      if (at + 4 <= c.bytes)
        std::memcpy(&wanted, bytes + at + c.scalar, 4);
      ASSERT_EQ(got[i], wanted) << "word " << i << ", num_records " << c.bytes
                                << ", first " << c.first;
    }
  }
}

TEST(BufferStore, DropsWhatIsOutOfRange) {
  Module module("Memory");
  Buffer out(256, 77);
  uint32_t bytes = 4 * 101;
  ASSERT_EQ(module.launch("bufferStore", 1, 64, {out.parameter(), &bytes}),
            hipSuccess);
  std::vector<uint32_t> got = out.read();
  for (uint32_t i = 0; i < 256; ++i)
    ASSERT_EQ(got[i], i < 101 ? i / 4 : 77u);
}

TEST(Flat, ReachesLdsPrivateAndGlobalMemory) {
  Module module("Memory");
  Buffer in(std::vector<uint32_t>{1, 2, 3, 4}), out(64, 0);
  ASSERT_EQ(module.launch("generic", 1, 64, {out.parameter(), in.parameter()}),
            hipSuccess)
      << spmla_emu_last_error();
  std::vector<uint32_t> got = out.read();
  for (uint32_t t = 0; t < 64; ++t)
    ASSERT_EQ(got[t], 63 * 64 / 2 + 8 * t + 28 + 10);
}

} // namespace
