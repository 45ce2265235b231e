//===- Notes.h - What a code object says about its kernel -------*- C++ -*-===//

#ifndef SPMLA_LIB_TARGET_HSACO_NOTES_H
#define SPMLA_LIB_TARGET_HSACO_NOTES_H

#include "spmla/Kernel/TargetLimits.h"
#include "spmla/Target/HSACO/CodeObject.h"

#include "llvm/Support/Error.h"

namespace spmla {

/// Fills kernel, resources, arguments and preloadedBytes of `object` from its
/// image: the metadata note and the kernel descriptor (AMDGPUUsage, "Code
/// Object V5 Metadata" and "Kernel Descriptor"). Fails unless the image is a
/// shared object for `limits.chip` with xnack and sramecc "any", of code
/// object version 5, that exports exactly one kernel with its descriptor and
/// leaves no symbol undefined.
llvm::Error readNotes(CodeObject &object, const TargetLimits &limits);

/// Fails on spilled registers, scratch, or more LDS or registers than the
/// target has; the text names kernel, figure and limit.
llvm::Error checkResources(const CodeObject &object,
                           const TargetLimits &limits);

} // namespace spmla

#endif // SPMLA_LIB_TARGET_HSACO_NOTES_H
