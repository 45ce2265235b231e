//===- Reference.h - Attention in double precision --------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_REFERENCE_H
#define SPMLA_TOOLS_RUN_REFERENCE_H

#include "Problem.h"

#include <vector>

namespace spmla {
namespace run {

struct Reference {
  /// [C, H, value] and [C, H], dense.
  std::vector<double> out;
  std::vector<double> lse;
};

/// The formula of spmla.h in double precision over the dequantised rows of the
/// problem's cache, with q as the kernel gets it. Where the kernel makes terms
/// of q (ProblemSpec::qTerms), the LSE is of their sum: what it has to hold is
/// then as tight as for any other kernel. Of the output the rounding is an
/// error.
Reference computeReference(const Problem &problem);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_REFERENCE_H
