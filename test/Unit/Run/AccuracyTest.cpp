//===- AccuracyTest.cpp ---------------------------------------------------===//

#include "Accuracy.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace spmla;
using namespace spmla::run;

namespace {
KernelSpec kernel(QType q, Dot dot, Probabilities probabilities,
                  Output output) {
  PartialSpec asked;
  asked.schedule = Schedule::direct;
  asked.qType = q;
  asked.dot = dot;
  asked.probabilities = probabilities;
  asked.output = output;
  return completeSpec(asked);
}

TEST(Accuracy, OfBf16Dots) {
  for (QType q : {QType::bf16, QType::e4m3fn}) {
    EXPECT_EQ(qTerms(kernel(q, Dot::bf16, Probabilities::e4m3x2, Output::bf16)),
              q == QType::bf16 ? 2 : 0);
    Limits limits =
        limitsOf(kernel(q, Dot::bf16, Probabilities::e4m3x2, Output::bf16));
    EXPECT_EQ(limits.maxRelative, 1e-2);
    EXPECT_EQ(limits.rmsRelative, 4e-3);
    EXPECT_EQ(limits.lseAbsolute, 1e-4);
    EXPECT_TRUE(std::isinf(limits.totalRmsRelative));
    EXPECT_EQ(limitsOf(kernel(q, Dot::bf16, Probabilities::e4m3x2, Output::f32))
                  .totalRmsRelative,
              8e-4);
    EXPECT_EQ(limitsOf(kernel(q, Dot::bf16, Probabilities::bf16, Output::f32))
                  .totalRmsRelative,
              2e-3);
  }
}

TEST(Accuracy, StagedKernelsMultiplyQAsGiven) {
  EXPECT_EQ(qTerms(completeSpec({})), 0);
}

// One term of P, and twice that where q is rounded to one term too.
TEST(Accuracy, OfFp8Dots) {
  for (bool rounds : {false, true}) {
    KernelSpec spec = kernel(rounds ? QType::bf16 : QType::e4m3fn, Dot::fp8,
                             Probabilities::e4m3, Output::f32);
    EXPECT_EQ(qTerms(spec), rounds ? 1 : 0);
    Limits limits = limitsOf(spec);
    EXPECT_EQ(limits.maxRelative, rounds ? 14e-2 : 7e-2);
    EXPECT_EQ(limits.rmsRelative, rounds ? 8e-2 : 4e-2);
    EXPECT_EQ(limits.totalRmsRelative, rounds ? 6e-2 : 3e-2);
    EXPECT_EQ(limits.lseAbsolute, 1e-4);
  }
}
} // namespace
