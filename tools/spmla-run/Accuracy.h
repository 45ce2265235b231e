//===- Accuracy.h - How exact a kernel has to be ----------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_ACCURACY_H
#define SPMLA_TOOLS_RUN_ACCURACY_H

#include "Compare.h"

#include "spmla/Kernel/KernelSpec.h"

namespace spmla {
namespace run {

/// The errors that pass for a kernel's precision.
Limits limitsOf(const KernelSpec &kernel);

/// e4m3fn terms that the kernel makes of a bf16 q; 0: it multiplies q as given.
int qTerms(const KernelSpec &kernel);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_ACCURACY_H
