//===- WrittenBytesTest.cpp - What of an allocation was written -----------===//

#include "emulator/WrittenBytes.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace spmla::emu;

namespace {

constexpr unsigned kBytes = 1000;

// Against a byte per byte.
TEST(WrittenBytes, AgreesWithAByteEach) {
  auto a = WrittenBytes::create(kBytes), b = WrittenBytes::create(kBytes);
  ASSERT_TRUE(a && b);
  std::vector<uint8_t> modelA(kBytes), modelB(kBytes);
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    unsigned count = random() % 200, at = random() % (kBytes - count),
             from = random() % (kBytes - count);
    switch (random() % 8) {
    case 0:
      a->mark(at, count % 20);
      std::fill_n(modelA.begin() + at, count % 20, 1);
      break;
    case 1:
      b->mark(at, count);
      std::fill_n(modelB.begin() + at, count, 1);
      break;
    case 2:
    case 3: {
      a->copy(at, *b, from, count);
      std::copy_n(modelB.begin() + from, count, modelA.begin() + at);
      break;
    }
    case 4: { // within one, overlapping or not
      a->copy(at, *a, from, count);
      std::vector<uint8_t> part(modelA.begin() + from,
                                modelA.begin() + from + count);
      std::copy(part.begin(), part.end(), modelA.begin() + at);
      break;
    }
    case 5: { // mostly unwritten again
      b->copy(0, *WrittenBytes::create(kBytes), 0, kBytes);
      std::fill(modelB.begin(), modelB.end(), 0);
      break;
    }
    default:
      break;
    }
    unsigned size = 1 + random() % 64, begin = random() % (kBytes - size);
    uint64_t unwritten = a->unwritten(begin, size);
    for (unsigned i = 0; i < 64; ++i)
      ASSERT_EQ(unwritten >> i & 1, i < size && !modelA[begin + i])
          << "byte " << begin << " + " << i << ", round " << round;
  }
}

TEST(WrittenBytes, AllAtOnce) {
  auto a = WrittenBytes::create(kBytes);
  ASSERT_TRUE(a);
  EXPECT_EQ(a->unwritten(kBytes - 4, 4), 0xfu);
  a->markAll();
  EXPECT_EQ(a->unwritten(0, 64), 0u);
}

} // namespace
