//===- DotPatterns.cpp - QK and PV ----------------------------------------===//

#include "KernelContext.h"

using namespace mlir;
using namespace spmla;

static int64_t pitchOf(Value shared) {
  return shared.getDefiningOp<SharedOp>().getPlace()->getPitch();
}

namespace {
struct QKPattern : KernelPattern<QKOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(QKOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value scores = emit.splat(emit.constantF32(0.0f), 4);
    for (auto [key, registers, query] : llvm::zip_equal(
             op.getKeys(), adaptor.getKeys(), adaptor.getQueries())) {
      SmallVector<Value> keys(registers);
      if (auto type = dyn_cast<SharedType>(key.getType()))
        keys =
            readRows(emit, registers.front(), pitchOf(key), type.getColumns());
      for (auto [k, q] : llvm::zip_equal(keys, query))
        scores = emit.mfma16x16x32BF16(k, q, scores);
    }
    rewriter.replaceOp(op, scores);
    return success();
  }

private:
  /// The wave's own sixteen rows as operands: lane (n, g) reads 16 bytes of
  /// every 64 of row n.
  SmallVector<Value> readRows(Emitter &emit, Value shared, int64_t pitch,
                              int64_t columns) const {
    Value row = emit.add(emit.mul(kernel.wave, kernel.keysPerWave()), kernel.n);
    Value address = emit.offset(
        shared, emit.add(emit.mul(row, pitch), emit.shiftLeft(kernel.g, 4)));
    SmallVector<Value> operands;
    for (int64_t byte = 0; byte < 2 * columns; byte += 64)
      operands.push_back(
          emit.load(emit.registers4(), emit.offset(address, byte), 16));
    return operands;
  }
};

/// The contracted index of an MFMA may be enumerated at will, as long as both
/// operands do it alike. Here element e of lane (n, g) is key 4g + e of the
/// first sixteen keys (e < 4) or 4g + e - 4 of the second: that is how QK left
/// the probabilities, so they need no shuffle.
struct PVPattern : KernelPattern<PVOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PVOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    int64_t pitch = pitchOf(op.getValues());
    Value row =
        emit.add(emit.shiftLeft(kernel.g, 2), emit.shiftRight(kernel.n, 2));
    Value column = emit.add(emit.mul(kernel.wave, 2 * kernel.valuesPerWave()),
                            emit.shiftLeft(emit.bitAnd(kernel.n, 3), 3));
    Value values = emit.offset(adaptor.getValues().front(),
                               emit.add(emit.mul(row, pitch), column));
    Value probabilities = emit.offset(adaptor.getProbabilities().front(),
                                      emit.shiftLeft(kernel.lane, 4));

    SmallVector<Value> output(adaptor.getOutput());
    for (int64_t keys = 0; keys < kernel.spec.keyTile; keys += 32) {
      Value p = emit.load(emit.registers4(),
                          emit.offset(probabilities, keys / 32 * 1024), 16);
      for (auto [i, block] : llvm::enumerate(output)) {
        Value first =
            emit.transposedRead16(emit.offset(values, keys * pitch + 32 * i));
        Value second = emit.transposedRead16(
            emit.offset(values, (keys + 16) * pitch + 32 * i));
        Value v =
            emit.vectorOf({emit.element(first, 0), emit.element(first, 1),
                           emit.element(second, 0), emit.element(second, 1)});
        block = emit.mfma16x16x32BF16(v, p, block);
      }
    }
    rewriter.replaceOpWithMultiple(op, {output});
    return success();
  }
};
} // namespace

void spmla::populateDotPatterns(const TypeConverter &converter,
                                KernelContext &kernel,
                                RewritePatternSet &patterns) {
  patterns.add<PVPattern, QKPattern>(converter, kernel);
}
