//===- ForeignRun.h - Running a launch file ---------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_FOREIGNRUN_H
#define SPMLA_TOOLS_RUN_FOREIGNRUN_H

#include "Options.h"

namespace spmla {
namespace run {

/// Runs the launches of options.launchFile with the kernels of options.hsaco,
/// prints what they took, and writes the outputs once all have succeeded.
/// Throws std::runtime_error.
void runLaunchFile(const Options &options);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_FOREIGNRUN_H
