//===- AtomicOps.h - What atomics do to a memory word -----------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_ATOMICOPS_H
#define SPMLA_TEST_EMULATOR_ATOMICOPS_H

#include "CustomCase.h"

namespace spmla::emutest {

/// An atomic on 32 or 64 bits: the new value of memory from the old one, the
/// data operand and, for compare-and-swap, the compared value.
struct AtomicOp {
  using Fn = uint64_t (*)(uint64_t Old, uint64_t Data, uint64_t Compare);
  /// Name in ds_<..> and in global_atomic_<..>; null where it does not exist.
  const char *Lds;
  const char *Global;
  unsigned Bits;
  Fn Apply;
  /// The type of memory and data. Floating-point values are normal numbers:
  /// denormals and NaNs of memory atomics are not documented alike.
  Kind Type;
  bool Compares = false;
};

/// The atomics that exist as LDS or as memory instructions.
const std::vector<AtomicOp> &atomicOps();

/// A value for memory or data of an atomic.
uint64_t atomicValue(const AtomicOp &Op, Rng &R);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_ATOMICOPS_H
