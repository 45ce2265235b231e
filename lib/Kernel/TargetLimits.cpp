#include "spmla/Kernel/TargetLimits.h"

#include <algorithm>

namespace spmla {

namespace {

// LDS of a gfx950 compute unit is handed out in 128 granules of 1280 bytes,
// LDS of gfx942 in 128 granules of 512 bytes.
constexpr TargetLimits LIMITS[] = {
    {"gfx942", 65536, 512},
    {"gfx950", 163840, 1280},
};

unsigned roundUp(unsigned value, unsigned granule) {
  return (value + granule - 1) / granule * granule;
}

} // namespace

const TargetLimits *findTargetLimits(std::string_view chip) {
  for (const TargetLimits &limits : LIMITS)
    if (limits.chip == chip)
      return &limits;
  return nullptr;
}

unsigned wavesPerSIMD(unsigned vgprs) {
  // A wave holds at least one granule, so this never divides by zero.
  unsigned allocated = roundUp(std::max(vgprs, 1u), VGPR_GRANULE);
  return std::min(MAX_WAVES_PER_SIMD, VGPRS_PER_SIMD / allocated);
}

unsigned workgroupsPerCU(const TargetLimits &limits, unsigned vgprs,
                         unsigned ldsBytes, unsigned workgroupSize) {
  unsigned waves = std::max(1u, (workgroupSize + WAVE_SIZE - 1) / WAVE_SIZE);
  unsigned count = wavesPerSIMD(vgprs) * SIMDS_PER_CU / waves;
  if (waves > 1)
    count = std::min(count, MAX_BARRIERS_PER_CU);
  if (unsigned allocated = roundUp(ldsBytes, limits.ldsGranule))
    count = std::min(count, limits.ldsBytes / allocated);
  return count;
}

} // namespace spmla
