//===- Devices.cpp - Devices and their properties -------------------------===//

#include "Capture.h"
#include "State.h"

#include <algorithm>
#include <cstring>

using namespace spmla;
using namespace spmla::hip;
using emu::Arch;
using emu::failed;
using emu::State;

namespace {

// ROCm 7.0: the first release for gfx950.
constexpr int kVersion = 7 * 10000000;
constexpr int kMaxThreads = 1024, kThreadsPerCu = 2048,
              kRegsPerCu = 4 * 512 * 64;
constexpr size_t kConstantBytes = size_t(2) << 30;

const Arch *deviceAt(int device) {
  const auto &all = State::get().devices();
  if (device >= 0 && static_cast<size_t>(device) < all.size())
    return all[static_cast<size_t>(device)];
  return nullptr;
}
hipError_t invalidDevice(int device) {
  return failed(hipErrorInvalidDevice,
                "expects a device below " +
                    std::to_string(State::get().devices().size()) + ", got " +
                    std::to_string(device));
}
hipError_t nullPointer(const char *what) {
  return failed(hipErrorInvalidValue,
                std::string("expects ") + what + " to be no null pointer");
}

// The members that both layouts have under the same name.
template <class P> void fillProperties(P &p, const Arch &a, int device) {
  std::memset(&p, 0, sizeof(p));
  std::strncpy(p.name, a.deviceName, sizeof(p.name) - 1);
  std::strncpy(p.gcnArchName, a.targetId, sizeof(p.gcnArchName) - 1);
  p.totalGlobalMem = a.memoryBytes;
  p.sharedMemPerBlock = a.ldsBytes;
  p.maxSharedMemoryPerMultiProcessor = a.ldsBytes;
  p.regsPerBlock = kRegsPerCu;
  p.warpSize = emu::kLanes;
  p.maxThreadsPerBlock = kMaxThreads;
  p.maxThreadsPerMultiProcessor = kThreadsPerCu;
  for (int &n : p.maxThreadsDim)
    n = kMaxThreads;
  p.maxGridSize[0] = 2147483647;
  p.maxGridSize[1] = p.maxGridSize[2] = 65536;
  p.clockRate = static_cast<int>(a.clockKhz);
  p.memoryClockRate = static_cast<int>(a.memoryClockKhz);
  p.memoryBusWidth = static_cast<int>(a.memoryBusBits);
  p.clockInstructionRate = 100000;
  p.totalConstMem = kConstantBytes;
  p.major = a.major;
  p.minor = a.minor;
  p.multiProcessorCount = static_cast<int>(a.computeUnits);
  p.l2CacheSize = static_cast<int>(a.l2Bytes);
  p.concurrentKernels = 1;
  p.cooperativeLaunch = 1;
  p.pciBusID = device;
  p.canMapHostMemory = 1;
  p.isLargeBar = 1;
  p.ECCEnabled = 1;
  p.memPitch = 2147483647;
  p.textureAlignment = p.texturePitchAlignment = 256;
}

} // namespace

SPMLA_HIP_API hipError_t hipInit(unsigned flags) {
  if (flags)
    return failed(hipErrorInvalidValue,
                  "expects flags to be 0, got " + std::to_string(flags));
  hipError_t error = hipSuccess;
  return emu::currentDevice(error) ? hipSuccess : error;
}

SPMLA_HIP_API hipError_t hipDriverGetVersion(int *version) {
  if (!version)
    return nullPointer("version");
  *version = kVersion;
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipRuntimeGetVersion(int *version) {
  return hipDriverGetVersion(version);
}

SPMLA_HIP_API hipError_t hipGetDeviceCount(int *count) {
  if (!count)
    return nullPointer("count");
  *count = static_cast<int>(State::get().devices().size());
  if (*count)
    return hipSuccess;
  return emu::noDevice();
}

SPMLA_HIP_API hipError_t hipSetDevice(int device) {
  if (!deviceAt(device))
    return invalidDevice(device);
  emu::thisThread().device = device;
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipGetDevice(int *device) {
  if (!device)
    return nullPointer("device");
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  *device = emu::thisThread().device;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipDeviceGet(hipDevice_t *device, int ordinal) {
  if (!device)
    return nullPointer("device");
  if (!deviceAt(ordinal))
    return invalidDevice(ordinal);
  *device = ordinal;
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipDeviceGetName(char *name, int length,
                                          hipDevice_t device) {
  if (!name || length <= 0)
    return nullPointer("name");
  const Arch *arch = deviceAt(device);
  if (!arch)
    return invalidDevice(device);
  std::strncpy(name, arch->deviceName, static_cast<size_t>(length));
  name[length - 1] = 0;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties,
                                                int device) {
  if (!properties)
    return nullPointer("properties");
  const Arch *arch = deviceAt(device);
  if (!arch)
    return invalidDevice(device);
  fillProperties(*properties, *arch, device);
  return hipSuccess;
}
SPMLA_HIP_API hipError_t
hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *properties, int device) {
  if (!properties)
    return nullPointer("properties");
  const Arch *arch = deviceAt(device);
  if (!arch)
    return invalidDevice(device);
  fillProperties(*properties, *arch, device);
  properties->sharedMemPerMultiprocessor = arch->ldsBytes;
  properties->sharedMemPerBlockOptin = arch->ldsBytes;
  properties->regsPerMultiprocessor = kRegsPerCu;
  properties->unifiedAddressing = 1;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipDeviceGetAttribute(int *value,
                                               hipDeviceAttribute_t attribute,
                                               int device) {
  if (!value)
    return nullPointer("value");
  if (!deviceAt(device))
    return invalidDevice(device);
  hipDeviceProp_tR0600 p;
  hipGetDevicePropertiesR0600(&p, device);
  auto clamp = [](size_t n) {
    return static_cast<int>(std::min<size_t>(n, 2147483647));
  };
  switch (attribute) {
  case hipDeviceAttributeEccEnabled:
    *value = p.ECCEnabled;
    return hipSuccess;
  case hipDeviceAttributeCanMapHostMemory:
    *value = p.canMapHostMemory;
    return hipSuccess;
  case hipDeviceAttributeClockRate:
    *value = p.clockRate;
    return hipSuccess;
  case hipDeviceAttributeComputeMode:
  case hipDeviceAttributeIntegrated:
  case hipDeviceAttributeManagedMemory:
  case hipDeviceAttributePciDeviceId:
  case hipDeviceAttributePciDomainID:
    *value = 0;
    return hipSuccess;
  case hipDeviceAttributeCooperativeLaunch:
    *value = p.cooperativeLaunch;
    return hipSuccess;
  case hipDeviceAttributeConcurrentKernels:
    *value = p.concurrentKernels;
    return hipSuccess;
  case hipDeviceAttributeL2CacheSize:
    *value = p.l2CacheSize;
    return hipSuccess;
  case hipDeviceAttributeComputeCapabilityMajor:
    *value = p.major;
    return hipSuccess;
  case hipDeviceAttributeComputeCapabilityMinor:
    *value = p.minor;
    return hipSuccess;
  case hipDeviceAttributeMaxBlockDimX:
  case hipDeviceAttributeMaxBlockDimY:
  case hipDeviceAttributeMaxBlockDimZ:
  case hipDeviceAttributeMaxThreadsPerBlock:
    *value = p.maxThreadsPerBlock;
    return hipSuccess;
  case hipDeviceAttributeMaxGridDimX:
    *value = p.maxGridSize[0];
    return hipSuccess;
  case hipDeviceAttributeMaxGridDimY:
  case hipDeviceAttributeMaxGridDimZ:
    *value = p.maxGridSize[1];
    return hipSuccess;
  case hipDeviceAttributeMaxThreadsPerMultiProcessor:
    *value = p.maxThreadsPerMultiProcessor;
    return hipSuccess;
  case hipDeviceAttributeMemoryBusWidth:
    *value = p.memoryBusWidth;
    return hipSuccess;
  case hipDeviceAttributeMemoryClockRate:
    *value = p.memoryClockRate;
    return hipSuccess;
  case hipDeviceAttributeMultiprocessorCount:
  case hipDeviceAttributePhysicalMultiProcessorCount:
    *value = p.multiProcessorCount;
    return hipSuccess;
  case hipDeviceAttributePciBusId:
    *value = p.pciBusID;
    return hipSuccess;
  case hipDeviceAttributeMaxRegistersPerBlock:
  case hipDeviceAttributeMaxRegistersPerMultiprocessor:
    *value = p.regsPerBlock;
    return hipSuccess;
  case hipDeviceAttributeMaxSharedMemoryPerBlock:
  case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
    *value = clamp(p.sharedMemPerBlock);
    return hipSuccess;
  case hipDeviceAttributeTotalConstantMemory:
    *value = clamp(p.totalConstMem);
    return hipSuccess;
  case hipDeviceAttributeTotalGlobalMem:
    *value = clamp(p.totalGlobalMem);
    return hipSuccess;
  case hipDeviceAttributeWarpSize:
    *value = p.warpSize;
    return hipSuccess;
  }
  return failed(hipErrorInvalidValue,
                "expects a device attribute that the emulator has, got " +
                    std::to_string(attribute));
}

SPMLA_HIP_API hipError_t hipDeviceSynchronize() {
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  error = emu::refuseWhileCapturing("waiting for the device",
                                    hipErrorStreamCaptureUnsupported);
  if (error != hipSuccess)
    return error;
  error = s.deviceError(emu::thisThread().device);
  // The text stays that of the fault.
  emu::thisThread().lastError =
      error != hipSuccess ? error : emu::thisThread().lastError;
  return error;
}
