//===- CompareTest.cpp - The comparison can fail --------------------------===//

#include "Compare.h"

#include "CacheWriter.h"
#include "TestProblem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <limits>

using namespace spmla::run;
using spmla::test::smallSpec;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {
/// A result that equals the reference but for bf16 rounding; query 1 is empty.
constexpr Limits Bf16Limits = {1e-2, 4e-3, 1e-2, 1e-4, 1e-6};

class Compare : public ::testing::TestWithParam<Layout> {
protected:
  Compare() {
    ProblemSpec spec = smallSpec();
    spec.layout = GetParam();
    problem = buildProblem(spec);
    reference = computeReference(problem);
    out = problem.out;
    lse = problem.lse;
    for (int64_t query = 0; query != 3; ++query)
      for (int64_t head = 0; head != 5; ++head) {
        for (int64_t i = 0; i != 32; ++i)
          out.set(
              at(query, head) + i,
              encodeBf16(reference.out[size_t((query * 5 + head) * 32 + i)]));
        lse.set(problem.lseLayout.at(query, head),
                float(reference.lse[size_t(query * 5 + head)]));
      }
  }

  int64_t at(int64_t query, int64_t head) const {
    return problem.outLayout.at(query, head);
  }

  Comparison result() const {
    return compare(problem, reference, out, &lse, Bf16Limits);
  }

  Problem problem;
  Reference reference;
  Image out, lse;
};

TEST_P(Compare, PassesARoundedResult) {
  Comparison comparison = result();
  EXPECT_THAT(comparison.failures, IsEmpty());
  EXPECT_GT(comparison.maxRelative, 0);
  EXPECT_LT(comparison.maxRelative, 0x1p-8);
  EXPECT_LT(comparison.rmsRelative, 0x1p-8);
  EXPECT_LT(comparison.lseAbsolute, 1e-6);
}

TEST_P(Compare, MeasuresARow) {
  // One element off by 2 % of the row's largest.
  double largest = 0;
  for (size_t i = 0; i != 32; ++i)
    largest = std::max(largest, std::fabs(reference.out[i]));
  out.set(at(0, 0) + 5, encodeBf16(reference.out[5] + 0.02 * largest));
  Comparison comparison = result();
  EXPECT_NEAR(comparison.maxRelative, 0.02, 0.004);
  EXPECT_THAT(
      comparison.failures,
      ElementsAre(HasSubstr("max_rel_error is above its limit: query 0, "
                            "head 0"),
                  HasSubstr("rms_rel_error is above its limit")));
}

TEST_P(Compare, FindsAMissingElement) {
  out.set(at(2, 4) + 31, UnwrittenBf16);
  EXPECT_THAT(result().failures,
              ElementsAre("out was not written: query 2, head 4, column 31"));
}

TEST_P(Compare, FindsNaN) {
  out.set<uint16_t>(at(2, 1) + 3, 0x7fc0);
  EXPECT_THAT(result().failures,
              ElementsAre("out is NaN where the reference is not: query 2, "
                          "head 1, column 3"));
}

TEST_P(Compare, WantsNaNWhereTheReferenceHasIt) {
  for (size_t i = 0; i != 32; ++i)
    reference.out[i] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(result().failures,
              ElementsAre("out is not NaN where the reference is: query 0, "
                          "head 0, column 0"));
}

TEST_P(Compare, WantsExactZerosOfAnEmptyQuery) {
  out.set(at(1, 2) + 7, encodeBf16(1e-30));
  EXPECT_THAT(result().failures,
              ElementsAre(HasSubstr("out of a query without valid slots is not "
                                    "0: query 1, head 2, column 7")));
}

TEST_P(Compare, FindsAStrayWrite) {
  out.set<uint16_t>(-1, 0);
  EXPECT_THAT(result().failures,
              ElementsAre("out was written outside its rows: byte -2"));
}

TEST_P(Compare, FindsAWriteBehindTheLastRow) {
  int64_t end = out.size() / 2;
  out.set<uint16_t>(end, 0x3f80);
  EXPECT_THAT(result().failures,
              ElementsAre("out was written outside its rows: byte " +
                          std::to_string(2 * end)));
}

TEST_P(Compare, ChecksTheLse) {
  int64_t first = problem.lseLayout.at(0, 1);
  lse.set(first, float(reference.lse[1] + 3e-4));
  Comparison comparison = result();
  EXPECT_NEAR(comparison.lseAbsolute, 3e-4, 1e-5);
  EXPECT_THAT(comparison.failures,
              ElementsAre(HasSubstr("lse_abs_error is above its limit: query "
                                    "0, head 1")));
  lse.set(first, float(reference.lse[1]));
  lse.set(problem.lseLayout.at(1, 3), 0.0f);
  EXPECT_THAT(result().failures,
              ElementsAre("lse is of another kind: query 1, head 3: expects "
                          "-inf, got 0"));
  lse.set(problem.lseLayout.at(1, 3), UnwrittenPattern);
  EXPECT_THAT(result().failures,
              ElementsAre("lse was not written: query 1, head 3"));
}

INSTANTIATE_TEST_SUITE_P(Layouts, Compare,
                         ::testing::Values(Layout::Packed, Layout::Padded,
                                           Layout::HeadsFirst));

TEST(CompareDigest, IgnoresTheLayoutOnly) {
  ProblemSpec spec = smallSpec();
  std::vector<uint64_t> digests;
  for (Layout layout : {Layout::Packed, Layout::Padded, Layout::HeadsFirst}) {
    spec.layout = layout;
    Problem problem = buildProblem(spec);
    Image out = problem.out;
    for (int64_t query = 0; query != 3; ++query)
      for (int64_t head = 0; head != 5; ++head)
        for (int64_t i = 0; i != 32; ++i)
          out.set(problem.outLayout.at(query, head) + i,
                  uint16_t(query * 1000 + head * 100 + i));
    digests.push_back(digest(problem, out));
    out.set(problem.outLayout.at(1, 1), uint16_t(1));
    EXPECT_NE(digest(problem, out), digests.back());
  }
  EXPECT_EQ(digests[1], digests[0]);
  EXPECT_EQ(digests[2], digests[0]);
}

/// The small problem's reference as an f32 output.
class CompareF32 : public ::testing::Test {
protected:
  CompareF32() {
    ProblemSpec spec = smallSpec();
    spec.outEncoding = SPMLA_ENCODING_F32;
    problem = buildProblem(spec);
    reference = computeReference(problem);
    out = problem.out;
    for (int64_t row = 0; row != 15; ++row)
      for (int64_t i = 0; i != 32; ++i)
        set(row, i, reference.out[size_t(row * 32 + i)]);
  }

  void set(int64_t row, int64_t column, double value) {
    out.set(problem.outLayout.at(row / 5, row % 5) + column, float(value));
  }

  Comparison result(double totalLimit = 1e-6) const {
    return compare(problem, reference, out, nullptr,
                   {1e-2, 4e-3, totalLimit, 1e-4, 1e-6});
  }

  Problem problem;
  Reference reference;
  Image out;
};

TEST_F(CompareF32, PassesARoundedResult) {
  Comparison comparison = result();
  EXPECT_THAT(comparison.failures, IsEmpty());
  EXPECT_GT(comparison.totalRmsRelative, 1e-9);
}

// Rows of 200 slots have smaller values than rows of 10: the sum of squares
// decides, not the mean of ratios.
TEST_F(CompareF32, SumsOverAllRows) {
  for (int64_t row = 10; row != 15; ++row)
    for (int64_t i = 0; i != 32; ++i)
      set(row, i, reference.out[size_t(row * 32 + i)] * 1.003);
  double all = 0, wrong = 0;
  for (size_t i = 0; i != reference.out.size(); ++i)
    (i < 320 ? all : wrong) += reference.out[i] * reference.out[i];
  Comparison comparison = result();
  EXPECT_NEAR(comparison.rmsRelative, 3e-3, 1e-6);
  EXPECT_NEAR(comparison.totalRmsRelative,
              3e-3 * std::sqrt(wrong / (all + wrong)), 1e-6);
  EXPECT_LT(comparison.totalRmsRelative, 1.5e-3);
  EXPECT_THAT(comparison.failures,
              ElementsAre(HasSubstr(
                  "total_rms_rel_error is above its limit: expects at most "
                  "1e-06, got ")));
  EXPECT_THAT(result(1.5e-3).failures, IsEmpty());
}

TEST_F(CompareF32, FindsWhatIsWrong) {
  out.set(problem.outLayout.at(2, 4) + 31, UnwrittenPattern);
  set(0, 3, NAN);
  set(7, 30, 1e-30);
  out.set(out.size() / 4, 1.0f);
  EXPECT_THAT(result(1).failures,
              ElementsAre("out is NaN where the reference is not: query 0, "
                          "head 0, column 3",
                          "out of a query without valid slots is not 0: query "
                          "1, head 2, column 30",
                          "out was not written: query 2, head 4, column 31",
                          "out was written outside its rows: byte " +
                              std::to_string(out.size())));
}

TEST_F(CompareF32, HasADigestOfAllItsBytes) {
  uint64_t before = digest(problem, out);
  set(14, 31, reference.out.back() + 1e-3);
  EXPECT_NE(digest(problem, out), before);
}

// A gap inside the padded layout, not only around the buffer.
TEST(CompareGap, FindsAWriteBetweenRows) {
  Problem problem = buildProblem(smallSpec());
  Reference reference = computeReference(problem);
  Image out = problem.out;
  for (int64_t query = 0; query != 3; ++query)
    for (int64_t head = 0; head != 5; ++head)
      for (int64_t i = 0; i != 33; ++i) // one column too many
        out.set(problem.outLayout.at(query, head) + i,
                encodeBf16(
                    i == 32
                        ? 0
                        : reference.out[size_t((query * 5 + head) * 32 + i)]));
  EXPECT_THAT(compare(problem, reference, out, nullptr, Bf16Limits).failures,
              ElementsAre("out was written outside its rows: byte 64"));
}
} // namespace
