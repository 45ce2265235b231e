//===- Compare.h - A result against the reference ---------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_COMPARE_H
#define SPMLA_TOOLS_RUN_COMPARE_H

#include "Problem.h"
#include "Reference.h"

#include <string>
#include <vector>

namespace spmla {
namespace run {

/// The largest errors that pass.
struct Limits {
  double maxRelative;
  double rmsRelative;
  double totalRmsRelative;
  double lseAbsolute;
  double lseRelative;
};

struct Comparison {
  /// Worst over queries and heads of max|d| / max|ref| of a row and head.
  double maxRelative = 0;
  /// Worst over queries and heads of rms(d) / rms(ref).
  double rmsRelative = 0;
  /// rms(d) / rms(ref) over all queries and heads.
  double totalRmsRelative = 0;
  /// Worst |d| of the LSE.
  double lseAbsolute = 0;
  /// One line for each kind of failure, with where it occurred first; empty:
  /// the result passes.
  std::vector<std::string> failures;
};

/// FNV-1a (64 bits) of the rows of out, query by query and head by head:
/// equal for equal results, whatever the layout.
uint64_t digest(const Problem &problem, const Image &out);

/// Compares outputs in the layout of `problem`; `lse` is null if none was
/// asked for. Rows whose reference is NaN must be NaN, other elements must not
/// be; a query without a valid slot must be exactly 0 with an LSE of -inf; and
/// everything between and around the rows must still hold UnwrittenPattern.
Comparison compare(const Problem &problem, const Reference &reference,
                   const Image &out, const Image *lse, const Limits &limits);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_COMPARE_H
