//===- Peers.cpp - Devices that use each other's memory -------------------===//
//
// As on AMD's machines every device can reach every other one, kernels only
// after hipDeviceEnablePeerAccess, copies always.
//
//===----------------------------------------------------------------------===//

#include "MemoryWork.h"
#include "State.h"

using namespace spmla;
using namespace spmla::hip;
using emu::failed;
using emu::State;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

hipError_t checkDevice(int device) {
  size_t count = State::get().devices().size();
  if (device >= 0 && static_cast<size_t>(device) < count)
    return hipSuccess;
  return failed(hipErrorInvalidDevice, "expects a device below " +
                                           std::to_string(count) + ", got " +
                                           std::to_string(device));
}

// A device that the calling thread's one can have as a peer.
hipError_t checkPeer(int peer) {
  hipError_t error = checkDevice(peer);
  if (error == hipSuccess && peer == emu::thisThread().device)
    return failed(hipErrorInvalidDevice,
                  "expects the peer to be another device, got the current one");
  return error;
}

} // namespace

SPMLA_HIP_API hipError_t hipDeviceCanAccessPeer(int *canAccess, int device,
                                                int peer) {
  if (!canAccess)
    return failed(hipErrorInvalidValue,
                  "expects the result pointer to be no null pointer");
  hipError_t error = checkDevice(device);
  if (error == hipSuccess)
    error = checkDevice(peer);
  if (error == hipSuccess)
    *canAccess = device != peer;
  return error;
}

SPMLA_HIP_API hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags)
    return failed(hipErrorInvalidValue,
                  "expects flags to be 0, got " + std::to_string(flags));
  State &s = State::get();
  Lock lock(s.mutex);
  hipError_t error = checkPeer(peer);
  if (error != hipSuccess)
    return error;
  if (!s.peers.insert({emu::thisThread().device, peer}).second)
    return failed(hipErrorPeerAccessAlreadyEnabled,
                  "expects access to device " + std::to_string(peer) +
                      " to be off, got one that is on");
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipDeviceDisablePeerAccess(int peer) {
  State &s = State::get();
  Lock lock(s.mutex);
  hipError_t error = checkPeer(peer);
  if (error != hipSuccess)
    return error;
  if (!s.peers.erase({emu::thisThread().device, peer}))
    return failed(hipErrorPeerAccessNotEnabled,
                  "expects access to device " + std::to_string(peer) +
                      " to be on, got one that is off");
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipMemcpyPeer(void *to, int toDevice, const void *from,
                                       int fromDevice, size_t size) {
  hipError_t error = checkDevice(toDevice);
  if (error == hipSuccess)
    error = checkDevice(fromDevice);
  return error == hipSuccess
             ? emu::doNow("a copy", emu::CopyWork(to, from, size,
                                                  hipMemcpyDeviceToDevice))
             : error;
}
SPMLA_HIP_API hipError_t hipMemcpyPeerAsync(void *to, int toDevice,
                                            const void *from, int fromDevice,
                                            size_t size, hipStream_t stream) {
  hipError_t error = checkDevice(toDevice);
  if (error == hipSuccess)
    error = checkDevice(fromDevice);
  return error == hipSuccess
             ? emu::enqueue(stream,
                            std::make_shared<emu::CopyWork>(
                                to, from, size, hipMemcpyDeviceToDevice))
             : error;
}
