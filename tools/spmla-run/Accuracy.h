//===- Accuracy.h - How exact a kernel has to be ----------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_ACCURACY_H
#define SPMLA_TOOLS_RUN_ACCURACY_H

#include "Compare.h"

#include "spmla/Kernel/KernelSpec.h"

#include <string>

namespace spmla {
namespace run {

/// The errors that pass for a kernel's precision.
Limits limitsOf(const KernelSpec &kernel);

/// limitsOf every precision that kernels have, as a table for --help.
std::string describeLimits();

/// e4m3fn terms that the kernel makes of a bf16 q; 0: it multiplies q as given.
int qTerms(const KernelSpec &kernel);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_ACCURACY_H
