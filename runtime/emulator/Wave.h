//===- Wave.h - State of one wave and of its workgroup --------*- C++ -*-===//
//
// Plain data, shared by the scheduler and the operations of exec/. Nothing here
// has code of its own that could be compiled for one instruction set and run on
// another: exec/ is built once per host instruction set.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_WAVE_H
#define SPMLA_EMULATOR_WAVE_H

#include "Instruction.h"

#include <cstddef>

namespace spmla {
namespace emu {

// One live allocation, [begin, end) in host addresses, which are also the
// device's addresses.
struct MemoryRange {
  uint64_t begin = 0, end = 0;
};

enum class FaultKind : uint8_t {
  None,
  OutsideAllocations, // a global, flat or scalar access
  OutsideLds,
  OutsideScratch,
  Misaligned, // LDS access or global atomic below its natural alignment
  UnsupportedMode,
  UnsupportedDescriptor, // a swizzled or structured buffer
  BadJump,
  Trap,
  BadRegisterIndex,
  MissingLanes, // an operation that needs EXEC all ones
  Strict,       // found by strict mode, which words its reasons itself
};

struct Fault {
  FaultKind kind = FaultKind::None;
  unsigned lane = 0;    // meaningless for scalar accesses
  uint64_t address = 0; // or LDS byte offset, MODE value, buffer word
  unsigned bytes = 0;
};

// Bits of the MODE register, as s_setreg sees it.
enum ModeBits : uint32_t {
  kModeRoundMask = 0xf,
  kModeDenormIn32 = 0x10,
  kModeDenormOut32 = 0x20,
  kModeDenormIn64 = 0x40, // f16 and f64
  kModeDenormOut64 = 0x80,
  kModeDx10Clamp = 0x100,
  kModeIeee = 0x200,
  kModeFp16Overflow = 0x800000,
};

struct Workgroup;

// Code and its address translation, as far as control flow needs it.
struct CodeView {
  const Instruction *instructions = nullptr;
  const uint32_t *pcs = nullptr;        // byte offset of each instruction
  const int32_t *indexOfWord = nullptr; // by byte offset / 4, -1: no start
  uint32_t numInstructions = 0;
  uint32_t numBytes = 0;
  uint64_t base = 0; // address of byte offset 0
};

struct alignas(64) Wave {
  uint32_t v[kNumVgprRows][kLanes];
  uint32_t s[kNumSgprSlots];
  // EXEC expanded to one word per lane (0 or ~0), and the row that operations
  // write under: execRow, or a DPP operation's narrower one.
  alignas(64) uint32_t execRow[kLanes];
  const uint32_t *mask;
  // Sources that are no plain register row, one pair of rows per operand.
  alignas(64) uint32_t scratchRows[kMaxSrcs][2][kLanes];
  uint32_t pc; // index of the next instruction
  uint32_t mode;
  uint32_t waveInGroup;
  const CodeView *code;
  Workgroup *group;
  uint8_t *scratch; // private memory, kLanes areas of scratchBytes
  uint32_t scratchBytes;
  MemoryRange recent[2]; // allocations that the last accesses hit
  Fault fault;
  uint64_t executed[kNumInstClasses];
};

struct Workgroup {
  uint8_t *lds = nullptr;
  uint32_t ldsBytes = 0;
  const MemoryRange *ranges = nullptr; // sorted
  size_t numRanges = 0;
  bool fnuz = false; // gfx942: fp8 is FNUZ
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_WAVE_H
