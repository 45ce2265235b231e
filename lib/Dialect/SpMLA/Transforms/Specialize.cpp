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
/// Rewrites one kernel to the staged schedule. The abstract ops are visited in
/// program order, so each finds what the ones before it became.
class StagedForm {
public:
  explicit StagedForm(KernelOp kernel)
      : kernel(kernel), builder(kernel.getContext()), spec(kernel.getSpec()),
        bf16(builder.getBF16Type()), stored(storedType()) {}

  void rewrite() {
    declareShared();
    kernel.walk([&](Operation *op) {
      builder.setInsertionPoint(op);
      if (auto load = dyn_cast<LoadQOp>(op))
        rewriteLoadQ(load);
      else if (auto gather = dyn_cast<GatherOp>(op))
        rewriteGather(gather);
      else if (auto qk = dyn_cast<QKOp>(op))
        rewriteQK(qk);
      else if (auto softmax = dyn_cast<OnlineSoftmaxOp>(op))
        rewriteSoftmax(softmax);
      else if (auto pv = dyn_cast<PVOp>(op))
        pv->setOperands({values, probabilities, pv.getOutput()});
      else if (auto finalize = dyn_cast<FinalizeOp>(op))
        finalize.getSharedSumsMutable().assign(maxima);
    });
    for (Operation *op : llvm::reverse(replaced))
      op->erase();
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
    auto load = [&](int64_t from, int64_t columns, Layout layout) -> Value {
      return LoadQOp::create(
          builder, op.getLoc(),
          TileType::get({spec.programHeads, columns}, bf16, layout), from);
    };
    queries.push_back(load(0, spec.latent, Layout::Operand8));
    if (spec.rope)
      queries.push_back(load(spec.latent, spec.rope, ropeLayout()));
    replaced.push_back(op);
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
    replaced.push_back(op);
  }

  void rewriteQK(QKOp op) {
    Value scores = QKOp::create(builder, op.getLoc(), op.getResult().getType(),
                                keys, queries);
    op.getResult().replaceAllUsesWith(scores);
    replaced.push_back(op);
  }

  void rewriteSoftmax(OnlineSoftmaxOp op) {
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
    replaced.push_back(op);
  }

  KernelOp kernel;
  OpBuilder builder;
  KernelSpec spec;
  Type bf16;
  Type stored;
  Value values, probabilities, maxima;
  SmallVector<Value> queries, keys;
  SmallVector<Operation *> replaced;
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
    switch (spec.schedule) {
    case Schedule::staged:
      return StagedForm(kernel).rewrite();
    }
  }
};
} // namespace
