//===- Pipelines.cpp - The passes in order --------------------------------===//

#include "spmla/Pipelines/Pipelines.h"

#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "spmla/Conversion/SpMLAToROCDL/SpMLAToROCDL.h"
#include "spmla/Dialect/SpMLA/Transforms/Passes.h"

using namespace mlir;

void spmla::buildSpmlaToTilePipeline(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<KernelOp>();
  kernels.addPass(createSpMLASpecialize());
  kernels.addPass(createSpMLAAssignLDS());
  kernels.addPass(createSpMLAChunkDequant());
  kernels.addPass(createSpMLAPipeline());
  kernels.addPass(createSpMLAVerifyForm());
}

void spmla::buildSpmlaToLLVMPipeline(OpPassManager &manager,
                                     const SpmlaToLLVMOptions &options) {
  manager.addPass(createConvertSpMLAToROCDL());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  OpPassManager &modules = manager.nest<gpu::GPUModuleOp>();
  ConvertGpuOpsToROCDLOpsOptions toROCDL;
  toROCDL.chipset = options.chip;
  modules.addPass(createConvertGpuOpsToROCDLOps(toROCDL));
  modules.addPass(createCanonicalizerPass());
  modules.addPass(createCSEPass());
  modules.addPass(createReconcileUnrealizedCastsPass());
  modules.nest<LLVM::LLVMFuncOp>().addPass(createSpMLAAnnotateKernel());
}

void spmla::registerAllPasses() {
  registerSpMLAPasses();
  registerSpMLAConversionPasses();
  registerCanonicalizerPass();
  registerCSEPass();
  registerPass([] { return createConvertGpuOpsToROCDLOps(); });
  registerPass([] { return createReconcileUnrealizedCastsPass(); });
  PassPipelineRegistration<>("spmla-to-tile", "Algorithm form to tile form",
                             buildSpmlaToTilePipeline);
  PassPipelineRegistration<SpmlaToLLVMOptions>("spmla-to-llvm",
                                               "Tile form to the LLVM dialect",
                                               buildSpmlaToLLVMPipeline);
}
