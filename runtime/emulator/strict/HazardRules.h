//===- HazardRules.h - Wait states between instructions -------*- C++ -*-===//
//
// Where gfx942 and gfx950 do not wait for an instruction's result by
// themselves: the program must put other instructions or s_nop between. A wait
// state is one instruction, or as many as an s_nop names; branches count as
// instructions, on the path that is taken.
//
// The facts are what LLVM's hazard recogniser (GCNHazardRecognizer) inserts for
// the two targets, and a test holds the table against it. Its rule for clauses
// of loads is for XNACK, which these devices have switched off.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_STRICT_HAZARDRULES_H
#define SPMLA_EMULATOR_STRICT_HAZARDRULES_H

#include <cstdint>

namespace spmla {
namespace emu {
namespace strict {

// What an instruction is to the rules, in bits: one may be several.
enum HazardRole : uint32_t {
  // Vector ALU, MFMA excepted, and what is special about some of it.
  kValu = 1 << 0,
  kTranscendental = 1 << 1,
  kNotTranscendental = 1 << 2,
  kDot = 1 << 3,
  kNotDot = 1 << 4,
  kShiftsResult = 1 << 5, // SDWA dst_sel or op_sel puts it elsewhere
  kWritesScalar = 1 << 6,
  kWritesVcc = 1 << 7,
  kWritesExec = 1 << 8,
  kDpp = 1 << 9,
  kReadsLane = 1 << 10,    // v_readlane, v_readfirstlane
  kAccessesLane = 1 << 11, // and v_writelane
  kPermlane = 1 << 12,     // v_permlane16_swap, v_permlane32_swap
  kDivFmas = 1 << 13,
  // MFMA, on the matrix core or (f32 operands) beside it.
  kXdl = 1 << 14,
  kSgemm = 1 << 15,
  // Memory.
  kLds = 1 << 16,
  kVmem = 1 << 17,             // buffer, global, flat, scratch
  kWideStore = 1 << 18,        // of more than two registers
  kWideStoreSoffset = 1 << 19, // a buffer store with an offset in an SGPR
  kLdsDma = 1 << 20,
  // Scalar.
  kSaluWritesM0 = 1 << 21,
  kSetMode = 1 << 22, // s_setreg of the MODE register
  kGetMode = 1 << 23,
};

// What connects the second instruction to the first.
enum class HazardRelation : uint8_t {
  Follows,
  Reads,               // a vector register that the first one writes
  ReadsAsFactor,       // as A, B or scale of an MFMA
  ReadsAsC,            // as C, unless the matrix core forwards it: exactly the
                       // first one's result, and both have as many passes
  ReadsElsewhere,      // by another mnemonic
  ReadsScalar,         // a scalar register that the first one writes
  SelectsLane,         // by such a register
  Overwrites,          // a vector register that the first one writes
  OverwritesElsewhere, // by another mnemonic
  OverwritesC,         // that the first one reads as C
  OverwritesData,      // that the first one stores
};

enum HazardArch : uint8_t { kGfx942 = 1, kGfx950 = 2 };

struct HazardRule {
  uint32_t first;  // HazardRole
  uint32_t second; // HazardRole, any of them
  HazardRelation relation;
  int8_t waitStates; // between the two; of MFMA beside its passes
  uint8_t archs;     // HazardArch
};

constexpr uint32_t kMatrix = kXdl | kSgemm;
// The most that a rule without an MFMA in front asks for, and one with.
constexpr unsigned kMaxWaitStates = 5, kMaxMatrixWaitStates = 20;

extern const HazardRule kHazardRules[];
extern const unsigned kNumHazardRules;

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_HAZARDRULES_H
