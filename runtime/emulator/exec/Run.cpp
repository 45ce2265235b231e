//===- Run.cpp - The loop that runs a wave --------------------------------===//

#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

void expandExec(Wave &w) {
  for (unsigned half = 0; half < 2; ++half) {
    uint32_t bits = w.s[kExec + half];
    uint32_t *row = w.execRow + 32 * half;
    for (unsigned l = 0; l < 32; ++l)
      row[l] = 0u - ((bits >> l) & 1);
  }
}

} // namespace

Next runWave(Wave &w, uint64_t quantum) {
  const CodeView &code = *w.code;
  w.mask = w.execRow;
  expandExec(w);
  for (uint64_t n = 0; n < quantum; ++n) {
    if (w.pc >= code.numInstructions) {
      w.fault = {FaultKind::BadJump, 0, w.pc, 0};
      return Next::Fault;
    }
    const Instruction &in = code.instructions[w.pc++];
    ++w.executed[static_cast<unsigned>(in.cls)];
    Next next = in.fn(w, in);
    if (in.flags & kFlagWritesExec)
      expandExec(w);
    if (next != Next::Continue)
      return next;
  }
  return Next::Continue;
}

} // namespace SPMLA_EMU_ISA

namespace SPMLA_EMU_ISA {
void registerAll(Registry &r) {
  registerInt16(r);
  registerInt32(r);
  registerInt64(r);
  registerFloat16(r);
  registerFloat32(r);
  registerFloat64(r);
  registerDivision(r);
  registerDot(r);
  registerConversions(r);
  registerFp8(r);
  registerCompares(r);
  registerIntCompares(r);
  registerCrossLane(r);
  registerMfma(r);
  registerScalar(r);
  registerControl(r);
  registerScalarMemory(r);
  registerLds(r);
  registerLdsAtomics(r);
  registerGlobal(r);
  registerGlobalAtomics(r);
  registerBuffer(r);
  setLoops(r, {&execDpp, &execSdwa, &execIndexed, &runWave});
}
} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
