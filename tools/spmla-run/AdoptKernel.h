//===- AdoptKernel.h - The problem that suits a kernel ----------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_ADOPTKERNEL_H
#define SPMLA_TOOLS_RUN_ADOPTKERNEL_H

#include "Device.h"
#include "Models.h"
#include "Problem.h"

#include "spmla/Kernel/KernelSpec.h"

namespace spmla {
namespace run {

/// The static key of a loaded kernel: its name is one.
KernelSpec keyOf(const spmla_kernel_info &info);

/// Sets the problem's part that the kernel decides. `model` may be null; a
/// kernel of other rows than the model's is thrown as std::runtime_error.
void adoptKernel(const spmla_kernel_info &info, const Model *model,
                 ProblemSpec &problem);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_ADOPTKERNEL_H
