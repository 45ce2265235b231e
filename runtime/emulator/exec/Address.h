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
enum class Part : uint8_t { U8, I8, U16, I16, Dwords };

// Narrow value at `p`, extended to a register.
template <Part P> SPMLA_INLINE uint32_t loadPart(const uint8_t *p) {
  if constexpr (P == Part::U8) {
    return *p;
  } else if constexpr (P == Part::I8) {
    return static_cast<uint32_t>(static_cast<int8_t>(*p));
  } else {
    uint16_t v;
    __builtin_memcpy(&v, p, 2);
    return P == Part::I16 ? static_cast<uint32_t>(static_cast<int16_t>(v)) : v;
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
  return P == Part::Dwords                      ? 4 * dwords
         : P == Part::U16 || P == Part::I16 ? 2
                                            : 1;
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
