//===- LdsBanks.h - How long LDS takes for an access ----------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_PROFILE_LDSBANKS_H
#define SPMLA_EMULATOR_PROFILE_LDSBANKS_H

#include "../Arch.h"
#include "../LdsAccesses.h"

namespace spmla {
namespace emu {
namespace profile {

enum class LdsOperation : uint8_t { Read, Write, Atomic };

// Cycles in which the banks serve one access of a wave, and those of them that
// a conflict costs.
struct LdsCycles {
  unsigned total = 0;
  unsigned conflicts = 0;
};

// LDS serves a wave in phases, a fixed group of lanes in each. A bank gives or
// takes one dword per cycle, so a phase lasts as long as its busiest bank; the
// cycles after its first one are conflicts. Lanes that read or write the same
// dword share it; atomics do not. A phase without an active lane takes no time.
//
// Which lanes share a phase depends on the width:
//   reads of    gfx942, 32 banks     gfx950, 64 banks
//   <= 4 bytes  32 neighbours        64
//   8 bytes     16 neighbours        32 neighbours
//   16 bytes    8: lanes 0-3, 20-23  16: lanes 0-3, 12-15, 20-27
//   12 bytes    as 16                as gfx942, 32 banks
// Writes and atomics go to 32 banks on both and take neighbours: 32 lanes of
// up to 4 bytes, 16 of 8, 8 of 12 or 16. LDS-DMA is a write of its width, a
// transposed read one of 8 bytes.
//
// Sources: for gfx950 reads and its writes of 8 bytes HipKittens
// (analysis/paper_experiments/phases, from SQ_LDS_BANK_CONFLICT); for reads of
// 16 bytes on both and dwords on gfx950 also triton pull request 11365 and
// nod-ai/amd-shark-ai pull request 2919; for gfx942 omniprobe's memory
// analysis; for writes of 16 bytes Composable Kernel's documentation. Other
// writes on gfx950 and atomics are taken to be like these; nobody has published
// them.
LdsCycles ldsCycles(const LdsAccesses &accesses, LdsOperation operation,
                    const Arch &arch);

} // namespace profile
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROFILE_LDSBANKS_H
