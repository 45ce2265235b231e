//===- Atomic.h - What atomic operations compute --------------*- C++ -*-===//
//
// One table for LDS, global, flat and buffer atomics: APPLY(NAME, TYPE, EXPR)
// in terms of the old value `m` and the operand `d`.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_EXEC_ATOMIC_H
#define SPMLA_EMULATOR_EXEC_ATOMIC_H

#include "Float16.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

#define SPMLA_ATOMIC(NAME, EXPR)                                               \
  struct NAME {                                                                \
    template <class T> static SPMLA_INLINE T apply(T m, T d) {                 \
      (void)m;                                                                 \
      return EXPR;                                                             \
    }                                                                          \
  };
SPMLA_ATOMIC(AtomicSwap, d)
SPMLA_ATOMIC(AtomicAdd, m + d)
SPMLA_ATOMIC(AtomicSub, m - d)
SPMLA_ATOMIC(AtomicReverseSub, d - m)
SPMLA_ATOMIC(AtomicMin, d < m ? d : m)
SPMLA_ATOMIC(AtomicMax, d > m ? d : m)
SPMLA_ATOMIC(AtomicAnd, m &d)
SPMLA_ATOMIC(AtomicOr, m | d)
SPMLA_ATOMIC(AtomicXor, m ^ d)
SPMLA_ATOMIC(AtomicInc, m >= d ? T(0) : T(m + 1))
SPMLA_ATOMIC(AtomicDec, m == 0 || m > d ? d : T(m - 1))
SPMLA_ATOMIC(AtomicFloatAdd, canonical(m + d))
SPMLA_ATOMIC(AtomicFloatMin, canonical(minNum(m, d)))
SPMLA_ATOMIC(AtomicFloatMax, canonical(maxNum(m, d)))
#undef SPMLA_ATOMIC

template <class H> SPMLA_INLINE H roundedFrom(float f);
template <> SPMLA_INLINE Half roundedFrom<Half>(float f) { return toHalf(f); }
template <> SPMLA_INLINE BFloat roundedFrom<BFloat>(float f) {
  return toBFloat(f);
}
// Two 16-bit sums in a word. (The sum of two bf16 is exact enough in f32 for
// one rounding: 24 bits are at least twice 8 plus 2.)
template <class H> struct AtomicPackedAdd {
  template <class T> static SPMLA_INLINE T apply(T m, T d) {
    T result = 0;
    for (unsigned shift = 0; shift < 32; shift += 16) {
      float a = toFloat(H{static_cast<uint16_t>(m >> shift)});
      float b = toFloat(H{static_cast<uint16_t>(d >> shift)});
      result |= T(roundedFrom<H>(canonical(a + b)).bits) << shift;
    }
    return result;
  }
};

// One lane's operand from its registers.
template <class T>
SPMLA_INLINE T laneValue(const Wave &w, unsigned row, unsigned l) {
  if constexpr (sizeof(T) == 8)
    return bitsAs<T>(w.v[row][l] | uint64_t(w.v[row + 1][l]) << 32);
  else
    return bitsAs<T>(w.v[row][l]);
}
template <class T>
SPMLA_INLINE void setLaneValue(Wave &w, unsigned row, unsigned l, T value) {
  if constexpr (sizeof(T) == 8) {
    uint64_t bits = bitsAs<uint64_t>(value);
    w.v[row][l] = static_cast<uint32_t>(bits);
    w.v[row + 1][l] = static_cast<uint32_t>(bits >> 32);
  } else {
    w.v[row][l] = bitsAs<uint32_t>(value);
  }
}

template <class T> struct AtomicType {
  static constexpr Type type = sizeof(T) == 8 ? Type::B64 : Type::B32;
};

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_ATOMIC_H
