//===- Effects.h - What an instruction touches ----------------*- C++ -*-===//
//
// What strict mode and the profile must know of an instruction beside its
// operands: the memory it accesses, the registers it names only implicitly, and
// the wait counters.
// Read off the decoded instruction and its text once per code object.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_EFFECTS_H
#define SPMLA_EMULATOR_EFFECTS_H

#include "Instruction.h"

#include <string>
#include <vector>

namespace spmla {
namespace emu {

struct Program;

enum class MemorySpace : uint8_t {
  None,
  Lds,
  LaneExchange, // ds_bpermute and the like: LDS hardware, but no LDS byte
  Scalar,
  Global,
  Buffer,
  Flat, // global memory, LDS or scratch, by address
  Scratch,
};

constexpr uint8_t kNoWait = 0xff;

struct Effects {
  MemorySpace space = MemorySpace::None;
  bool reads = false, writes = false; // memory; an atomic does both
  bool atomic = false;                // a read-modify-write
  bool swaps = false;    // an atomic that writes if it finds what is expected
  bool replaces = false; // of an atomic: what it writes needs no old value
  // A vector access that workgroups see alike: an atomic, or a load or store of
  // device or system scope (sc1), which compilers make of atomic and volatile
  // ones (LLVM's AMDGPUUsage, memory model of gfx942).
  bool coherent = false;
  bool toLds = false; // a load that fills LDS
  // Accesses of a lane, at offsets imm and imm2, and the bytes of each.
  uint8_t elements = 1;
  uint8_t bytes = 0;
  bool fromHigh = false; // a narrow store takes the upper half
  bool isSigned = false; // a narrow load extends the sign
  uint32_t filled = ~0u; // bits of the register that a narrow load fills
  bool indexed = false;  // register numbers are relative to M0
  bool readsVcc = false, readsM0 = false;
  // s_waitcnt: outstanding operations that may remain.
  uint8_t vmcnt = kNoWait, lgkmcnt = kNoWait;
};

Effects effectsOf(const Instruction &in, const std::string &line);
std::vector<Effects> effectsOf(const Program &program);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EFFECTS_H
