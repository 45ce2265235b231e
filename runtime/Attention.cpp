//===- Attention.cpp - Launching a kernel ---------------------------------===//

#include "Handles.h"
#include "LaunchPlan.h"

#include <cstring>

using namespace spmla;
using namespace spmla::runtime;

static void launch(const spmla_kernel &kernel, const spmla_attention &problem) {
  LaunchPlan plan = planLaunch(kernel.manifest, problem);
  plan.arguments.zero_row = kernel.zeroRow;
  size_t bytes = argumentBytes();
  void *extra[] = {hip::launchParamBufferPointer(), &plan.arguments,
                   hip::launchParamBufferSize(), &bytes, hip::launchParamEnd()};
  const HipLibrary &hip = kernel.devices->hip;
  DeviceScope scope(hip, kernel.device);
  hip::hipError_t code = hip.hipModuleLaunchKernel(
      kernel.function, plan.gridX, 1, plan.gridZ, plan.workgroupSize, 1, 1, 0,
      static_cast<hip::hipStream_t>(problem.stream), nullptr, extra);
  if (code != hip::hipSuccess)
    hip.check(code, "hipModuleLaunchKernel(" + kernel.manifest.kernel + ")");
  scope.restore();
}

spmla_status spmla_attention_launch(const spmla_kernel *kernel,
                                    const spmla_attention *problem) {
  return guarded([&] {
    requireNotNull("kernel", kernel);
    requireNotNull("problem", problem);
    requireStructSize("spmla_attention", problem->struct_size,
                      {offsetof(spmla_attention, q_scale), sizeof *problem});
    // Members that the caller's version lacks are absent.
    spmla_attention own{};
    std::memcpy(&own, problem, problem->struct_size);
    if (own.queries < 0)
      throw Error(
          SPMLA_ERROR_INVALID_ARGUMENT,
          expects("queries", "at least 0", std::to_string(own.queries)));
    if (own.queries)
      launch(*kernel, own);
  });
}
