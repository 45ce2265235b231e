//===- LoadPatterns.cpp - Lists, slots, rows, gathers ---------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace spmla;

// What a request asks the memory for.
static constexpr int64_t lineBytes = 128;

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
Value firstKey(Emitter &emit, const KernelContext &kernel, Value tile,
               int64_t block) {
  Value ofWave = emit.add(emit.mul(tile, kernel.spec.keyTile),
                          emit.mul(kernel.wave, kernel.keysPerWave()));
  return emit.add(ofWave, 16 * block);
}

struct SlotsPattern : KernelPattern<SlotsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SlotsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value tile = tileNumber(emit, adaptor.getTile(), op.getAhead());
    SmallVector<Value> slots;
    for (int64_t block = 0; block < kernel.blocksPerWave(); ++block) {
      Value bytes = emit.shiftLeft(
          emit.add(firstKey(emit, kernel, tile, block), kernel.n), 2);
      slots.push_back(emit.bufferLoad(emit.i32(), adaptor.getList()[0], bytes));
    }
    rewriter.replaceOpWithMultiple(op, {slots});
    return success();
  }
};

struct RowsPattern : KernelPattern<RowsOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(RowsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value tile = tileNumber(emit, adaptor.getTile(), op.getAhead());
    SmallVector<Value> offsets, masks;
    for (auto [block, slot] : llvm::enumerate(adaptor.getSlots())) {
      Value left =
          emit.sub(adaptor.getList()[1], firstKey(emit, kernel, tile, block));
      Value pastEnd = arith::CmpIOp::create(emit, arith::CmpIPredicate::sge,
                                            kernel.n, left);
      Value noSlot =
          arith::CmpIOp::create(emit, arith::CmpIPredicate::uge, slot,
                                kernel.argument(Argument::num_slots));
      // Joined as scalar masks: the ballot of a joined condition would go
      // through a vector register.
      masks.push_back(arith::OrIOp::create(emit, emit.ballot(pastEnd),
                                           emit.ballot(noSlot)));
      Value isInvalid = emit.inverseBallot(masks.back());
      offsets.push_back(
          kernel.hasBufferAccess()
              ? Value(arith::SelectOp::create(emit, isInvalid, pastCache(emit),
                                              rowOffset(emit, slot)))
              : Value(arith::SelectOp::create(
                    emit, isInvalid, kernel.argument(Argument::zero_row),
                    rowPointer(emit, slot))));
    }
    llvm::append_range(offsets, masks);
    rewriter.replaceOpWithMultiple(op, {offsets});
    return success();
  }

private:
  Value pageOf(Emitter &emit, Value slot) const {
    return emit.shiftRight(
        emit.mulHigh(slot, kernel.argument(Argument::page_magic)),
        kernel.argument(Argument::page_shift));
  }

  Value rowOffset(Emitter &emit, Value slot) const {
    return emit.add(
        emit.mul(slot,
                 emit.truncate32(kernel.argument(Argument::cache_row_stride))),
        emit.mul(pageOf(emit, slot),
                 emit.truncate32(kernel.argument(Argument::cache_page_skip))));
  }

  /// Widened before the products: a cache may be larger than 32 bits say, a
  /// stride is not.
  Value rowPointer(Emitter &emit, Value slot) const {
    auto product = [&](Value factor, Argument stride) {
      return emit.mul(emit.extend64(factor),
                      emit.extend64(emit.truncate32(kernel.argument(stride))));
    };
    Value bytes =
        emit.add(product(slot, Argument::cache_row_stride),
                 product(pageOf(emit, slot), Argument::cache_page_skip));
    return emit.offset(kernel.argument(Argument::cache), bytes);
  }

  /// An offset from which every load is out of range: gathers of lines round
  /// row offsets to lines.
  Value pastCache(Emitter &emit) const {
    Value span = kernel.argument(Argument::cache_span);
    if (kernel.spec.gather != Gather::line)
      return span;
    return emit.bitAnd(emit.add(span, lineBytes - 1), -lineBytes);
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
    if (type.getLayout() == Layout::Lines) {
      rewriter.replaceOpWithMultiple(
          op, {gatherLines(emit, adaptor.getRows().front())});
      return success();
    }
    size_t perBlock = registers.size() / kernel.blocksPerWave();
    SmallVector<Value> loaded;
    for (size_t i = 0; i < registers.size(); ++i) {
      loaded.push_back(
          loadRegister(emit, type.getLayout(), adaptor.getRows()[i / perBlock],
                       op.getFirstColumn() * columnBytes, i % perBlock));
      // Pieces of 64 bytes in this order: the two halves of a line are asked
      // for one after the other, where the memory may merge them. (LLVM leaves
      // the two pieces of a bf16 rope together; pinning them costs 20
      // instructions.)
      if (type.getLayout() == Layout::Operand16 && registers.size() > 1)
        emit.globalMemoryFence();
    }
    rewriter.replaceOpWithMultiple(op, {loaded});
    return success();
  }

private:
  /// Register i of this lane, given row n: its offset in the cache, or its
  /// address.
  Value loadRegister(Emitter &emit, Layout layout, Value row, int64_t firstByte,
                     unsigned i) const {
    if (!kernel.hasBufferAccess()) {
      Value ofGroup = emit.offset(row, emit.shiftLeft(kernel.g, 4));
      return emit.load(emit.registers4(),
                       emit.offset(ofGroup, firstByte + 64 * i), 16);
    }
    Value bytes = registerOffset(emit, layout, emit.add(row, firstByte), i);
    return emit.bufferLoad(emit.registers4(), kernel.cache, bytes);
  }

  Value registerOffset(Emitter &emit, Layout layout, Value row,
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

  /// A row of 576 bytes is four lines and a half: the half comes last where the
  /// row begins at a line, first where it begins in the middle of one. A
  /// request takes a line of eight rows, eight lanes each; the last one the
  /// half of all sixteen. Behind the registers come three offsets within a row,
  /// for `stage`: of the lines of this lane's two rows, and of its half.
  SmallVector<Value> gatherLines(Emitter &emit, Value row) const {
    constexpr int64_t half = lineBytes / 2;
    Value inLine = emit.shiftLeft(emit.bitAnd(kernel.lane, 7), 4),
          inHalf = emit.shiftLeft(kernel.g, 4);
    SmallVector<Value> bases, places;
    for (int64_t eight : {0, 8}) {
      Value ofRow = emit.valueOfLane(
          row, emit.add(emit.shiftRight(kernel.lane, 3), eight));
      // Rows begin at multiples of a half line: 0, or `half` from the next
      // line.
      places.push_back(emit.bitAnd(ofRow, half));
      bases.push_back(emit.add(emit.add(ofRow, places.back()), inLine));
    }
    // 4 * lineBytes for even rows, 0 for odd ones.
    Value odd = emit.mul(emit.bitAnd(row, half), 4 * lineBytes / half);
    places.push_back(emit.sub(emit.constant(4 * lineBytes), odd));

    SmallVector<Value> loaded;
    for (int64_t line = 0; line < 4; ++line)
      for (Value base : bases)
        loaded.push_back(emit.bufferLoad(emit.registers4(), kernel.cache,
                                         emit.add(base, line * lineBytes)));
    loaded.push_back(
        emit.bufferLoad(emit.registers4(), kernel.cache,
                        emit.add(emit.add(row, inHalf), places.back())));
    llvm::append_range(loaded, places);
    return loaded;
  }
};

} // namespace

void spmla::populateLoadPatterns(const TypeConverter &converter,
                                 KernelContext &kernel,
                                 RewritePatternSet &patterns) {
  patterns.add<GatherPattern, ListPattern, RowsPattern, SlotsPattern>(converter,
                                                                      kernel);
}
