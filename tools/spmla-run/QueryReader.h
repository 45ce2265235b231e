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

/// One head's values as the sum of `terms` e4m3fn terms each, as kernels that
/// multiply a bf16 q by fp8 rows make them: the power of two that brings the
/// head's largest magnitude to [128, 256) is taken out, and each term is what
/// the ones before leave, rounded to a code (ties to even). Two terms hold all
/// bf16 values from 2^-10 of that power of two on exactly.
std::vector<double> roundToTerms(const std::vector<double> &values, int terms);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_QUERYREADER_H
