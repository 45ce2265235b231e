//===- Reference.cpp - Attention in double precision ----------------------===//

#include "Reference.h"

#include "CacheReader.h"
#include "QueryReader.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

using namespace spmla::run;

/// The valid rows that a query lists, decoded: [n, columns].
static std::vector<double> gatherRows(const Problem &problem, int64_t query) {
  const RowFormat &format = problem.spec.row;
  std::vector<uint8_t> row(size_t(format.bytes()));
  std::vector<double> rows;
  for (int32_t slot : problem.lists[size_t(query)]) {
    if (!problem.isValid(slot))
      continue;
    problem.cache.read(problem.rowOffset(slot), row.data(),
                       int64_t(row.size()));
    rows.resize(rows.size() + size_t(format.columns()));
    readRow(format, row.data(), problem.kvScale.product,
            &*rows.end() - format.columns());
  }
  return rows;
}

/// In eight partial sums, which the compiler may compute side by side.
static double dotProduct(const double *a, const double *b, int count) {
  double sums[8] = {};
  int i = 0;
  for (; i + 8 <= count; i += 8)
    for (int k = 0; k != 8; ++k)
      sums[k] += a[i + k] * b[i + k];
  double sum = 0;
  for (double partial : sums)
    sum += partial;
  for (; i != count; ++i)
    sum += a[i] * b[i];
  return sum;
}

namespace {
/// The logits of one head.
struct Scores {
  Scores(const std::vector<double> &q, const std::vector<double> &rows,
         double scale) {
    values.resize(rows.size() / q.size());
    for (size_t j = 0; j != values.size(); ++j) {
      values[j] = scale * dotProduct(q.data(), rows.data() + j * q.size(),
                                     int(q.size()));
      maximum = std::max(maximum, values[j]);
    }
  }

  /// Weight of row j, at most 1.
  double weight(size_t j) const { return std::exp(values[j] - maximum); }

  double sum() const {
    double sum = 0;
    for (size_t j = 0; j != values.size(); ++j)
      sum += weight(j);
    return sum;
  }

  double lse() const {
    return values.empty() ? maximum : maximum + std::log(sum());
  }

  std::vector<double> values;
  double maximum = -std::numeric_limits<double>::infinity();
};
} // namespace

static void attend(const Problem &problem, int64_t query, Reference &result) {
  const int columns = problem.spec.row.columns(),
            value = problem.spec.row.value;
  const double scale = double(problem.spec.softmaxScale);
  const std::vector<double> rows = gatherRows(problem, query);
  for (int64_t head = 0; head != problem.spec.heads; ++head) {
    const std::vector<double> q = readQuery(problem, query, head);
    const Scores scores(q, rows, scale);
    const int64_t index = query * problem.spec.heads + head;
    result.lse[size_t(index)] =
        problem.spec.qTerms
            ? Scores(roundToTerms(q, problem.spec.qTerms), rows, scale).lse()
            : scores.lse();
    double *out = result.out.data() + index * value;
    const double sum = scores.sum();
    for (size_t j = 0; j != scores.values.size(); ++j) {
      const double p = scores.weight(j) / sum;
      const double *row = rows.data() + j * size_t(columns);
      for (int i = 0; i != value; ++i)
        out[i] += p * row[i];
    }
  }
}

Reference spmla::run::computeReference(const Problem &problem) {
  size_t rows = size_t(problem.spec.queries * problem.spec.heads);
  Reference result{std::vector<double>(rows * size_t(problem.spec.row.value)),
                   std::vector<double>(rows)};
  std::atomic<int64_t> next{0};
  auto work = [&] {
    for (int64_t query; (query = next++) < problem.spec.queries;)
      attend(problem, query, result);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return result;
}
