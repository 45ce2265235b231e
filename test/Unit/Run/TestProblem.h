//===- TestProblem.h - Small problems for tests -----------------*- C++ -*-===//

#ifndef SPMLA_TEST_TESTPROBLEM_H
#define SPMLA_TEST_TESTPROBLEM_H

#include "CacheWriter.h"
#include "Problem.h"

#include <cmath>

namespace spmla {
namespace test {

/// Rows of 32 + 16 columns, so that a test of everything stays fast.
inline run::ProblemSpec
smallSpec(spmla_cache_format format = SPMLA_CACHE_FP8_SCALAR) {
  run::ProblemSpec spec;
  spec.row = {format,
              format == SPMLA_CACHE_BF16 ? SPMLA_ENCODING_BF16
                                         : SPMLA_ENCODING_E4M3FN,
              32, 16, 32};
  spec.queries = 3;
  spec.heads = 5;
  spec.lengths = {10, 0, 200};
  spec.slots = 1000;
  spec.softmaxScale = 0.125f;
  return spec;
}

/// Rewrites the row of a slot with explicit values.
inline void setRow(run::Problem &problem, int64_t slot,
                   const std::vector<double> &values) {
  std::vector<uint8_t> row(size_t(problem.spec.row.bytes()));
  run::writeRow(problem.spec.row, values.data(), problem.kvScale.product,
                row.data());
  problem.cache.write(problem.rowOffset(slot), row.data(), int64_t(row.size()));
}

inline void setQ(run::Problem &problem, int64_t query, int64_t head,
                 const std::vector<double> &values) {
  for (size_t i = 0; i != values.size(); ++i)
    problem.q.set(problem.qLayout.at(query, head) + int64_t(i),
                  run::encodeBf16(values[i]));
}

} // namespace test
} // namespace spmla

#endif // SPMLA_TEST_TESTPROBLEM_H
