//===- KernelDescriptor.h - How a kernel wants to be started --*- C++ -*-===//
//
// https://llvm.org/docs/AMDGPUUsage.html#kernel-descriptor
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_KERNELDESCRIPTOR_H
#define SPMLA_EMULATOR_KERNELDESCRIPTOR_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace spmla {
namespace emu {

struct KernelDescriptor {
  static constexpr size_t kBytes = 64;

  uint32_t ldsBytes = 0, scratchBytes = 0, kernargBytes = 0;
  int64_t entryOffset = 0; // from the descriptor
  uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
  uint16_t properties = 0, kernargPreload = 0;

  unsigned vgprs() const { return 8 * ((rsrc1 & 0x3f) + 1); } // arch and acc
  unsigned firstAccVgpr() const { return 4 * ((rsrc3 & 0x3f) + 1); }
  unsigned userSgprs() const { return rsrc2 >> 1 & 0x1f; }
  bool hasWorkgroupId(unsigned dimension) const {
    return rsrc2 >> (7 + dimension) & 1;
  }
  unsigned workitemIdDimensions() const { return (rsrc2 >> 11 & 3) + 1; }
  unsigned preloadDwords() const { return kernargPreload & 0x7f; }
  unsigned preloadOffset() const { return kernargPreload >> 7; } // dwords

  bool hasDispatchPtr() const { return properties & 2; }
  bool hasQueuePtr() const { return properties & 4; }
  bool hasKernargPtr() const { return properties & 8; }
  bool hasDispatchId() const { return properties & 16; }
  bool hasPrivateSegmentSize() const { return properties & 64; }

  // The MODE register at the start (see ModeBits).
  uint32_t mode() const;
};

// Error text, empty on success: what the emulator cannot do is refused.
std::string readKernelDescriptor(const uint8_t *bytes, KernelDescriptor &out);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_KERNELDESCRIPTOR_H
