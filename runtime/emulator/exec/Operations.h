//===- Operations.h - The tables of operations ----------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_EXEC_OPERATIONS_H
#define SPMLA_EMULATOR_EXEC_OPERATIONS_H

#include "Lanes.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

// Vector ALU, by operand type.
void registerInt16(Registry &r);
void registerInt32(Registry &r);
void registerInt64(Registry &r);
void registerFloat16(Registry &r);
void registerFloat32(Registry &r);
void registerFloat64(Registry &r);
void registerDivision(Registry &r);
void registerDot(Registry &r);
void registerConversions(Registry &r);
void registerFp8(Registry &r);
void registerCompares(Registry &r);
void registerIntCompares(Registry &r);
void registerCrossLane(Registry &r);
void registerMfma(Registry &r);
// Scalar unit.
void registerScalar(Registry &r);
void registerControl(Registry &r);
// Memory.
void registerScalarMemory(Registry &r);
void registerLds(Registry &r);
void registerLdsAtomics(Registry &r);
void registerGlobal(Registry &r);
void registerGlobalAtomics(Registry &r);
void registerBuffer(Registry &r);

// Wrappers and the loop; see Registry.
Next execDpp(Wave &w, const Instruction &in);
Next execSdwa(Wave &w, const Instruction &in);
Next execIndexed(Wave &w, const Instruction &in);
Next runWave(Wave &w, uint64_t quantum);

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_OPERATIONS_H
