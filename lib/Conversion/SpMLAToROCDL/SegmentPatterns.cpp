//===- SegmentPatterns.cpp - The tile loop --------------------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace spmla;

static SmallVector<Value> flatten(ArrayRef<ValueRange> groups) {
  SmallVector<Value> values;
  for (ValueRange group : groups)
    llvm::append_range(values, group);
  return values;
}

namespace {
/// The loop is tested once before it and then at its end, so that its body is
/// one block where nothing cold interrupts it.
struct SegmentPattern : KernelPattern<SegmentOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SegmentOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Emitter emit(loc, rewriter);
    Value length = adaptor.getList()[1];
    int64_t keys = kernel.spec.keyTile;
    Value tileCount =
        emit.shiftRight(emit.add(length, keys - 1), llvm::Log2_64(keys));
    Value isEmpty = arith::CmpIOp::create(emit, arith::CmpIPredicate::eq,
                                          length, emit.constant(0));
    SmallVector<Value> inits = flatten(adaptor.getInits());

    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    SmallVector<SmallVector<Value>> results;
    for (ValueRange init : adaptor.getInits()) {
      results.emplace_back();
      for (Value value : init)
        results.back().push_back(after->addArgument(value.getType(), loc));
    }

    YieldOp yield = op.getYield();
    FailureOr<Block *> header =
        rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter());
    if (failed(header))
      return failure();
    rewriter.inlineRegionBefore(op.getBody(), after);
    kernel.loops[yield] = {*header, after, tileCount};

    rewriter.setInsertionPointToEnd(before);
    SmallVector<Value> entry = {Emitter(loc, rewriter).constant(0)};
    llvm::append_range(entry, inits);
    cf::CondBranchOp::create(rewriter, loc, isEmpty, after, inits, *header,
                             entry);
    rewriter.replaceOpWithMultiple(op, std::move(results));
    return success();
  }
};

struct YieldPattern : KernelPattern<YieldOp> {
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(YieldOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto found = kernel.loops.find(op);
    if (found == kernel.loops.end())
      return rewriter.notifyMatchFailure(op,
                                         "its segment is not converted yet");
    const Loop &loop = found->second;
    Emitter emit(op.getLoc(), rewriter);
    Value next = emit.add(loop.header->getArgument(0), 1);
    // Not "less": LLVM would count with a carry, in a vector register.
    Value more = arith::CmpIOp::create(emit, arith::CmpIPredicate::ne, next,
                                       loop.tileCount);
    SmallVector<Value> values = flatten(adaptor.getValues());
    SmallVector<Value> again = {next};
    llvm::append_range(again, values);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, more, loop.header, again,
                                                  loop.exit, values);
    return success();
  }
};
} // namespace

void spmla::populateSegmentPatterns(const TypeConverter &converter,
                                    KernelContext &kernel,
                                    RewritePatternSet &patterns) {
  patterns.add<SegmentPattern, YieldPattern>(converter, kernel);
}
