//===- Device.h - The HIP calls that the tests share ----------*- C++ -*-===//

#ifndef SPMLA_UNITTESTS_EMULATOR_DEVICE_H
#define SPMLA_UNITTESTS_EMULATOR_DEVICE_H

#include "HipTypes.h"
#include "emulator/Emulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace spmla {
namespace hip {
extern "C" {
hipError_t hipInit(unsigned flags);
hipError_t hipDriverGetVersion(int *version);
hipError_t hipGetDeviceCount(int *count);
hipError_t hipSetDevice(int device);
hipError_t hipGetDevice(int *device);
hipError_t hipDeviceGet(hipDevice_t *device, int ordinal);
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device);
hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int device);
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *properties,
                                       int device);
hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute,
                                 int device);
hipError_t hipDeviceSynchronize();
hipError_t hipMalloc(void **pointer, size_t size);
hipError_t hipFree(void *pointer);
hipError_t hipHostMalloc(void **pointer, size_t size, unsigned flags);
hipError_t hipHostFree(void *pointer);
hipError_t hipMemcpy(void *to, const void *from, size_t size,
                     hipMemcpyKind kind);
hipError_t hipMemcpyAsync(void *to, const void *from, size_t size,
                          hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyPeer(void *to, int toDevice, const void *from,
                         int fromDevice, size_t size);
hipError_t hipMemcpyPeerAsync(void *to, int toDevice, const void *from,
                              int fromDevice, size_t size, hipStream_t stream);
hipError_t hipDeviceCanAccessPeer(int *canAccess, int device, int peer);
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags);
hipError_t hipDeviceDisablePeerAccess(int peer);
hipError_t hipMemset(void *to, int value, size_t size);
hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes,
                                   const void *pointer);
hipError_t hipModuleLoad(hipModule_t *module, const char *fileName);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module,
                                const char *name);
hipError_t hipModuleGetGlobal(hipDeviceptr_t *pointer, size_t *bytes,
                              hipModule_t module, const char *name);
hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute attribute,
                               hipFunction_t function);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX,
                                 unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY,
                                 unsigned blockZ, unsigned sharedBytes,
                                 hipStream_t stream, void **parameters,
                                 void **extra);
hipError_t hipModuleLaunchCooperativeKernel(
    hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    hipStream_t stream, void **parameters);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, hipFunction_t function, int blockSize, size_t sharedBytes);
hipError_t hipStreamCreate(hipStream_t *stream);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event,
                              unsigned flags);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start,
                               hipEvent_t stop);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipGetLastError();
hipError_t hipPeekAtLastError();
const char *hipGetErrorName(hipError_t error);
const char *hipGetErrorString(hipError_t error);
}
} // namespace hip

namespace emutest {

// Bytes of a test kernel's code object ("Launch" for Launch.hsaco).
std::vector<uint8_t> readKernels(const std::string &name);

// Device memory that starts as `words` and is freed with the object.
class Buffer {
public:
  explicit Buffer(std::vector<uint32_t> words);
  Buffer(size_t count, uint32_t value)
      : Buffer(std::vector<uint32_t>(count, value)) {}
  ~Buffer();
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  std::vector<uint32_t> read() const;
  // What a kernel's parameter list points at.
  void **parameter() { return &pointer; }
  uint64_t address() const { return reinterpret_cast<uint64_t>(pointer); }

private:
  void *pointer = nullptr;
  size_t count;
};

// A loaded code object; loading must succeed.
class Module {
public:
  explicit Module(const std::string &name);
  ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  hip::hipFunction_t function(const std::string &name);
  // Launches `blocks` workgroups of `threads` work-items.
  hip::hipError_t launch(const std::string &name, unsigned blocks,
                         unsigned threads, std::vector<void *> parameters,
                         unsigned dynamicLds = 0);

private:
  hip::hipModule_t module = nullptr;
};

} // namespace emutest
} // namespace spmla

#endif // SPMLA_UNITTESTS_EMULATOR_DEVICE_H
