//===- Values.h - Operand types and their test values -----------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_VALUES_H
#define SPMLA_TEST_EMULATOR_VALUES_H

#include "Case.h"
#include "Floats.h"

namespace spmla::emutest {

/// The type of an instruction's operand.
enum class Kind : uint8_t { U16, I16, F16, BF16, U32, I32, F32, U64, I64, F64 };

constexpr bool isWide(Kind K) { return K >= Kind::U64; }
constexpr bool isHalf(Kind K) { return K <= Kind::BF16; }
constexpr bool isFloat(Kind K) {
  return K == Kind::F16 || K == Kind::BF16 || K == Kind::F32 || K == Kind::F64;
}
constexpr unsigned bitsOf(Kind K) {
  return isWide(K) ? 64 : isHalf(K) ? 16 : 32;
}
constexpr uint64_t maskOf(Kind K) { return ~0ull >> (64 - bitsOf(K)); }

/// The values on which implementations differ: zeros, denormals, infinities,
/// NaNs with payload, extremes, counts past the width.
const std::vector<uint64_t> &edgeValues(Kind K);
/// A random value: floats near one, so that sums round, or any bits.
uint64_t randomValue(Kind K, Rng &R);
/// An edge value or a random one.
uint64_t mixedValue(Kind K, Rng &R);

/// The operand values number Index of an instruction with operands of \p Kinds:
/// first every pair (or value) of edge values, then mixed ones.
std::vector<uint64_t> operandTuple(const std::vector<Kind> &Kinds, size_t Index,
                                   Rng &R);
/// The number of tuples before the mixed ones.
size_t numEdgeTuples(const std::vector<Kind> &Kinds);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_VALUES_H
