//===- ArgumentCheck.h - Signature against the ABI --------------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_ARGUMENTCHECK_H
#define SPMLA_TARGET_HSACO_ARGUMENTCHECK_H

#include "spmla/Target/HSACO/CodeObject.h"

namespace spmla {

/// Fails unless the code object declares the arguments of
/// Kernel/ArgumentBlock.def: number, offsets, sizes and which are pointers.
/// The runtime fills the block by that file, so a difference reads garbage
/// (ROCm/aotriton pull request 238).
llvm::Error checkArguments(const CodeObject &object);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_ARGUMENTCHECK_H
