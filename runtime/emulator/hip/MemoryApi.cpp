//===- MemoryApi.cpp - hipMalloc, hipMemcpy and their kin -----------------===//

#include "../Text.h"
#include "State.h"

#include <cstring>

using namespace spmla;
using namespace spmla::hip;
using emu::AllocationPtr;
using emu::Arch;
using emu::failed;
using emu::State;

namespace {

hipError_t allocate(void **pointer, size_t size, bool isHost) {
  if (!pointer)
    return failed(hipErrorInvalidValue,
                  "expects the result pointer to be no null pointer");
  *pointer = nullptr;
  hipError_t error = hipSuccess;
  const Arch *arch = emu::currentDevice(error);
  if (!arch)
    return error;
  if (size == 0)
    return hipSuccess;
  AllocationPtr a = State::get().memory.allocate(size, emu::thisThread().device,
                                                 isHost, arch->memoryBytes);
  if (!a)
    return failed(hipErrorOutOfMemory,
                  "expects an allocation to fit in the device's " +
                      std::to_string(arch->memoryBytes) + " bytes, got " +
                      std::to_string(size) + " bytes");
  // The host may write its own memory unseen.
  if (State::get().strict && !isHost)
    a->trackWrites();
  *pointer = a->data();
  return hipSuccess;
}

hipError_t release(void *pointer, bool isHost) {
  if (!pointer ||
      State::get().memory.release(reinterpret_cast<uint64_t>(pointer), isHost))
    return hipSuccess;
  return failed(hipErrorInvalidValue,
                "expects a pointer that an allocation returned, got " +
                    emu::hex(reinterpret_cast<uint64_t>(pointer)));
}

// Does [pointer, pointer + size) lie in one allocation? Host pointers that no
// allocation contains are the caller's own memory.
hipError_t checkRange(const char *what, const void *pointer, size_t size,
                      bool mustBeDevice) {
  if (!pointer)
    return failed(hipErrorInvalidValue,
                  std::string("expects ") + what + " to be no null pointer");
  uint64_t address = reinterpret_cast<uint64_t>(pointer);
  AllocationPtr a = State::get().memory.find(address);
  if (!a && !mustBeDevice)
    return hipSuccess;
  if (a && size <= a->end() - address)
    return hipSuccess;
  return failed(hipErrorInvalidValue, std::string("expects ") + what + " of " +
                                          std::to_string(size) +
                                          " bytes to lie in one allocation, "
                                          "got " +
                                          emu::hex(address));
}

hipError_t copy(void *to, const void *from, size_t size, hipMemcpyKind kind) {
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  if (kind > hipMemcpyDefault)
    return failed(hipErrorInvalidMemcpyDirection,
                  "expects a copy direction from 0 to 4, got " +
                      std::to_string(kind));
  if (size == 0)
    return hipSuccess;
  bool toDevice =
      kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  bool fromDevice =
      kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  error = checkRange("the destination", to, size, toDevice);
  if (error == hipSuccess)
    error = checkRange("the source", from, size, fromDevice);
  if (error == hipSuccess) {
    std::memmove(to, from, size);
    State::get().memory.markWritten(reinterpret_cast<uint64_t>(to), size);
  }
  return error;
}
hipError_t copyAsync(void *to, const void *from, size_t size,
                     hipMemcpyKind kind, hipStream_t stream) {
  hipError_t error = emu::checkStream(stream);
  return error == hipSuccess ? copy(to, from, size, kind) : error;
}

hipError_t fill(void *to, int value, size_t size) {
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error) || size == 0)
    return error;
  error = checkRange("the destination", to, size, true);
  if (error == hipSuccess) {
    std::memset(to, value, size);
    State::get().memory.markWritten(reinterpret_cast<uint64_t>(to), size);
  }
  return error;
}

} // namespace

SPMLA_HIP_API hipError_t hipMalloc(void **pointer, size_t size) {
  return allocate(pointer, size, false);
}
SPMLA_HIP_API hipError_t hipFree(void *pointer) {
  return release(pointer, false);
}
SPMLA_HIP_API hipError_t hipHostMalloc(void **pointer, size_t size, unsigned) {
  return allocate(pointer, size, true);
}
SPMLA_HIP_API hipError_t hipHostFree(void *pointer) {
  return release(pointer, true);
}

SPMLA_HIP_API hipError_t hipMemcpy(void *to, const void *from, size_t size,
                                   hipMemcpyKind kind) {
  return copy(to, from, size, kind);
}
SPMLA_HIP_API hipError_t hipMemcpyAsync(void *to, const void *from, size_t size,
                                        hipMemcpyKind kind,
                                        hipStream_t stream) {
  return copyAsync(to, from, size, kind, stream);
}
SPMLA_HIP_API hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void *from,
                                       size_t size) {
  return copy(to, from, size, hipMemcpyHostToDevice);
}
SPMLA_HIP_API hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from,
                                       size_t size) {
  return copy(to, from, size, hipMemcpyDeviceToHost);
}
SPMLA_HIP_API hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from,
                                       size_t size) {
  return copy(to, from, size, hipMemcpyDeviceToDevice);
}
SPMLA_HIP_API hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void *from,
                                            size_t size, hipStream_t stream) {
  return copyAsync(to, from, size, hipMemcpyHostToDevice, stream);
}
SPMLA_HIP_API hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from,
                                            size_t size, hipStream_t stream) {
  return copyAsync(to, from, size, hipMemcpyDeviceToHost, stream);
}

SPMLA_HIP_API hipError_t hipMemset(void *to, int value, size_t size) {
  return fill(to, value, size);
}
SPMLA_HIP_API hipError_t hipMemsetAsync(void *to, int value, size_t size,
                                        hipStream_t stream) {
  hipError_t error = emu::checkStream(stream);
  return error == hipSuccess ? fill(to, value, size) : error;
}

SPMLA_HIP_API hipError_t hipMemGetInfo(size_t *free, size_t *total) {
  hipError_t error = hipSuccess;
  const Arch *arch = emu::currentDevice(error);
  if (!arch)
    return error;
  if (free)
    *free =
        arch->memoryBytes - State::get().memory.used(emu::thisThread().device);
  if (total)
    *total = arch->memoryBytes;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipPointerGetAttributes(
    hipPointerAttribute_t *attributes, const void *pointer) {
  if (!attributes || !pointer)
    return failed(hipErrorInvalidValue,
                  "expects attributes and pointer to be no null pointers");
  AllocationPtr a =
      State::get().memory.find(reinterpret_cast<uint64_t>(pointer));
  if (!a)
    return failed(hipErrorInvalidValue,
                  "expects a pointer into an allocation, got " +
                      emu::hex(reinterpret_cast<uint64_t>(pointer)));
  *attributes = hipPointerAttribute_t();
  attributes->type = a->isHost ? hipMemoryTypeHost : hipMemoryTypeDevice;
  attributes->device = a->device;
  attributes->devicePointer = const_cast<void *>(pointer);
  attributes->hostPointer = a->isHost ? const_cast<void *>(pointer) : nullptr;
  return hipSuccess;
}
