//===- SpMLAToROCDL.cpp - Tile form to gpu, cf, vector and rocdl ----------===//

#include "spmla/Conversion/SpMLAToROCDL/SpMLAToROCDL.h"

#include "KernelContext.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "spmla/Dialect/SpMLA/Transforms/TileForm.h"

namespace spmla {
#define GEN_PASS_DEF_CONVERTSPMLATOROCDL
#include "spmla/Conversion/SpMLAToROCDL/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

static SmallVector<Type> argumentTypes(Emitter &emit) {
  [[maybe_unused]] Type ptr = emit.pointer(1);
  [[maybe_unused]] Type i64 = emit.i64(), i32 = emit.i32(), f32 = emit.f32();
  return {
#define SPMLA_ARGUMENT(TYPE, NAME) TYPE,
#include "spmla/Kernel/ArgumentBlock.def"
  };
}

/// LDS of a kernel as one array, so that the places of the shared tiles hold.
static LLVM::GlobalOp createLDS(Emitter &emit, KernelOp kernel) {
  int64_t bytes = 0;
  for (auto shared : kernel.getBody().getOps<SharedOp>())
    bytes = std::max(bytes, shared.getEnd());
  constexpr uint64_t alignment = 16;
  constexpr unsigned ldsAddressSpace = 3;
  return LLVM::GlobalOp::create(
      emit, LLVM::LLVMArrayType::get(emit.getI8Type(), bytes),
      /*isConstant=*/false, LLVM::Linkage::Internal,
      (kernel.getSymName() + "_lds").str(), Attribute(), alignment,
      ldsAddressSpace);
}

static gpu::GPUFuncOp createFunction(Emitter &emit, KernelOp kernel) {
  auto function = gpu::GPUFuncOp::create(
      emit, kernel.getSymName(), emit.getFunctionType(argumentTypes(emit), {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    emit.getUnitAttr());
  function.setKnownBlockSizeAttr(emit.getDenseI32ArrayAttr(
      {static_cast<int32_t>(kernel.getTiling().getWaves() * 64), 1, 1}));
  Block &entry = function.getBody().front();
  entry.getOperations().splice(entry.end(),
                               kernel.getBody().front().getOperations());
  return function;
}

static LogicalResult convert(KernelOp kernel) {
  if (failed(verifyTileForm(kernel)))
    return failure();
  Emitter emit(kernel.getLoc(), kernel->getContext());
  emit.setInsertionPoint(kernel);
  auto module =
      gpu::GPUModuleOp::create(emit, (kernel.getSymName() + "_module").str());
  emit.setInsertionPointToStart(module.getBody());
  LLVM::GlobalOp lds = createLDS(emit, kernel);
  gpu::GPUFuncOp function = createFunction(emit, kernel);
  KernelContext context(kernel, function, lds);

  TileTypeConverter converter(kernel->getContext(), context.spec);
  RewritePatternSet patterns(kernel->getContext());
  populateLoadPatterns(converter, context, patterns);
  populateQueryPatterns(converter, context, patterns);
  populateStagePatterns(converter, context, patterns);
  populateDotPatterns(converter, context, patterns);
  populateSoftmaxPatterns(converter, context, patterns);
  populateSegmentPatterns(converter, context, patterns);
  populateFinalizePatterns(converter, context, patterns);
  ConversionTarget target(*kernel->getContext());
  target.addLegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                         gpu::GPUDialect, LLVM::LLVMDialect,
                         ROCDL::ROCDLDialect, vector::VectorDialect>();
  if (failed(applyFullConversion(function, target, std::move(patterns))))
    return failure();
  kernel.erase();
  return success();
}

namespace {
struct ConvertSpMLAToROCDLPass
    : spmla::impl::ConvertSpMLAToROCDLBase<ConvertSpMLAToROCDLPass> {
  using spmla::impl::ConvertSpMLAToROCDLBase<
      ConvertSpMLAToROCDLPass>::ConvertSpMLAToROCDLBase;

  void runOnOperation() override {
    for (auto kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>()))
      if (failed(convert(kernel)))
        return signalPassFailure();
  }
};
} // namespace
