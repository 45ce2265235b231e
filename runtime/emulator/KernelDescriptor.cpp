//===- KernelDescriptor.cpp - How a kernel wants to be started ------------===//

#include "KernelDescriptor.h"
#include "Text.h"
#include "Wave.h"

#include <cstring>

namespace spmla {
namespace emu {

namespace {

template <class T> T readAt(const uint8_t *bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes + offset, sizeof(value));
  return value;
}

} // namespace

uint32_t KernelDescriptor::mode() const {
  uint32_t bits = rsrc1 >> 12 & 0xff; // rounding modes, then denormal modes
  if (rsrc1 >> 21 & 1)
    bits |= kModeDx10Clamp;
  if (rsrc1 >> 23 & 1)
    bits |= kModeIeee;
  if (rsrc1 >> 26 & 1)
    bits |= kModeFp16Overflow;
  return bits;
}

std::string readKernelDescriptor(const uint8_t *bytes, KernelDescriptor &out) {
  out.ldsBytes = readAt<uint32_t>(bytes, 0);
  out.scratchBytes = readAt<uint32_t>(bytes, 4);
  out.kernargBytes = readAt<uint32_t>(bytes, 8);
  out.entryOffset = readAt<int64_t>(bytes, 16);
  out.rsrc3 = readAt<uint32_t>(bytes, 44);
  out.rsrc1 = readAt<uint32_t>(bytes, 48);
  out.rsrc2 = readAt<uint32_t>(bytes, 52);
  out.properties = readAt<uint16_t>(bytes, 56);
  out.kernargPreload = readAt<uint16_t>(bytes, 58);

  if (out.mode() & kModeRoundMask)
    return "expects the rounding mode to be round to nearest even, got MODE " +
           hex(out.mode());
  // Bit 0: buffer descriptor of private memory, bit 5: flat scratch; targets
  // with architected flat scratch have neither. Bit 10: waves of 32 lanes.
  if (out.properties & (1 | 32 | 1024))
    return "expects kernel code properties of a wave64 target with architected "
           "flat scratch, got " +
           hex(out.properties);
  if (out.rsrc2 >> 10 & 1)
    return "expects no workgroup info register, got one";
  return "";
}

} // namespace emu
} // namespace spmla
