//===- KernelTableTest.cpp - The kernels that are shipped -----------------===//

#include "spmla/Kernel/KernelTable.h"

#include <gtest/gtest.h>

using namespace spmla;

// The records' names come from TableGen, kernelName is C++.
TEST(KernelTable, NamesAreThoseOfTheKeys) {
  ASSERT_GT(kernelTable().size(), 0u);
  for (const KernelRecord &record : kernelTable())
    EXPECT_EQ(record.name, kernelName(record.spec));
}

TEST(KernelTable, HoldsOnlyWhatIsValid) {
  for (const KernelRecord &record : kernelTable())
    EXPECT_EQ(validate(record.spec).value_or(""), "") << record.name;
}

TEST(KernelTable, IsSortedByName) {
  for (size_t i = 1; i < kernelTable().size(); ++i)
    EXPECT_LT(std::string_view(kernelTable()[i - 1].name),
              kernelTable()[i].name);
}

TEST(KernelTable, ShipsEveryFormatWithAndWithoutRope) {
  for (CacheFormat format : {CacheFormat::bf16, CacheFormat::fp8_scalar})
    for (int rope : {0, 64}) {
      PartialSpec asked;
      asked.format = format;
      asked.rope = rope;
      EXPECT_TRUE(findKernel(completeSpec(asked)))
          << toString(format) << " with rope " << rope;
    }
}

TEST(KernelTable, ShipsDirectKernelsOfEveryPrecisionAndAccess) {
  PartialSpec asked;
  asked.schedule = Schedule::direct;
  for (int heads : {8, 16})
    for (int rope : {0, 64})
      for (QType q : {QType::bf16, QType::e4m3fn})
        for (Dot dot : {Dot::bf16, Dot::fp8})
          for (Access access : {Access::buffer, Access::global}) {
            asked.rope = rope;
            asked.qType = q;
            asked.dot = dot;
            asked.access = access;
            KernelSpec spec = completeSpec(asked, heads);
            EXPECT_EQ(spec.programHeads, heads);
            EXPECT_TRUE(findKernel(spec)) << kernelName(spec);
          }
}

TEST(KernelTable, ShipsSoloAndLineKernels) {
  PartialSpec asked;
  asked.qType = QType::e4m3fn;
  asked.schedule = Schedule::solo;
  EXPECT_TRUE(findKernel(completeSpec(asked)));
  asked.schedule = Schedule::direct;
  asked.gather = Gather::line;
  EXPECT_TRUE(findKernel(completeSpec(asked)));
}

TEST(KernelTable, BoundsEveryKernelsRegistersAndLDS) {
  auto maximumOf = [](const KernelRecord &record, std::string_view figure) {
    for (const Limit &limit : record.budget.limits)
      if (limit.figure == figure)
        return limit.maximum;
    return -1;
  };
  for (const KernelRecord &record : kernelTable()) {
    EXPECT_GT(maximumOf(record, "vgpr"), 0) << record.name;
    EXPECT_LE(maximumOf(record, "vgpr"), 512) << record.name;
    EXPECT_GT(maximumOf(record, "lds"), 0) << record.name;
    EXPECT_LE(maximumOf(record, "lds"), 163840) << record.name;
    EXPECT_GT(maximumOf(record, "loop.valu"), 0) << record.name;
  }
}

TEST(FindKernel, FindsByNameAndByKey) {
  for (const KernelRecord &record : kernelTable()) {
    EXPECT_EQ(findKernel(std::string(record.name)), &record);
    EXPECT_EQ(findKernel(record.spec), &record);
  }
  EXPECT_EQ(findKernel("spmla"), nullptr);
  EXPECT_EQ(findKernel(""), nullptr);
  KernelSpec unshipped = completeSpec({});
  unshipped.waves = 8;
  EXPECT_EQ(findKernel(unshipped), nullptr);
}

TEST(NearestKernel, ForgivesATypingError) {
  for (const KernelRecord &record : kernelTable()) {
    std::string name = record.name;
    EXPECT_EQ(&nearestKernel(name), &record);
    EXPECT_EQ(&nearestKernel(name.substr(1)), &record);
    EXPECT_EQ(&nearestKernel(name + "x"), &record);
    name[name.size() / 2] = '#';
    EXPECT_EQ(&nearestKernel(name), &record);
  }
}
