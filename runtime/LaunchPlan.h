//===- LaunchPlan.h - From a problem to a launch ----------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_LAUNCHPLAN_H
#define SPMLA_RUNTIME_LAUNCHPLAN_H

#include "ArgumentBlock.h"

#include "spmla-c/spmla.h"

#include <cstdint>

namespace spmla {
namespace runtime {

struct Manifest;

/// One kernel launch; workgroups are one-dimensional.
struct LaunchPlan {
  ArgumentBlock arguments;
  /// Workgroups: queries, and ceil(heads / program heads). Queries lie on x,
  /// whose limit is 2^31 rather than 65,535 (sglang issue 34947).
  uint32_t gridX;
  uint32_t gridZ;
  uint32_t workgroupSize;
};

/// Checks everything about `problem` that the host can know, and fills in the
/// launch but for zero_row, which is the loaded kernel's. problem.queries is at
/// least 1. Throws the errors that spmla_attention_launch documents. Allocates
/// only to report an error.
LaunchPlan planLaunch(const Manifest &kernel, const spmla_attention &problem);

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_LAUNCHPLAN_H
