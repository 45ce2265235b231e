//===- Generate.h - A kernel generated in process ---------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_GENERATE_H
#define SPMLA_TOOLS_RUN_GENERATE_H

#include "spmla/Kernel/KernelSpec.h"

#include <string>

namespace spmla {
namespace run {

/// Writes the code object of `spec` and its manifest to `folder`, and its path
/// to `hsaco`. False: `error` has one line that names the kernel.
bool generateFiles(const KernelSpec &spec, const std::string &folder,
                   std::string &hsaco, std::string &error);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_GENERATE_H
