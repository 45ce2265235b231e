//===- KernelContext.cpp - Entry values and types -------------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;
using namespace spmla;

/// Ends the block before the insertion point with a load of *pointer, or with
/// one where the pointer is null, and goes on behind it. bf16 rows have no
/// scale.
static Value loadScaleOrOne(Emitter &emit, Value pointer) {
  Block *before = emit.getInsertionBlock();
  Block *after = before->splitBlock(emit.getInsertionPoint());
  Value scale = after->addArgument(emit.f32(), emit.getLoc());
  Block *present = emit.createBlock(after);
  cf::BranchOp::create(emit, after, emit.loadUniform(emit.f32(), pointer, 4));

  emit.setInsertionPointToEnd(before);
  Value null = LLVM::ZeroOp::create(emit, pointer.getType());
  Value isNull =
      LLVM::ICmpOp::create(emit, LLVM::ICmpPredicate::eq, pointer, null);
  Value one = emit.constantF32(1.0f);
  cf::CondBranchOp::create(emit, isNull, after, one, present, ValueRange());
  emit.setInsertionPointToStart(after);
  return scale;
}

KernelContext::KernelContext(KernelOp kernel, gpu::GPUFuncOp function,
                             LLVM::GlobalOp ldsGlobal)
    : spec(kernel.getSpec()), function(function) {
  Emitter emit(function.getLoc(), function->getContext());
  emit.setInsertionPointToStart(&function.getBody().front());
  Value thread = ROCDL::ThreadIdXOp::create(emit, emit.i32());
  lane = emit.bitAnd(thread, 63);
  n = emit.bitAnd(thread, 15);
  g = emit.shiftRight(lane, 4);
  wave = emit.uniform(emit.shiftRight(thread, 6));
  query = ROCDL::BlockIdXOp::create(emit, emit.i32());
  firstHead =
      emit.mul(ROCDL::BlockIdZOp::create(emit, emit.i32()), spec.programHeads);
  lds = LLVM::AddressOfOp::create(emit, ldsGlobal);
  cache = emit.bufferDescriptor(argument(Argument::cache),
                                emit.extend64(argument(Argument::cache_span)));
  auto scaleOf = [&](bool isQuantised, Argument which) {
    return isQuantised ? loadScaleOrOne(emit, argument(which))
                       : emit.constantF32(1.0f);
  };
  kvScale = scaleOf(spec.encoding != Encoding::none, Argument::kv_scale);
  qScale = scaleOf(spec.qType != QType::bf16, Argument::q_scale);
}

Value spmla::tileNumber(Emitter &emit, ValueRange tile, int64_t ahead) {
  return tile.empty() ? emit.constant(ahead) : emit.add(tile.front(), ahead);
}

Value spmla::headOf(Emitter &emit, const KernelContext &kernel) {
  return emit.add(kernel.firstHead,
                  emit.bitAnd(kernel.n, kernel.spec.programHeads - 1));
}

Value spmla::selectTerm(Emitter &emit, const KernelContext &kernel, Value first,
                        Value second) {
  Value isFirst = arith::CmpIOp::create(emit, arith::CmpIPredicate::ult,
                                        kernel.n, emit.constant(8));
  return arith::SelectOp::create(emit, isFirst, first, second);
}

/// Registers that a lane holds of a tile, and their type.
static std::pair<int64_t, Type> registersOf(TileType type,
                                            const KernelSpec &spec) {
  MLIRContext *context = type.getContext();
  Type f32 = Float32Type::get(context);
  Type bytes16 = VectorType::get({4}, IntegerType::get(context, 32));
  int64_t columnBytes = type.getElementType().getIntOrFloatBitWidth() / 8;
  switch (type.getLayout()) {
  case Layout::Rows8:
  case Layout::Rows16:
    return {type.getShape()[0] / spec.waves * type.getColumns() * columnBytes /
                1024,
            bytes16};
  case Layout::Operand8:
  case Layout::Operand16: {
    // Keys are dealt to the waves; all have the sixteen rows of q.
    int64_t blocks = std::max<int64_t>(1, type.getShape()[0] / 16 / spec.waves);
    return {blocks * type.getColumns() * columnBytes / 64, bytes16};
  }
  case Layout::Lines:
    return {type.getColumns() * columnBytes / 64, bytes16};
  case Layout::Keys: {
    // Columns of V are dealt to the waves; all have the sixteen of the heads.
    int64_t blocks = std::max<int64_t>(1, type.getColumns() / 16 / spec.waves);
    return {blocks * type.getShape()[0] / 4 * columnBytes / 16, bytes16};
  }
  case Layout::OwnKeys:
    // Two blocks of sixteen 8-bit keys.
    return {type.getColumns() / 16,
            VectorType::get({2}, IntegerType::get(context, 32))};
  case Layout::Accumulator:
    return {type.getShape()[0] / 16 / spec.waves, VectorType::get({4}, f32)};
  case Layout::Heads:
    return {1, f32};
  case Layout::Abstract:
    break;
  }
  return {0, Type()};
}

TileTypeConverter::TileTypeConverter(MLIRContext *context,
                                     const KernelSpec &spec) {
  Type i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  Type descriptor = LLVM::LLVMPointerType::get(context, 8),
       ldsPointer = LLVM::LLVMPointerType::get(context, 3),
       globalPointer = LLVM::LLVMPointerType::get(context, 1);
  addConversion([](Type type) { return type; });
  addConversion([i32](IndexType) { return i32; });
  addConversion(
      [=](TileType type,
          SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
        auto [count, element] = registersOf(type, spec);
        if (!element)
          return failure();
        results.append(count, element);
        // Which half of a row fills a half line: where each load belongs in
        // LDS.
        if (type.getLayout() == Layout::Lines)
          results.append(3, i32);
        return success();
      });
  addConversion([ldsPointer](SharedType) { return ldsPointer; });
  int64_t blocks = spec.keyTile / spec.waves / 16;
  addConversion(
      [=](SlotsType,
          SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
        results.append(blocks, i32);
        return success();
      });
  addConversion(
      [=](ListType,
          SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
        results.append({descriptor, i32});
        return success();
      });
  addConversion([=](RowsType, SmallVectorImpl<Type> &results)
                    -> std::optional<LogicalResult> {
    results.append(blocks, spec.access == Access::buffer ? i32 : globalPointer);
    results.append(blocks, i64);
    return success();
  });
}
