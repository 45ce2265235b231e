//===- QueryWriter.h - Writing q as a server does ---------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_QUERYWRITER_H
#define SPMLA_TOOLS_RUN_QUERYWRITER_H

#include "Image.h"

#include "spmla-c/spmla.h"

#include <cstdint>
#include <vector>

namespace spmla {
namespace run {

/// The scale that brings the largest magnitude of `values` to e4m3fn's largest
/// code, 448: what vLLM's dynamic per-tensor quantisation takes. 1 if all are
/// 0.
float queryScale(const std::vector<double> &values);

/// Writes `count` values of q from element `first` on: as bf16, or as e4m3fn
/// codes of value / scale. Ties go to even; beyond 448 codes saturate.
void writeQuery(spmla_encoding encoding, const double *values, int count,
                double scale, Image &q, int64_t first);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_QUERYWRITER_H
