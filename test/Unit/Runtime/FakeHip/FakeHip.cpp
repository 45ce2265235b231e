//===- FakeHip.cpp - A HIP library that records ---------------------------===//

#include "FakeHip.h"

#include <cstdlib>
#include <cstring>
#include <list>

using namespace spmla;
using namespace spmla::hip;
using spmla::test::FakeHip;

struct spmla::hip::ihipModuleSymbol_t {
  std::string name;
};
struct spmla::hip::ihipModule_t {
  int device;
  std::list<ihipModuleSymbol_t> functions;
};

/// A driver owns its modules: one that cannot be unloaded stays.
static std::list<ihipModule_t> &modules() {
  static auto *instance = new std::list<ihipModule_t>;
  return *instance;
}

FakeHip *fakeHip() {
  static FakeHip *instance = new FakeHip;
  return instance;
}

int *fakeHipDevice() {
  static thread_local int device = 0;
  return &device;
}

/// Records the call; the result is what the test wants it to return.
static hipError_t enter(const char *function) {
  FakeHip *fake = fakeHip();
  fake->calls.push_back(function);
  auto failure = fake->failures.find(function);
  return failure == fake->failures.end() ? hipSuccess : failure->second;
}

#define ENTER()                                                                \
  std::lock_guard<std::mutex> lock(fakeHip()->mutex);                          \
  if (hipError_t failure = enter(__func__))                                    \
  return failure

extern "C" {

hipError_t hipGetDeviceCount(int *count) {
  ENTER();
  *count = int(fakeHip()->archs.size());
  return *count ? hipSuccess : hipErrorNoDevice;
}

hipError_t hipGetDevice(int *device) {
  ENTER();
  *device = *fakeHipDevice();
  return hipSuccess;
}

hipError_t hipSetDevice(int device) {
  ENTER();
  if (device < 0 || size_t(device) >= fakeHip()->archs.size())
    return hipErrorInvalidDevice;
  *fakeHipDevice() = device;
  return hipSuccess;
}

#ifdef FAKEHIP_ROCM6
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *properties,
                                       int device) {
#else
hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int device) {
#endif
  ENTER();
  const std::string &arch = fakeHip()->archs.at(size_t(device));
  std::memcpy(properties->gcnArchName, arch.c_str(), arch.size() + 1);
  return hipSuccess;
}

hipError_t hipModuleLoadData(hipModule_t *module, const void *image) {
  ENTER();
  *module = &modules().emplace_back(ihipModule_t{*fakeHipDevice(), {}});
  fakeHip()->loads.push_back({*fakeHipDevice(), image});
  return hipSuccess;
}

hipError_t hipModuleUnload(hipModule_t module) {
  ENTER();
  if (module->device != *fakeHipDevice())
    return hipErrorInvalidHandle;
  ++fakeHip()->unloads;
  modules().remove_if([&](const ihipModule_t &m) { return &m == module; });
  return hipSuccess;
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module,
                                const char *name) {
  ENTER();
  *function = fakeHip()->returnsNullFunction
                  ? nullptr
                  : &module->functions.emplace_back(ihipModuleSymbol_t{name});
  return hipSuccess;
}

#ifndef FAKEHIP_WITHOUT_LAUNCH
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX,
                                 unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY,
                                 unsigned blockZ, unsigned sharedBytes,
                                 hipStream_t stream, void **parameters,
                                 void **extra) {
  ENTER();
  // As HIP does: a zero dimension is refused, and arguments come packed.
  if (!gridX || !gridY || !gridZ || !blockX || !blockY || !blockZ)
    return hipErrorInvalidConfiguration;
  if (parameters || extra[0] != launchParamBufferPointer() ||
      extra[2] != launchParamBufferSize() || extra[4] != launchParamEnd())
    return hipErrorInvalidValue;
  auto *bytes = static_cast<unsigned char *>(extra[1]);
  size_t size = *static_cast<size_t *>(extra[3]);
  fakeHip()->launches.push_back({*fakeHipDevice(),
                                 function->name,
                                 {gridX, gridY, gridZ},
                                 {blockX, blockY, blockZ},
                                 sharedBytes,
                                 stream,
                                 {bytes, bytes + size}});
  if (fakeHip()->kernel)
    fakeHip()->kernel(fakeHip()->launches.back());
  return hipSuccess;
}
#endif

hipError_t hipMalloc(void **pointer, size_t size) {
  ENTER();
  *pointer = std::aligned_alloc(4096, (size + 4095) / 4096 * 4096);
  return *pointer ? hipSuccess : hipErrorOutOfMemory;
}

hipError_t hipFree(void *pointer) {
  ENTER();
  std::free(pointer);
  return hipSuccess;
}

hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind) {
  ENTER();
  std::memcpy(to, from, size);
  return hipSuccess;
}

hipError_t hipStreamCreate(hipStream_t *stream) {
  ENTER();
  *stream = reinterpret_cast<hipStream_t>(fakeHip());
  return hipSuccess;
}

hipError_t hipStreamSynchronize(hipStream_t) {
  ENTER();
  return hipSuccess;
}

hipError_t hipStreamDestroy(hipStream_t) {
  ENTER();
  return hipSuccess;
}

} // extern "C"
