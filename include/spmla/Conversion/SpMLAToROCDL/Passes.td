//===- Passes.td - From the spmla dialect to the GPU -------*- tablegen -*-===//

#ifndef SPMLA_CONVERSION_PASSES
#define SPMLA_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertSpMLAToROCDL : Pass<"convert-spmla-to-rocdl", "::mlir::ModuleOp"> {
  let summary = "Lowers kernels in tile form to gpu.func with cf, arith, vector and rocdl";
  let description = [{
    Each spmla.kernel becomes a gpu.module with one gpu.func, whose arguments are
    the argument block, and an LDS array. A tile becomes many small vectors (four
    registers each): one wide vector would become one wide register tuple and
    cost copies. Branches that ordinary tiles do not take carry weights.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect", "::mlir::vector::VectorDialect"];
}

def SpMLAAnnotateKernel : Pass<"spmla-annotate-kernel", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Tells LLVM a kernel's occupancy and that its arguments do not alias";
  let options = [Option<"wavesPerSIMD", "waves-per-simd", "unsigned", "2",
                        "waves that share a SIMD, which bounds a kernel's registers to 512 / waves">];
}

#endif // SPMLA_CONVERSION_PASSES
