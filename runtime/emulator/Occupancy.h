//===- Occupancy.h - How many workgroups run at once ----------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_OCCUPANCY_H
#define SPMLA_EMULATOR_OCCUPANCY_H

#include "CodeObject.h"

namespace spmla {
namespace emu {

// Workgroups of a kernel that a compute unit holds, as HIP's runtime counts
// them: by waves, vector registers and LDS. 0 if not even one fits.
unsigned workgroupsPerComputeUnit(const Kernel &kernel, const Arch &arch,
                                  uint32_t workitems, uint32_t ldsBytes);

// Those that a device holds.
uint64_t residentWorkgroups(const Kernel &kernel, const Arch &arch,
                            uint32_t workitems, uint32_t ldsBytes);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_OCCUPANCY_H
