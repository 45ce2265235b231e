//===- QueryPatterns.cpp - q, its scale and its terms ---------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spmla;

namespace {
struct LoadQPattern : KernelPattern<LoadQOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(LoadQOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    TileType type = op.getResult().getType();
    int64_t columnBytes = type.getElementType().getIntOrFloatBitWidth() / 8;
    // A program of 8 heads has them twice. Heads past the count repeat the last
    // one: nothing beyond q is read.
    Value lastHead = emit.add(kernel.argument(Argument::heads), -1);
    Value head = arith::MinSIOp::create(emit, headOf(emit, kernel), lastHead);
    Value elements =
        emit.add(emit.mul(emit.extend64(kernel.query),
                          kernel.argument(Argument::q_query_stride)),
                 emit.mul(emit.extend64(head),
                          kernel.argument(Argument::q_head_stride)));
    Value row = emit.offset(kernel.argument(Argument::q),
                            emit.mul(elements, emit.constant64(columnBytes)));

    int64_t run = type.getLayout() == Layout::Operand16 ? 16 : 8;
    Value ofGroup =
        emit.offset(row, emit.extend64(emit.mul(kernel.g, run * columnBytes)));
    SmallVector<Value> loaded;
    // Four groups hold a run each; a run is run * columnBytes / 16 registers.
    for (int64_t column = 0; column < type.getColumns(); column += 4 * run)
      for (int64_t byte = 0; byte < run * columnBytes; byte += 16)
        loaded.push_back(emit.load(
            emit.registers4(),
            emit.offset(ofGroup,
                        (op.getFirstColumn() + column) * columnBytes + byte),
            4));
    rewriter.replaceOpWithMultiple(op, {loaded});
    return success();
  }
};

struct ScoreScalePattern : KernelPattern<ScoreScaleOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ScoreScaleOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value ofDevice = emit.mulF(kernel.kvScale, kernel.qScale);
    rewriter.replaceOp(
        op, emit.mulF(kernel.argument(Argument::score_scale), ofDevice));
    return success();
  }
};

struct EncodeQPattern : KernelPattern<EncodeQOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(EncodeQOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<SmallVector<Value>> parts;
    for (ValueRange part : adaptor.getParts())
      parts.push_back(widened(emit, part));
    Value exponent = largestExponent(emit, parts);
    // Brings the largest value to [128, 256).
    Value up = powerOfTwo(
        emit, emit.sub(emit.constant(2 * exponentBias + 7), exponent));
    Value down = powerOfTwo(emit, emit.add(exponent, -7));

    SmallVector<SmallVector<Value>> results(op.getTerms().size());
    for (auto [i, part] : llvm::enumerate(parts))
      encode(emit, op, part, up, results, i);
    results.push_back({emit.mulF(adaptor.getScale().front(), down)});
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  static constexpr int32_t exponentBias = 127;

  /// bf16 pairs as f32 values.
  static SmallVector<Value> widened(Emitter &emit, ValueRange registers) {
    SmallVector<Value> values;
    for (Value four : registers)
      for (int64_t word = 0; word < 4; ++word) {
        Value pair = emit.element(four, word);
        values.push_back(emit.bitcast(emit.f32(), emit.shiftLeft(pair, 16)));
        values.push_back(emit.bitcast(
            emit.f32(), emit.bitAnd(pair, static_cast<int32_t>(0xffff0000))));
      }
    return values;
  }

  /// Biased exponent of the head's largest magnitude, kept so far from the ends
  /// that both powers of two below are normal.
  Value largestExponent(Emitter &emit,
                        ArrayRef<SmallVector<Value>> parts) const {
    Value largest = emit.constantF32(0.0f);
    for (const SmallVector<Value> &part : parts)
      for (Value value : part)
        largest = emit.maximum(largest, LLVM::FAbsOp::create(emit, value));
    largest = emit.reduceOverGroups(
        largest, [&](Value a, Value b) { return emit.maximum(a, b); });
    Value exponent = emit.shiftRight(emit.bitcast(emit.i32(), largest), 23);
    exponent = arith::MaxSIOp::create(emit, exponent, emit.constant(64));
    return arith::MinSIOp::create(emit, exponent, emit.constant(190));
  }

  static Value powerOfTwo(Emitter &emit, Value biasedExponent) {
    return emit.bitcast(emit.f32(), emit.shiftLeft(biasedExponent, 23));
  }

  /// Sixteen values of a part make one register of each term.
  void encode(Emitter &emit, EncodeQOp op, ArrayRef<Value> part, Value up,
              MutableArrayRef<SmallVector<Value>> results, size_t index) const {
    size_t parts = op.getParts().size();
    bool hasSecond = op.getTerms().size() == 2 * parts;
    for (size_t first = 0; first < part.size(); first += 16) {
      SmallVector<Value> hi, lo;
      for (size_t i = first; i < first + 16; i += 4) {
        SmallVector<Value> values =
            llvm::map_to_vector(part.slice(i, 4), [&](Value value) {
              return emit.mulF(value, up);
            });
        Value word = emit.fourToFP8(values);
        if (hasSecond || op.getSplit())
          lo.push_back(emit.fourToFP8(emit.remainders(values, word)));
        hi.push_back(op.getSplit() ? selectTerm(emit, kernel, word, lo.back())
                                   : word);
      }
      results[index].push_back(emit.vectorOf(hi));
      if (hasSecond)
        results[index + parts].push_back(emit.vectorOf(lo));
    }
  }
};
} // namespace

void spmla::populateQueryPatterns(const TypeConverter &converter,
                                  KernelContext &kernel,
                                  RewritePatternSet &patterns) {
  patterns.add<EncodeQPattern, LoadQPattern, ScoreScalePattern>(converter,
                                                                kernel);
}
