//===- PageDivisionTest.cpp -----------------------------------------------===//

#include "PageDivision.h"

#include "gtest/gtest.h"

#include <random>

using spmla::runtime::PageDivision;

namespace {
constexpr uint32_t MostSlots = 1u << 31;

/// What the kernel computes.
uint32_t divide(PageDivision division, uint32_t slot) {
  return uint32_t(uint64_t(slot) * division.magic >> 32) >> division.shift;
}

/// The quotient changes only at multiples, so these slots decide.
void checkNearMultiples(uint32_t pageSize, uint64_t firstPage,
                        uint64_t lastPage) {
  PageDivision division = PageDivision::of(pageSize);
  for (uint64_t page = firstPage; page <= lastPage; ++page)
    for (uint64_t slot : {page * pageSize, page * pageSize + pageSize - 1})
      if (slot < MostSlots && divide(division, uint32_t(slot)) != page)
        FAIL() << slot << " / " << pageSize << " gave "
               << divide(division, uint32_t(slot));
}

TEST(PageDivision, IsExactNearEveryMultiple) {
  for (uint32_t pageSize : {61u, 64u, 576u, 1000u, 4096u})
    checkNearMultiples(pageSize, 0, MostSlots / pageSize);
}

TEST(PageDivision, IsExactForSmallPagesAtBothEnds) {
  for (uint32_t pageSize = 2; pageSize != 5000; ++pageSize) {
    checkNearMultiples(pageSize, 0, 100);
    uint32_t pages = MostSlots / pageSize;
    checkNearMultiples(pageSize, pages - 100, pages);
  }
}

TEST(PageDivision, IsExactForRandomPages) {
  std::mt19937_64 random(1);
  for (int i = 0; i != 100000; ++i) {
    uint32_t pageSize = uint32_t(random() % (MostSlots - 1)) >> random() % 30;
    pageSize = std::max(pageSize, 2u);
    PageDivision division = PageDivision::of(pageSize);
    for (int j = 0; j != 10; ++j) {
      uint32_t slot = uint32_t(random() % MostSlots);
      ASSERT_EQ(divide(division, slot), slot / pageSize)
          << slot << " / " << pageSize;
    }
    checkNearMultiples(pageSize, MostSlots / pageSize, MostSlots / pageSize);
  }
}

TEST(PageDivision, CoversTheLargestPages) {
  for (uint32_t pageSize : {MostSlots - 1, MostSlots, MostSlots / 2 + 1}) {
    PageDivision division = PageDivision::of(pageSize);
    for (uint32_t slot : {0u, pageSize - 1, pageSize, MostSlots - 1})
      if (slot < MostSlots)
        EXPECT_EQ(divide(division, slot), slot / pageSize) << pageSize;
  }
}

TEST(PageDivision, LeavesPagesOfOneSlotToTheLayout) {
  EXPECT_EQ(PageDivision::of(1).magic, 0u);
  EXPECT_EQ(PageDivision::of(1).shift, 0u);
}
} // namespace
