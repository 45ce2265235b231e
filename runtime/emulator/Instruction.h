//===- Instruction.h - A decoded instruction ------------------*- C++ -*-===//
//
// What the decoder makes of one line of disassembly, and what the operations in
// exec/ run. It is plain data: which registers an instruction reads and writes
// can be read off its operands without executing it.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_INSTRUCTION_H
#define SPMLA_EMULATOR_INSTRUCTION_H

#include <cstdint>

namespace spmla {
namespace emu {

constexpr unsigned kLanes = 64;

// Numbers of scalar registers: those of the instruction encoding, so that a
// pair that crosses s101 is rejected by its number; SCC, which is no register,
// gets a slot of its own behind them so that it can be an operand.
constexpr unsigned kFlatScratch = 102, kXnackMask = 104, kVcc = 106, kM0 = 124,
                   kExec = 126, kScc = 128, kNumSgprSlots = 132;
constexpr unsigned kNumSgprs = 102;

// Vector registers: v0..v255, then the accumulation registers a0..a255, then
// rows that no code can name (results of SDWA before they are merged).
constexpr unsigned kAccBase = 256, kHiddenRow = 512, kNumVgprRows = 516;

// High words of the addresses at which LDS and private memory appear in the
// flat address space. Host addresses of user space stay below 2^47.
constexpr uint32_t kSharedApertureHi = 0x00020000;
constexpr uint32_t kPrivateApertureHi = 0x00030000;

enum class InstClass : uint8_t {
  Valu,
  Salu,
  Mfma,
  VmemLoad,
  VmemStore,
  LdsRead,
  LdsWrite,
  Smem,
  Branch,
  Waitcnt,
  Barrier,
  Nop,
};
constexpr unsigned kNumInstClasses = 12;

enum class OperandKind : uint8_t { None, Vgpr, Sgpr, Constant };

// Modifiers of a source. No bit set is the common case of every type: packed
// operands take their halves as they lie.
enum OperandMod : uint8_t {
  kModNeg = 1,
  kModAbs = 2,
  kModNegHi = 4,    // packed: of the high half
  kModFromHigh = 8, // (the low half of) the value lies in the upper half
  kModHiFromLow =
      16,        // packed: the high half of the value lies in the lower half
  kModSext = 32, // SDWA: sign-extend the selected part
  kModHalf = 64, // v_fma_mix: an f16, not an f32
};

// SDWA selection, by the hardware's numbers.
enum class Select : uint8_t { Byte0, Byte1, Byte2, Byte3, Word0, Word1, Dword };

struct Operand {
  OperandKind kind = OperandKind::None;
  uint8_t dwords = 0; // registers named, 0 for a constant
  uint8_t mods = 0;   // OperandMod
  Select select = Select::Dword;
  uint16_t index = 0; // row of a VGPR, slot of an SGPR
  // Constants, broadcast to all lanes: kLanes low words, then kLanes high
  // words.
  const uint32_t *row = nullptr;

  uint64_t constant() const {
    return row[0] | static_cast<uint64_t>(row[kLanes]) << 32;
  }
};

// Result modifiers.
enum ResultMod : uint8_t {
  kClamp = 1,
  kMul2 = 2,
  kMul4 = 4,
  kDiv2 = 8,
  kResultHigh = 16, // op_sel of the destination: write the upper half
};

enum class DppKind : uint8_t {
  None,
  QuadPerm,
  RowShl,
  RowShr,
  RowRor,
  RowMirror,
  RowHalfMirror,
  RowNewBcast,
  RowBcast15,
  RowBcast31,
  WaveShl1,
  WaveRol1,
  WaveShr1,
  WaveRor1,
};

enum class SdwaUnused : uint8_t { Pad, Sext, Preserve };

// What an operation does to its wave.
enum class Next : uint8_t { Continue, Barrier, End, Fault };

struct Wave;
struct Instruction;
using ExecFn = Next (*)(Wave &, const Instruction &);

constexpr unsigned kMaxDsts = 2, kMaxSrcs = 5;

enum InstFlag : uint16_t {
  kFlagBoundCtrl = 1,
  kFlagFetchInactive = 2, // fi
  kFlagWritesExec = 4,
  kFlagHasTarget = 8, // imm is a branch target
};

struct Instruction {
  ExecFn fn = nullptr;
  ExecFn inner = nullptr; // the operation behind a wrapper
  Operand dst[kMaxDsts];
  Operand src[kMaxSrcs];
  // Byte offset of a memory access, immediate of a scalar operation, index of a
  // branch target, truth table of bitop3.
  int32_t imm = 0;
  uint32_t imm2 = 0; // second offset of ds_read2; types of an MFMA
  uint16_t flags = 0;
  InstClass cls = InstClass::Valu;
  uint8_t numDsts = 0;
  uint8_t numSrcs = 0;
  uint8_t resultMods = 0;
  DppKind dpp = DppKind::None;
  uint8_t dppControl = 0; // lanes of quad_perm, distance of a shift
  uint8_t rowMask = 0xf, bankMask = 0xf;
  Select dstSelect = Select::Dword;
  SdwaUnused dstUnused = SdwaUnused::Pad;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_INSTRUCTION_H
