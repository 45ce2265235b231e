//===- Address.h - Addresses of memory instructions and checks -*- C++ -*-===//

#ifndef SPMLA_EMULATOR_EXEC_ADDRESS_H
#define SPMLA_EMULATOR_EXEC_ADDRESS_H

#include "Scalar.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

// Is [address, address + bytes) inside one live allocation? Remembers the
// allocations of the last two hits. Defined in Address.cpp.
bool isAllocatedSlow(Wave &w, uint64_t address, uint64_t bytes);
SPMLA_INLINE bool isAllocated(Wave &w, uint64_t address, uint64_t bytes) {
  const MemoryRange &r = w.recent[0];
  if (address >= r.begin && address < r.end && bytes <= r.end - address)
    return true;
  return isAllocatedSlow(w, address, bytes);
}

// One byte address per lane.
struct LaneAddresses {
  alignas(64) uint64_t at[kLanes];
};

// Global form: a 64-bit register pair, or a scalar base plus a 32-bit register
// (or nothing). Operands: src[0] vector part, src[1] scalar part.
void globalAddresses(Wave &w, const Instruction &in, LaneAddresses &out);

// Checks all active lanes; on failure sets the fault.
bool checkLanes(Wave &w, const LaneAddresses &a, unsigned bytes);

SPMLA_INLINE Next fault(Wave &w, FaultKind kind, unsigned lane,
                        uint64_t address, unsigned bytes) {
  w.fault = {kind, lane, address, bytes};
  return Next::Fault;
}

// How a memory instruction names its data.
enum class Part : uint8_t {
  U8,
  I8,
  U16,
  I16,
  Dwords,
  // 16 bits of a register; the other half stays. (The ISA documents say so.
  // With SRAM ECC, which these targets have, LLVM counts on nothing and does
  // not use these loads.)
  U8Low,
  U8High,
  I8Low,
  I8High,
  U16Low,
  U16High,
};
constexpr bool isHigh(Part p) {
  return p == Part::U8High || p == Part::I8High || p == Part::U16High;
}
constexpr bool isHalf(Part p) { return p >= Part::U8Low; }
constexpr bool isByte(Part p) {
  return p == Part::U8 || p == Part::I8 || p == Part::U8Low ||
         p == Part::U8High || p == Part::I8Low || p == Part::I8High;
}
constexpr bool isSigned(Part p) {
  return p == Part::I8 || p == Part::I16 || p == Part::I8Low ||
         p == Part::I8High;
}

// Narrow value at `p`, extended to a register.
template <Part P> SPMLA_INLINE uint32_t loadPart(const uint8_t *p) {
  if constexpr (isByte(P)) {
    return isSigned(P) ? static_cast<uint32_t>(static_cast<int8_t>(*p)) : *p;
  } else {
    uint16_t v;
    __builtin_memcpy(&v, p, 2);
    return isSigned(P) ? static_cast<uint32_t>(static_cast<int16_t>(v)) : v;
  }
}
SPMLA_INLINE uint32_t loadDword(const uint8_t *p) {
  uint32_t v;
  __builtin_memcpy(&v, p, 4);
  return v;
}
SPMLA_INLINE void storeDword(uint8_t *p, uint32_t v) {
  __builtin_memcpy(p, &v, 4);
}
SPMLA_INLINE uint8_t *hostPointer(uint64_t address) {
  return reinterpret_cast<uint8_t *>(address);
}
template <Part P> constexpr unsigned partBytes(unsigned dwords) {
  return P == Part::Dwords ? 4 * dwords : isByte(P) ? 1 : 2;
}

// Loads one lane's data into its registers.
template <Part P, unsigned N>
SPMLA_INLINE void loadLane(Wave &w, unsigned row, unsigned l,
                           const uint8_t *from) {
  if constexpr (P == Part::Dwords) {
    uint32_t data[N];
    __builtin_memcpy(data, from, sizeof(data));
    for (unsigned i = 0; i < N; ++i)
      w.v[row + i][l] = data[i];
  } else if constexpr (isHalf(P)) {
    uint32_t value = loadPart<P>(from) & 0xffff, old = w.v[row][l];
    w.v[row][l] =
        isHigh(P) ? (old & 0xffff) | value << 16 : (old & 0xffff0000u) | value;
  } else {
    w.v[row][l] = loadPart<P>(from);
  }
}
// Stores one lane's data; the high form of a narrow store takes the upper half.
template <Part P, unsigned N, bool High>
SPMLA_INLINE void storeLane(const Wave &w, unsigned row, unsigned l,
                            uint8_t *to) {
  if constexpr (P == Part::Dwords) {
    uint32_t data[N];
    for (unsigned i = 0; i < N; ++i)
      data[i] = w.v[row + i][l];
    __builtin_memcpy(to, data, sizeof(data));
  } else {
    uint32_t value = w.v[row][l] >> (High ? 16 : 0);
    __builtin_memcpy(to, &value, partBytes<P>(1));
  }
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_ADDRESS_H
