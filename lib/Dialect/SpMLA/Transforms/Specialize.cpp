//===- Specialize.cpp - Algorithm form to tile form -----------------------===//

#include "mlir/IR/Builders.h"
#include "spmla/Dialect/SpMLA/Transforms/Passes.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLASPECIALIZE
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

namespace {
/// The ops of a kernel in algorithm form that a schedule replaces.
class Algorithm {
public:
  /// Fails with a diagnostic where a kernel has another form than the one that
  /// is built: one of each op, and whole rows that only the products use.
  static FailureOr<Algorithm> find(KernelOp kernel, const KernelSpec &spec) {
    Algorithm found;
    if (failed(findOne(kernel, found.loadQ)) ||
        failed(findOne(kernel, found.gather)) ||
        failed(findOne(kernel, found.qk)) ||
        failed(findOne(kernel, found.softmax)) ||
        failed(findOne(kernel, found.pv)) ||
        failed(findOne(kernel, found.finalize)) ||
        failed(found.verifyWholeRows(spec)) || failed(found.verifyUses()))
      return failure();
    return found;
  }

  LoadQOp loadQ;
  GatherOp gather;
  QKOp qk;
  OnlineSoftmaxOp softmax;
  PVOp pv;
  FinalizeOp finalize;

private:
  template <typename Op> static LogicalResult findOne(KernelOp kernel, Op &op) {
    int64_t count = 0;
    kernel.walk([&](Op found) {
      op = found;
      ++count;
    });
    if (count == 1)
      return success();
    return kernel.emitOpError() << "expects its algorithm to have one "
                                << Op::getOperationName() << ", got " << count;
  }

  LogicalResult verifyWholeRows(const KernelSpec &spec) {
    Type bf16 = BFloat16Type::get(loadQ.getContext());
    auto verify = [&](auto load, int64_t rows) -> LogicalResult {
      auto whole = TileType::get({rows, spec.latent + spec.rope}, bf16);
      if (load.getFirstColumn() == 0 && load.getType() == whole)
        return success();
      return load.emitOpError()
             << "expects " << whole << " from column 0 in algorithm form, got "
             << load.getType() << " from " << load.getFirstColumn();
    };
    return failure(failed(verify(loadQ, spec.programHeads)) ||
                   failed(verify(gather, spec.keyTile)));
  }

  LogicalResult verifyUses() {
    auto expectOnly = [](Value value, ArrayRef<Operation *> users) {
      for (Operation *user : value.getUsers())
        if (!llvm::is_contained(users, user))
          return LogicalResult(user->emitOpError()
                               << "expects not to use the result of "
                               << value.getDefiningOp()->getName()
                               << ", which only the products use");
      return success();
    };
    if (!llvm::equal(qk.getKeys(), ValueRange(gather.getResult())) ||
        !llvm::equal(qk.getQueries(), ValueRange(loadQ.getResult())))
      return qk.emitOpError("expects to multiply the gathered rows and q");
    if (pv.getValues() != gather.getResult() ||
        pv.getProbabilities() != softmax.getProbabilities())
      return pv.emitOpError("expects to multiply the gathered rows and the "
                            "probabilities of spmla.online_softmax");
    if (softmax.getScores() != qk.getResult())
      return softmax.emitOpError("expects the scores of spmla.qk");
    return failure(failed(expectOnly(loadQ.getResult(), {qk})) ||
                   failed(expectOnly(gather.getResult(), {qk, pv})) ||
                   failed(expectOnly(qk.getResult(), {softmax})) ||
                   failed(expectOnly(softmax.getProbabilities(), {pv})));
  }
};

/// Rewrites one kernel to the staged schedule. The ops are visited in program
/// order, so each finds what the ones before it became.
class StagedForm {
public:
  StagedForm(KernelOp kernel, const KernelSpec &spec)
      : kernel(kernel), builder(kernel.getContext()), spec(spec),
        bf16(builder.getBF16Type()), stored(storedType()) {}

  void rewrite(Algorithm algorithm) {
    declareShared();
    rewriteLoadQ(algorithm.loadQ);
    rewriteGather(algorithm.gather);
    rewriteQK(algorithm.qk);
    rewriteSoftmax(algorithm.softmax);
    algorithm.pv->setOperands(
        {values, probabilities, algorithm.pv.getOutput()});
    algorithm.finalize.getSharedSumsMutable().assign(maxima);
    algorithm.softmax.erase();
    algorithm.qk.erase();
    algorithm.gather.erase();
    algorithm.loadQ.erase();
  }

private:
  Type storedType() {
    switch (spec.encoding) {
    case Encoding::none:
      return bf16;
    case Encoding::e4m3fn:
      return Float8E4M3FNType::get(kernel.getContext());
    case Encoding::e4m3fnuz:
      return Float8E4M3FNUZType::get(kernel.getContext());
    }
    llvm_unreachable("an encoding has a stored type");
  }

  bool isQuantised() const { return stored != bf16; }
  // 16 bytes are 8 elements of bf16 and 16 of fp8; q follows the cache's order.
  Layout rowLayout() const {
    return isQuantised() ? Layout::Rows16 : Layout::Rows8;
  }
  Layout ropeLayout() const {
    return isQuantised() ? Layout::Operand16 : Layout::Operand8;
  }

  void declareShared() {
    builder.setInsertionPointToStart(&kernel.getBody().front());
    auto declare = [&](StringRef name, ArrayRef<int64_t> shape, Type element,
                       Layout layout) -> Value {
      return SharedOp::create(builder, kernel.getLoc(),
                              SharedType::get(shape, element, layout), name,
                              PlaceAttr());
    };
    // The large tile last: the 16-bit offset of an LDS instruction then reaches
    // all of each tile from its base.
    maxima = declare("maxima", {spec.programHeads, spec.waves},
                     builder.getF32Type(), Layout::Abstract);
    probabilities = declare("probabilities", {spec.keyTile, spec.programHeads},
                            bf16, Layout::Accumulator);
    values =
        declare("values", {spec.keyTile, spec.latent}, bf16, Layout::Abstract);
  }

  void rewriteLoadQ(LoadQOp op) {
    builder.setInsertionPoint(op);
    auto load = [&](int64_t from, int64_t columns, Layout layout) -> Value {
      return LoadQOp::create(
          builder, op.getLoc(),
          TileType::get({spec.programHeads, columns}, bf16, layout), from);
    };
    queries.push_back(load(0, spec.latent, Layout::Operand8));
    if (spec.rope)
      queries.push_back(load(spec.latent, spec.rope, ropeLayout()));
  }

  Value dequantised(Value tile) {
    if (!isQuantised())
      return tile;
    auto type = cast<TileType>(tile.getType());
    return DequantOp::create(
        builder, tile.getLoc(),
        TileType::get(type.getShape(), bf16, type.getLayout()), tile);
  }

  void rewriteGather(GatherOp op) {
    builder.setInsertionPoint(op);
    auto gather = [&](int64_t from, int64_t columns, Layout layout) -> Value {
      return GatherOp::create(
          builder, op.getLoc(),
          TileType::get({spec.keyTile, columns}, stored, layout), op.getRows(),
          from);
    };
    Value latent = gather(0, spec.latent, rowLayout());
    Value rope =
        spec.rope ? gather(spec.latent, spec.rope, ropeLayout()) : Value();
    // Everyone has read the tile, the probabilities and the maxima before.
    BarrierOp::create(builder, op.getLoc());
    StageOp::create(builder, op.getLoc(), dequantised(latent), values);
    keys.push_back(values);
    if (rope)
      keys.push_back(dequantised(rope));
  }

  void rewriteQK(QKOp op) {
    builder.setInsertionPoint(op);
    Value scores = QKOp::create(builder, op.getLoc(), op.getResult().getType(),
                                keys, queries);
    op.getResult().replaceAllUsesWith(scores);
  }

  void rewriteSoftmax(OnlineSoftmaxOp op) {
    builder.setInsertionPoint(op);
    Location loc = op.getLoc();
    Value scores = MaskOp::create(builder, loc, op.getScores().getType(),
                                  op.getScores(), op.getRows());
    auto publish =
        PublishOp::create(builder, loc, scores.getType(), scores, op.getScale(),
                          op.getReference(), probabilities, maxima);
    BarrierOp::create(builder, loc);
    auto state = RereferenceOp::create(
        builder, loc,
        TypeRange{op.getReference().getType(), op.getSum().getType(),
                  op.getOutput().getType()},
        scores, publish.getProbabilities(), op.getScale(), op.getReference(),
        op.getSum(), op.getOutput(), probabilities, maxima);
    op.getNewReference().replaceAllUsesWith(state.getNewReference());
    op.getNewSum().replaceAllUsesWith(state.getNewSum());
    op.getNewOutput().replaceAllUsesWith(state.getNewOutput());
  }

  KernelOp kernel;
  OpBuilder builder;
  KernelSpec spec;
  Type bf16;
  Type stored;
  Value values, probabilities, maxima;
  SmallVector<Value> queries, keys;
};

struct SpecializePass : spmla::impl::SpMLASpecializeBase<SpecializePass> {
  using spmla::impl::SpMLASpecializeBase<SpecializePass>::SpMLASpecializeBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    KernelSpec spec = kernel.getSpec();
    if (std::optional<std::string> problem = validate(spec)) {
      kernel.emitOpError() << *problem;
      return signalPassFailure();
    }
    FailureOr<Algorithm> algorithm = Algorithm::find(kernel, spec);
    if (failed(algorithm))
      return signalPassFailure();
    switch (spec.schedule) {
    case Schedule::staged:
      return StagedForm(kernel, spec).rewrite(*algorithm);
    }
  }
};
} // namespace
