//===- CodeObjectFiles.h - NAME.hsaco and NAME.json -------------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_CODEOBJECTFILES_H
#define SPMLA_TARGET_HSACO_CODEOBJECTFILES_H

#include "spmla/Target/HSACO/CodeObject.h"

namespace spmla {
struct KernelSpec;

/// Version of this project, as the manifest gives it.
llvm::StringRef generatorVersion();

/// Text of the manifest (Manifest.h) of a code object in a file of this name.
std::string formatManifest(const KernelSpec &spec, const CodeObject &object,
                           llvm::StringRef fileName);

/// Writes `path`, which ends in ".hsaco", and the manifest beside it. Each
/// file is there as a whole or not at all, and the manifest comes last, so
/// that a new manifest never describes an old code object.
llvm::Error writeCodeObject(llvm::StringRef path, const KernelSpec &spec,
                            const CodeObject &object);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_CODEOBJECTFILES_H
