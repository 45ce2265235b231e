//===- StagePatterns.cpp - LDS tiles, slices, dequantisation --------------===//

#include "KernelContext.h"

using namespace mlir;
using namespace spmla;

namespace {
struct SharedPattern : KernelPattern<SharedOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SharedOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    rewriter.replaceOp(op, emit.offset(kernel.lds, op.getPlace()->getOffset()));
    return success();
  }
};

struct BarrierPattern : KernelPattern<BarrierOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(BarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter(op.getLoc(), rewriter).barrier();
    rewriter.eraseOp(op);
    return success();
  }
};

struct SlicePattern : KernelPattern<SliceOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange source = adaptor.getSource();
    size_t count = source.size() / op.getParts();
    rewriter.replaceOpWithMultiple(op,
                                   {source.slice(op.getPart() * count, count)});
    return success();
  }
};

struct DequantPattern : KernelPattern<DequantOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(DequantOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<Value> results;
    for (Value sixteenCodes : adaptor.getSource())
      for (int64_t word = 0; word < 4; word += 2) {
        Value first = emit.element(sixteenCodes, word),
              second = emit.element(sixteenCodes, word + 1);
        results.push_back(emit.vectorOf({emit.twoFP8ToBF16(first, false),
                                         emit.twoFP8ToBF16(first, true),
                                         emit.twoFP8ToBF16(second, false),
                                         emit.twoFP8ToBF16(second, true)}));
      }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};

struct StagePattern : KernelPattern<StageOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(StageOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    int64_t pitch =
        op.getTarget().getDefiningOp<SharedOp>().getPlace()->getPitch();
    ValueRange registers = adaptor.getSource();
    bool twoRows = op.getSource().getType().getLayout() == Layout::Rows16;
    // 16 elements of bf16 are two registers, side by side.
    int64_t perRow = twoRows ? 2 : 1;
    Value row = emit.mul(kernel.wave, kernel.keysPerWave());
    Value column = kernel.lane;
    if (twoRows) {
      row = emit.add(row, emit.shiftLeft(emit.shiftRight(kernel.lane, 5), 3));
      column = emit.bitAnd(kernel.lane, 31);
    }
    Value ofLane =
        emit.add(emit.mul(row, pitch), emit.mul(column, 16 * perRow));
    Value address = emit.offset(adaptor.getTarget().front(), ofLane);
    int64_t firstRow = op.getPart() * registers.size() / perRow;
    for (auto [i, value] : llvm::enumerate(registers))
      emit.store(value,
                 emit.offset(address,
                             (firstRow + i / perRow) * pitch + i % perRow * 16),
                 16);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void spmla::populateStagePatterns(const TypeConverter &converter,
                                  KernelContext &kernel,
                                  RewritePatternSet &patterns) {
  patterns.add<BarrierPattern, DequantPattern, SharedPattern, SlicePattern,
               StagePattern>(converter, kernel);
}
