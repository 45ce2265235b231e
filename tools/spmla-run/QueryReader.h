//===- QueryReader.h - The exact values of q --------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_QUERYREADER_H
#define SPMLA_TOOLS_RUN_QUERYREADER_H

#include "Problem.h"

#include <vector>

namespace spmla {
namespace run {

/// The latent + rope values of one head of q as given: bf16 values, or codes
/// times the q scale.
std::vector<double> readQuery(const Problem &problem, int64_t query,
                              int64_t head);

/// The same rounded to one e4m3fn term, as kernels with fp8 dots do to a bf16
/// q: the power of two that brings the head's largest magnitude to [128, 256)
/// makes the values codes (ties to even), and is divided out again.
std::vector<double> roundToOneTerm(std::vector<double> values);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_QUERYREADER_H
