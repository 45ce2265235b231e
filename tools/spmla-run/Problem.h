//===- Problem.h - A seeded attention problem -------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_PROBLEM_H
#define SPMLA_TOOLS_RUN_PROBLEM_H

#include "CacheRow.h"
#include "Image.h"
#include "Scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spmla {
namespace run {

/// Where the elements of q, out, lse and the cache's rows lie.
enum class Layout {
  /// [C, H, W] without gaps.
  Packed,
  /// Gaps after each row, each query, each cache row and each page.
  Padded,
  /// [H, C, W].
  HeadsFirst
};

/// How a scale reaches the kernel.
enum class ScalePlace { Device, Host, Both };

/// A scale as the kernel gets it.
struct Scale {
  Image device; // f32 [1]; empty if the kernel gets none
  float host = 1;
  /// Both multiplied.
  double product = 1;
};

struct ProblemSpec {
  RowFormat row;
  int64_t queries = 1;
  int64_t heads = 16;
  /// Listed slots of query c: lengths[c % lengths.size()].
  std::vector<int64_t> lengths;
  int64_t slots = 65536;
  int64_t pageSize = 1;
  Layout layout = Layout::Padded;
  /// Share of the listed slots that is invalid.
  double invalid = 0;
  /// Standard deviation of the logits.
  double logitStd = 1;
  float softmaxScale = 1;
  /// The cache's strides are multiples of it, in bytes.
  int64_t cacheStrideAlignment = 16;
  ScalePlace kvScale = ScalePlace::Device;
  spmla_encoding qEncoding = SPMLA_ENCODING_BF16;
  /// Of an e4m3fn q.
  ScalePlace qScale = ScalePlace::Device;
  /// e4m3fn terms that the kernel makes of a bf16 q; 0: it multiplies q as
  /// given.
  int qTerms = 0;
  spmla_encoding outEncoding = SPMLA_ENCODING_BF16;
  Scenario scenario = Scenario::Gaussian;
  uint64_t seed = 1;
};

/// Strides in elements of a tensor [C, H, W].
struct TensorLayout {
  int64_t queryStride;
  int64_t headStride;

  int64_t at(int64_t query, int64_t head) const {
    return query * queryStride + head * headStride;
  }
};

/// Fills outputs and what lies around them. As bf16 or f32 it is a NaN that no
/// arithmetic makes, so an element that was not written is told from NaN.
constexpr uint32_t UnwrittenPattern = 0xffa5ffa5;
constexpr uint16_t UnwrittenBf16 = 0xffa5;

struct Problem {
  ProblemSpec spec;

  Image q;       // of spec.qEncoding
  Image indices; // i32
  Image indptr;  // i32
  Image out;     // of spec.outEncoding
  Image lse;     // f32
  SparseImage cache;

  TensorLayout qLayout, outLayout, lseLayout;
  /// Bytes.
  int64_t rowStride, pageStride;
  Scale kvScale, qScale;

  /// The entries of each query's list.
  std::vector<std::vector<int32_t>> lists;

  /// Bytes from the cache's first row to that of `slot`.
  int64_t rowOffset(int64_t slot) const {
    return slot / spec.pageSize * pageStride + slot % spec.pageSize * rowStride;
  }
  bool isValid(int32_t slot) const { return slot >= 0 && slot < spec.slots; }
  int64_t listedSlots() const;
};

/// Throws std::invalid_argument where the specification has no problem.
Problem buildProblem(const ProblemSpec &spec);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_PROBLEM_H
