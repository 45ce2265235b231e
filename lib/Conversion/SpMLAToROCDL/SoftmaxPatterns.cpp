//===- SoftmaxPatterns.cpp - State, mask, published probabilities ---------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <limits>

using namespace mlir;
using namespace spmla;

// A maximum may outgrow the reference by this many powers of two before the
// output is rescaled: bf16 probabilities keep their precision up to 2^8 and far
// beyond, and so does the f32 sum.
static constexpr float lazyThreshold = 8.0f;

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

/// Stores this wave's probabilities where `pv` reads them: Layout::Accumulator
/// in LDS.
static void storeProbabilities(Emitter &emit, const KernelContext &kernel,
                               Value probabilities, Value shared) {
  Value ofPair = emit.shiftLeft(emit.shiftRight(kernel.wave, 1), 10);
  Value ofWave =
      emit.add(ofPair, emit.shiftLeft(emit.bitAnd(kernel.wave, 1), 3));
  Value address =
      emit.offset(shared, emit.add(ofWave, emit.shiftLeft(kernel.lane, 4)));
  emit.store(emit.fourToBF16(probabilities), address, 8);
}

static Value isNotZero(Emitter &emit, Value mask) {
  return arith::CmpIOp::create(emit, arith::CmpIPredicate::ne, mask,
                               emit.constant64(0));
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
    int64_t pitch =
        op.getSharedMaxima().getDefiningOp<SharedOp>().getPlace()->getPitch();
    Value ofHead =
        emit.add(emit.mul(kernel.n, pitch), emit.shiftLeft(kernel.wave, 2));
    emit.store(emit.mulF(maximum, scale),
               emit.offset(adaptor.getSharedMaxima().front(), ofHead), 4);

    Value probabilities =
        probabilitiesOf(emit, scores, scale, adaptor.getReference().front());
    storeProbabilities(emit, kernel, probabilities,
                       adaptor.getSharedProbabilities().front());
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
    int64_t pitch =
        op.getSharedMaxima().getDefiningOp<SharedOp>().getPlace()->getPitch();
    Value ofHead = emit.offset(adaptor.getSharedMaxima().front(),
                               emit.mul(kernel.n, pitch));
    Value maximum =
        maximumOf4(emit, emit.load(emit.accumulator4(), ofHead, 16));
    Value bound = emit.addF(reference, emit.constantF32(lazyThreshold));
    Value outgrown =
        arith::CmpFOp::create(emit, arith::CmpFPredicate::OGT, maximum, bound);
    cf::CondBranchOp::create(emit, isNotZero(emit, emit.ballot(outgrown)), cold,
                             ValueRange(), after, stay,
                             emit.getDenseI32ArrayAttr(coldWeights));

    emit.setInsertionPointToStart(cold);
    Value newReference = emit.maximum(reference, maximum);
    Value shrink = emit.exp2(emit.addF(reference, emit.negF(newReference)));
    Value recomputed =
        probabilitiesOf(emit, adaptor.getScores().front(),
                        adaptor.getScale().front(), newReference);
    // Nobody has read this tile's probabilities yet: readers are behind the
    // barrier below, which all waves take together.
    storeProbabilities(emit, kernel, recomputed,
                       adaptor.getSharedProbabilities().front());
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
