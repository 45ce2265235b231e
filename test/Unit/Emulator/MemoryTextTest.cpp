//===- MemoryTextTest.cpp - Where an address is, in words -----------------===//

#include "emulator/MemoryText.h"

#include <gtest/gtest.h>

using namespace spmla::emu;

namespace {

// 100 bytes at 0x1000 and 16 at 0x2000 live, 32 at 0x3000 freed.
std::string place(uint64_t address, uint64_t bytes) {
  MemorySnapshot memory;
  memory.ranges = {{0x1000, 0x1064}, {0x2000, 0x2010}};
  memory.freed = {{0x3000, 0x3020}};
  return placeOf(memory, address, bytes);
}

TEST(PlaceOf, NamesTheNearestAllocation) {
  EXPECT_EQ(place(0x1064, 4), "right behind the 100 bytes allocated at 0x1000");
  EXPECT_EQ(place(0x1065, 4),
            "1 byte past the end of the 100 bytes allocated at 0x1000");
  EXPECT_EQ(place(0x1068, 4),
            "4 bytes past the end of the 100 bytes allocated at 0x1000");
  EXPECT_EQ(place(0x1061, 4),
            "across the end of the 100 bytes allocated at 0x1000");
  EXPECT_EQ(place(0xffe, 4),
            "across the begin of the 100 bytes allocated at 0x1000");
  EXPECT_EQ(place(0xffc, 4), "right before the 100 bytes allocated at 0x1000");
  EXPECT_EQ(place(0x1ff0, 4),
            "12 bytes before the 16 bytes allocated at 0x2000");
  EXPECT_EQ(place(0, 4), "4092 bytes before the 100 bytes allocated at 0x1000");
}

TEST(PlaceOf, KnowsFreedMemory) {
  EXPECT_EQ(place(0x3000, 4), "in the 32 bytes allocated at 0x3000, since "
                              "freed");
  EXPECT_EQ(place(0x3040, 4), "32 bytes past the end of the 32 bytes allocated "
                              "at 0x3000, since freed");
}

TEST(PlaceOf, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(placeOf(MemorySnapshot(), 0x1000, 4), "");
  EXPECT_EQ(place(~uint64_t(0) - 1, 4), "");
}

} // namespace
