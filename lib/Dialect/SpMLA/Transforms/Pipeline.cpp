//===- Pipeline.cpp - Loads and scores ahead of their use -----------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "spmla/Dialect/SpMLA/Transforms/Passes.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLAPIPELINE
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

namespace {
/// A segment's body in parts. The scores of a tile end at the barrier that
/// publishes its probabilities; what follows accumulates.
struct Body {
  SlotsOp slots;
  RowsOp rows;
  SmallVector<GatherOp> gathers;
  /// Up to the barrier, without loads and publish.
  SmallVector<Operation *> scores;
  /// Null where every wave has its own keys: nothing is published, and all of
  /// the body counts as scores.
  PublishOp publish;
  /// From the barrier on.
  SmallVector<Operation *> accumulation;
};

/// Rebuilds a segment so that the loads of a tile run one iteration before its
/// scores; with `scoresAhead`, the scores run one before its accumulation.
class Rebuild {
public:
  Rebuild(SegmentOp segment, Body body, bool scoresAhead)
      : segment(segment), body(std::move(body)), scoresAhead(scoresAhead),
        builder(segment) {}

  void run() {
    Location loc = segment.getLoc();
    createPrologue();
    SmallVector<Value> inits = ahead.flat();
    size_t carriedAhead = inits.size();
    llvm::append_range(inits, segment.getInits());

    auto rebuilt = SegmentOp::create(builder, loc, ValueRange(inits).getTypes(),
                                     segment.getList(), inits);
    Block *block = builder.createBlock(&rebuilt.getBody());
    tile = block->addArgument(builder.getIndexType(), loc);
    for (Value init : inits)
      block->addArgument(init.getType(), init.getLoc());
    ahead.assign(ValueRange(block->getArguments()).drop_front(1));
    state.assign(block->args_begin() + 1 + carriedAhead, block->args_end());
    createIteration();
    segment.replaceAllUsesWith(rebuilt.getResults().drop_front(carriedAhead));
    segment.erase();
  }

  /// The last op of the straight body that uses a gathered tile, directly or as
  /// dequantised; null if there is none.
  static Operation *lastUse(Value tile) {
    Operation *last = nullptr;
    for (Operation *user : tile.getUsers()) {
      Operation *use =
          isa<SliceOp, DequantOp>(user) ? lastUse(user->getResult(0)) : user;
      if (use && use->getBlock() == tile.getParentBlock() &&
          (!last || last->isBeforeInBlock(use)))
        last = use;
    }
    return last;
  }

private:
  /// What one iteration leaves to the next, besides the softmax state.
  struct Ahead {
    Value rows, slots;
    SmallVector<Value> tiles;
    /// Masked scores and probabilities of the tile to accumulate.
    SmallVector<Value> scores;

    SmallVector<Value> flat() const {
      SmallVector<Value> values = {rows};
      llvm::append_range(values, tiles);
      values.push_back(slots);
      llvm::append_range(values, scores);
      return values;
    }
    void assign(ValueRange values) {
      rows = values.front();
      values = values.drop_front();
      tiles.assign(values.begin(), values.begin() + tiles.size());
      values = values.drop_front(tiles.size());
      slots = values.front();
      values = values.drop_front();
      scores.assign(values.begin(), values.begin() + scores.size());
    }
  };

  //===--------------------------------------------------------------------===//
  // Pieces of the straight body, for a tile some iterations on
  //===--------------------------------------------------------------------===//

  /// Copies an op of the straight body for tile `tile + distance`.
  Operation *copy(Operation *op, IRMapping &mapping, int64_t distance) {
    // The slot of a shared tile is named anew wherever it is used: it costs
    // nothing, and the two uses of a tile lie in different iterations.
    for (Value operand : op->getOperands())
      if (auto slot = operand.getDefiningOp<SlotOp>();
          slot && !mapping.contains(operand))
        mapping.map(operand, SlotOp::create(builder, slot.getLoc(),
                                            slot.getType(), slot.getShared(),
                                            tile, slot.getAhead() + distance)
                                 .getResult());
    return builder.clone(*op, mapping);
  }

  Value createSlots(int64_t distance) {
    return SlotsOp::create(builder, body.slots.getLoc(), body.slots.getType(),
                           segment.getList(), tile, distance);
  }
  Value createRows(Value slots, int64_t distance) {
    return RowsOp::create(builder, body.rows.getLoc(), body.rows.getType(),
                          segment.getList(), slots, tile, distance);
  }
  Value createGather(GatherOp gather, Value rows) {
    return GatherOp::create(builder, gather.getLoc(), gather.getType(), rows,
                            gather.getFirstColumn());
  }

  /// Names in the straight body of what was loaded for the tile whose scores
  /// come next.
  IRMapping mapLoads() {
    IRMapping mapping;
    mapping.map(body.rows.getResult(), ahead.rows);
    for (auto [gather, value] : llvm::zip_equal(body.gathers, ahead.tiles))
      mapping.map(gather.getResult(), value);
    return mapping;
  }

  /// The scores of tile `tile + distance`, and, as soon as a gathered tile has
  /// been used for the last time, the next one in its registers. Loads that
  /// wait for the scores come behind the mask, whose branch keeps LLVM from
  /// moving the matrix products below them.
  void createScores(IRMapping &mapping, int64_t distance) {
    Value nextRows;
    SmallVector<Value> nextTiles(body.gathers.size());
    for (Operation *op : body.scores) {
      copy(op, mapping, distance);
      for (auto [gather, next] : llvm::zip_equal(body.gathers, nextTiles)) {
        if (loadPoint(gather) != op)
          continue;
        if (!nextRows) {
          nextRows = createRows(ahead.slots, distance + 1);
          ahead.slots = createSlots(distance + 2);
        }
        next = createGather(gather, nextRows);
      }
    }
    ahead.rows = nextRows;
    ahead.tiles = nextTiles;
  }

  /// Where the registers of a gathered tile are free.
  Operation *loadPoint(GatherOp gather) {
    Operation *last = lastUse(gather);
    if (isa<QKOp>(last))
      return *llvm::find_if(body.scores, llvm::IsaPred<MaskOp>);
    return last;
  }
  void createPublish(IRMapping &mapping, int64_t distance) {
    auto publish = cast<PublishOp>(copy(body.publish, mapping, distance));
    ahead.scores = {publish.getScores(), publish.getProbabilities()};
  }

  void mapState(IRMapping &mapping, ValueRange values) {
    for (auto [argument, value] : llvm::zip_equal(segment.getCarried(), values))
      mapping.map(argument, value);
  }

  //===--------------------------------------------------------------------===//
  // The new segment
  //===--------------------------------------------------------------------===//

  void createPrologue() {
    tile = Value();
    ahead.rows = createRows(createSlots(0), 0);
    for (GatherOp gather : body.gathers)
      ahead.tiles.push_back(createGather(gather, ahead.rows));
    ahead.slots = createSlots(1);
    if (!scoresAhead)
      return;
    IRMapping mapping = mapLoads();
    mapState(mapping, segment.getInits());
    createScores(mapping, 0);
    createPublish(mapping, 0);
  }

  void createIteration() {
    IRMapping accumulation, scores = mapLoads();
    mapState(accumulation, state);
    if (!scoresAhead) {
      mapState(scores, state);
      createScores(scores, 0);
      if (!body.publish)
        return yield(scores);
      createPublish(scores, 0);
    }
    accumulation.map(body.publish.getScores(), ahead.scores[0]);
    accumulation.map(body.publish.getProbabilities(), ahead.scores[1]);
    for (Operation *op : body.accumulation) {
      // The next tile's products and loads fill the time that this tile's
      // values take to arrive.
      if (scoresAhead && isa<PVOp>(op))
        createScores(scores, 1);
      copy(op, accumulation, 0);
    }
    if (scoresAhead) {
      mapState(scores, newState(accumulation));
      createPublish(scores, 1);
    } else {
      ahead.scores.clear();
    }
    yield(accumulation);
  }

  SmallVector<Value> newState(IRMapping &mapping) {
    return llvm::map_to_vector(
        segment.getYield().getValues(),
        [&](Value value) { return mapping.lookup(value); });
  }

  void yield(IRMapping &mapping) {
    SmallVector<Value> yielded = ahead.flat();
    llvm::append_range(yielded, newState(mapping));
    YieldOp::create(builder, segment.getYield().getLoc(), yielded);
  }

  SegmentOp segment;
  Body body;
  bool scoresAhead;
  OpBuilder builder;
  /// The tile of the iteration being built; null before the loop.
  Value tile;
  Ahead ahead;
  SmallVector<Value> state;
};

struct PipelinePass : spmla::impl::SpMLAPipelineBase<PipelinePass> {
  using spmla::impl::SpMLAPipelineBase<PipelinePass>::SpMLAPipelineBase;

  void runOnOperation() override {
    int64_t prefetch = getOperation().getSchedule().getPrefetch();
    if (prefetch != 1 && prefetch != 2) {
      getOperation().emitOpError()
          << "expects prefetch to be 1 or 2, got " << prefetch;
      return signalPassFailure();
    }
    for (auto segment : llvm::make_early_inc_range(
             getOperation().getBody().getOps<SegmentOp>())) {
      FailureOr<Body> body = takeApart(segment);
      // Scores run ahead of what they are accumulated with.
      if (failed(body) || (prefetch == 2 &&
                           (!only<PublishOp>(segment) || !only<PVOp>(segment))))
        return signalPassFailure();
      Rebuild(segment, std::move(*body), prefetch == 2).run();
    }
  }

  /// The one op of its kind in a segment's body, or null and an error.
  template <typename Op> static Op only(SegmentOp segment) {
    auto ops = llvm::to_vector(segment.getBody().front().getOps<Op>());
    if (ops.size() == 1)
      return ops.front();
    segment.emitOpError() << "expects its body to have one "
                          << Op::getOperationName() << ", got " << ops.size();
    return {};
  }

  static FailureOr<Body> takeApart(SegmentOp segment) {
    Body body;
    Block &block = segment.getBody().front();
    if (!(body.slots = only<SlotsOp>(segment)) ||
        !(body.rows = only<RowsOp>(segment)) || !only<MaskOp>(segment))
      return failure();
    if (!block.getOps<PublishOp>().empty() &&
        !(body.publish = only<PublishOp>(segment)))
      return failure();
    bool isPublished = false;
    for (Operation &op : block.without_terminator()) {
      if (auto gather = dyn_cast<GatherOp>(op))
        body.gathers.push_back(gather);
      else if (&op == body.publish)
        isPublished = true;
      else if (!isa<SlotsOp, RowsOp, SlotOp>(op))
        (isPublished ? body.accumulation : body.scores).push_back(&op);
    }
    if (failed(verifyPresent(body.slots, segment)) ||
        failed(verifyPresent(body.rows, segment)) ||
        failed(verifyUses(segment, body)))
      return failure();
    return body;
  }

  /// What is loaded for the tile that the segment works on can be loaded
  /// earlier; what is ahead already was.
  template <typename Op>
  static LogicalResult verifyPresent(Op op, SegmentOp segment) {
    if (op.getList() != segment.getList())
      return op.emitOpError("expects to read the list of its segment");
    if (op.getTile() != segment.getTile() || op.getAhead() != 0)
      return op.emitOpError(
          "expects to be of the tile of its segment, and not ahead of it");
    return success();
  }

  static LogicalResult verifyUses(SegmentOp segment, const Body &body) {
    RowsOp rows = body.rows;
    SlotsOp slots = body.slots;
    if (body.gathers.empty())
      return segment.emitOpError(
          "expects its body to have a spmla.gather, got none");
    if (rows.getSlots() != slots.getResult() || !slots->hasOneUse())
      return rows.emitOpError(
          "expects to be the one use of the slots of its segment");
    for (GatherOp gather : body.gathers) {
      if (gather.getRows() != rows.getResult())
        return gather.emitOpError("expects the rows of its segment");
      Operation *last = Rebuild::lastUse(gather);
      if (!last || !llvm::is_contained(body.scores, last))
        return gather.emitOpError("expects its last use to be one of the ops "
                                  "that make the scores of its segment");
    }
    return success();
  }
};
} // namespace
