//===- OpInfo.h - An operation and its operand types --------------*- C++
//-*-===//
//
// The decoder reads operands and modifiers by these types and rejects what they
// do not allow.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_OPINFO_H
#define SPMLA_EMULATOR_OPINFO_H

#include "Instruction.h"

namespace spmla {
namespace emu {

enum class Type : uint8_t {
  B16,
  F16,
  BF16,
  B32,
  F32,
  B64,
  F64,
  Mask,    // one bit per lane in an SGPR pair
  PkB16,   // two 16-bit integers in one register
  PkF16,   // two halves
  PkF32,   // two floats in two registers
  PkB32,   // two words, each chosen by op_sel
  MixF,    // v_fma_mix: f32, or one half of a register as f16
  Fp8Pair, // two bytes of a register, the upper two with op_sel
  Regs3,   // that many registers as they are
  Regs4,
  Regs6,
  Regs8,
  Regs16,
  Regs32,
};

// Registers that an operand of this type names.
unsigned dwordsOf(Type type);

// How the decoder reads the operand list.
enum class Format : uint8_t {
  Vector,     // dsts, then srcs, all with modifiers as their types allow
  Scalar,     // SGPRs and constants only
  Mfma,       // like Vector, AGPRs allowed, cbsz/blgp
  SOpp,       // no register; one immediate
  SBranch,    // one immediate, words from the next instruction
  SCall,      // SGPR pair, then as SBranch
  SImm,       // SGPR (read and written or compared), 16-bit immediate
  SIndexMode, // s_set_gpr_idx_*
  SGetReg,
  SSetReg,
  Smem,
  Waitcnt,
  Ds,
  Buffer,
  BufferControl, // cache maintenance
  Global,
  Flat,
  Scratch,
};

enum OpFlag : uint16_t {
  kOpReadsDst = 1,      // dst[0] is also the last source
  kOpKeepHigh = 2,      // 16-bit result: the other half of the register stays
  kOpReadsVcc = 4,      // VCC is the last source, though the text omits it
  kOpSwap = 8,          // src[0] is written too
  kOpSgprDst = 16,      // v_readlane and the like: dst[0] is an SGPR
  kOpAtomic = 32,       // dst[0] exists only with sc0
  kOpLdsDma = 64,       // the data goes to LDS
  kOpBitop3 = 128,      // has a truth table
  kOpWritesExec = 256,  // beside its operands
  kOpSignMods = 512,    // integer operands that take neg and abs all the same
  kOpDstHigh = 1024,    // op_sel of the destination is allowed
  kOpMixHigh = 2048,    // the result goes to the upper half without op_sel
  kOpByteSelect = 4096, // op_sel of two sources number a byte
};

// Plain data, so that the files of exec/ build it without library templates.
struct OpInfo {
  const char *name = "";
  ExecFn fn = nullptr;
  ExecFn wrapper = nullptr; // runs around fn
  Format format = Format::Vector;
  InstClass cls = InstClass::Valu;
  uint16_t flags = 0;
  uint8_t numDsts = 0, numSrcs = 0;
  Type dsts[kMaxDsts] = {};
  Type srcs[kMaxSrcs] = {};
  uint32_t extra = 0; // goes to Instruction::imm2
};

// The wrappers that the decoder puts around an operation, and the loop that
// runs a wave until a barrier, its end, a fault, or `quantum` instructions
// (then Continue).
using RunFn = Next (*)(Wave &, uint64_t quantum);
struct Loops {
  ExecFn dpp = nullptr, sdwa = nullptr, indexed = nullptr;
  RunFn run = nullptr;
};

class Registry;
void addOp(Registry &registry, const OpInfo &info);
void setLoops(Registry &registry, const Loops &loops);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_OPINFO_H
