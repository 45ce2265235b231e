//===- DotPatterns.cpp - QK and PV ----------------------------------------===//

#include "KernelContext.h"

using namespace mlir;
using namespace spmla;

static Type elementTypeOf(Value tile) {
  if (auto type = dyn_cast<TileType>(tile.getType()))
    return type.getElementType();
  return cast<SharedType>(tile.getType()).getElementType();
}

namespace {
/// A sum of products by the MFMA that add to it. The matrix core forwards its
/// result as C only to MFMA of as many passes, and the backend waits for no
/// others (CDNA4 ISA, table 38): each kind has an accumulator of its own.
struct Sum {
  Value wide, narrow;

  Value total(Emitter &emit) const {
    return !narrow ? wide : !wide ? narrow : emit.addF(wide, narrow);
  }
};
} // namespace

/// How many of the pieces of an operand go into the widest MFMAs that its
/// element type has. A piece is 16 bytes, or 8 where a wave has its own 32
/// keys.
static size_t countWide(Type element, ArrayRef<Value> a) {
  if (element.isBF16())
    return a.size();
  bool isHalf = cast<VectorType>(a.front().getType()).getNumElements() == 2;
  return isHalf ? 0 : a.size() / 2 * 2;
}

/// Adds A . B over pieces of both.
static void accumulate(Emitter &emit, Type element, ArrayRef<Value> a,
                       ArrayRef<Value> b, Sum &sum) {
  auto start = [&](Value &accumulator) {
    return accumulator ? accumulator : emit.splat(emit.constantF32(0.0f), 4);
  };
  size_t wide = countWide(element, a), i = 0;
  while (i < wide) {
    Value c = start(sum.wide);
    if (element.isBF16()) {
      sum.wide = emit.mfma16x16x32BF16(a[i], b[i], c);
      ++i;
    } else {
      sum.wide = emit.mfma16x16x128FP8(a[i], a[i + 1], b[i], b[i + 1], c);
      i += 2;
    }
  }
  for (; i < a.size(); ++i) {
    auto bytes = 4 * cast<VectorType>(a[i].getType()).getNumElements();
    for (unsigned half = 0; half < bytes / 8; ++half)
      sum.narrow = emit.mfma16x16x32FP8(a[i], b[i], half, start(sum.narrow));
  }
}

namespace {
struct QKPattern : KernelPattern<QKOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(QKOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<Sum> sums(kernel.blocksPerWave());
    for (auto [i, key, query] :
         llvm::enumerate(op.getKeys(), op.getQueries())) {
      SmallVector<Value> keys = operandOf(emit, key, adaptor.getKeys()[i]);
      SmallVector<Value> queries =
          operandOf(emit, query, adaptor.getQueries()[i]);
      size_t perBlock = keys.size() / sums.size();
      for (auto [block, sum] : llvm::enumerate(sums))
        accumulate(emit, elementTypeOf(key),
                   ArrayRef(keys).slice(block * perBlock, perBlock), queries,
                   sum);
    }
    SmallVector<Value> scores;
    for (const Sum &sum : sums)
      scores.push_back(sum.total(emit));
    rewriter.replaceOpWithMultiple(op, {scores});
    return success();
  }

private:
  SmallVector<Value> operandOf(Emitter &emit, Value tile,
                               ValueRange converted) const {
    auto type = dyn_cast<SharedType>(tile.getType());
    if (!type)
      return SmallVector<Value>(converted);
    Value shared = converted.front();
    return type.isRowMajor()
               ? readRows(emit, shared, placeOf(tile), type.getRowBytes())
               : readLanes(emit, shared,
                           type.getRowCount() * type.getRowBytes() / 1024);
  }

  /// The wave's own rows: lane (n, g) reads 16 bytes of every 64 of row n of a
  /// block.
  SmallVector<Value> readRows(Emitter &emit, Value shared, PlaceAttr place,
                              int64_t rowBytes) const {
    Value ofWave =
        emit.mul(kernel.wave, kernel.blocksPerWave() * place.getBlock());
    Value ofLane = emit.add(emit.mul(kernel.n, place.getPitch()),
                            emit.shiftLeft(kernel.g, 4));
    Value address = emit.offset(shared, emit.add(ofWave, ofLane));
    SmallVector<Value> operands;
    for (int64_t block = 0; block < kernel.blocksPerWave(); ++block)
      for (int64_t byte = 0; byte < rowBytes; byte += 64)
        operands.push_back(emit.load(
            emit.registers4(),
            emit.offset(address, block * place.getBlock() + byte), 16));
    return operands;
  }

  SmallVector<Value> readLanes(Emitter &emit, Value shared,
                               int64_t count) const {
    Value address = emit.offset(shared, emit.shiftLeft(kernel.lane, 4));
    SmallVector<Value> operands;
    for (int64_t i = 0; i < count; ++i)
      operands.push_back(
          emit.load(emit.registers4(), emit.offset(address, 1024 * i), 16));
    return operands;
  }
};

struct PVPattern : KernelPattern<PVOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PVOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<Value> output(adaptor.getOutput());
    size_t count = output.size() / op.getParts();
    MutableArrayRef<Value> part =
        MutableArrayRef(output).slice(op.getPart() * count, count);
    if (isa<SharedType>(op.getValues().getType()))
      accumulateFromLDS(emit, adaptor.getValues().front(),
                        placeOf(op.getValues()),
                        adaptor.getProbabilities().front().front(), part);
    else
      accumulateFromRegisters(emit, elementTypeOf(op.getValues()),
                              adaptor.getValues(), adaptor.getProbabilities(),
                              part);
    rewriter.replaceOpWithMultiple(op, {output});
    return success();
  }

private:
  /// bf16 V, row-major, and bf16 P in layout keys, 32 keys at a time: V is too
  /// large to be in registers as a whole.
  void accumulateFromLDS(Emitter &emit, Value shared, PlaceAttr place,
                         Value sharedProbabilities,
                         MutableArrayRef<Value> output) const {
    // Lanes 4j .. 4j + 3 of a group address row j of 4: keys 4g + j of a block.
    Value row =
        emit.add(emit.shiftLeft(kernel.g, 2), emit.shiftRight(kernel.n, 2));
    Value column = emit.add(emit.mul(kernel.wave, 2 * kernel.valuesPerWave()),
                            emit.shiftLeft(emit.bitAnd(kernel.n, 3), 3));
    Value values =
        emit.offset(shared, emit.add(emit.mul(row, place.getPitch()), column));
    Value probabilities =
        emit.offset(sharedProbabilities, emit.shiftLeft(kernel.lane, 4));
    for (int64_t pair = 0; pair < kernel.spec.keyTile / 32; ++pair) {
      Value p = emit.load(emit.registers4(),
                          emit.offset(probabilities, 1024 * pair), 16);
      for (auto [i, block] : llvm::enumerate(output)) {
        Value first = emit.transposedRead16(
            emit.offset(values, 2 * pair * place.getBlock() + 32 * i));
        Value second = emit.transposedRead16(
            emit.offset(values, (2 * pair + 1) * place.getBlock() + 32 * i));
        Value v =
            emit.vectorOf({emit.element(first, 0), emit.element(first, 1),
                           emit.element(second, 0), emit.element(second, 1)});
        block = emit.mfma16x16x32BF16(v, p, block);
      }
    }
  }

  /// Both in layout keys or own_keys. Two 8-bit terms of P are one contraction
  /// twice as long, [V | V] . [hi ; lo].
  void accumulateFromRegisters(Emitter &emit, Type element, ValueRange values,
                               ArrayRef<ValueRange> terms,
                               MutableArrayRef<Value> output) const {
    size_t perBlock = values.size() / output.size();
    for (auto [i, block] : llvm::enumerate(output)) {
      SmallVector<Value> v, p;
      for (ValueRange term : terms) {
        llvm::append_range(v, values.slice(i * perBlock, perBlock));
        llvm::append_range(p, term);
      }
      Sum sum;
      (countWide(element, v) ? sum.wide : sum.narrow) = block;
      accumulate(emit, element, v, p, sum);
      block = sum.total(emit);
    }
  }
};

struct FoldPattern : KernelPattern<FoldOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(FoldOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<Value> results;
    for (Value block : adaptor.getSource()) {
      SmallVector<Value> sums;
      for (int64_t r = 0; r < 4; ++r)
        sums.push_back(emit.addF(emit.element(block, r),
                                 emit.rotateRowsBy8(emit.element(block, r))));
      results.push_back(emit.vectorOf(sums));
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
};
} // namespace

void spmla::populateDotPatterns(const TypeConverter &converter,
                                KernelContext &kernel,
                                RewritePatternSet &patterns) {
  patterns.add<FoldPattern, PVPattern, QKPattern>(converter, kernel);
}
