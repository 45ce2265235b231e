//===- ReferenceTest.cpp --------------------------------------------------===//
//
// By closed forms, not by a second copy of the algorithm (rocMLIR PR 2371: a
// host reference had the kernel's own hole).
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include "TestProblem.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace spmla::run;
using spmla::test::setQ;
using spmla::test::setRow;
using spmla::test::smallSpec;

namespace {
/// One query and head with the given rows in slots 0, 1, ...; q is 0.
Problem explicitProblem(const std::vector<std::vector<double>> &rows,
                        float softmaxScale = 1) {
  ProblemSpec spec = smallSpec(SPMLA_CACHE_BF16);
  spec.queries = 1;
  spec.heads = 1;
  spec.lengths = {int64_t(rows.size())};
  spec.softmaxScale = softmaxScale;
  spec.scenario = Scenario::ZeroQ;
  Problem problem = buildProblem(spec);
  for (size_t i = 0; i != rows.size(); ++i) {
    problem.lists[0][i] = int32_t(i);
    setRow(problem, int64_t(i), rows[i]);
  }
  return problem;
}

std::vector<double> constantRow(double value) {
  std::vector<double> row(48, 0);
  std::fill_n(row.begin(), 32, value);
  return row;
}

TEST(Reference, OfZeroQIsTheMean) {
  Problem problem =
      explicitProblem({constantRow(1), constantRow(2), constantRow(6)});
  Reference reference = computeReference(problem);
  for (double value : reference.out)
    EXPECT_DOUBLE_EQ(value, 3);
  EXPECT_DOUBLE_EQ(reference.lse[0], std::log(3));
}

// The LSE is natural: ln 2 for two keys (vllm PR 47079).
TEST(Reference, OfTwoEqualKeys) {
  Problem problem = explicitProblem({constantRow(4), constantRow(4)});
  EXPECT_NEAR(computeReference(problem).lse[0], 0.693147, 1e-6);
}

// A copy of a kernel once scaled logits twice.
TEST(Reference, ScalesLogitsOnce) {
  std::vector<double> one(48, 0), zero(48, 0), q(48, 0);
  one[0] = 1;
  q[0] = 1;
  Problem problem = explicitProblem({one, zero}, 0.5f);
  setQ(problem, 0, 0, q);
  Reference reference = computeReference(problem);
  EXPECT_NEAR(reference.out[0], 0.6224593, 1e-7);
  EXPECT_NEAR(reference.lse[0], std::log(std::exp(0.5) + 1), 1e-12);
}

TEST(Reference, CountsDuplicates) {
  Problem problem = explicitProblem({constantRow(1), constantRow(4)});
  problem.lists[0] = {0, 1, 1};
  Reference reference = computeReference(problem);
  EXPECT_DOUBLE_EQ(reference.out[0], 3);
  EXPECT_DOUBLE_EQ(reference.lse[0], std::log(3));
}

TEST(Reference, SkipsInvalidSlots) {
  Problem problem = explicitProblem({constantRow(1000), constantRow(2)});
  problem.lists[0] = {-1, 1, 1000, std::numeric_limits<int32_t>::max(),
                      std::numeric_limits<int32_t>::min()};
  Reference reference = computeReference(problem);
  EXPECT_DOUBLE_EQ(reference.out[0], 2);
  EXPECT_DOUBLE_EQ(reference.lse[0], 0);
}

TEST(Reference, OfAnEmptyQueryIsZero) {
  Problem problem = explicitProblem({constantRow(1)});
  problem.lists[0] = {-1};
  Reference reference = computeReference(problem);
  EXPECT_EQ(reference.out[0], 0);
  EXPECT_EQ(reference.lse[0], -std::numeric_limits<double>::infinity());
}

// cutlass issue 2274: logits far apart.
TEST(Reference, SurvivesExtremeLogits) {
  std::vector<double> high = constantRow(3), low = constantRow(5), q(48, 0);
  high[47] = 1;
  low[47] = -1;
  q[47] = 30000;
  Problem problem = explicitProblem({low, high});
  setQ(problem, 0, 0, q);
  Reference reference = computeReference(problem);
  EXPECT_EQ(reference.out[0], 3);
  EXPECT_NEAR(reference.lse[0], 30000, 200); // q is rounded to bf16
  EXPECT_TRUE(std::isfinite(reference.lse[0]));
}

TEST(Reference, LetsNaNThrough) {
  std::vector<double> bad = constantRow(1);
  bad[40] = std::numeric_limits<double>::quiet_NaN(); // rope: in the logit only
  Problem problem = explicitProblem({constantRow(1), bad});
  Reference reference = computeReference(problem);
  for (double value : reference.out)
    EXPECT_TRUE(std::isnan(value));
  EXPECT_TRUE(std::isnan(reference.lse[0]));
}

// Codes times the scale, which is applied to logits alone.
TEST(Reference, DecodesAnFp8Q) {
  ProblemSpec spec = smallSpec(SPMLA_CACHE_BF16);
  spec.queries = spec.heads = 1;
  spec.lengths = {2};
  spec.softmaxScale = 0.5f;
  spec.qEncoding = SPMLA_ENCODING_E4M3FN;
  Problem problem = buildProblem(spec);
  problem.lists[0] = {0, 1};
  std::vector<double> one(48, 0), zero(48, 0);
  one[0] = 1;
  setRow(problem, 0, one);
  setRow(problem, 1, zero);
  for (int64_t i = 0; i != 48; ++i)
    problem.q.set(i, uint8_t(i ? 0 : 0x40)); // 2.0
  problem.qScale.product = 0.25;
  Reference reference = computeReference(problem);
  EXPECT_NEAR(reference.out[0], 1 / (1 + std::exp(-0.25)), 1e-12);
  EXPECT_NEAR(reference.lse[0], std::log(std::exp(0.25) + 1), 1e-12);
}

// 1.0625 is a tie between the codes 1 and 1.125 and goes to the even one.
TEST(Reference, RoundsQForTheLseAlone) {
  std::vector<double> one(48, 0), zero(48, 0), q(48, 0);
  one[0] = 1;
  q[0] = 1.0625;
  Problem problem = explicitProblem({one, zero});
  setQ(problem, 0, 0, q);
  problem.spec.qTerms = 1;
  Reference reference = computeReference(problem);
  EXPECT_NEAR(reference.out[0], 1 / (1 + std::exp(-1.0625)), 1e-12);
  EXPECT_NEAR(reference.lse[0], std::log(std::exp(1) + 1), 1e-12);
}

TEST(Reference, TellsQueriesAndHeadsApart) {
  ProblemSpec spec = smallSpec();
  for (Layout layout : {Layout::Packed, Layout::Padded, Layout::HeadsFirst}) {
    spec.layout = layout;
    Problem problem = buildProblem(spec);
    Reference all = computeReference(problem);
    // Head 3 of query 2 alone.
    Problem one = problem;
    one.spec.queries = one.spec.heads = 1;
    one.lists = {problem.lists[2]};
    for (int64_t i = 0; i != 48; ++i)
      one.q.set(one.qLayout.at(0, 0) + i,
                problem.q.get<uint16_t>(problem.qLayout.at(2, 3) + i));
    Reference single = computeReference(one);
    EXPECT_EQ(single.lse[0], all.lse[2 * 5 + 3]);
    for (size_t i = 0; i != 32; ++i)
      EXPECT_EQ(single.out[i], all.out[(2 * 5 + 3) * 32 + i]);
  }
}
} // namespace
