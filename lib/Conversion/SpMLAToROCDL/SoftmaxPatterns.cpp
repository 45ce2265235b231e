//===- SoftmaxPatterns.cpp - State, mask, published probabilities ---------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <limits>

using namespace mlir;
using namespace spmla;

/// How probabilities of a kernel are scaled. They are 2^bias at the reference's
/// maximum: e4m3 loses small ones below 2^-10, so they are kept near the top of
/// its range. A maximum may outgrow the reference by 2^headroom before the output
/// is rescaled: 2^(4 + 4) < 448 for e4m3, while bf16 keeps its precision anywhere.
struct ProbabilityScale {
  float bias, headroom;
};
static ProbabilityScale probabilityScale(const KernelSpec &spec) {
  ProbabilityScale scale = spec.probabilities == Probabilities::bf16 ? ProbabilityScale{0.0f, 8.0f}
                                                                     : ProbabilityScale{4.0f, 4.0f};
  if (spec.maxima == Maxima::exact)
    scale.headroom = 0.0f;
  return scale;
}

// Weights of a branch that ordinary tiles do not take. LLVM places such blocks
// out of line, and the statistics leave them out.
static constexpr int32_t coldWeights[] = {1, 1000};

static Value maximumOf4(Emitter &emit, Value vector) {
  return emit.maximum(
      emit.maximum(emit.element(vector, 0), emit.element(vector, 1)),
      emit.maximum(emit.element(vector, 2), emit.element(vector, 3)));
}

/// 2^(scores * scale - reference).
static Value probabilitiesOf(Emitter &emit, Value scores, Value scale,
                             Value reference) {
  Value minusReference = emit.negF(reference);
  SmallVector<Value> results;
  for (int64_t r = 0; r < 4; ++r)
    results.push_back(
        emit.exp2(emit.fma(emit.element(scores, r), scale, minusReference)));
  return emit.vectorOf(results);
}

/// Encodes this wave's probabilities and stores them in layout keys, one tile per
/// term. A wave holds one block of sixteen keys of every lane's run.
static void storeProbabilities(Emitter &emit, const KernelContext &kernel, Value probabilities, ValueRange shared) {
  int64_t elementBytes = kernel.spec.probabilities == Probabilities::bf16 ? 2 : 1;
  // Four keys of a block; sixteen bytes hold as many blocks as fit.
  int64_t blockBytes = 4 * elementBytes, blocks = 16 / blockBytes;
  Value piece = emit.mul(emit.shiftRight(kernel.wave, llvm::Log2_64(blocks)), 1024);
  Value inPiece = emit.mul(emit.bitAnd(kernel.wave, blocks - 1), blockBytes);
  Value ofLane = emit.add(emit.add(piece, inPiece), emit.shiftLeft(kernel.lane, 4));
  auto store = [&](Value value, Value tile) { emit.store(value, emit.offset(tile, ofLane), blockBytes); };
  if (elementBytes == 2)
    return store(emit.fourToBF16(probabilities), shared.front());

  SmallVector<Value> values;
  for (int64_t r = 0; r < 4; ++r)
    values.push_back(emit.element(probabilities, r));
  Value hi = emit.fourToFP8(values);
  if (kernel.spec.probabilities == Probabilities::e4m3)
    return store(hi, shared.front());
  Value lo = emit.fourToFP8(emit.remainders(values, hi));
  if (shared.size() == 1) // the terms of 8 heads lie in the two halves of the columns
    return store(selectTerm(emit, kernel, hi, lo), shared.front());
  store(hi, shared[0]);
  store(lo, shared[1]);
}

static Value isNotZero(Emitter &emit, Value mask) {
  return arith::CmpIOp::create(emit, arith::CmpIPredicate::ne, mask,
                               emit.constant64(0));
}

static SmallVector<Value> firstOfEach(ArrayRef<ValueRange> groups) {
  return llvm::map_to_vector(groups, [](ValueRange group) -> Value { return group.front(); });
}

namespace {
struct InitStatePattern : KernelPattern<InitStateOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(InitStateOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    SmallVector<Type> blocks;
    if (failed(
            getTypeConverter()->convertType(op.getOutput().getType(), blocks)))
      return failure();
    Value least = emit.constantF32(std::numeric_limits<float>::lowest());
    Value zero = emit.constantF32(0.0f);
    SmallVector<Value> output(blocks.size(), emit.splat(zero, 4));
    SmallVector<SmallVector<Value>> results = {{least}, {zero}, output};
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

struct MaskPattern : KernelPattern<MaskOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MaskOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value scores = adaptor.getScores().front(), invalid = adaptor.getRows()[1];
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Value masked = after->addArgument(scores.getType(), op.getLoc());
    Block *cold = rewriter.createBlock(after);

    // Bit n of the mask is key n; this lane's scores are keys 4g .. 4g + 3.
    emit.setInsertionPointToStart(cold);
    Value mine =
        emit.shiftRight(emit.truncate32(invalid), emit.shiftLeft(kernel.g, 2));
    Value minusInfinity =
        emit.constantF32(-std::numeric_limits<float>::infinity());
    SmallVector<Value> results;
    for (int64_t r = 0; r < 4; ++r) {
      Value isInvalid =
          arith::CmpIOp::create(emit, arith::CmpIPredicate::ne,
                                emit.bitAnd(mine, 1 << r), emit.constant(0));
      results.push_back(arith::SelectOp::create(emit, isInvalid, minusInfinity,
                                                emit.element(scores, r)));
    }
    cf::BranchOp::create(emit, after, emit.vectorOf(results));

    emit.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(emit, isNotZero(emit, invalid), cold, ValueRange(),
                             after, scores,
                             emit.getDenseI32ArrayAttr(coldWeights));
    rewriter.replaceOp(op, masked);
    return success();
  }
};

struct PublishPattern : KernelPattern<PublishOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PublishOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value scores = adaptor.getScores().front(),
          scale = adaptor.getScale().front();
    Value maximum =
        emit.reduceOverGroups(maximumOf4(emit, scores), [&](Value a, Value b) {
          return emit.maximum(a, b);
        });
    int64_t pitch = placeOf(op.getSharedMaxima()).getPitch();
    Value ofHead =
        emit.add(emit.mul(kernel.n, pitch), emit.shiftLeft(kernel.wave, 2));
    emit.store(emit.mulF(maximum, scale),
               emit.offset(adaptor.getSharedMaxima().front(), ofHead), 4);

    Value probabilities =
        probabilitiesOf(emit, scores, scale, adaptor.getReference().front());
    storeProbabilities(emit, kernel, probabilities, firstOfEach(adaptor.getSharedProbabilities()));
    rewriter.replaceOp(op, probabilities);
    return success();
  }
};

struct RereferencePattern : KernelPattern<RereferenceOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(RereferenceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value reference = adaptor.getReference().front(),
          sum = adaptor.getSum().front();
    Value probabilities = adaptor.getProbabilities().front();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Block *cold = rewriter.createBlock(after);

    // The state and the probabilities meet in `after`.
    SmallVector<Value> stay = {reference, sum, probabilities};
    llvm::append_range(stay, adaptor.getOutput());
    for (Value value : stay)
      after->addArgument(value.getType(), op.getLoc());

    emit.setInsertionPointToEnd(before);
    int64_t pitch = placeOf(op.getSharedMaxima()).getPitch();
    Value ofHead = emit.offset(adaptor.getSharedMaxima().front(),
                               emit.mul(kernel.n, pitch));
    Value maximum =
        maximumOf4(emit, emit.load(emit.accumulator4(), ofHead, 16));
    ProbabilityScale scale = probabilityScale(kernel.spec);
    Value bound = emit.addF(reference, emit.constantF32(scale.bias + scale.headroom));
    Value outgrown =
        arith::CmpFOp::create(emit, arith::CmpFPredicate::OGT, maximum, bound);
    cf::CondBranchOp::create(emit, isNotZero(emit, emit.ballot(outgrown)), cold,
                             ValueRange(), after, stay,
                             emit.getDenseI32ArrayAttr(coldWeights));

    emit.setInsertionPointToStart(cold);
    Value newReference = emit.maximum(reference, emit.addF(maximum, emit.constantF32(-scale.bias)));
    Value shrink = emit.exp2(emit.addF(reference, emit.negF(newReference)));
    Value recomputed =
        probabilitiesOf(emit, adaptor.getScores().front(),
                        adaptor.getScale().front(), newReference);
    // Nobody has read this tile's probabilities yet: readers are behind the
    // barrier below, which all waves take together.
    storeProbabilities(emit, kernel, recomputed, firstOfEach(adaptor.getSharedProbabilities()));
    SmallVector<Value> moved = {newReference, emit.mulF(sum, shrink),
                                recomputed};
    for (Value block : adaptor.getOutput())
      moved.push_back(emit.mulF(block, emit.splat(shrink, 4)));
    emit.barrier();
    cf::BranchOp::create(emit, after, moved);

    // Only now: a probability relative to an outgrown reference may be
    // infinite.
    emit.setInsertionPointToStart(after);
    ValueRange arguments = after->getArguments();
    Value p = arguments[2];
    Value ofTile = emit.addF(emit.addF(emit.element(p, 0), emit.element(p, 1)),
                             emit.addF(emit.element(p, 2), emit.element(p, 3)));
    SmallVector<SmallVector<Value>> results = {
        {arguments[0]},
        {emit.addF(arguments[1], ofTile)},
        SmallVector<Value>(arguments.drop_front(3))};
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};
} // namespace

void spmla::populateSoftmaxPatterns(const TypeConverter &converter,
                                    KernelContext &kernel,
                                    RewritePatternSet &patterns) {
  patterns
      .add<InitStatePattern, MaskPattern, PublishPattern, RereferencePattern>(
          converter, kernel);
}
