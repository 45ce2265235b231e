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

namespace {

class GlobalShadowTest : public testing::Test {
protected:
  GlobalShadowTest() : allocation(Allocation::map(64)) {
    MemorySnapshot memory;
    memory.add(allocation);
    shadow = std::make_unique<GlobalShadow>(memory, 3);
  }

  bool access(uint32_t workgroup, uint64_t offset, uint64_t bytes, bool writes,
              bool coherent, bool swaps = false) {
    return shadow->access(
        shadow->number({workgroup, workgroup, writes, coherent, swaps}),
        allocation->begin + offset, bytes, conflict);
  }
  bool read(uint32_t workgroup, uint64_t offset, uint64_t bytes = 4) {
    return access(workgroup, offset, bytes, false, false);
  }
  bool write(uint32_t workgroup, uint64_t offset, uint64_t bytes = 4) {
    return access(workgroup, offset, bytes, true, false);
  }
  bool load(uint32_t workgroup, uint64_t offset) {
    shadow->acquire(workgroup);
    return access(workgroup, offset, 4, false, true);
  }
  bool store(uint32_t workgroup, uint64_t offset) {
    shadow->release(workgroup);
    return access(workgroup, offset, 4, true, true);
  }
  bool atomic(uint32_t workgroup, uint64_t offset, bool swaps = false) {
    shadow->acquire(workgroup);
    shadow->release(workgroup);
    return access(workgroup, offset, 4, true, true, swaps);
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
  EXPECT_TRUE(conflict.other.writes);
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
  EXPECT_FALSE(conflict.other.writes);
  EXPECT_EQ(conflict.address, allocation->begin + 1);
}

TEST_F(GlobalShadowTest, ACoherentStoreAndALoadHandOver) {
  EXPECT_TRUE(write(0, 0));
  EXPECT_TRUE(store(0, 32));
  EXPECT_TRUE(load(1, 32));
  EXPECT_TRUE(write(1, 0));
  // Nothing has told the other one, whose load does not.
  EXPECT_TRUE(load(0, 32));
  EXPECT_FALSE(read(0, 0));
}

TEST_F(GlobalShadowTest, ALoadReleasesNothing) {
  EXPECT_TRUE(write(0, 0));
  EXPECT_TRUE(load(0, 32));
  EXPECT_TRUE(load(1, 32));
  EXPECT_FALSE(read(1, 0));
}

TEST_F(GlobalShadowTest, AStoreAcquiresNothing) {
  EXPECT_TRUE(write(0, 0));
  EXPECT_TRUE(store(0, 32));
  EXPECT_TRUE(store(1, 32));
  EXPECT_FALSE(read(1, 0));
}

TEST_F(GlobalShadowTest, ACoherentReadIsARead) {
  EXPECT_TRUE(load(0, 0));
  EXPECT_TRUE(read(1, 0));
  EXPECT_TRUE(load(2, 0));
  EXPECT_TRUE(load(0, 4));
  EXPECT_FALSE(write(1, 4));
  EXPECT_FALSE(conflict.other.writes);
}

TEST_F(GlobalShadowTest, ACompareAndSwapChecksWhatWasRead) {
  EXPECT_TRUE(read(0, 0));
  EXPECT_TRUE(read(1, 0));
  EXPECT_TRUE(atomic(0, 0, /*swaps=*/true));
  EXPECT_TRUE(read(2, 0));
  EXPECT_FALSE(write(1, 0));
  EXPECT_TRUE(conflict.other.swaps);
}

// However many coherent ones there are, a plain read is not forgotten.
TEST_F(GlobalShadowTest, APlainReadTakesTheBetterPlace) {
  EXPECT_TRUE(load(0, 0));
  EXPECT_TRUE(load(1, 0));
  EXPECT_TRUE(read(2, 0));
  EXPECT_FALSE(store(0, 0));
  EXPECT_EQ(conflict.other.workgroup, 2u);
}

TEST_F(GlobalShadowTest, APlainReadTakesTheFreePlace) {
  EXPECT_TRUE(load(0, 0));
  EXPECT_TRUE(read(1, 0));
  EXPECT_FALSE(write(1, 0));
  EXPECT_EQ(conflict.other.workgroup, 0u);
}

TEST_F(GlobalShadowTest, APlainReadTakesThePlaceOfItsWorkgroup) {
  EXPECT_TRUE(load(0, 0));
  EXPECT_TRUE(load(1, 0));
  EXPECT_TRUE(read(1, 0));
  EXPECT_FALSE(write(1, 0));
  EXPECT_EQ(conflict.other.workgroup, 0u);
}

// It stays when a coherent read comes that it is ordered before.
TEST_F(GlobalShadowTest, APlainReadKeepsItsPlace) {
  EXPECT_TRUE(read(0, 0));
  EXPECT_TRUE(load(1, 0));
  EXPECT_TRUE(store(0, 32));
  EXPECT_TRUE(load(2, 32));
  EXPECT_TRUE(load(2, 0));
  EXPECT_FALSE(store(1, 0));
  EXPECT_EQ(conflict.other.workgroup, 0u);
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

} // namespace
