//===- Pipelines.h - The passes in order ------------------------*- C++ -*-===//

#ifndef SPMLA_PIPELINES_PIPELINES_H
#define SPMLA_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace spmla {

/// Dialects that kernels pass through, with what converts them to the LLVM
/// dialect and what translates them to LLVM IR.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Our passes, the upstream ones of the pipelines, and `spmla-to-tile` and
/// `spmla-to-llvm` by name.
void registerAllPasses();

/// spmla.kernel, algorithm form to tile form. As a command line:
///   spmla-opt --pass-pipeline='builtin.module(spmla.kernel(spmla-specialize,
///     spmla-assign-lds,spmla-chunk-dequant,spmla-pipeline,spmla-verify-form))'
void buildSpmlaToTilePipeline(mlir::OpPassManager &manager);

struct SpmlaToLLVMOptions : mlir::PassPipelineOptions<SpmlaToLLVMOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("Processor that the code is for"),
                           llvm::cl::init("gfx950")};
};

/// Tile form to gpu.module with llvm.func. As a command line:
///   spmla-opt --pass-pipeline='builtin.module(convert-spmla-to-rocdl,
///     canonicalize,cse,gpu.module(convert-gpu-to-rocdl{chipset=gfx950},
///     canonicalize,cse,reconcile-unrealized-casts,
///     llvm.func(spmla-annotate-kernel)))'
void buildSpmlaToLLVMPipeline(mlir::OpPassManager &manager,
                              const SpmlaToLLVMOptions &options = {});

} // namespace spmla

#endif // SPMLA_PIPELINES_PIPELINES_H
