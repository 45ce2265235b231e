//===- HazardTraits.h - What an instruction is to the rules ---*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_HAZARDTRAITS_H
#define SPMLA_EMULATOR_STRICT_HAZARDTRAITS_H

#include "../Arch.h"
#include "../Effects.h"
#include "HazardRules.h"

namespace spmla {
namespace emu {
namespace strict {

// Registers that an operand names, of all kinds in one row of numbers.
struct RegisterInterval {
  uint16_t begin = 0, end = 0;
};
constexpr uint16_t kFirstScalar = 1024; // scalar registers follow vector ones

// Places of operands: sources, then destinations. What an instruction writes
// beside dst[0] is a second destination: src[0] of a swap, EXEC of v_cmpx.
constexpr unsigned kDstPlace = kMaxSrcs, kNumPlaces = kMaxSrcs + kMaxDsts;
constexpr unsigned kCPlace = 2, kLaneSelectPlace = 1; // in src

// All that can be said of an instruction before it runs, so that most
// instructions cost a few comparisons when they do.
struct HazardTraits {
  RegisterInterval registers[kNumPlaces];
  uint32_t first = 0;  // roles in front of a rule
  uint32_t second = 0; // roles behind one
  // Roles of earlier instructions that some rule connects with `second`, MFMA
  // excepted, and the most wait states that such a rule asks for.
  uint32_t interest = 0;
  uint8_t window = 0;
  bool afterMatrix = false; // some rule connects an MFMA with it
  uint8_t waitStates = 1;   // that it counts for
  uint8_t passes = 0;       // of an MFMA, 4 cycles each
  bool readsDst = false;    // a part of dst[0] stays
  bool indexed = false;     // register numbers are relative to M0
  uint16_t mnemonic = 0;    // a number for each, counting from 0
  RegisterInterval data;    // of a wide store
};

// Passes of an MFMA by its mnemonic, and whether the matrix core runs it; 0 for
// a name of another form. The cycles are those of the matrix instruction
// calculator of AMD: https://github.com/ROCm/amd_matrix_instruction_calculator.
struct MatrixTiming {
  uint8_t passes = 0;
  bool isXdl = true;
};
MatrixTiming matrixTiming(const std::string &mnemonic);

// Of a program's instructions, and the rules of one target.
class HazardTable {
public:
  HazardTable(const Program &program, const std::vector<Effects> &effects,
              const Arch &arch);

  const HazardTraits &operator[](uint32_t index) const { return all[index]; }
  bool applies(const HazardRule &rule) const { return rule.archs & arch; }

private:
  uint8_t arch; // HazardArch
  std::vector<HazardTraits> all;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_HAZARDTRAITS_H
