//===- LdsAccesses.h - LDS addresses of an instruction --------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_LDSACCESSES_H
#define SPMLA_EMULATOR_LDSACCESSES_H

#include "Effects.h"
#include "Wave.h"

namespace spmla {
namespace emu {

// The bytes of LDS that an instruction is about to access: a piece per active
// lane.
struct LdsAccesses {
  unsigned count = 0;
  uint32_t bytes = 0; // of every piece
  uint64_t at[kLanes];
  unsigned lane[kLanes];
};

// False if it accesses none. `element` is below e.elements: ds_read2 and the
// like access LDS twice. Of a flat access the lanes that go to LDS; of LDS-DMA
// what the load fills.
bool ldsAccesses(const Wave &w, const Instruction &in, const Effects &e,
                 unsigned element, LdsAccesses &out);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_LDSACCESSES_H
