//===- HotLoop.h - Where a kernel spends its instructions -----*- C++ -*-===//

#ifndef SPMLA_EMULATOR_PROFILE_HOTLOOP_H
#define SPMLA_EMULATOR_PROFILE_HOTLOOP_H

#include "../Program.h"
#include "Counts.h"

#include <optional>

namespace spmla {
namespace emu {
namespace profile {

// Indices of a loop's first instruction and of its last branch back.
struct HotLoop {
  uint32_t first, last;
};

// The innermost loop that holds most of the executed instructions. Nothing if
// no loop was gone through twice. `entry` is the kernel's first instruction.
std::optional<HotLoop>
findHotLoop(const Program &program,
            const std::vector<InstructionCounts> &instructions, uint32_t entry);

} // namespace profile
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROFILE_HOTLOOP_H
