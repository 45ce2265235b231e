//===- Compare.cpp - A result against the reference -----------------------===//

#include "Compare.h"

#include "CacheReader.h"
#include "Digest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace spmla::run;

namespace {
class Comparer {
public:
  Comparer(const Problem &problem, const Reference &reference,
           const Limits &limits)
      : problem(problem), reference(reference), limits(limits) {}

  void compareOut(const Image &out) {
    Image rest = out;
    for (int64_t query = 0; query != problem.spec.queries; ++query)
      for (int64_t head = 0; head != problem.spec.heads; ++head)
        compareRow(out, rest, query, head);
    checkUntouched(rest, "out");
    checkBound("max_rel_error", result.maxRelative, limits.maxRelative,
               maxPlace);
    checkBound("rms_rel_error", result.rmsRelative, limits.rmsRelative,
               rmsPlace);
    if (totalSquaresError > 0)
      result.totalRmsRelative = std::sqrt(totalSquaresError / totalSquares);
    if (!(result.totalRmsRelative <= limits.totalRmsRelative))
      fail("total_rms_rel_error is above its limit",
           atMost(limits.totalRmsRelative, result.totalRmsRelative));
  }

  void compareLse(const Image &lse) {
    Image rest = lse;
    for (int64_t query = 0; query != problem.spec.queries; ++query)
      for (int64_t head = 0; head != problem.spec.heads; ++head) {
        int64_t at = problem.lseLayout.at(query, head);
        compareLse(lse.get<float>(at), query, head);
        rest.set(at, UnwrittenPattern);
      }
    checkUntouched(rest, "lse");
  }

  Comparison result;

private:
  /// Reports the first occurrence of each kind.
  void fail(const std::string &kind, const std::string &where) {
    for (const std::string &failure : result.failures)
      if (failure.compare(0, kind.size(), kind) == 0)
        return;
    result.failures.push_back(kind + ": " + where);
  }

  static std::string place(int64_t query, int64_t head) {
    return "query " + std::to_string(query) + ", head " + std::to_string(head);
  }
  static std::string place(int64_t query, int64_t head, int column) {
    return place(query, head) + ", column " + std::to_string(column);
  }

  static std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
  }

  /// The element as a number, and whether the kernel wrote it.
  double element(const Image &out, int64_t at, bool &written) const {
    if (problem.spec.outEncoding == SPMLA_ENCODING_F32) {
      written = out.get<uint32_t>(at) != UnwrittenPattern;
      return double(out.get<float>(at));
    }
    written = out.get<uint16_t>(at) != UnwrittenBf16;
    return decodeBf16(out.get<uint16_t>(at));
  }

  void markUnwritten(Image &out, int64_t at) const {
    if (problem.spec.outEncoding == SPMLA_ENCODING_F32)
      out.set(at, UnwrittenPattern);
    else
      out.set(at, UnwrittenBf16);
  }

  int64_t index(int64_t query, int64_t head) const {
    return query * problem.spec.heads + head;
  }

  void compareRow(const Image &out, Image &rest, int64_t query, int64_t head) {
    const int value = problem.spec.row.value;
    const double *wanted = reference.out.data() + index(query, head) * value;
    const bool empty = std::isinf(reference.lse[size_t(index(query, head))]) &&
                       reference.lse[size_t(index(query, head))] < 0;
    const int64_t begin = problem.outLayout.at(query, head);
    for (int i = 0; i != value; ++i)
      markUnwritten(rest, begin + i);
    double largest = 0, largestError = 0, squares = 0, squaresError = 0;
    for (int i = 0; i != value; ++i) {
      bool written;
      double got = element(out, begin + i, written);
      if (!written)
        return fail("out was not written", place(query, head, i));
      if (std::isnan(got) != std::isnan(wanted[i]))
        return fail(std::isnan(got) ? "out is NaN where the reference is not"
                                    : "out is not NaN where the reference is",
                    place(query, head, i));
      if (std::isnan(got))
        continue;
      if (empty && got != 0)
        return fail("out of a query without valid slots is not 0",
                    place(query, head, i));
      double error = std::fabs(got - wanted[i]);
      largest = std::max(largest, std::fabs(wanted[i]));
      largestError = std::max(largestError, error);
      squares += wanted[i] * wanted[i];
      squaresError += error * error;
    }
    Place here{query, head};
    record(result.maxRelative, maxPlace, here, largestError, largest);
    record(result.rmsRelative, rmsPlace, here, std::sqrt(squaresError),
           std::sqrt(squares));
    totalSquares += squares;
    totalSquaresError += squaresError;
  }

  struct Place {
    int64_t query, head;
  };

  /// An error where the reference is 0 counts as infinite.
  static void record(double &worst, Place &worstPlace, Place here, double error,
                     double scale) {
    if (error == 0)
      return;
    double ratio =
        scale > 0 ? error / scale : std::numeric_limits<double>::infinity();
    if (ratio > worst) {
      worst = ratio;
      worstPlace = here;
    }
  }

  void compareLse(float got, int64_t query, int64_t head) {
    double wanted = reference.lse[size_t(index(query, head))];
    auto where = [&] {
      return place(query, head) + ": expects " + number(wanted) + ", got " +
             number(got);
    };
    uint32_t bits;
    std::memcpy(&bits, &got, sizeof bits);
    if (bits == UnwrittenPattern)
      return fail("lse was not written", place(query, head));
    if (std::isnan(got) != std::isnan(wanted) ||
        std::isinf(got) != std::isinf(wanted) ||
        (std::isinf(got) && (got < 0) != (wanted < 0)))
      return fail("lse is of another kind", where());
    if (!std::isfinite(got))
      return;
    double error = std::fabs(double(got) - wanted);
    result.lseAbsolute = std::max(result.lseAbsolute, error);
    if (error > limits.lseAbsolute + limits.lseRelative * std::fabs(wanted))
      fail("lse_abs_error is above its limit", where());
  }

  static std::string atMost(double limit, double got) {
    return "expects at most " + number(limit) + ", got " + number(got);
  }

  void checkBound(const char *name, double got, double limit, Place where) {
    if (!(got <= limit))
      fail(std::string(name) + " is above its limit",
           place(where.query, where.head) + ": " + atMost(limit, got));
  }

  /// `rest` is an output whose rows were put back to what they were.
  void checkUntouched(const Image &rest, const std::string &name) {
    Image fresh(rest.size(), UnwrittenPattern);
    auto differs = std::mismatch(rest.bytes.begin(), rest.bytes.end(),
                                 fresh.bytes.begin());
    if (differs.first != rest.bytes.end())
      fail(name + " was written outside its rows",
           "byte " +
               std::to_string(differs.first - rest.bytes.begin() - GuardBytes));
  }

  const Problem &problem;
  const Reference &reference;
  const Limits &limits;
  Place maxPlace{}, rmsPlace{};
  double totalSquares = 0, totalSquaresError = 0;
};
} // namespace

uint64_t spmla::run::digest(const Problem &problem, const Image &out) {
  const int64_t bytes = elementBytes(problem.spec.outEncoding);
  Digest digest;
  for (int64_t query = 0; query != problem.spec.queries; ++query)
    for (int64_t head = 0; head != problem.spec.heads; ++head)
      digest.add(out.data() + bytes * problem.outLayout.at(query, head),
                 size_t(bytes * problem.spec.row.value));
  return digest.value();
}

Comparison spmla::run::compare(const Problem &problem,
                               const Reference &reference, const Image &out,
                               const Image *lse, const Limits &limits) {
  Comparer comparer(problem, reference, limits);
  comparer.compareOut(out);
  if (lse)
    comparer.compareLse(*lse);
  return std::move(comparer.result);
}
