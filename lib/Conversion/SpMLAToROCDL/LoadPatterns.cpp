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

/// First key of block `block` of this wave in a tile (i32, uniform).
Value firstKey(Emitter &emit, const KernelContext &kernel, Value tile, int64_t block) {
  Value ofWave = emit.add(emit.mul(tile, kernel.spec.keyTile), emit.mul(kernel.wave, kernel.keysPerWave()));
  return emit.add(ofWave, 16 * block);
}

struct SlotsPattern : KernelPattern<SlotsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(SlotsOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value tile = tileNumber(emit, adaptor.getTile(), op.getAhead());
    SmallVector<Value> slots;
    for (int64_t block = 0; block < kernel.blocksPerWave(); ++block) {
      Value bytes = emit.shiftLeft(emit.add(firstKey(emit, kernel, tile, block), kernel.n), 2);
      slots.push_back(emit.bufferLoad(emit.i32(), adaptor.getList()[0], bytes));
    }
    rewriter.replaceOpWithMultiple(op, {slots});
    return success();
  }
};

struct RowsPattern : KernelPattern<RowsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult matchAndRewrite(RowsOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value tile = tileNumber(emit, adaptor.getTile(), op.getAhead());
    SmallVector<Value> offsets, masks;
    for (auto [block, slot] : llvm::enumerate(adaptor.getSlots())) {
      Value left = emit.sub(adaptor.getList()[1], firstKey(emit, kernel, tile, block));
      Value pastEnd = arith::CmpIOp::create(emit, arith::CmpIPredicate::sge, kernel.n, left);
      Value noSlot =
          arith::CmpIOp::create(emit, arith::CmpIPredicate::uge, slot, kernel.argument(Argument::num_slots));
      // Joined as scalar masks: the ballot of a joined condition would go through
      // a vector register.
      masks.push_back(arith::OrIOp::create(emit, emit.ballot(pastEnd), emit.ballot(noSlot)));
      offsets.push_back(arith::SelectOp::create(emit, emit.inverseBallot(masks.back()),
                                                kernel.argument(Argument::cache_span), rowOffset(emit, slot)));
    }
    llvm::append_range(offsets, masks);
    rewriter.replaceOpWithMultiple(op, {offsets});
    return success();
  }

private:
  Value rowOffset(Emitter &emit, Value slot) const {
    Value page = emit.shiftRight(emit.mulHigh(slot, kernel.argument(Argument::page_magic)),
                                 kernel.argument(Argument::page_shift));
    return emit.add(emit.mul(slot, emit.truncate32(kernel.argument(Argument::cache_row_stride))),
                    emit.mul(page, emit.truncate32(kernel.argument(Argument::cache_page_skip))));
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
    SmallVector<Type> registers;
    if (failed(getTypeConverter()->convertType(type, registers)))
      return failure();
    size_t perBlock = registers.size() / kernel.blocksPerWave();

    SmallVector<Value> loaded;
    for (size_t i = 0; i < registers.size(); ++i) {
      Value row = emit.add(adaptor.getRows()[i / perBlock], op.getFirstColumn() * columnBytes);
      Value bytes = registerAddress(emit, type.getLayout(), row, i % perBlock);
      loaded.push_back(emit.bufferLoad(registers[i], kernel.cache, bytes));
    }
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
