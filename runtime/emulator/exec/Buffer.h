//===- Buffer.h - Buffer descriptors --------------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_EXEC_BUFFER_H
#define SPMLA_EMULATOR_EXEC_BUFFER_H

#include "Address.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

// A raw buffer: 48-bit base, 32-bit number of bytes. Byte `offset` of a lane
// (vector plus immediate offset) is in range below numRecords; the scalar
// offset moves the address but takes no part in that check.
struct BufferAccess {
  uint64_t base; // scalar offset included
  uint64_t numRecords;
  const uint32_t *vectorOffset; // null: none
  uint32_t offset;              // immediate

  SPMLA_INLINE uint64_t at(unsigned l) const {
    return (vectorOffset ? uint64_t(vectorOffset[l]) : 0) + offset;
  }
};

// Operands: src[0] vector offset, src[1] descriptor, src[2] scalar offset.
// False with the fault set for a structured or swizzled buffer.
SPMLA_INLINE bool readBuffer(Wave &w, const Instruction &in,
                             BufferAccess &out) {
  const uint32_t *d = w.s + in.src[1].index;
  bool structured = (d[1] >> 16) & 0x3fff, swizzled = d[1] >> 31;
  bool addsLane = d[3] >> 23 & 1;
  if (structured || swizzled || addsLane) {
    w.fault = {FaultKind::UnsupportedDescriptor, 0, uint64_t(d[3]) << 32 | d[1],
               0};
    return false;
  }
  out.base = (d[0] | uint64_t(d[1] & 0xffff) << 32) +
             static_cast<uint32_t>(readScalar(w, in.src[2]));
  out.numRecords = d[2];
  out.vectorOffset =
      in.src[0].kind == OperandKind::Vgpr ? w.v[in.src[0].index] : nullptr;
  out.offset = static_cast<uint32_t>(in.imm);
  return true;
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_BUFFER_H
