//===- MemoryWork.cpp - Copies and fills ----------------------------------===//

#include "MemoryWork.h"
#include "../Text.h"
#include "State.h"

#include <cstring>

namespace spmla {
namespace emu {

using namespace hip;

namespace {

// Bytes from the first to behind the last of `planes` planes of `rows` rows;
// the largest size_t if that is more.
size_t spanOf(size_t width, size_t rows, size_t rowPitch, size_t planes,
              size_t planePitch) {
  using Wide = unsigned __int128;
  Wide span = Wide(planes - 1) * planePitch + Wide(rows - 1) * rowPitch + width;
  return span > SIZE_MAX ? SIZE_MAX : static_cast<size_t>(span);
}

// Does [pointer, pointer + size) lie in one allocation? It is kept alive. Host
// pointers that no allocation contains are the caller's own memory.
hipError_t findRange(const char *what, const void *pointer, size_t size,
                     bool mustBeDevice, AllocationPtr &allocation) {
  if (!pointer)
    return failed(hipErrorInvalidValue,
                  std::string("expects ") + what + " to be no null pointer");
  uint64_t address = reinterpret_cast<uint64_t>(pointer);
  allocation = State::get().memory.find(address);
  if (!allocation && !mustBeDevice)
    return hipSuccess;
  if (allocation && size <= allocation->end() - address)
    return hipSuccess;
  return failed(hipErrorInvalidValue, std::string("expects ") + what + " of " +
                                          std::to_string(size) +
                                          " bytes to lie in one allocation, "
                                          "got " +
                                          hex(address));
}

uint64_t addressOf(const uint8_t *p) { return reinterpret_cast<uint64_t>(p); }

} // namespace

hipError_t CopyWork::resolve(AllocationPtr &toOwner,
                             AllocationPtr &fromOwner) const {
  if (kind > hipMemcpyDefault)
    return failed(hipErrorInvalidMemcpyDirection,
                  "expects a copy direction from 0 to 4, got " +
                      std::to_string(kind));
  auto find = [&](const char *what, const Place &place, bool mustBeDevice,
                  AllocationPtr &owner) {
    const auto [width, height, depth] = extent;
    if ((height > 1 && place.rowPitch < width) ||
        (depth > 1 && place.planePitch / height < place.rowPitch))
      return failed(hipErrorInvalidValue,
                    std::string("expects the rows of ") + what +
                        " not to overlap, got pitches " +
                        std::to_string(place.rowPitch) + " and " +
                        std::to_string(place.planePitch));
    return findRange(
        what, place.pointer,
        spanOf(width, height, place.rowPitch, depth, place.planePitch),
        mustBeDevice, owner);
  };
  hipError_t error =
      find("the destination", to,
           kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice,
           toOwner);
  if (error != hipSuccess)
    return error;
  return find("the source", from,
              kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice,
              fromOwner);
}

hipError_t CopyWork::check(int) const {
  AllocationPtr toOwner, fromOwner;
  return isEmpty() ? hipSuccess : resolve(toOwner, fromOwner);
}

hipError_t CopyWork::run() const {
  if (isEmpty())
    return hipSuccess;
  AllocationPtr toOwner, fromOwner;
  hipError_t error = resolve(toOwner, fromOwner);
  if (error != hipSuccess)
    return error;
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y) {
      auto row = [&](const Place &place) {
        return static_cast<uint8_t *>(place.pointer) + z * place.planePitch +
               y * place.rowPitch;
      };
      std::memmove(row(to), row(from), extent.width);
      State::get().memory.copyWritten(addressOf(row(to)), addressOf(row(from)),
                                      extent.width);
    }
  return hipSuccess;
}

hipError_t FillWork::resolve(AllocationPtr &owner) const {
  const hipMemsetParams &p = parameters;
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4)
    return failed(hipErrorInvalidValue,
                  "expects elements of 1, 2 or 4 bytes, got " +
                      std::to_string(p.elementSize));
  size_t width = spanOf(p.elementSize, p.width, p.elementSize, 1, 0);
  if (p.height > 1 && p.pitch < width)
    return failed(hipErrorInvalidValue,
                  "expects the pitch of rows to be at least " +
                      std::to_string(width) + " bytes, got " +
                      std::to_string(p.pitch));
  return findRange("the destination", p.dst,
                   spanOf(width, p.height, p.pitch, 1, 0), true, owner);
}

hipError_t FillWork::check(int) const {
  AllocationPtr owner;
  return isEmpty() ? hipSuccess : resolve(owner);
}

hipError_t FillWork::run() const {
  if (isEmpty())
    return hipSuccess;
  AllocationPtr owner;
  hipError_t error = resolve(owner);
  if (error != hipSuccess)
    return error;
  const hipMemsetParams &p = parameters;
  for (size_t y = 0; y < p.height; ++y) {
    uint8_t *row = static_cast<uint8_t *>(p.dst) + y * p.pitch;
    // The host is little-endian: an element is the low bytes of the value.
    if (p.elementSize == 1)
      std::memset(row, static_cast<int>(p.value), p.width);
    else
      for (size_t x = 0; x < p.width; ++x)
        std::memcpy(row + x * p.elementSize, &p.value, p.elementSize);
    State::get().memory.markWritten(addressOf(row), p.width * p.elementSize);
  }
  return hipSuccess;
}

} // namespace emu
} // namespace spmla
