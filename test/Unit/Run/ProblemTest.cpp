//===- ProblemTest.cpp ----------------------------------------------------===//

#include "Problem.h"

#include "CacheReader.h"
#include "QueryReader.h"
#include "TestProblem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

using namespace spmla::run;
using spmla::test::smallSpec;

namespace {
std::set<int32_t> validSlots(const Problem &problem) {
  std::set<int32_t> slots;
  for (const auto &list : problem.lists)
    for (int32_t slot : list)
      if (problem.isValid(slot))
        slots.insert(slot);
  return slots;
}

std::vector<double> rowOf(const Problem &problem, int64_t slot) {
  std::vector<uint8_t> row(size_t(problem.spec.row.bytes()));
  std::vector<double> values(size_t(problem.spec.row.columns()));
  problem.cache.read(problem.rowOffset(slot), row.data(), int64_t(row.size()));
  readRow(problem.spec.row, row.data(), problem.kvScale.product, values.data());
  return values;
}

TEST(Problem, FollowsTheSeed) {
  Problem a = buildProblem(smallSpec()), b = buildProblem(smallSpec());
  EXPECT_EQ(a.q.bytes, b.q.bytes);
  EXPECT_EQ(a.lists, b.lists);
  EXPECT_EQ(a.cache.blocks(), b.cache.blocks());
  ProblemSpec other = smallSpec();
  other.seed = 2;
  Problem c = buildProblem(other);
  EXPECT_NE(a.q.bytes, c.q.bytes);
  EXPECT_NE(a.lists, c.lists);
}

TEST(Problem, CyclesLengths) {
  ProblemSpec spec = smallSpec();
  spec.queries = 5;
  Problem problem = buildProblem(spec);
  const int32_t wanted[] = {0, 10, 10, 210, 220, 220};
  for (int64_t i = 0; i != 6; ++i)
    EXPECT_EQ(problem.indptr.get<int32_t>(i), wanted[i]);
  EXPECT_EQ(problem.listedSlots(), 220);
  int64_t at = 0;
  for (const auto &list : problem.lists)
    for (int32_t slot : list)
      EXPECT_EQ(problem.indices.get<int32_t>(at++), slot);
}

TEST(Problem, PoisonsWhatIsNotListed) {
  for (Layout layout : {Layout::Packed, Layout::Padded, Layout::HeadsFirst})
    for (int64_t pageSize : {1, 2, 61, 64}) {
      ProblemSpec spec = smallSpec();
      spec.layout = layout;
      spec.pageSize = pageSize;
      Problem problem = buildProblem(spec);
      std::set<int32_t> valid = validSlots(problem);
      ASSERT_GT(valid.size(), 100u);
      // The ends of the cache are among them.
      EXPECT_EQ(*valid.begin(), 0);
      EXPECT_GE(*valid.rbegin(), spec.slots - 4);
      std::vector<bool> isRow(size_t(problem.cache.size()));
      for (int32_t slot : valid) {
        for (double value : rowOf(problem, slot))
          ASSERT_FALSE(std::isnan(value)) << slot;
        for (int64_t i = 0; i != spec.row.bytes(); ++i)
          isRow[size_t(problem.rowOffset(slot) + i)] = true;
      }
      for (int64_t i = -GuardBytes; i != problem.cache.size() + GuardBytes;
           ++i) {
        uint8_t byte;
        problem.cache.read(i, &byte, 1);
        if (i < 0 || i >= problem.cache.size() || !isRow[size_t(i)])
          ASSERT_EQ(byte, 0xff) << i;
      }
    }
}

TEST(Problem, PoisonsGapsOfQ) {
  Problem problem = buildProblem(smallSpec());
  std::set<int64_t> elements;
  for (int64_t query = 0; query != 3; ++query)
    for (int64_t head = 0; head != 5; ++head)
      for (int64_t i = 0; i != 48; ++i)
        elements.insert(problem.qLayout.at(query, head) + i);
  EXPECT_EQ(elements.size(), size_t(3 * 5 * 48));
  for (int64_t i = -100; i != problem.q.size() / 2 + 100; ++i)
    EXPECT_EQ(std::isnan(decodeBf16(problem.q.get<uint16_t>(i))),
              elements.count(i) == 0)
        << i;
}

// FlashMLA PR 184, vllm PR 58058: every kind of invalid entry, anywhere.
TEST(Problem, MixesInvalidSlots) {
  ProblemSpec spec = smallSpec();
  spec.lengths = {4000};
  spec.invalid = 0.25;
  Problem problem = buildProblem(spec);
  constexpr int32_t Least = std::numeric_limits<int32_t>::min(),
                    Most = std::numeric_limits<int32_t>::max();
  std::set<int32_t> seen;
  size_t invalid = 0, total = 0;
  for (const auto &list : problem.lists)
    for (int32_t slot : list) {
      ++total;
      if (!problem.isValid(slot)) {
        ++invalid;
        seen.insert(slot);
      }
    }
  EXPECT_NEAR(double(invalid) / double(total), 0.25, 0.02);
  for (int32_t slot : {-1, 1000, Least, Most})
    EXPECT_TRUE(seen.count(slot)) << slot;
  EXPECT_TRUE(std::any_of(seen.begin(), seen.end(),
                          [](int32_t s) { return s < -1 && s > -2000; }));
  EXPECT_TRUE(std::any_of(seen.begin(), seen.end(),
                          [](int32_t s) { return s > 1000 && s < 3000; }));
}

// flashinfer PR 5095, and the range test that a partial tile once lost: what
// lies behind the list is a legal slot, whose row is poison.
TEST(Problem, EndsTheListWithALegalSlot) {
  Problem problem = buildProblem(smallSpec());
  int32_t decoy = problem.indices.get<int32_t>(problem.listedSlots());
  EXPECT_TRUE(problem.isValid(decoy));
  EXPECT_FALSE(validSlots(problem).count(decoy));
  EXPECT_TRUE(std::isnan(rowOf(problem, decoy)[0]));
}

TEST(Problem, ScalesLogits) {
  for (spmla_cache_format format : {SPMLA_CACHE_BF16, SPMLA_CACHE_FP8_SCALAR})
    for (double logitStd : {1.0, 4.0}) {
      ProblemSpec spec = smallSpec(format);
      spec.queries = 20;
      spec.lengths = {100};
      spec.logitStd = logitStd;
      Problem problem = buildProblem(spec);
      double sum = 0, count = 0;
      for (int64_t query = 0; query != spec.queries; ++query)
        for (int32_t slot : problem.lists[size_t(query)]) {
          std::vector<double> row = rowOf(problem, slot);
          double dot = 0;
          for (int64_t i = 0; i != 48; ++i)
            dot += row[size_t(i)] * decodeBf16(problem.q.get<uint16_t>(
                                        problem.qLayout.at(query, 0) + i));
          sum += std::pow(dot * spec.softmaxScale, 2);
          ++count;
        }
      EXPECT_NEAR(std::sqrt(sum / count), logitStd, 0.15 * logitStd);
    }
}

TEST(Problem, PassesTheKvScaleEachWay) {
  ProblemSpec spec = smallSpec();
  Problem device = buildProblem(spec);
  EXPECT_EQ(device.kvScale.host, 1);
  EXPECT_EQ(device.kvScale.device.get<float>(0), 0.037f);
  EXPECT_TRUE(std::isnan(device.kvScale.device.get<float>(1)));
  spec.kvScale = ScalePlace::Host;
  Problem host = buildProblem(spec);
  EXPECT_EQ(host.kvScale.host, 0.037f);
  EXPECT_TRUE(host.kvScale.device.bytes.empty());
  spec.kvScale = ScalePlace::Both;
  Problem both = buildProblem(spec);
  EXPECT_EQ(both.kvScale.product, double(both.kvScale.device.get<float>(0)) *
                                      double(both.kvScale.host));
  EXPECT_NEAR(both.kvScale.product, 0.037, 1e-8);
  EXPECT_NE(both.kvScale.host, 1);
  Problem bf16 = buildProblem(smallSpec(SPMLA_CACHE_BF16));
  EXPECT_TRUE(bf16.kvScale.device.bytes.empty());
  EXPECT_EQ(bf16.kvScale.product, 1);
}

// The largest value of an fp8 q has the largest code, and a bf16 q no scale.
TEST(Problem, ScalesAnFp8Q) {
  ProblemSpec spec = smallSpec();
  EXPECT_TRUE(buildProblem(spec).qScale.device.bytes.empty());
  EXPECT_EQ(buildProblem(spec).qScale.host, 1);
  spec.qEncoding = SPMLA_ENCODING_E4M3FN;
  for (ScalePlace place :
       {ScalePlace::Device, ScalePlace::Host, ScalePlace::Both}) {
    spec.qScale = place;
    Problem problem = buildProblem(spec);
    EXPECT_EQ(problem.qScale.device.bytes.empty(), place == ScalePlace::Host);
    EXPECT_EQ(problem.qScale.host == 1, place == ScalePlace::Device);
    int largest = 0;
    double squares = 0;
    for (int64_t query = 0; query != 3; ++query)
      for (int64_t head = 0; head != 5; ++head) {
        for (int64_t i = 0; i != 48; ++i)
          largest = std::max(largest, problem.q.get<uint8_t>(
                                          problem.qLayout.at(query, head) + i) &
                                          0x7f);
        for (double value : readQuery(problem, query, head))
          squares += value * value;
      }
    EXPECT_EQ(largest, 0x7e);
    // The logits' deviation of 1 needs 1 / (0.125 * sqrt(48)).
    EXPECT_NEAR(std::sqrt(squares / (3 * 5 * 48)), 1.1547, 0.06);
    // Between the rows lie codes that are NaN.
    EXPECT_EQ(problem.q.get<uint8_t>(problem.qLayout.at(0, 0) + 48), 0xff);
  }
}

// Rows of q and out start at multiples of 16 bytes in every type.
TEST(Problem, AlignsRows) {
  for (spmla_encoding q : {SPMLA_ENCODING_BF16, SPMLA_ENCODING_E4M3FN})
    for (spmla_encoding out : {SPMLA_ENCODING_BF16, SPMLA_ENCODING_F32}) {
      ProblemSpec spec = smallSpec();
      spec.qEncoding = q;
      spec.outEncoding = out;
      Problem problem = buildProblem(spec);
      EXPECT_EQ(problem.qLayout.queryStride * elementBytes(q) % 16, 0);
      EXPECT_EQ(problem.qLayout.headStride * elementBytes(q) % 16, 0);
      EXPECT_EQ(problem.outLayout.queryStride * elementBytes(out) % 16, 0);
      EXPECT_EQ(problem.outLayout.headStride * elementBytes(out) % 16, 0);
      EXPECT_EQ(problem.out.size(),
                elementBytes(out) * (problem.outLayout.at(2, 4) + 32));
    }
}

TEST(Problem, ServesTinyCaches) {
  ProblemSpec spec = smallSpec();
  for (int64_t slots : {0, 1, 2, 3, 5}) {
    spec.slots = slots;
    Problem problem = buildProblem(spec);
    EXPECT_EQ(validSlots(problem).empty(), slots == 0);
  }
  spec.scenario = Scenario::LateJump;
  spec.slots = 2;
  try {
    buildProblem(spec);
    FAIL() << "no slot of the third class";
  } catch (const std::invalid_argument &error) {
    EXPECT_STREQ(error.what(),
                 "expects slots to be at least 3 in this scenario, got 2");
  }
}

TEST(Problem, PlacesAHugeCache) {
  ProblemSpec spec = smallSpec();
  spec.slots = int64_t(100) << 20; // rows of 64 bytes with their gaps
  Problem problem = buildProblem(spec);
  EXPECT_GT(problem.cache.size(), int64_t(5) << 30);
  for (int32_t slot : validSlots(problem))
    EXPECT_FALSE(std::isnan(rowOf(problem, slot)[0]));
}

TEST(Scenario, PlacesInvalidTilesFirst) {
  ProblemSpec spec = smallSpec();
  spec.scenario = Scenario::InvalidFirst;
  spec.lengths = {200};
  Problem problem = buildProblem(spec);
  for (int64_t query = 0; query != 3; ++query)
    for (int64_t i = 0; i != 200; ++i)
      EXPECT_EQ(problem.isValid(problem.lists[size_t(query)][size_t(i)]),
                i >= (query % 2 ? 128 : 64));
}

// The shifts of the logits arrive, whatever q is made of.
TEST(Scenario, ShiftsLogits) {
  for (spmla_encoding q : {SPMLA_ENCODING_BF16, SPMLA_ENCODING_E4M3FN}) {
    ProblemSpec spec = smallSpec();
    spec.qEncoding = q;
    spec.queries = 1;
    spec.lengths = {200};
    auto logits = [&](Scenario scenario) {
      spec.scenario = scenario;
      Problem problem = buildProblem(spec);
      std::vector<double> query = readQuery(problem, 0, 2), all;
      for (int32_t slot : problem.lists[0]) {
        std::vector<double> row = rowOf(problem, slot);
        all.push_back(
            std::inner_product(query.begin(), query.end(), row.begin(), 0.0) *
            spec.softmaxScale);
      }
      return all;
    };
    std::vector<double> jump = logits(Scenario::LateJump);
    EXPECT_NEAR(jump[10], -300, 30);
    EXPECT_NEAR(jump[130], -150, 20);
    EXPECT_NEAR(jump[190], 0, 5);
    std::vector<double> low = logits(Scenario::NegativeFirst);
    EXPECT_NEAR(low[127], -10000, 500);
    EXPECT_NEAR(low[128], 0, 10);
    std::vector<double> extreme = logits(Scenario::Extremes);
    EXPECT_NEAR(extreme[100], 30000, 1500);
    EXPECT_NEAR(extreme[66], -30000, 1500);
  }
}

TEST(Scenario, NanRowIsListedByOddQueriesOnly) {
  ProblemSpec spec = smallSpec();
  spec.scenario = Scenario::NanRow;
  spec.lengths = {200};
  Problem problem = buildProblem(spec);
  for (int64_t query = 0; query != 3; ++query) {
    int nans = 0;
    for (int32_t slot : problem.lists[size_t(query)])
      nans += std::isnan(rowOf(problem, slot)[7]);
    EXPECT_EQ(nans, query % 2);
  }
}

TEST(Scenario, RepeatsThreeSlots) {
  ProblemSpec spec = smallSpec();
  spec.scenario = Scenario::Duplicates;
  EXPECT_THAT(validSlots(buildProblem(spec)), ::testing::ElementsAre(0, 1, 2));
}
} // namespace
