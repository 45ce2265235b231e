//===- Compile.h - Lowered module to code object ----------------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_COMPILE_H
#define SPMLA_TARGET_HSACO_COMPILE_H

#include "spmla/Target/HSACO/CodeObject.h"
#include "spmla/Target/HSACO/Stages.h"

#include "mlir/IR/BuiltinOps.h"

namespace spmla {

/// Compiles `module`, which holds one gpu.module in the llvm and rocdl
/// dialects with one kernel, for `chip`, running the stages after Stage::MLIR.
/// Its context has the translations of builtin, gpu, llvm and rocdl
/// registered. `module` may be null if a later stage is replaced.
llvm::Expected<CodeObject> compileModule(mlir::ModuleOp module,
                                         llvm::StringRef chip,
                                         const StageFiles &files);

/// The product of `last`, a stage after Stage::MLIR. Only what that stage and
/// those before it can tell is checked.
llvm::Expected<std::string> compileToStage(mlir::ModuleOp module,
                                           llvm::StringRef chip, Stage last,
                                           const StageFiles &files);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_COMPILE_H
