//===- SoftmaxPatterns.cpp - State, mask, published probabilities ---------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <limits>

using namespace mlir;
using namespace spmla;

/// How probabilities of a kernel are scaled. They are 2^bias at the reference's
/// maximum: e4m3 loses small ones below 2^-10, so they are kept near the top of
/// its range. A maximum may outgrow the reference by 2^headroom before the
/// output is rescaled: 2^(4 + 4) < 448 for e4m3, while bf16 keeps its precision
/// anywhere.
struct ProbabilityScale {
  float bias, headroom;
};
static ProbabilityScale probabilityScale(const KernelSpec &spec) {
  ProbabilityScale scale = spec.probabilities == Probabilities::bf16
                               ? ProbabilityScale{0.0f, 8.0f}
                               : ProbabilityScale{4.0f, 4.0f};
  if (spec.maxima == Maxima::exact)
    scale.headroom = 0.0f;
  return scale;
}

// Weights of a branch that ordinary tiles do not take. LLVM places such blocks
// out of line, and the statistics leave out what is taken once in 1000 times or
// less; two such branches that LLVM folds into one are still below that.
static constexpr int32_t coldWeights[] = {1, 10000};

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

/// Four probabilities as one or two words of e4m3 codes.
static SmallVector<Value> encodeFP8(Emitter &emit, Value probabilities,
                                    bool hasSecond) {
  SmallVector<Value> values;
  for (int64_t r = 0; r < 4; ++r)
    values.push_back(emit.element(probabilities, r));
  SmallVector<Value> terms = {emit.fourToFP8(values)};
  if (hasSecond)
    terms.push_back(emit.fourToFP8(emit.remainders(values, terms.front())));
  return terms;
}

/// Encodes this wave's probabilities and stores them in layout keys, one tile
/// per term. A wave holds one block of sixteen keys of every lane's run.
static void storeProbabilities(Emitter &emit, const KernelContext &kernel,
                               Value probabilities, ValueRange shared) {
  int64_t elementBytes =
      kernel.spec.probabilities == Probabilities::bf16 ? 2 : 1;
  // Four keys of a block; sixteen bytes hold as many blocks as fit.
  int64_t blockBytes = 4 * elementBytes, blocks = 16 / blockBytes;
  Value piece =
      emit.mul(emit.shiftRight(kernel.wave, llvm::Log2_64(blocks)), 1024);
  Value inPiece = emit.mul(emit.bitAnd(kernel.wave, blocks - 1), blockBytes);
  Value ofLane =
      emit.add(emit.add(piece, inPiece), emit.shiftLeft(kernel.lane, 4));
  auto store = [&](Value value, Value tile) {
    emit.store(value, emit.offset(tile, ofLane), blockBytes);
  };
  if (elementBytes == 2)
    return store(emit.fourToBF16(probabilities), shared.front());

  SmallVector<Value> terms = encodeFP8(
      emit, probabilities, kernel.spec.probabilities == Probabilities::e4m3x2);
  if (terms.size() >
      shared
          .size()) // the terms of 8 heads lie in the two halves of the columns
    terms = {selectTerm(emit, kernel, terms[0], terms[1])};
  for (auto [term, tile] : llvm::zip_equal(terms, shared))
    store(term, tile);
}

static Value isNotZero(Emitter &emit, Value mask) {
  return arith::CmpIOp::create(emit, arith::CmpIPredicate::ne, mask,
                               emit.constant64(0));
}

static SmallVector<Value> firstOfEach(ArrayRef<ValueRange> groups) {
  return llvm::map_to_vector(
      groups, [](ValueRange group) -> Value { return group.front(); });
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
    ValueRange scores = adaptor.getScores(),
               masks = adaptor.getRows().drop_front(kernel.blocksPerWave());
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    for (Value score : scores)
      after->addArgument(score.getType(), op.getLoc());
    Block *cold = rewriter.createBlock(after);

    emit.setInsertionPointToStart(cold);
    SmallVector<Value> masked;
    for (auto [score, mask] : llvm::zip_equal(scores, masks))
      masked.push_back(maskBlock(emit, score, mask));
    cf::BranchOp::create(emit, after, masked);

    emit.setInsertionPointToEnd(before);
    Value any = masks.front();
    for (Value mask : masks.drop_front())
      any = arith::OrIOp::create(emit, any, mask);
    cf::CondBranchOp::create(emit, isNotZero(emit, any), cold, ValueRange(),
                             after, scores,
                             emit.getDenseI32ArrayAttr(coldWeights));
    rewriter.replaceOpWithMultiple(op, {after->getArguments()});
    return success();
  }

private:
  /// Bit n of the mask is key n; this lane's scores are keys 4g .. 4g + 3.
  Value maskBlock(Emitter &emit, Value scores, Value mask) const {
    Value mine =
        emit.shiftRight(emit.truncate32(mask), emit.shiftLeft(kernel.g, 2));
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
    return emit.vectorOf(results);
  }
};

/// Where a wave has its own keys, no other wave has a say in its reference.
struct OnlineSoftmaxPattern : KernelPattern<OnlineSoftmaxOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(OnlineSoftmaxOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    ValueRange scores = adaptor.getScores();
    Value scale = adaptor.getScale().front(),
          reference = adaptor.getReference().front();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Block *cold = rewriter.createBlock(after);

    emit.setInsertionPointToEnd(before);
    ProbabilityScale bounds = probabilityScale(kernel.spec);
    SmallVector<Value> stay = exponentsOf(emit, scores, scale, reference);
    // Every lane looks at its own keys only; the lanes of a head agree in the
    // cold block.
    Value bound = emit.constantF32(bounds.bias + bounds.headroom);
    Value outgrown = arith::CmpFOp::create(emit, arith::CmpFPredicate::OGT,
                                           maximumOf(emit, stay), bound);
    size_t exponents = stay.size();
    stay.append({reference, adaptor.getSum().front()});
    llvm::append_range(stay, adaptor.getOutput());
    for (Value value : stay)
      after->addArgument(value.getType(), op.getLoc());
    cf::CondBranchOp::create(emit, isNotZero(emit, emit.ballot(outgrown)), cold,
                             ValueRange(), after, stay,
                             emit.getDenseI32ArrayAttr(coldWeights));

    emit.setInsertionPointToStart(cold);
    SmallVector<Value> elements = elementsOf(emit, scores);
    Value maximum = emit.reduceOverGroups(
        emit.mulF(maximumOf(emit, elements), scale),
        [&](Value a, Value b) { return emit.maximum(a, b); });
    Value newReference = emit.maximum(
        reference, emit.addF(maximum, emit.constantF32(-bounds.bias)));
    Value shrink = emit.exp2(emit.addF(reference, emit.negF(newReference)));
    SmallVector<Value> moved = exponentsOf(emit, scores, scale, newReference);
    moved.append({newReference, emit.mulF(adaptor.getSum().front(), shrink)});
    for (Value block : adaptor.getOutput())
      moved.push_back(emit.mulF(block, emit.splat(shrink, 4)));
    cf::BranchOp::create(emit, after, moved);

    emit.setInsertionPointToStart(after);
    ValueRange arguments = after->getArguments();
    SmallVector<Value> probabilities, sums;
    for (size_t i = 0; i < exponents; i += 4) {
      SmallVector<Value> four = llvm::map_to_vector(
          arguments.slice(i, 4), [&](Value x) { return emit.exp2(x); });
      sums.push_back(
          emit.addF(emit.addF(four[0], four[1]), emit.addF(four[2], four[3])));
      probabilities.push_back(emit.vectorOf(four));
    }
    Value sum = arguments[exponents + 1];
    Value ofTile = sums.front();
    for (Value other : ArrayRef(sums).drop_front())
      ofTile = emit.addF(ofTile, other);
    SmallVector<SmallVector<Value>> results = {
        probabilities,
        {arguments[exponents]},
        {emit.addF(sum, ofTile)},
        SmallVector<Value>(arguments.drop_front(exponents + 2))};
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  static SmallVector<Value> elementsOf(Emitter &emit, ValueRange blocks) {
    SmallVector<Value> elements;
    for (Value block : blocks)
      for (int64_t r = 0; r < 4; ++r)
        elements.push_back(emit.element(block, r));
    return elements;
  }
  static SmallVector<Value> exponentsOf(Emitter &emit, ValueRange scores,
                                        Value scale, Value reference) {
    Value minusReference = emit.negF(reference);
    return llvm::map_to_vector(elementsOf(emit, scores), [&](Value score) {
      return emit.fma(score, scale, minusReference);
    });
  }
  static Value maximumOf(Emitter &emit, ArrayRef<Value> values) {
    Value maximum = values.front();
    for (Value value : values.drop_front())
      maximum = emit.maximum(maximum, value);
    return maximum;
  }
};

struct EncodePattern : KernelPattern<EncodeOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(EncodeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    bool hasSecond = op.getTerms().size() == 2 || op.getSplit();
    SmallVector<SmallVector<Value>> words(op.getTerms().size());
    for (Value block : adaptor.getProbabilities()) {
      SmallVector<Value> terms = encodeFP8(emit, block, hasSecond);
      if (op.getSplit())
        terms = {selectTerm(emit, kernel, terms[0], terms[1])};
      for (auto [list, term] : llvm::zip_equal(words, terms))
        list.push_back(term);
    }
    SmallVector<SmallVector<Value>> results;
    for (ArrayRef<Value> term : words)
      results.push_back({emit.vectorOf(term)});
    rewriter.replaceOpWithMultiple(op, std::move(results));
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
    storeProbabilities(emit, kernel, probabilities,
                       firstOfEach(adaptor.getSharedProbabilities()));
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
    Value bound =
        emit.addF(reference, emit.constantF32(scale.bias + scale.headroom));
    Value outgrown =
        arith::CmpFOp::create(emit, arith::CmpFPredicate::OGT, maximum, bound);
    cf::CondBranchOp::create(emit, isNotZero(emit, emit.ballot(outgrown)), cold,
                             ValueRange(), after, stay,
                             emit.getDenseI32ArrayAttr(coldWeights));

    emit.setInsertionPointToStart(cold);
    Value newReference = emit.maximum(
        reference, emit.addF(maximum, emit.constantF32(-scale.bias)));
    Value shrink = emit.exp2(emit.addF(reference, emit.negF(newReference)));
    Value recomputed =
        probabilitiesOf(emit, adaptor.getScores().front(),
                        adaptor.getScale().front(), newReference);
    // Nobody has read this tile's probabilities yet: readers are behind the
    // barrier below, which all waves take together.
    storeProbabilities(emit, kernel, recomputed,
                       firstOfEach(adaptor.getSharedProbabilities()));
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
  patterns.add<EncodePattern, InitStatePattern, MaskPattern,
               OnlineSoftmaxPattern, PublishPattern, RereferencePattern>(
      converter, kernel);
}
