//===- MemoryApi.cpp - hipMalloc, hipMemcpy and their kin -----------------===//

#include "../Text.h"
#include "Capture.h"
#include "MemoryWork.h"
#include "State.h"

using namespace spmla;
using namespace spmla::hip;
using emu::AllocationPtr;
using emu::Arch;
using emu::failed;
using emu::State;

namespace {

hipError_t refuseUnsafe(const char *what) {
  std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
  return emu::refuseUnsafe(what);
}

hipError_t allocate(void **pointer, size_t size, bool isHost) {
  if (!pointer)
    return failed(hipErrorInvalidValue,
                  "expects the result pointer to be no null pointer");
  *pointer = nullptr;
  hipError_t error = hipSuccess;
  const Arch *arch = emu::currentDevice(error);
  if (!arch)
    return error;
  error = refuseUnsafe("an allocation");
  if (error != hipSuccess)
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
    a->written = emu::WrittenBytes::create(size);
  *pointer = a->data();
  return hipSuccess;
}

hipError_t release(void *pointer, bool isHost) {
  hipError_t error = refuseUnsafe("a release of memory");
  if (error != hipSuccess)
    return error;
  if (!pointer ||
      State::get().memory.release(reinterpret_cast<uint64_t>(pointer), isHost))
    return hipSuccess;
  return failed(hipErrorInvalidValue,
                "expects a pointer that an allocation returned, got " +
                    emu::hex(reinterpret_cast<uint64_t>(pointer)));
}

hipError_t copy(void *to, const void *from, size_t size, hipMemcpyKind kind) {
  return emu::doNow("a copy", emu::CopyWork(to, from, size, kind));
}
hipError_t copyAsync(void *to, const void *from, size_t size,
                     hipMemcpyKind kind, hipStream_t stream) {
  return emu::enqueue(stream,
                      std::make_shared<emu::CopyWork>(to, from, size, kind));
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
  return emu::doNow("a fill", emu::FillWork(to, value, size));
}
SPMLA_HIP_API hipError_t hipMemsetAsync(void *to, int value, size_t size,
                                        hipStream_t stream) {
  return emu::enqueue(stream, std::make_shared<emu::FillWork>(to, value, size));
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
