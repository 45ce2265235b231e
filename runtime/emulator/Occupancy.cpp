//===- Occupancy.cpp - How many workgroups run at once --------------------===//

#include "Occupancy.h"

#include <algorithm>

namespace spmla {
namespace emu {

namespace {

// Of gfx942 and gfx950 alike: AMD's CDNA3 and CDNA4 instruction set guides.
constexpr unsigned kSimdsPerComputeUnit = 4, kWavesPerSimd = 8,
                   kRegistersPerSimd = 512;

} // namespace

unsigned workgroupsPerComputeUnit(const Kernel &kernel, const Arch &arch,
                                  uint32_t workitems, uint32_t ldsBytes) {
  unsigned wavesPerSimd =
      std::min(kWavesPerSimd, kRegistersPerSimd / kernel.descriptor.vgprs());
  unsigned waves = (workitems + kLanes - 1) / kLanes;
  unsigned count = kSimdsPerComputeUnit * wavesPerSimd / waves;
  if (ldsBytes)
    count = std::min(count, static_cast<unsigned>(arch.ldsBytes / ldsBytes));
  return count;
}

uint64_t residentWorkgroups(const Kernel &kernel, const Arch &arch,
                            uint32_t workitems, uint32_t ldsBytes) {
  return uint64_t(arch.computeUnits) *
         workgroupsPerComputeUnit(kernel, arch, workitems, ldsBytes);
}

} // namespace emu
} // namespace spmla
