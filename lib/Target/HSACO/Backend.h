//===- Backend.h - LLVM module to linked ELF, step by step ------*- C++ -*-===//

#ifndef SPMLA_LIB_TARGET_HSACO_BACKEND_H
#define SPMLA_LIB_TARGET_HSACO_BACKEND_H

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace spmla {

/// LLVM's AMDGPU backend for `chip`, registered on first use.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef chip);

/// Sets triple, data layout and code object version 5, which every ROCm in
/// use loads.
void setTarget(llvm::Module &module, const llvm::TargetMachine &machine);

/// LLVM's O3 pipeline, with the target's own passes.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// Code generation to an assembly listing with comments. Fails with the
/// backend's own words.
llvm::Expected<std::string> emitAssembly(llvm::Module &module,
                                         llvm::TargetMachine &machine);

/// The relocatable ELF file of a listing. There is one code generation only:
/// the listing is what runs.
llvm::Expected<std::string> assemble(llvm::StringRef assembly,
                                     const llvm::TargetMachine &machine);

/// Links one relocatable ELF file into a code object in process. Fails with
/// lld's own words, unresolved symbols included.
llvm::Expected<std::string> link(llvm::StringRef object);

} // namespace spmla

#endif // SPMLA_LIB_TARGET_HSACO_BACKEND_H
