//===- Modules.cpp - Code objects and launches ----------------------------===//

#include "../Text.h"
#include "State.h"

#include <cstring>
#include <fstream>
#include <thread>

#include <sys/uio.h>
#include <unistd.h>

using namespace spmla;
using namespace spmla::hip;
using emu::Arch;
using emu::failed;
using emu::State;

namespace {

// How many bytes from `p` on, at most `wanted`, can be read: a caller hands
// over a pointer without a size, and a corrupt header may claim any.
size_t readableBytes(const uint8_t *p, size_t wanted) {
  constexpr size_t page = 4096;
  size_t done = 0;
  while (done < wanted) {
    uint8_t byte;
    iovec local = {&byte, 1};
    iovec remote = {const_cast<uint8_t *>(p + done), 1};
    if (process_vm_readv(getpid(), &local, 1, &remote, 1, 0) != 1)
      return done;
    done += page - reinterpret_cast<uintptr_t>(p + done) % page;
  }
  return wanted;
}

hipError_t loadImage(hipModule_t *module, const uint8_t *image, size_t size) {
  hipError_t error = hipSuccess;
  const Arch *arch = emu::currentDevice(error);
  if (!arch)
    return error;
  emu::CodeObject::Result result = emu::CodeObject::load(image, size, *arch);
  if (result.status == emu::LoadStatus::WrongTarget)
    return failed(hipErrorNoBinaryForGpu, result.error);
  if (result.status != emu::LoadStatus::Ok)
    return failed(hipErrorInvalidImage, result.error);
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  auto *m = new ihipModule_t();
  m->object = std::move(result.object);
  m->device = emu::thisThread().device;
  s.modules.insert(m);
  *module = m;
  return hipSuccess;
}

hipError_t unknownHandle(const char *what) {
  return failed(hipErrorInvalidHandle, std::string("expects a live ") + what +
                                           " handle, got an unknown one");
}

// A launch's explicit arguments, packed; from either form of the call.
hipError_t packArguments(const emu::Kernel &kernel, void **parameters,
                         void **extra, std::vector<uint8_t> &packed) {
  size_t needed = emu::explicitArgumentBytes(kernel);
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
  for (const emu::KernelArgument &a : kernel.metadata.arguments) {
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

std::string dimensions(const emu::Dim3 &d) {
  return std::to_string(d[0]) + " x " + std::to_string(d[1]) + " x " +
         std::to_string(d[2]);
}

hipError_t checkDimensions(const emu::LaunchConfig &c) {
  const emu::KernelMetadata &m = c.kernel->metadata;
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

hipError_t errorOfFault(emu::FaultKind kind) {
  switch (kind) {
  case emu::FaultKind::OutsideAllocations:
  case emu::FaultKind::OutsideLds:
  case emu::FaultKind::OutsideScratch:
  case emu::FaultKind::Misaligned:
    return hipErrorIllegalAddress;
  default:
    return hipErrorLaunchFailure;
  }
}

} // namespace

SPMLA_HIP_API hipError_t hipModuleLoadData(hipModule_t *module,
                                           const void *image) {
  if (!module || !image)
    return failed(hipErrorInvalidValue,
                  "expects module and image to be no null pointers");
  const auto *bytes = static_cast<const uint8_t *>(image);
  constexpr size_t header = 64;
  size_t size = readableBytes(bytes, header);
  if (size == header)
    size = readableBytes(
        bytes, std::min<size_t>(emu::CodeObject::sizeFromHeaders(bytes),
                                size_t(1) << 32));
  return loadImage(module, bytes, std::max(size, std::min(size, header)));
}
SPMLA_HIP_API hipError_t hipModuleLoadDataEx(hipModule_t *module,
                                             const void *image, unsigned,
                                             void *, void **) {
  return hipModuleLoadData(module, image);
}
SPMLA_HIP_API hipError_t hipModuleLoad(hipModule_t *module,
                                       const char *fileName) {
  if (!module || !fileName)
    return failed(hipErrorInvalidValue,
                  "expects module and file name to be no null pointers");
  std::ifstream file(fileName, std::ios::binary);
  if (!file)
    return failed(hipErrorFileNotFound,
                  std::string("expects a readable file, got ") + fileName);
  std::string bytes((std::istreambuf_iterator<char>(file)),
                    std::istreambuf_iterator<char>());
  return loadImage(module, reinterpret_cast<const uint8_t *>(bytes.data()),
                   bytes.size());
}

SPMLA_HIP_API hipError_t hipModuleUnload(hipModule_t module) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.modules.erase(module))
    return unknownHandle("module");
  for (auto &entry : module->functions)
    s.functions.erase(&entry.second);
  delete module;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipModuleGetFunction(hipFunction_t *function,
                                              hipModule_t module,
                                              const char *name) {
  if (!function || !name)
    return failed(hipErrorInvalidValue,
                  "expects function and name to be no null pointers");
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.modules.count(module))
    return unknownHandle("module");
  const emu::Kernel *kernel = module->object->findKernel(name);
  if (!kernel)
    return failed(hipErrorNotFound,
                  std::string("expects the module to have a kernel ") + name +
                      ", got none of that name");
  ihipModuleSymbol_t &symbol = module->functions[name];
  symbol.kernel = kernel;
  symbol.module = module;
  s.functions.insert(&symbol);
  *function = &symbol;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipFuncGetAttribute(int *value,
                                             hipFunction_attribute attribute,
                                             hipFunction_t function) {
  if (!value)
    return failed(hipErrorInvalidValue, "expects value to be no null pointer");
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.functions.count(function))
    return unknownHandle("function");
  const emu::Kernel &kernel = *function->kernel;
  size_t ldsLimit = function->module->object->arch().ldsBytes;
  switch (attribute) {
  case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = static_cast<int>(kernel.metadata.maxWorkgroupSize);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(kernel.descriptor.ldsBytes);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(kernel.descriptor.scratchBytes);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_NUM_REGS:
    *value = static_cast<int>(kernel.metadata.vgprs);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = static_cast<int>(
        ldsLimit - std::min<size_t>(ldsLimit, kernel.descriptor.ldsBytes));
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
  case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
  case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
  case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
  case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = 0;
    return hipSuccess;
  }
  return failed(hipErrorInvalidValue,
                "expects a function attribute from 0 to 9, got " +
                    std::to_string(attribute));
}

// AMD's runtime has nothing to set: dynamic LDS needs no permission.
SPMLA_HIP_API hipError_t hipFuncSetAttribute(const void *function,
                                             hipFuncAttribute attribute,
                                             int value) {
  if (!function)
    return failed(hipErrorInvalidDeviceFunction,
                  "expects function to be no null pointer");
  if (attribute != hipFuncAttributeMaxDynamicSharedMemorySize &&
      attribute != hipFuncAttributePreferredSharedMemoryCarveout)
    return failed(hipErrorInvalidValue,
                  "expects a function attribute of 8 or 9, got " +
                      std::to_string(attribute));
  if (value < 0)
    return failed(hipErrorInvalidValue, "expects a value of at least 0, got " +
                                            std::to_string(value));
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipModuleLaunchKernel(
    hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    hipStream_t stream, void **parameters, void **extra) {
  State &s = State::get();
  emu::LaunchConfig config;
  std::vector<uint8_t> kernarg;
  emu::MemorySnapshot memory;
  std::shared_ptr<emu::CodeObject> object; // lives until the kernel is done
  {
    std::lock_guard<std::recursive_mutex> lock(s.mutex);
    hipError_t error = hipSuccess;
    config.arch = emu::currentDevice(error);
    if (!config.arch)
      return error;
    if (!s.functions.count(function))
      return unknownHandle("function");
    ihipStream_t *queue = emu::findStream(stream);
    if (!queue)
      return unknownHandle("stream");
    if (queue->device != function->module->device)
      return failed(hipErrorInvalidHandle,
                    "expects function and stream to be of one device, got " +
                        std::to_string(function->module->device) + " and " +
                        std::to_string(queue->device));
    object = function->module->object;
    config.arch = &object->arch();
    config.kernel = function->kernel;
    config.loadBase = object->base();
    config.grid = {gridX, gridY, gridZ};
    config.block = {blockX, blockY, blockZ};
    config.dynamicLdsBytes = sharedBytes;
    config.strict = s.strict;
    config.instructionLimit = s.instructionLimit;
    config.profile = s.profiling;
    if (config.strict && config.profile)
      return failed(hipErrorInvalidValue,
                    "expects strict mode to be off while profiling, got both "
                    "on");
    config.threads = s.threads
                         ? s.threads
                         : std::max(1u, std::thread::hardware_concurrency());
    error = checkDimensions(config);
    if (error != hipSuccess)
      return error;
    std::vector<uint8_t> arguments;
    error = packArguments(*config.kernel, parameters, extra, arguments);
    if (error != hipSuccess)
      return error;
    kernarg = emu::buildKernarg(config, arguments.data(), arguments.size());
    if (!config.strict)
      s.memory.markAllWritten();
    memory = s.memory.snapshot();
    memory.add(object->memory());
  }
  emu::LaunchResult result = emu::runKernel(config, kernarg, std::move(memory));
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  for (unsigned c = 0; c < emu::kNumInstClasses; ++c)
    s.counters.executed[c] += result.executed[c];
  if (result.fault == emu::FaultKind::None) {
    if (config.profile)
      s.kernelProfiles.add(object, *config.kernel, result.profileCounts);
    return hipSuccess;
  }
  hipError_t error = errorOfFault(result.fault);
  if (ihipStream_t *queue = emu::findStream(stream))
    queue->error = error;
  return failed(error, result.error);
}
