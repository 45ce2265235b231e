//===- MemoryText.h - Where an address is, in words -----------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_MEMORYTEXT_H
#define SPMLA_EMULATOR_MEMORYTEXT_H

#include "Memory.h"

#include <string>

namespace spmla {
namespace emu {

// Where `bytes` at `address` that lie in no allocation are, seen from the
// nearest one, live or freed lately: "4 bytes past the end of the 100 bytes
// allocated at 0x1000". Empty if there is none.
std::string placeOf(const MemorySnapshot &memory, uint64_t address,
                    uint64_t bytes);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_MEMORYTEXT_H
