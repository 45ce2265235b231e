//===- Generate.h - Specification to code object ----------------*- C++ -*-===//
//
// The whole path in one call, for tools and for programs that embed the
// generator. Safe to call again and again in one process; links are serialised
// (lld is not thread-safe). lld resets every llvm::cl option to its default:
// copy options to plain variables before the first call.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TARGET_HSACO_GENERATE_H
#define SPMLA_TARGET_HSACO_GENERATE_H

#include "spmla/Target/HSACO/CodeObject.h"
#include "spmla/Target/HSACO/Stages.h"

#include "llvm/Support/Error.h"

#include <string>

namespace spmla {
struct KernelSpec;

/// Builds, lowers, optimises, assembles and links the kernel of `spec`. Fails
/// with one line that names the kernel on a specification that does not fit,
/// on a spill, scratch, an unresolved symbol, a fast-math flag that assumes
/// NaN or infinity away, and on an argument block that differs from
/// Kernel/ArgumentBlock.def.
llvm::Expected<CodeObject> generateKernel(const KernelSpec &spec,
                                          const StageFiles &files = {});

/// Runs up to `last` only and returns its product (text, or bytes of an ELF
/// file), so that a kernel that fails a later check can be looked at.
llvm::Expected<std::string> generateStage(const KernelSpec &spec, Stage last,
                                          const StageFiles &files = {});

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_GENERATE_H
