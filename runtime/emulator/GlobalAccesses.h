//===- GlobalAccesses.h - Addresses of an instruction ---------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_GLOBALACCESSES_H
#define SPMLA_EMULATOR_GLOBALACCESSES_H

#include "Effects.h"
#include "Wave.h"

namespace spmla {
namespace emu {

// The bytes of global memory that an instruction is about to access: one piece
// per active lane, or one in all for a scalar load.
struct GlobalAccesses {
  unsigned count = 0;
  uint64_t at[kLanes];
  uint32_t bytes[kLanes];
  unsigned lane[kLanes];
};

// False if it accesses none. Of a buffer the dwords in range; of a flat access
// the lanes that go to neither LDS nor private memory.
bool globalAccesses(const Wave &w, const Instruction &in, const Effects &e,
                    GlobalAccesses &out);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_GLOBALACCESSES_H
