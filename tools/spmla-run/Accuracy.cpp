//===- Accuracy.cpp - How exact a kernel has to be ------------------------===//

#include "Accuracy.h"

#include <limits>

using namespace spmla;
using namespace spmla::run;

int spmla::run::qTerms(const KernelSpec &kernel) {
  if (kernel.schedule == Schedule::staged || kernel.qType != QType::bf16)
    return 0;
  return kernel.dot == Dot::fp8 ? 1 : 2;
}

/// Over all rows of an f32 output; bf16 would add its own rounding, 1.7e-3 rms.
/// That is also what rounding leaves of a bf16 P, where one e4m3 term leaves
/// 2.7e-2 and two leave 7e-4: the rms of an error that is uniform within half a
/// last place, over numbers whose logarithm is uniform.
static double totalLimit(const KernelSpec &kernel) {
  if (kernel.output != Output::f32)
    return std::numeric_limits<double>::infinity();
  switch (kernel.probabilities) {
  case Probabilities::bf16:
    return 2e-3;
  case Probabilities::e4m3x2:
    return 8e-4;
  case Probabilities::e4m3:
    // A term of q rounds as one of P does.
    return qTerms(kernel) == 1 ? 6e-2 : 3e-2;
  }
  return 0;
}

Limits spmla::run::limitsOf(const KernelSpec &kernel) {
  // Logits and sums are f32 whatever the operands, so the LSE has one limit:
  // the reference has the terms of q, too.
  Limits limits{1e-2, 4e-3, totalLimit(kernel), 1e-4, 1e-6};
  if (kernel.dot == Dot::fp8) {
    const double terms = qTerms(kernel) == 1 ? 2 : 1;
    limits.maxRelative = 7e-2 * terms;
    limits.rmsRelative = 4e-2 * terms;
  }
  return limits;
}
