//===- Comparison.h - Comparisons of undefined data -----------*- C++ -*-===//
//
// A comparison, a minimum or a maximum may well have the same result for two
// contents of undefined data. Here it is asked whether others would lead to
// another result.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_STRICT_COMPARISON_H
#define SPMLA_EMULATOR_STRICT_COMPARISON_H

#include "../Program.h"

namespace spmla {
namespace emu {
namespace strict {

// What an instruction compares, and what it makes of it.
struct Comparison {
  enum class Relation : uint8_t {
    None, // it compares nothing, or its result does not depend on it
    Equal,
    Less, // a < b, or a >= b
    LessEqual,
    Float, // not followed: any undefined bit makes the result undefined
  };
  enum class Result : uint8_t {
    LaneMask,
    Scc,
    Operand,          // a minimum or maximum
    OperandAndWinner, // of the scalar unit: and SCC says which one
  };
  Relation relation = Relation::None;
  Result result = Result::LaneMask;
  bool isSigned = false;
  uint8_t bits = 32; // of an operand

  bool isScalar() const {
    return result == Result::Scc || result == Result::OperandAndWinner;
  }
};

// Of every instruction of a program.
std::vector<Comparison> comparisonsOf(const Program &program);

// Before the instruction runs: the lanes (lane 0 of a scalar one) whose result
// depends on bits in which the two waves differ.
uint64_t undecidedLanes(const Wave &w, const Wave &twin, const Instruction &in,
                        const Comparison &c);
// After it has run on both: makes the twin's results of these lanes differ.
void makeUndecided(const Wave &w, Wave &twin, const Instruction &in,
                   const Comparison &c, uint64_t lanes);

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_COMPARISON_H
