//===- Specialize.cpp - Algorithm form to tile form -----------------------===//

#include "mlir/IR/Builders.h"
#include "spmla/Dialect/SpMLA/Transforms/Passes.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLASPECIALIZE
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

/// Columns of an MFMA; eight heads leave half of them for second terms.
static constexpr int64_t headColumns = 16;

namespace {
/// The ops of a kernel in algorithm form that a schedule replaces.
class Algorithm {
public:
  /// Fails with a diagnostic where a kernel has another form than the one that
  /// is built: one of each op, and whole rows that only the products use.
  static FailureOr<Algorithm> find(KernelOp kernel, const KernelSpec &spec) {
    Algorithm found;
    if (failed(findOne(kernel, found.loadQ)) ||
        failed(findOne(kernel, found.scale)) ||
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
  ScoreScaleOp scale;
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
    return failure(failed(verify(loadQ, headColumns)) ||
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
        !llvm::equal(pv.getProbabilities(),
                     ValueRange(softmax.getProbabilities())))
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

/// Rewrites one kernel. The ops are visited in program order, so each finds
/// what the ones before it became.
class TileForm {
public:
  TileForm(KernelOp kernel, const KernelSpec &spec)
      : kernel(kernel), builder(kernel.getContext()), spec(spec),
        bf16(builder.getBF16Type()),
        f8(Float8E4M3FNType::get(kernel.getContext())), stored(storedType()) {}

  void rewrite(Algorithm algorithm) {
    declareShared();
    auto at = [&](auto op, auto rewriteOp) {
      builder.setInsertionPoint(op);
      (this->*rewriteOp)(op);
    };
    at(algorithm.loadQ, &TileForm::rewriteLoadQ);
    at(algorithm.scale, &TileForm::rewriteScale);
    at(algorithm.gather, &TileForm::rewriteGather);
    at(algorithm.qk, &TileForm::rewriteQK);
    at(algorithm.softmax, &TileForm::rewriteSoftmax);
    at(algorithm.pv, &TileForm::rewritePV);
    at(algorithm.finalize, &TileForm::rewriteFinalize);
    for (Operation *op : llvm::reverse(replaced))
      op->erase();
  }

private:
  //===--------------------------------------------------------------------===//
  // What the key says
  //===--------------------------------------------------------------------===//

  Type storedType() {
    switch (spec.encoding) {
    case Encoding::none:
      return bf16;
    case Encoding::e4m3fn:
      return f8;
    case Encoding::e4m3fnuz:
      return Float8E4M3FNUZType::get(kernel.getContext());
    }
    llvm_unreachable("an encoding has a stored type");
  }

  bool isStaged() const { return spec.schedule == Schedule::staged; }
  bool isSolo() const { return spec.schedule == Schedule::solo; }
  bool gathersLines() const { return spec.gather == Gather::line; }
  bool isQuantised() const { return stored != bf16; }
  bool hasBF16Probabilities() const {
    return spec.probabilities == Probabilities::bf16;
  }
  /// Eight heads leave half of the sixteen columns of an MFMA for second terms.
  bool splitsColumns() const { return spec.programHeads == 8; }
  bool splitsProbabilities() const {
    return spec.probabilities == Probabilities::e4m3x2 && splitsColumns();
  }
  bool encodesQueries() const {
    return !isStaged() && spec.qType == QType::bf16;
  }
  bool hasTwoQueryTerms() const {
    return encodesQueries() && spec.dot == Dot::bf16;
  }

  // 16 bytes are 8 elements of bf16 and 16 of fp8; q follows the cache's order.
  Layout latentLayout() const {
    if (!isStaged())
      return Layout::Operand16;
    return isQuantised() ? Layout::Rows16 : Layout::Rows8;
  }
  /// Columns of q that are one tile: those that meet one tile of the keys.
  int64_t queryColumns() const {
    return isSolo()         ? chunkColumns
           : gathersLines() ? spec.latent + spec.rope
                            : spec.latent;
  }
  Layout ropeLayout() const {
    return isQuantised() ? Layout::Operand16 : Layout::Operand8;
  }

  //===--------------------------------------------------------------------===//
  // LDS
  //===--------------------------------------------------------------------===//

  Value declare(StringRef name, ArrayRef<int64_t> shape, Type element,
                Layout layout = Layout::Abstract) {
    return SharedOp::create(builder, kernel.getLoc(),
                            SharedType::get(shape, element, layout), name,
                            spec.valueSlots,
                            /*epilogue=*/false, PlaceAttr());
  }

  /// The large tile last: the 16-bit offset of an LDS instruction then reaches
  /// all of each tile from its base.
  void declareShared() {
    builder.setInsertionPointToStart(&kernel.getBody().front());
    if (isSolo()) {
      // Each wave's own keys, a chunk of columns at a time.
      values = declare("values", {spec.keyTile, chunkColumns}, stored);
      return;
    }
    maxima = declare("maxima", {headColumns, spec.waves}, builder.getF32Type());
    Type term = hasBF16Probabilities() ? bf16 : f8;
    probabilities.push_back(declare(
        "probabilities", {spec.keyTile, headColumns}, term, Layout::Keys));
    if (spec.probabilities == Probabilities::e4m3x2 && !splitsColumns())
      probabilities.push_back(declare(
          "second terms", {spec.keyTile, headColumns}, term, Layout::Keys));
    int64_t columns = gathersLines() ? spec.latent + spec.rope : spec.latent;
    values =
        declare("values", {spec.keyTile, columns}, isStaged() ? bf16 : stored);
  }

  /// This tile's slot of a shared tile, in the segment whose body is being
  /// rewritten.
  Value slotOf(Value shared, Location loc) {
    if (spec.valueSlots == 1)
      return shared;
    Value tile = builder.getInsertionBlock()->getArgument(0);
    return SlotOp::create(builder, loc, shared.getType(), shared, tile, 0);
  }
  SmallVector<Value> slotsOf(ArrayRef<Value> shared, Location loc) {
    return llvm::map_to_vector(shared,
                               [&](Value one) { return slotOf(one, loc); });
  }

  //===--------------------------------------------------------------------===//
  // Queries
  //===--------------------------------------------------------------------===//

  void rewriteLoadQ(LoadQOp op) {
    Type element = spec.qType == QType::bf16 ? bf16 : f8;
    auto load = [&](int64_t from, int64_t columns, Layout layout) -> Value {
      return LoadQOp::create(
          builder, op.getLoc(),
          TileType::get({headColumns, columns}, element, layout), from);
    };
    Layout layout = isStaged() ? Layout::Operand8 : Layout::Operand16;
    for (int64_t from = 0; from < spec.latent; from += queryColumns())
      queries.push_back(load(from, queryColumns(), layout));
    if (spec.rope && !gathersLines())
      queries.push_back(load(spec.latent, spec.rope, ropeLayout()));
    replaced.push_back(op);
  }

  void rewriteScale(ScoreScaleOp op) {
    builder.setInsertionPointAfter(op);
    if (encodesQueries())
      encodeQueries(op);
    if (isSolo())
      shareQueries(op.getLoc());
  }

  /// Every wave holds the whole output of its keys, so q must leave the
  /// registers.
  void shareQueries(Location loc) {
    SmallVector<Value> shared;
    for (auto [i, query] : llvm::enumerate(queries)) {
      auto type = cast<TileType>(query.getType());
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&kernel.getBody().front());
      shared.push_back(declare("query " + std::to_string(i), type.getShape(),
                               type.getElementType(), Layout::Operand16));
    }
    for (auto [query, target] : llvm::zip_equal(queries, shared))
      ShareOp::create(builder, loc, query, target);
    BarrierOp::create(builder, loc);
    queries = shared;
  }

  void encodeQueries(ScoreScaleOp op) {
    SmallVector<Type> types;
    for (int64_t term = 0;
         term < (hasTwoQueryTerms() && !splitsColumns() ? 2 : 1); ++term)
      for (Value part : queries)
        types.push_back(TileType::get(cast<TileType>(part.getType()).getShape(),
                                      f8, Layout::Operand16));
    types.push_back(op.getResult().getType());
    auto encoded =
        EncodeQOp::create(builder, op.getLoc(), types, queries, op.getResult(),
                          hasTwoQueryTerms() && splitsColumns());
    op.getResult().replaceAllUsesExcept(encoded.getNewScale(), encoded);
    queries.assign(encoded.getTerms().begin(), encoded.getTerms().end());
  }

  //===--------------------------------------------------------------------===//
  // Keys
  //===--------------------------------------------------------------------===//

  Value dequantised(Value tile) {
    auto type = cast<TileType>(tile.getType());
    if (type.getElementType() == bf16)
      return tile;
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
    if (isSolo()) {
      for (int64_t from = 0; from < spec.latent; from += chunkColumns)
        keys.push_back(gather(from, chunkColumns, Layout::Operand16));
      if (spec.rope)
        keys.push_back(gather(spec.latent, spec.rope, Layout::Operand16));
      replaced.push_back(op);
      return;
    }
    Value latent = gathersLines()
                       ? gather(0, spec.latent + spec.rope, Layout::Lines)
                       : gather(0, spec.latent, latentLayout());
    Value rope = spec.rope && !gathersLines()
                     ? gather(spec.latent, spec.rope, ropeLayout())
                     : Value();
    // With one slot, everyone must have read the tile before it is overwritten;
    // with two, the barrier of the tile between has seen to it.
    if (spec.valueSlots == 1)
      BarrierOp::create(builder, op.getLoc());
    Value slot = slotOf(values, op.getLoc());
    StageOp::create(builder, op.getLoc(),
                    isStaged() ? dequantised(latent) : latent, slot);
    // Lines are not in operand order: QK reads its own rows back.
    keys.push_back(isStaged() || gathersLines() ? slot : latent);
    if (rope)
      keys.push_back(isStaged() ? dequantised(rope) : rope);
    replaced.push_back(op);
  }

  void rewriteQK(QKOp op) {
    // Every part of the keys meets each term of the same part of q.
    SmallVector<Value> pairKeys, pairQueries;
    for (size_t part = 0; part < keys.size(); ++part)
      for (size_t i = part; i < queries.size(); i += keys.size()) {
        pairKeys.push_back(keys[part]);
        pairQueries.push_back(queries[i]);
      }
    Value scores = QKOp::create(builder, op.getLoc(), op.getResult().getType(),
                                pairKeys, pairQueries);
    if (hasTwoQueryTerms() && splitsColumns())
      scores = FoldOp::create(builder, op.getLoc(), scores.getType(), scores);
    op.getResult().replaceAllUsesWith(scores);
    replaced.push_back(op);
  }

  //===--------------------------------------------------------------------===//
  // Softmax and values
  //===--------------------------------------------------------------------===//

  void rewriteSoftmax(OnlineSoftmaxOp op) {
    Location loc = op.getLoc();
    Value scores = MaskOp::create(builder, loc, op.getScores().getType(),
                                  op.getScores(), op.getRows());
    if (isSolo()) {
      op.getScoresMutable().assign(scores);
      return;
    }
    SmallVector<Value> slots = slotsOf(probabilities, loc);
    Value maximaSlot = slotOf(maxima, loc);
    auto publish =
        PublishOp::create(builder, loc, scores.getType(), scores, op.getScale(),
                          op.getReference(), slots, maximaSlot);
    BarrierOp::create(builder, loc);
    auto state = RereferenceOp::create(
        builder, loc,
        TypeRange{op.getReference().getType(), op.getSum().getType(),
                  op.getOutput().getType()},
        scores, publish.getProbabilities(), op.getScale(), op.getReference(),
        op.getSum(), op.getOutput(), slots, maximaSlot);
    op.getNewReference().replaceAllUsesWith(state.getNewReference());
    op.getNewSum().replaceAllUsesWith(state.getNewSum());
    op.getNewOutput().replaceAllUsesWith(state.getNewOutput());
    replaced.push_back(op);
  }

  Value fetched(Value shared, Location loc) {
    auto type = cast<SharedType>(shared.getType());
    int64_t columns = std::min<int64_t>(type.getColumns(), spec.value);
    auto tile = TileType::get({type.getRowCount(), columns},
                              type.getElementType(), Layout::Keys);
    return FetchOp::create(builder, loc, tile, shared);
  }

  void rewritePV(PVOp op) {
    if (isSolo())
      return rewriteSoloPV(op);
    Location loc = op.getLoc();
    Value v = slotOf(values, loc);
    SmallVector<Value> p = slotsOf(probabilities, loc);
    // A staged tile is too large for registers: the product reads it piecemeal.
    if (!isStaged()) {
      v = fetched(v, loc);
      if (hasBF16Probabilities())
        v = dequantised(v);
      for (Value &term : p)
        term = fetched(term, loc);
    }
    Value result = PVOp::create(builder, loc, op.getResult().getType(), v, p,
                                op.getOutput(), 0, 1);
    op.getResult().replaceAllUsesWith(result);
    replaced.push_back(op);
  }

  /// A chunk of columns goes through LDS and back while the one before it is in
  /// its
  /// products: LDS operations of a wave stay in order, so one buffer serves.
  void rewriteSoloPV(PVOp op) {
    Location loc = op.getLoc();
    auto scores = cast<TileType>(op.getProbabilities().front().getType());
    auto term = TileType::get(scores.getShape(), f8, Layout::OwnKeys);
    SmallVector<Type> terms(
        spec.probabilities == Probabilities::e4m3x2 && !splitsColumns() ? 2 : 1,
        term);
    auto encoded =
        EncodeOp::create(builder, loc, terms, op.getProbabilities().front(),
                         splitsProbabilities());
    FenceOp::create(builder, loc);
    int64_t chunks = spec.latent / chunkColumns;
    auto type =
        TileType::get({spec.keyTile, chunkColumns}, f8, Layout::OwnKeys);
    auto turn = [&](int64_t chunk) -> Value {
      StageOp::create(builder, loc, keys[chunk], values);
      return FetchOp::create(builder, loc, type, values);
    };
    Value output = op.getOutput();
    Value next = turn(0);
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
      Value v = next;
      if (chunk + 1 < chunks)
        next = turn(chunk + 1);
      output = PVOp::create(builder, loc, output.getType(), v,
                            encoded.getTerms(), output, chunk, chunks);
      FenceOp::create(builder, loc);
    }
    op.getResult().replaceAllUsesWith(output);
    replaced.push_back(op);
  }

  void mergeWaves(FinalizeOp op) {
    auto stacked = op.getOutput().getType();
    auto dealt = TileType::get({spec.value, headColumns},
                               stacked.getElementType(), Layout::Accumulator);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&kernel.getBody().front());
    // Two slots of a block of sixteen columns of each wave for each wave.
    auto type = SharedType::get({2 * 16 * spec.waves * spec.waves, headColumns},
                                stacked.getElementType());
    auto exchange = SharedOp::create(builder, kernel.getLoc(), type, "exchange",
                                     1, /*epilogue=*/true, PlaceAttr());
    builder.setInsertionPoint(op);
    auto merged = MergeOp::create(
        builder, op.getLoc(),
        TypeRange{op.getReference().getType(), op.getSum().getType(), dealt},
        op.getReference(), op.getSum(), op.getOutput(), exchange);
    op.getReferenceMutable().assign(merged.getNewReference());
    op.getSumMutable().assign(merged.getNewSum());
    op.getOutputMutable().assign(merged.getNewOutput());
  }

  void rewriteFinalize(FinalizeOp op) {
    if (isSolo())
      mergeWaves(op);
    else
      op.getSharedSumsMutable().assign(maxima);
    if (splitsProbabilities())
      op.getOutputMutable().assign(FoldOp::create(builder, op.getLoc(),
                                                  op.getOutput().getType(),
                                                  op.getOutput())
                                       .getResult());
  }

  /// Columns that a wave of the solo schedule turns at a time.
  static constexpr int64_t chunkColumns = 128;

  KernelOp kernel;
  OpBuilder builder;
  KernelSpec spec;
  Type bf16, f8, stored;
  Value values, maxima;
  SmallVector<Value> probabilities, queries, keys;
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
    FailureOr<Algorithm> algorithm = Algorithm::find(kernel, spec);
    if (failed(algorithm))
      return signalPassFailure();
    TileForm(kernel, spec).rewrite(*algorithm);
  }
};
} // namespace
