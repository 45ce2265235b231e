//===- Registers.h - Names of registers in messages -----------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_REGISTERS_H
#define SPMLA_EMULATOR_STRICT_REGISTERS_H

#include "../Instruction.h"

#include <string>

namespace spmla {
namespace emu {
namespace strict {

// "v5", "a5", "s5", "vcc_lo".
std::string registerName(OperandKind kind, unsigned index);
// "v[4:7]" of several.
std::string registerName(const Operand &registers);

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_REGISTERS_H
