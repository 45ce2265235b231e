#include "spmla/Target/HSACO/Budget.h"
#include "spmla/Kernel/KernelTable.h"

#include "gtest/gtest.h"

using namespace spmla;
using llvm::toString;

namespace {

const Limit LIMITS[] = {{"loop.mfma", 36, 36}, {"vgpr", 0, 256}};
const KernelRecord RECORD = {"k", {}, {{LIMITS, 2}}};

} // namespace

TEST(Budget, BoundsAreInclusive) {
  EXPECT_FALSE(checkBudget(RECORD, {{"loop.mfma", 36}, {"vgpr", 256}}));
  EXPECT_EQ(toString(checkBudget(RECORD, {{"loop.mfma", 36}, {"vgpr", 257}})),
            "expects vgpr of k to be at most 256, got 257");
  EXPECT_EQ(toString(checkBudget(RECORD, {{"loop.mfma", 35}, {"vgpr", 0}})),
            "expects loop.mfma of k to be at least 36, got 35");
}

TEST(Budget, NamesEveryFailure) {
  EXPECT_EQ(toString(checkBudget(RECORD, {{"loop.mfma", 37}, {"vgpr", 300}})),
            "expects loop.mfma of k to be at most 36, got 37; expects vgpr of "
            "k to be at most 256, got 300");
  EXPECT_EQ(toString(checkBudget(RECORD, {{"vgpr", 256}})),
            "expects loop.mfma of k to be counted, got none");
}
