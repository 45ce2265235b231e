//===- Lds.h - Addresses in LDS -------------------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_EXEC_LDS_H
#define SPMLA_EMULATOR_EXEC_LDS_H

#include "Address.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

// Null, with the fault set, outside the workgroup's LDS. The sum of address and
// offset has 32 bits: compilers fold offsets into negative addresses (LLVM's
// hasUsableDSOffset, all targets but the oldest).
SPMLA_INLINE uint8_t *ldsPointer(Wave &w, unsigned lane, uint32_t address,
                                 int32_t offset, unsigned bytes) {
  uint64_t at = address + static_cast<uint32_t>(offset);
  if (__builtin_expect(at + bytes > w.group->ldsBytes, false)) {
    fault(w, FaultKind::OutsideLds, lane, at, bytes);
    return nullptr;
  }
  return w.group->lds + at;
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_LDS_H
