//===- Launches.cpp - Launching kernels -----------------------------------===//

#include "../Occupancy.h"
#include "KernelWork.h"
#include "State.h"

#include <algorithm>

using namespace spmla;
using namespace spmla::hip;
using emu::failed;
using emu::State;

namespace {

hipError_t checkFunction(hipFunction_t function) {
  return State::get().functions.count(function)
             ? hipSuccess
             : failed(hipErrorInvalidHandle,
                      "expects a live function handle, got an unknown one");
}

// Bytes of LDS that a workgroup needs.
uint32_t ldsOf(hipFunction_t function, size_t sharedBytes) {
  uint64_t bytes =
      uint64_t(function->kernel->descriptor.ldsBytes) + sharedBytes;
  return static_cast<uint32_t>(std::min<uint64_t>(bytes, UINT32_MAX));
}

hipError_t launch(hipFunction_t function, const emu::Dim3 &grid,
                  const emu::Dim3 &block, unsigned sharedBytes,
                  hipStream_t stream, void **parameters, void **extra,
                  bool cooperative) {
  std::shared_ptr<const emu::KernelWork> work;
  {
    std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
    hipError_t error = hipSuccess;
    if (!emu::currentDevice(error))
      return error;
    error = checkFunction(function);
    if (error == hipSuccess)
      error = emu::KernelWork::make(function, grid, block, sharedBytes,
                                    parameters, extra, work);
    if (error != hipSuccess)
      return error;
    uint64_t groups = uint64_t(grid[0]) * grid[1] * grid[2];
    uint64_t resident = emu::residentWorkgroups(
        *function->kernel, function->module->object->arch(),
        block[0] * block[1] * block[2], ldsOf(function, sharedBytes));
    if (cooperative && groups > resident)
      return failed(hipErrorCooperativeLaunchTooLarge,
                    "expects the workgroups of a cooperative launch to run at "
                    "once, at most " +
                        std::to_string(resident) + ", got " +
                        std::to_string(groups));
  }
  return emu::enqueue(stream, work);
}

} // namespace

SPMLA_HIP_API hipError_t hipModuleLaunchKernel(
    hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    hipStream_t stream, void **parameters, void **extra) {
  return launch(function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                sharedBytes, stream, parameters, extra, false);
}

// Its workgroups may wait for each other: see GroupQueue.h.
SPMLA_HIP_API hipError_t hipModuleLaunchCooperativeKernel(
    hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    hipStream_t stream, void **parameters) {
  return launch(function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                sharedBytes, stream, parameters, nullptr, true);
}

SPMLA_HIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, hipFunction_t function, int blockSize, size_t sharedBytes) {
  if (!blocks || blockSize <= 0)
    return failed(hipErrorInvalidValue,
                  "expects a result pointer and workgroups of at least one "
                  "work-item, got " +
                      std::to_string(blockSize));
  std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
  hipError_t error = checkFunction(function);
  if (error != hipSuccess)
    return error;
  *blocks = static_cast<int>(emu::workgroupsPerComputeUnit(
      *function->kernel, function->module->object->arch(),
      static_cast<uint32_t>(blockSize), ldsOf(function, sharedBytes)));
  return hipSuccess;
}
