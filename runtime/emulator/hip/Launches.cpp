//===- Launches.cpp - Launching kernels -----------------------------------===//

#include "KernelWork.h"
#include "State.h"

using namespace spmla;
using namespace spmla::hip;
using emu::failed;
using emu::State;

SPMLA_HIP_API hipError_t hipModuleLaunchKernel(
    hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    hipStream_t stream, void **parameters, void **extra) {
  std::shared_ptr<const emu::KernelWork> work;
  {
    State &s = State::get();
    std::lock_guard<std::recursive_mutex> lock(s.mutex);
    hipError_t error = hipSuccess;
    if (!emu::currentDevice(error))
      return error;
    if (!s.functions.count(function))
      return failed(hipErrorInvalidHandle,
                    "expects a live function handle, got an unknown one");
    error = emu::KernelWork::make(function, {gridX, gridY, gridZ},
                                  {blockX, blockY, blockZ}, sharedBytes,
                                  parameters, extra, work);
    if (error != hipSuccess)
      return error;
  }
  return emu::enqueue(stream, work);
}
