//===- TargetLimits.h - What a compute unit holds ---------------*- C++ -*-===//
//
// Plain C++: no LLVM header.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_KERNEL_TARGETLIMITS_H
#define SPMLA_KERNEL_TARGETLIMITS_H

#include <string_view>

namespace spmla {

/// Sizes that decide what fits on a compute unit and how often.
struct TargetLimits {
  std::string_view chip;
  /// LDS of a compute unit, and the most that one workgroup may use, in bytes.
  unsigned ldsBytes;
  /// LDS is handed out in multiples of this many bytes.
  unsigned ldsGranule;
};

/// Shared by gfx942 and gfx950: registers per lane of a SIMD (architectural
/// and accumulation registers come from one file), their allocation granule,
/// waves per SIMD, SIMDs per compute unit, lanes per wave, and workgroups of
/// more than one wave per compute unit (each holds one of 16 barriers).
constexpr unsigned VGPRS_PER_SIMD = 512;
constexpr unsigned VGPR_GRANULE = 8;
constexpr unsigned MAX_WAVES_PER_SIMD = 8;
constexpr unsigned SIMDS_PER_CU = 4;
constexpr unsigned WAVE_SIZE = 64;
constexpr unsigned MAX_BARRIERS_PER_CU = 16;

/// Null for a processor that is not supported.
const TargetLimits *findTargetLimits(std::string_view chip);

/// Waves of a kernel with `vgprs` unified registers that one SIMD holds.
unsigned wavesPerSIMD(unsigned vgprs);

/// Workgroups that one compute unit holds, bounded by registers, LDS and
/// barriers; 0 when even one does not fit.
unsigned workgroupsPerCU(const TargetLimits &limits, unsigned vgprs,
                         unsigned ldsBytes, unsigned workgroupSize);

} // namespace spmla

#endif // SPMLA_KERNEL_TARGETLIMITS_H
