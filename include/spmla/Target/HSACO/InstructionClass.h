//===- InstructionClass.h - What an instruction costs -----------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_INSTRUCTIONCLASS_H
#define SPMLA_TARGET_HSACO_INSTRUCTIONCLASS_H

#include "spmla/Target/HSACO/Listing.h"

namespace spmla {

/// Every instruction belongs to exactly one class.
enum class InstructionClass {
  VALU,      ///< v_* that is no matrix instruction; AGPR moves included.
  MFMA,      ///< v_mfma_* and v_smfmac_*.
  SALU,      ///< s_* that none of the following claims.
  SMEM,      ///< Scalar loads and cache control.
  VMEMLoad,  ///< buffer_, global_, flat_ and scratch_ loads, LDS-DMA included.
  VMEMStore, ///< The others of these prefixes: stores, atomics, write-backs.
  LDSRead,   ///< ds_* that returns data and changes no memory.
  LDSWrite,  ///< ds_* that writes LDS, atomics included.
  Waitcnt,   ///< s_waitcnt*.
  Barrier,   ///< s_barrier.
  Nop,       ///< s_nop, v_nop, s_sleep, s_setprio: issue slots without work.
  Branch,    ///< Branches and the end of the program.
};

/// "valu", "mfma", … as in the keys of the statistics.
llvm::StringRef className(InstructionClass kind);

/// All classes in the order of the enumeration.
llvm::ArrayRef<InstructionClass> allInstructionClasses();

/// Fails on a mnemonic that is no instruction of gfx942 or gfx950.
llvm::Expected<InstructionClass>
classify(const ListingInstruction &instruction);

/// True for the instructions that move data into, out of or between
/// accumulation registers.
bool movesAGPR(const ListingInstruction &instruction);

/// True for a copy of one or two vector registers.
bool copiesVGPR(const ListingInstruction &instruction);

/// Bytes that one active lane moves into or out of LDS (an atomic: both);
/// 0 for instructions that move none. Fails on an LDS instruction whose width
/// is not known.
llvm::Expected<unsigned> ldsBytesPerLane(const ListingInstruction &instruction);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_INSTRUCTIONCLASS_H
