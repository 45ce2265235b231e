//===- StagePatterns.cpp - LDS tiles, slices, dequantisation --------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

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

struct SlotPattern : KernelPattern<SlotOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SlotOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    PlaceAttr place = placeOf(op.getShared());
    if (!place)
      return rewriter.notifyMatchFailure(op, "has no place");
    Value slot =
        emit.bitAnd(tileNumber(emit, adaptor.getTile(), op.getAhead()), 1);
    rewriter.replaceOp(op, emit.offset(adaptor.getShared().front(),
                                       emit.mul(slot, place.getSlot())));
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
    ValueRange registers = adaptor.getSource();
    PlaceAttr place = placeOf(op.getTarget());
    if (op.getSource().getType().getLayout() == Layout::Lines) {
      stageLines(emit, registers, adaptor.getTarget().front(), place);
      rewriter.eraseOp(op);
      return success();
    }
    Arrival arrival =
        arrivalOf(emit, op.getSource().getType().getLayout(), registers.size());
    Value ofWave =
        emit.mul(kernel.wave, kernel.blocksPerWave() * place.getBlock());
    Value ofLane =
        emit.add(emit.mul(arrival.row, place.getPitch()), arrival.byte);
    Value address =
        emit.offset(adaptor.getTarget().front(), emit.add(ofWave, ofLane));
    int64_t first = op.getPart() * registers.size();
    for (auto [i, value] : llvm::enumerate(registers)) {
      int64_t row = (first + i) / arrival.perRow,
              piece = (first + i) % arrival.perRow;
      // Where a register holds sixteen rows, the next run of them is a block.
      int64_t bytes =
          row * (arrival.isBlock ? place.getBlock() : place.getPitch()) +
          piece * arrival.stride;
      emit.store(value, emit.offset(address, bytes), 16);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Pieces of lines to where the gather said that they begin in a row.
  void stageLines(Emitter &emit, ValueRange source, Value target,
                  PlaceAttr place) const {
    ValueRange places = source.take_back(3), registers = source.drop_back(3);
    Value ofWave =
        emit.mul(kernel.wave, kernel.blocksPerWave() * place.getBlock());
    auto addressOf = [&](Value row, Value inPiece, Value inRow) {
      // What does not change in the loop first.
      Value ofLane =
          emit.add(emit.add(emit.mul(row, place.getPitch()), inPiece), ofWave);
      return emit.offset(emit.offset(target, ofLane), inRow);
    };
    Value row = emit.shiftRight(kernel.lane, 3),
          inLine = emit.shiftLeft(emit.bitAnd(kernel.lane, 7), 4);
    Value lines[] = {addressOf(row, inLine, places[0]),
                     addressOf(emit.add(row, 8), inLine, places[1])};
    for (size_t i = 0; i + 1 < registers.size(); ++i)
      emit.store(registers[i], emit.offset(lines[i % 2], i / 2 * 128), 16);
    emit.store(registers.back(),
               addressOf(kernel.n, emit.shiftLeft(kernel.g, 4), places[2]), 16);
  }

  /// Where register i of a lane belongs: row `row` + i / perRow of its wave,
  /// byte `byte` + (i % perRow) * stride.
  struct Arrival {
    Value row, byte;
    int64_t perRow, stride;
    bool isBlock = false;
  };

  Arrival arrivalOf(Emitter &emit, Layout layout, int64_t registers) const {
    switch (layout) {
    case Layout::Rows8: // 64 lanes side by side
      return {emit.constant(0), emit.shiftLeft(kernel.lane, 4), 1, 0};
    case Layout::Rows16: // two halves of a wave, 16 elements of bf16 are two
                         // registers side by side
      return {emit.shiftLeft(emit.shiftRight(kernel.lane, 5), 3),
              emit.shiftLeft(emit.bitAnd(kernel.lane, 31), 5), 2, 16};
    default: // sixteen rows, four lanes a row
      return {kernel.n, emit.shiftLeft(kernel.g, 4),
              registers / kernel.blocksPerWave(), 64, true};
    }
  }
};

/// Row-major: the transposed read of 8 keys at a time gives each lane 4 keys of
/// two blocks of sixteen, which is layout keys. In layout keys: the lane's own
/// bytes.
struct FetchPattern : KernelPattern<FetchOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(FetchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<Type> registers;
    if (failed(getTypeConverter()->convertType(op.getResult().getType(),
                                               registers)))
      return failure();
    Value source = adaptor.getSource().front();
    bool isOwn = op.getResult().getType().getLayout() == Layout::OwnKeys;
    SmallVector<Value> results =
        op.getSource().getType().isRowMajor()
            ? readTransposed(emit, source, placeOf(op.getSource()), isOwn,
                             registers.size())
            : readLanes(emit, source, registers.size());
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

private:
  SmallVector<Value> readLanes(Emitter &emit, Value source,
                               size_t count) const {
    Value address = emit.offset(source, emit.shiftLeft(kernel.lane, 4));
    SmallVector<Value> results;
    for (size_t i = 0; i < count; ++i)
      results.push_back(
          emit.load(emit.registers4(), emit.offset(address, 1024 * i), 16));
    return results;
  }

  /// One read covers two blocks of sixteen keys: the wave's own, or half of the
  /// tile's four for the wave's columns.
  SmallVector<Value> readTransposed(Emitter &emit, Value source,
                                    PlaceAttr place, bool isOwn,
                                    size_t count) const {
    // Lanes 2j and 2j + 1 of a group address row j of 8: keys 4g + j % 4 of
    // block j / 4.
    Value block = emit.mul(emit.shiftRight(kernel.n, 3), place.getBlock());
    Value row = emit.add(emit.shiftLeft(kernel.g, 2),
                         emit.bitAnd(emit.shiftRight(kernel.n, 1), 3));
    Value ofLane = emit.add(emit.add(block, emit.mul(row, place.getPitch())),
                            emit.shiftLeft(emit.bitAnd(kernel.n, 1), 3));
    Value ofWave =
        emit.mul(kernel.wave, isOwn ? kernel.blocksPerWave() * place.getBlock()
                                    : kernel.valuesPerWave());
    Value address = emit.offset(source, emit.add(ofWave, ofLane));
    SmallVector<Value> results;
    for (size_t i = 0; i < count; ++i) {
      Value first = emit.transposedRead8(emit.offset(address, 16 * i));
      if (isOwn) {
        results.push_back(first);
        continue;
      }
      Value second = emit.transposedRead8(
          emit.offset(address, 2 * place.getBlock() + 16 * i));
      results.push_back(
          emit.vectorOf({emit.element(first, 0), emit.element(first, 1),
                         emit.element(second, 0), emit.element(second, 1)}));
    }
    return results;
  }
};

struct SharePattern : KernelPattern<ShareOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ShareOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Block *first = rewriter.createBlock(after);
    emit.setInsertionPointToEnd(before);
    Value isFirst = arith::CmpIOp::create(emit, arith::CmpIPredicate::eq,
                                          kernel.wave, emit.constant(0));
    cf::CondBranchOp::create(emit, isFirst, first, after);

    emit.setInsertionPointToStart(first);
    Value address = emit.offset(adaptor.getTarget().front(),
                                emit.shiftLeft(kernel.lane, 4));
    for (auto [i, value] : llvm::enumerate(adaptor.getSource()))
      emit.store(value, emit.offset(address, 1024 * i), 16);
    cf::BranchOp::create(emit, after);
    rewriter.eraseOp(op);
    return success();
  }
};

struct FencePattern : KernelPattern<FenceOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(FenceOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter(op.getLoc(), rewriter).schedulingFence();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void spmla::populateStagePatterns(const TypeConverter &converter,
                                  KernelContext &kernel,
                                  RewritePatternSet &patterns) {
  patterns.add<BarrierPattern, DequantPattern, FencePattern, FetchPattern,
               SharedPattern, SharePattern, SlicePattern, SlotPattern,
               StagePattern>(converter, kernel);
}
