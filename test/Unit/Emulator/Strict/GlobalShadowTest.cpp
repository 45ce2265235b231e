//===- GlobalShadowTest.cpp - What orders accesses of workgroups ----------===//
//
// Workgroups that run at the same time, which a launch on one host thread does
// not show.
//
//===----------------------------------------------------------------------===//

#include "emulator/strict/GlobalShadow.h"

#include <gtest/gtest.h>

using namespace spmla::emu;
using namespace spmla::emu::strict;
using Kind = GlobalAccess::Kind;

namespace {

class GlobalShadowTest : public testing::Test {
protected:
  GlobalShadowTest() : allocation(Allocation::map(64)) {
    MemorySnapshot memory;
    memory.add(allocation);
    shadow = std::make_unique<GlobalShadow>(memory, 3);
  }

  bool access(Kind kind, uint32_t workgroup, uint64_t offset, uint64_t bytes) {
    return shadow->access(shadow->number(kind, workgroup, workgroup),
                          allocation->begin + offset, bytes, conflict);
  }
  bool read(uint32_t workgroup, uint64_t offset, uint64_t bytes = 4) {
    return access(Kind::Read, workgroup, offset, bytes);
  }
  bool write(uint32_t workgroup, uint64_t offset, uint64_t bytes = 4) {
    return access(Kind::Write, workgroup, offset, bytes);
  }
  bool atomic(uint32_t workgroup, uint64_t offset) {
    shadow->synchronize(workgroup);
    return access(Kind::Atomic, workgroup, offset, 4);
  }

  AllocationPtr allocation;
  std::unique_ptr<GlobalShadow> shadow;
  GlobalConflict conflict;
};

TEST_F(GlobalShadowTest, AnAtomicOfEachHandsOver) {
  EXPECT_TRUE(write(0, 0));
  EXPECT_TRUE(atomic(0, 32));
  EXPECT_TRUE(atomic(1, 32));
  // Another one that the other workgroup did not wait for changes nothing.
  EXPECT_TRUE(atomic(0, 36));
  EXPECT_TRUE(read(1, 0));
  EXPECT_FALSE(read(2, 0));
  EXPECT_EQ(conflict.other.workgroup, 0u);
  EXPECT_EQ(conflict.other.kind, Kind::Write);
  EXPECT_EQ(conflict.address, allocation->begin);
}

TEST_F(GlobalShadowTest, TheAtomicsMustComeInThatOrder) {
  EXPECT_TRUE(write(0, 0));
  EXPECT_TRUE(atomic(1, 32));
  EXPECT_TRUE(atomic(0, 32));
  EXPECT_FALSE(write(1, 0));
}

// The last workgroup to arrive resets the counter for the next launch.
TEST_F(GlobalShadowTest, AnAtomicIsOrderedByItself) {
  EXPECT_TRUE(atomic(0, 32));
  EXPECT_TRUE(atomic(1, 32));
  EXPECT_TRUE(atomic(2, 32));
  EXPECT_TRUE(write(2, 32));
  EXPECT_FALSE(read(1, 32));
  EXPECT_EQ(conflict.other.workgroup, 2u);
}

TEST_F(GlobalShadowTest, AReadBeforeAnAtomicIsNotOneAfterIt) {
  EXPECT_TRUE(read(0, 0, 1));
  EXPECT_TRUE(atomic(0, 32));
  EXPECT_TRUE(read(0, 1, 1));
  EXPECT_TRUE(atomic(1, 32));
  EXPECT_TRUE(write(1, 0, 1));
  EXPECT_FALSE(write(1, 1, 1));
  EXPECT_EQ(conflict.other.kind, Kind::Read);
  EXPECT_EQ(conflict.address, allocation->begin + 1);
}

TEST_F(GlobalShadowTest, BytesOfADword) {
  EXPECT_TRUE(read(0, 2, 1));
  EXPECT_TRUE(read(0, 1, 1));
  EXPECT_TRUE(write(1, 3, 3));
  EXPECT_TRUE(write(1, 0, 1));
  EXPECT_FALSE(write(1, 1, 1));
  EXPECT_FALSE(read(2, 4, 1));
  EXPECT_TRUE(read(2, 6, 2));
}

TEST_F(GlobalShadowTest, OutsideIsLeftAlone) {
  EXPECT_TRUE(write(0, 64));
  EXPECT_TRUE(write(1, 64));
  EXPECT_TRUE(write(0, 62));
  EXPECT_TRUE(write(1, 62));
}

// A flag that one workgroup sets and two look at.
TEST_F(GlobalShadowTest, AtomicReadsAndWritesHandOver) {
  EXPECT_TRUE(write(0, 0));
  shadow->synchronize(0);
  EXPECT_TRUE(access(Kind::AtomicWrite, 0, 32, 4));
  shadow->synchronize(1);
  EXPECT_TRUE(access(Kind::AtomicRead, 1, 32, 4));
  EXPECT_TRUE(read(1, 0));
  shadow->synchronize(2);
  EXPECT_TRUE(access(Kind::AtomicRead, 2, 32, 4));
  EXPECT_FALSE(write(1, 32));
  EXPECT_EQ(conflict.other.workgroup, 2u);
  EXPECT_EQ(conflict.other.kind, Kind::AtomicRead);
}

} // namespace
