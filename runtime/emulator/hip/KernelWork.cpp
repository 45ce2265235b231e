//===- KernelWork.cpp - Launches of a kernel ------------------------------===//

#include "KernelWork.h"
#include "State.h"

#include <cstring>

namespace spmla {
namespace emu {

using namespace hip;

namespace {

// A launch's explicit arguments, packed; from either form of the call.
hipError_t packArguments(const Kernel &kernel, void **parameters, void **extra,
                         std::vector<uint8_t> &packed) {
  size_t needed = explicitArgumentBytes(kernel);
  packed.assign(needed, 0);
  if (parameters && extra)
    return failed(hipErrorInvalidValue,
                  "expects either kernelParams or extra, got both");
  if (extra) {
    if (extra[0] != launchParamBufferPointer() ||
        extra[2] != launchParamBufferSize() || extra[4] != launchParamEnd())
      return failed(hipErrorInvalidValue,
                    "expects extra to be BUFFER_POINTER, pointer, BUFFER_SIZE, "
                    "size, END, got something else");
    size_t given = extra[3] ? *static_cast<size_t *>(extra[3]) : 0;
    if (given < needed || (needed && !extra[1]))
      return failed(hipErrorInvalidValue,
                    "expects the argument buffer of kernel " +
                        kernel.metadata.name + " to have " +
                        std::to_string(needed) + " bytes, got " +
                        std::to_string(given));
    if (needed)
      std::memcpy(packed.data(), extra[1], needed);
    return hipSuccess;
  }
  unsigned index = 0;
  for (const KernelArgument &a : kernel.metadata.arguments) {
    if (a.isHidden())
      continue;
    if (!parameters || !parameters[index])
      return failed(hipErrorInvalidValue,
                    "expects a pointer for argument " + std::to_string(index) +
                        " of kernel " + kernel.metadata.name + ", got null");
    std::memcpy(packed.data() + a.offset, parameters[index], a.size);
    ++index;
  }
  return hipSuccess;
}

std::string dimensions(const Dim3 &d) {
  return std::to_string(d[0]) + " x " + std::to_string(d[1]) + " x " +
         std::to_string(d[2]);
}

hipError_t checkDimensions(const LaunchConfig &c) {
  const KernelMetadata &m = c.kernel->metadata;
  for (unsigned d = 0; d < 3; ++d)
    if (c.grid[d] == 0 || c.block[d] == 0 || c.block[d] > 1024 ||
        uint64_t(c.grid[d]) * c.block[d] > 0xffffffffu)
      return failed(hipErrorInvalidConfiguration,
                    "expects 1 to 1024 work-items and at least one workgroup "
                    "in each dimension, fewer than 2^32 work-items in all, "
                    "got grid " +
                        dimensions(c.grid) + ", block " + dimensions(c.block));
  uint64_t items = uint64_t(c.block[0]) * c.block[1] * c.block[2];
  if (items > 1024)
    return failed(hipErrorInvalidConfiguration,
                  "expects at most 1024 work-items per workgroup, got " +
                      std::to_string(items));
  if (items > m.maxWorkgroupSize)
    return failed(hipErrorLaunchFailure,
                  "expects workgroups of kernel " + m.name +
                      " to have at most " + std::to_string(m.maxWorkgroupSize) +
                      " work-items, got " + std::to_string(items));
  uint64_t lds = uint64_t(c.kernel->descriptor.ldsBytes) + c.dynamicLdsBytes;
  if (lds > c.arch->ldsBytes)
    return failed(hipErrorInvalidValue,
                  "expects a workgroup of kernel " + m.name +
                      " to use at most " + std::to_string(c.arch->ldsBytes) +
                      " bytes of LDS, got " + std::to_string(lds));
  return hipSuccess;
}

hipError_t errorOfFault(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutsideAllocations:
  case FaultKind::OutsideLds:
  case FaultKind::OutsideScratch:
  case FaultKind::Misaligned:
    return hipErrorIllegalAddress;
  default:
    return hipErrorLaunchFailure;
  }
}

} // namespace

hipError_t KernelWork::make(hipFunction_t function, const Dim3 &grid,
                            const Dim3 &block, unsigned sharedBytes,
                            void **parameters, void **extra,
                            std::shared_ptr<const KernelWork> &work) {
  auto made = std::make_shared<KernelWork>();
  made->function = function;
  made->device = function->module->device;
  made->object = function->module->object;
  LaunchConfig &config = made->config;
  config.kernel = function->kernel;
  config.loadBase = made->object->base();
  config.arch = &made->object->arch();
  config.grid = grid;
  config.block = block;
  config.dynamicLdsBytes = sharedBytes;
  hipError_t error = checkDimensions(config);
  if (error == hipSuccess)
    error = packArguments(*config.kernel, parameters, extra, made->arguments);
  if (error != hipSuccess)
    return error;
  for (const KernelArgument &a : config.kernel->metadata.arguments)
    if (!a.isHidden())
      made->pointers.push_back(made->arguments.data() + a.offset);
  work = std::move(made);
  return hipSuccess;
}

hipError_t KernelWork::check(int streamDevice) const {
  // The kernel's address is not used again while this keeps the code object.
  if (!State::get().functions.count(function) ||
      function->kernel != config.kernel)
    return failed(hipErrorInvalidHandle,
                  "expects the module of kernel " +
                      config.kernel->metadata.name +
                      " to be loaded, got one that was unloaded");
  if (streamDevice != device)
    return failed(hipErrorInvalidHandle,
                  "expects function and stream to be of one device, got " +
                      std::to_string(device) + " and " +
                      std::to_string(streamDevice));
  return hipSuccess;
}

hipError_t KernelWork::run() const {
  State &s = State::get();
  LaunchConfig launch = config;
  MemorySnapshot memory;
  {
    std::lock_guard<std::recursive_mutex> lock(s.mutex);
    hipError_t error = check(device);
    if (error != hipSuccess)
      return error;
    launch.strict = s.strict;
    launch.instructionLimit = s.instructionLimit;
    launch.threads = s.hostThreads();
    launch.profile = s.profiling;
    if (launch.strict && launch.profile)
      return failed(hipErrorInvalidValue,
                    "expects strict mode to be off while profiling, got both "
                    "on");
    if (!launch.strict)
      s.memory.markAllWritten();
    memory = s.visibleMemory(device);
  }
  std::vector<uint8_t> kernarg =
      buildKernarg(launch, arguments.data(), arguments.size());
  LaunchResult result = runKernel(launch, kernarg, std::move(memory));
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  for (unsigned c = 0; c < kNumInstClasses; ++c)
    s.counters.executed[c] += result.executed[c];
  if (result.fault == FaultKind::None) {
    if (launch.profile)
      s.kernelProfiles.add(object, *launch.kernel, result.profileCounts);
    return hipSuccess;
  }
  return failedAloud(errorOfFault(result.fault), result.error);
}

hipKernelNodeParams KernelWork::parameters() const {
  auto dim = [](const Dim3 &d) { return dim3{d[0], d[1], d[2]}; };
  return {dim(config.block),
          nullptr,
          function,
          dim(config.grid),
          const_cast<void **>(pointers.data()),
          config.dynamicLdsBytes};
}

} // namespace emu
} // namespace spmla
