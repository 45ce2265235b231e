//===- LoadPatterns.cpp - Lists, slots, rows, gathers ---------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace spmla;

namespace {
struct ListPattern : KernelPattern<ListOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ListOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value entry = emit.offset(kernel.argument(Argument::indptr),
                              emit.extend64(emit.shiftLeft(kernel.query, 2)));
    Value first = emit.loadUniform(emit.i32(), entry, 4);
    Value end = emit.loadUniform(emit.i32(), emit.offset(entry, 4), 4);
    // A list that ends before it begins is empty.
    Value length =
        arith::MaxSIOp::create(emit, emit.sub(end, first), emit.constant(0));
    Value indices =
        emit.offset(kernel.argument(Argument::indices),
                    emit.mul(emit.extend64(first), emit.constant64(4)));
    Value size = emit.mul(emit.extend64(length), emit.constant64(4));
    rewriter.replaceOpWithMultiple(
        op, {{emit.bufferDescriptor(indices, size), length}});
    return success();
  }
};

struct SlotsPattern : KernelPattern<SlotsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SlotsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value tile = tileNumber(emit, adaptor.getTile(), op.getAhead());
    Value ofLane = emit.shiftLeft(
        emit.add(emit.mul(kernel.wave, kernel.keysPerWave()), kernel.n), 2);
    Value bytes = emit.add(ofLane, emit.mul(tile, 4 * kernel.spec.keyTile));
    rewriter.replaceOp(
        op, emit.bufferLoad(emit.i32(), adaptor.getList()[0], bytes));
    return success();
  }
};

struct RowsPattern : KernelPattern<RowsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(RowsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value slot = adaptor.getSlots().front();
    Value tile = tileNumber(emit, adaptor.getTile(), op.getAhead());
    Value before = emit.add(emit.mul(tile, kernel.spec.keyTile),
                            emit.mul(kernel.wave, kernel.keysPerWave()));
    Value left = emit.sub(adaptor.getList()[1], before);
    Value pastEnd =
        arith::CmpIOp::create(emit, arith::CmpIPredicate::sge, kernel.n, left);
    Value noSlot = arith::CmpIOp::create(emit, arith::CmpIPredicate::uge, slot,
                                         kernel.argument(Argument::num_slots));
    // Joined as scalar masks: the ballot of a joined condition would go through
    // a vector register.
    Value invalid =
        arith::OrIOp::create(emit, emit.ballot(pastEnd), emit.ballot(noSlot));

    Value page = emit.shiftRight(
        emit.mulHigh(slot, kernel.argument(Argument::page_magic)),
        kernel.argument(Argument::page_shift));
    Value row = emit.add(
        emit.mul(slot,
                 emit.truncate32(kernel.argument(Argument::cache_row_stride))),
        emit.mul(page,
                 emit.truncate32(kernel.argument(Argument::cache_page_skip))));
    Value bytes =
        arith::SelectOp::create(emit, emit.inverseBallot(invalid),
                                kernel.argument(Argument::cache_span), row);
    rewriter.replaceOpWithMultiple(op, {{bytes, invalid}});
    return success();
  }
};

struct GatherPattern : KernelPattern<GatherOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(GatherOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    TileType type = op.getResult().getType();
    int64_t columnBytes = type.getElementType().getIntOrFloatBitWidth() / 8;
    Value row =
        emit.add(adaptor.getRows()[0], op.getFirstColumn() * columnBytes);
    SmallVector<Type> registers;
    if (failed(getTypeConverter()->convertType(type, registers)))
      return failure();

    SmallVector<Value> loaded;
    for (unsigned i = 0; i < registers.size(); ++i)
      loaded.push_back(
          emit.bufferLoad(registers[i], kernel.cache,
                          registerAddress(emit, type.getLayout(), row, i)));
    rewriter.replaceOpWithMultiple(op, {loaded});
    return success();
  }

private:
  /// Byte offset of register i of this lane, given the offset of row n.
  Value registerAddress(Emitter &emit, Layout layout, Value row,
                        unsigned i) const {
    switch (layout) {
    case Layout::Rows8: // a request is one row
      return emit.add(emit.broadcastInRow(row, i),
                      emit.shiftLeft(kernel.lane, 4));
    case Layout::Rows16: // a request is rows i and i + 8
      return emit.add(emit.broadcastInRow(emit.rotateUpperRowsBy8(row), i),
                      emit.shiftLeft(emit.bitAnd(kernel.lane, 31), 4));
    default: // a request is 64 bytes of all sixteen rows
      return emit.add(emit.add(row, emit.shiftLeft(kernel.g, 4)), 64 * i);
    }
  }
};

} // namespace

void spmla::populateLoadPatterns(const TypeConverter &converter,
                                 KernelContext &kernel,
                                 RewritePatternSet &patterns) {
  patterns.add<GatherPattern, ListPattern, RowsPattern, SlotsPattern>(converter, kernel);
}
