//===- AnnotateKernel.cpp - What LLVM must know of a kernel ---------------===//

#include "spmla/Conversion/SpMLAToROCDL/SpMLAToROCDL.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "spmla/Kernel/TargetLimits.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLAANNOTATEKERNEL
#include "spmla/Conversion/SpMLAToROCDL/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

namespace {
struct AnnotateKernelPass
    : spmla::impl::SpMLAAnnotateKernelBase<AnnotateKernelPass> {
  using spmla::impl::SpMLAAnnotateKernelBase<
      AnnotateKernelPass>::SpMLAAnnotateKernelBase;

  void runOnOperation() override {
    LLVM::LLVMFuncOp function = getOperation();
    if (!function->hasAttr(ROCDL::ROCDLDialect::getKernelFuncAttrName()))
      return;
    if (wavesPerSIMD < 1 || wavesPerSIMD > MAX_WAVES_PER_SIMD) {
      function.emitOpError()
          << "expects waves-per-simd to be from 1 to " << MAX_WAVES_PER_SIMD
          << ", got " << wavesPerSIMD.getValue();
      return signalPassFailure();
    }
    Builder builder(&getContext());
    // Bounds the register allocator from both sides: with a lower bound alone
    // it trades registers for occupancy that the LDS does not allow.
    std::string waves = std::to_string(wavesPerSIMD);
    Attribute wavesPerEU[] = {builder.getStringAttr("amdgpu-waves-per-eu"),
                              builder.getStringAttr(waves + "," + waves)};
    Attribute uniform[] = {builder.getStringAttr("uniform-work-group-size"),
                           builder.getStringAttr("true")};
    function.setPassthroughAttr(builder.getArrayAttr(
        {builder.getArrayAttr(wavesPerEU), builder.getArrayAttr(uniform)}));
    // No two arguments name the same memory: loads of one may pass stores to
    // another.
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isa<LLVM::LLVMPointerType>(type))
        function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                            builder.getUnitAttr());
  }
};
} // namespace
