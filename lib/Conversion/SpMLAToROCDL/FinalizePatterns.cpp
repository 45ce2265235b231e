//===- FinalizePatterns.cpp - Sums, division, stores ----------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <limits>

using namespace mlir;
using namespace spmla;

static constexpr float ln2 = 0.693147180559945309417f;

namespace {
struct FinalizePattern : KernelPattern<FinalizeOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(FinalizeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    Value sum = addUpSums(emit, op, adaptor);
    Value isEmpty = arith::CmpFOp::create(emit, arith::CmpFPredicate::OEQ, sum,
                                          emit.constantF32(0.0f));
    Value head = headOf(emit, kernel);
    Value exists = arith::CmpIOp::create(emit, arith::CmpIPredicate::slt, head,
                                         kernel.argument(Argument::heads));
    if (kernel.spec.programHeads < 16) {
      Value isFirst =
          arith::CmpIOp::create(emit, arith::CmpIPredicate::ult, kernel.n,
                                emit.constant(kernel.spec.programHeads));
      exists = arith::AndIOp::create(emit, exists, isFirst);
    }

    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Block *store = rewriter.createBlock(after);
    emit.setInsertionPointToEnd(before);
    cf::CondBranchOp::create(emit, exists, store, after);

    emit.setInsertionPointToStart(store);
    storeOutput(emit, adaptor.getOutput(), sum, isEmpty, head);
    storeLSE(emit, rewriter, after, adaptor.getReference().front(), sum,
             isEmpty, head);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// The sum over the lanes and waves of a head.
  Value addUpSums(Emitter &emit, FinalizeOp op, OneToNOpAdaptor adaptor) const {
    if (!op.getSharedSums())
      return adaptor.getSum().front();
    auto add = [&](Value a, Value b) { return emit.addF(a, b); };
    Value sum = emit.reduceOverGroups(adaptor.getSum().front(), add);
    int64_t pitch = placeOf(op.getSharedSums()).getPitch();
    Value ofHead =
        emit.offset(adaptor.getSharedSums().front(), emit.mul(kernel.n, pitch));
    emit.barrier();
    emit.store(sum, emit.offset(ofHead, emit.shiftLeft(kernel.wave, 2)), 4);
    emit.barrier();
    Value ofWaves = emit.load(emit.accumulator4(), ofHead, 16);
    return add(add(emit.element(ofWaves, 0), emit.element(ofWaves, 1)),
               add(emit.element(ofWaves, 2), emit.element(ofWaves, 3)));
  }

  /// Lane (n, g) holds columns 4g .. 4g + 3 of each block of sixteen.
  void storeOutput(Emitter &emit, ValueRange output, Value sum, Value isEmpty,
                   Value head) const {
    // NaN is not empty: it must reach the output.
    Value scale =
        emit.mulF(kernel.argument(Argument::value_scale), kernel.kvScale);
    Value factor =
        arith::SelectOp::create(emit, isEmpty, emit.constantF32(0.0f),
                                emit.mulF(scale, emit.reciprocal(sum)));
    Value elements =
        emit.add(emit.mul(emit.extend64(kernel.query),
                          kernel.argument(Argument::out_query_stride)),
                 emit.mul(emit.extend64(head),
                          kernel.argument(Argument::out_head_stride)));
    Value column = emit.add(emit.mul(kernel.wave, kernel.valuesPerWave()),
                            emit.shiftLeft(kernel.g, 2));
    elements = emit.add(elements, emit.extend64(column));
    bool isF32 = kernel.spec.output == Output::f32;
    int64_t elementBytes = isF32 ? 4 : 2;
    Value row = emit.offset(kernel.argument(Argument::out),
                            emit.mul(elements, emit.constant64(elementBytes)));
    for (auto [i, block] : llvm::enumerate(output)) {
      Value scaled = emit.mulF(block, emit.splat(factor, 4));
      emit.store(isF32 ? scaled : emit.fourToBF16(scaled),
                 emit.offset(row, 16 * elementBytes * i), elementBytes);
    }
  }

  /// One lane per head stores the LSE, where it is asked for; goes on in
  /// `after`.
  void storeLSE(Emitter &emit, ConversionPatternRewriter &rewriter,
                Block *after, Value reference, Value sum, Value isEmpty,
                Value head) const {
    Value pointer = kernel.argument(Argument::lse);
    Value isWanted =
        LLVM::ICmpOp::create(emit, LLVM::ICmpPredicate::ne, pointer,
                             LLVM::ZeroOp::create(emit, pointer.getType()));
    Value firstWave = arith::CmpIOp::create(emit, arith::CmpIPredicate::eq,
                                            kernel.wave, emit.constant(0));
    Value firstGroup = arith::CmpIOp::create(emit, arith::CmpIPredicate::eq,
                                             kernel.g, emit.constant(0));
    Block *wanted = rewriter.createBlock(after);
    Block *lane = rewriter.createBlock(after);
    emit.setInsertionPointToEnd(wanted->getPrevNode());
    cf::CondBranchOp::create(
        emit, arith::AndIOp::create(emit, isWanted, firstWave), wanted, after);
    emit.setInsertionPointToEnd(wanted);
    cf::CondBranchOp::create(emit, firstGroup, lane, after);

    emit.setInsertionPointToEnd(lane);
    Value natural =
        emit.mulF(emit.addF(reference, emit.log2(sum)), emit.constantF32(ln2));
    Value lse = arith::SelectOp::create(
        emit, isEmpty,
        emit.constantF32(-std::numeric_limits<float>::infinity()), natural);
    Value elements =
        emit.add(emit.mul(emit.extend64(kernel.query),
                          kernel.argument(Argument::lse_query_stride)),
                 emit.mul(emit.extend64(head),
                          kernel.argument(Argument::lse_head_stride)));
    emit.store(lse,
               emit.offset(pointer, emit.mul(elements, emit.constant64(4))), 4);
    cf::BranchOp::create(emit, after);
  }
};

/// Softmax states first, then the outputs: in each round every wave shows one
/// block of sixteen columns of each wave's share, and adds up what the others
/// show of its own. Rounds alternate between two slots, so that one barrier a
/// round is enough.
struct MergePattern : KernelPattern<MergeOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MergeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter emit(op.getLoc(), rewriter);
    int64_t waves = kernel.spec.waves;
    Value exchange = adaptor.getExchange().front();
    int64_t slotBytes = waves * waves * blockBytes;
    // No wave still reads what the loop kept in LDS.
    emit.barrier();
    State state =
        mergeStates(emit, emit.offset(exchange, slotBytes),
                    adaptor.getReference().front(), adaptor.getSum().front());

    ValueRange output = adaptor.getOutput();
    int64_t share = output.size() / waves;
    Value ofLane = emit.shiftLeft(kernel.lane, 4);
    SmallVector<Value> merged;
    for (int64_t round = 0; round < share; ++round) {
      Value slot =
          emit.offset(emit.offset(exchange, round % 2 * slotBytes), ofLane);
      Value shown =
          emit.offset(slot, emit.mul(kernel.wave, waves * blockBytes));
      for (int64_t wave = 0; wave < waves; ++wave)
        emit.store(emit.mulF(output[wave * share + round],
                             emit.splat(state.factor, 4)),
                   emit.offset(shown, wave * blockBytes), 16);
      emit.barrier();
      Value own = emit.offset(slot, emit.mul(kernel.wave, blockBytes));
      Value total;
      for (int64_t wave = 0; wave < waves; ++wave) {
        Value block =
            emit.load(emit.accumulator4(),
                      emit.offset(own, wave * waves * blockBytes), 16);
        total = total ? emit.addF(total, block) : block;
      }
      merged.push_back(total);
    }
    SmallVector<SmallVector<Value>> results = {
        {state.reference}, {state.sum}, merged};
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }

private:
  /// A 16x16 block of f32.
  static constexpr int64_t blockBytes = 1024;

  struct State {
    Value reference, sum;
    /// Brings this wave's output to the common reference.
    Value factor;
  };

  /// `shared`: (reference, sum) of each wave and head, 8 bytes each. It lies in
  /// the second slot, which the second round overwrites after another barrier.
  State mergeStates(Emitter &emit, Value shared, Value reference,
                    Value sum) const {
    int64_t waves = kernel.spec.waves;
    Type pair = VectorType::get({2}, emit.f32());
    sum = emit.reduceOverGroups(
        sum, [&](Value a, Value b) { return emit.addF(a, b); });
    Value ofHead = emit.offset(shared, emit.shiftLeft(kernel.n, 3));
    emit.store(emit.vectorOf({reference, sum}),
               emit.offset(ofHead, emit.shiftLeft(kernel.wave, 7)), 8);
    emit.barrier();
    SmallVector<Value> references, sums;
    for (int64_t wave = 0; wave < waves; ++wave) {
      Value state = emit.load(pair, emit.offset(ofHead, wave * 128), 8);
      references.push_back(emit.element(state, 0));
      sums.push_back(emit.element(state, 1));
    }
    Value common = references.front();
    for (Value other : ArrayRef(references).drop_front())
      common = emit.maximum(common, other);
    Value total;
    for (auto [other, part] : llvm::zip_equal(references, sums)) {
      Value scaled =
          emit.mulF(part, emit.exp2(emit.addF(other, emit.negF(common))));
      total = total ? emit.addF(total, scaled) : scaled;
    }
    return {common, total, emit.exp2(emit.addF(reference, emit.negF(common)))};
  }
};

struct ReturnPattern : KernelPattern<ReturnOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ReturnOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<gpu::ReturnOp>(op);
    return success();
  }
};
} // namespace

void spmla::populateFinalizePatterns(const TypeConverter &converter,
                                     KernelContext &kernel,
                                     RewritePatternSet &patterns) {
  patterns.add<FinalizePattern, MergePattern, ReturnPattern>(converter, kernel);
}
