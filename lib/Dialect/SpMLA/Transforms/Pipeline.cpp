//===- Pipeline.cpp - Loads one tile ahead --------------------------------===//

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
/// The loads of a segment's body: one list of slots, its rows, and what is
/// gathered from them.
struct Loads {
  SlotsOp slots;
  RowsOp rows;
  SmallVector<GatherOp> gathers;

  bool contains(Operation *op) const {
    return isa<SlotsOp, RowsOp, GatherOp>(op);
  }
};

/// Rebuilds a segment so that iteration k computes on what iteration k - 1
/// loaded. Carried between iterations, in front of the state: the rows of tile
/// k (the mask needs them), what was gathered from them, and the slots of tile
/// k + 1.
class PrefetchOne {
public:
  PrefetchOne(SegmentOp segment, Loads loads)
      : segment(segment), loads(loads), builder(segment) {}

  void rewrite() {
    Location loc = segment.getLoc();
    SmallVector<Value> inits;
    Value slots = createSlots(Value(), 0);
    Value rows = createRows(slots, Value(), 0);
    inits.push_back(rows);
    for (GatherOp gather : loads.gathers)
      inits.push_back(createGather(gather, rows));
    inits.push_back(createSlots(Value(), 1));
    size_t loaded = inits.size();
    llvm::append_range(inits, segment.getInits());

    auto pipelined = SegmentOp::create(
        builder, loc, ValueRange(inits).getTypes(), segment.getList(), inits);
    Block *body = builder.createBlock(&pipelined.getBody());
    body->addArgument(builder.getIndexType(), loc);
    for (Value init : inits)
      body->addArgument(init.getType(), init.getLoc());
    buildBody(pipelined, loaded);
    segment.replaceAllUsesWith(pipelined.getResults().drop_front(loaded));
    segment.erase();
  }

  /// The last op of the body that uses a gathered tile, through slices too.
  static Operation *lastUse(Value tile, Block &body) {
    Operation *last = nullptr;
    for (Operation *user : tile.getUsers()) {
      Operation *use = body.findAncestorOpInBlock(*user);
      if (isa<SliceOp, DequantOp>(user))
        if (Operation *ofPiece = lastUse(user->getResult(0), body))
          use = ofPiece;
      if (!last || last->isBeforeInBlock(use))
        last = use;
    }
    return last;
  }

private:
  Value createSlots(Value tile, int64_t ahead) {
    return SlotsOp::create(builder, loads.slots.getLoc(), loads.slots.getType(),
                           segment.getList(), tile, ahead);
  }
  Value createRows(Value slots, Value tile, int64_t ahead) {
    return RowsOp::create(builder, loads.rows.getLoc(), loads.rows.getType(),
                          segment.getList(), slots, tile, ahead);
  }
  Value createGather(GatherOp gather, Value rows) {
    return GatherOp::create(builder, gather.getLoc(), gather.getType(), rows,
                            gather.getFirstColumn());
  }

  void buildBody(SegmentOp pipelined, size_t loaded) {
    Block::BlockArgListType carried = pipelined.getCarried();
    Value tile = pipelined.getTile();
    Value nextSlots = carried[loaded - 1];
    IRMapping mapping;
    mapping.map(segment.getTile(), tile);
    mapping.map(loads.rows.getResult(), carried[0]);
    for (auto [i, gather] : llvm::enumerate(loads.gathers))
      mapping.map(gather.getResult(), carried[1 + i]);
    for (auto [old, now] :
         llvm::zip_equal(segment.getCarried(), carried.drop_front(loaded)))
      mapping.map(old, now);

    SmallVector<Value> next(loaded);
    for (Operation &op : segment.getBody().front().without_terminator()) {
      if (loads.contains(&op))
        continue;
      builder.clone(op, mapping);
      for (auto [i, gather] : llvm::enumerate(loads.gathers)) {
        if (lastUse(gather, *gather->getBlock()) != &op)
          continue;
        if (!next[0]) {
          next[0] = createRows(nextSlots, tile, 1);
          next[loaded - 1] = createSlots(tile, 2);
        }
        next[1 + i] = createGather(gather, next[0]);
      }
    }
    for (Value value : segment.getYield().getValues())
      next.push_back(mapping.lookup(value));
    YieldOp::create(builder, segment.getYield().getLoc(), next);
  }

  SegmentOp segment;
  Loads loads;
  OpBuilder builder;
};

struct PipelinePass : spmla::impl::SpMLAPipelineBase<PipelinePass> {
  using spmla::impl::SpMLAPipelineBase<PipelinePass>::SpMLAPipelineBase;

  void runOnOperation() override {
    int64_t prefetch = getOperation().getSchedule().getPrefetch();
    if (prefetch != 1) {
      getOperation().emitOpError()
          << "expects prefetch to be 1, got " << prefetch;
      return signalPassFailure();
    }
    for (auto segment : llvm::make_early_inc_range(
             getOperation().getBody().getOps<SegmentOp>())) {
      FailureOr<Loads> loads = findLoads(segment);
      if (failed(loads))
        return signalPassFailure();
      PrefetchOne(segment, *loads).rewrite();
    }
  }

  static FailureOr<Loads> findLoads(SegmentOp segment) {
    Block &body = segment.getBody().front();
    auto slots = llvm::to_vector(body.getOps<SlotsOp>());
    auto rows = llvm::to_vector(body.getOps<RowsOp>());
    if (slots.size() != 1 || rows.size() != 1)
      return segment.emitOpError() << "expects its body to have one "
                                      "spmla.slots and one spmla.rows, got "
                                   << slots.size() << " and " << rows.size();
    Loads loads{slots.front(), rows.front(),
                llvm::to_vector(body.getOps<GatherOp>())};
    if (loads.gathers.empty())
      return segment.emitOpError(
          "expects its body to have a spmla.gather, got none");
    if (failed(verifyPresent(loads.slots, segment)) ||
        failed(verifyPresent(loads.rows, segment)) ||
        failed(verifyUses(segment, loads)))
      return failure();
    return loads;
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

  static LogicalResult verifyUses(SegmentOp segment, Loads loads) {
    RowsOp rows = loads.rows;
    if (rows.getSlots() != loads.slots.getResult() || !loads.slots->hasOneUse())
      return rows.emitOpError(
          "expects to be the one use of the slots of its segment");
    for (GatherOp gather : loads.gathers) {
      if (gather.getRows() != rows.getResult())
        return gather.emitOpError("expects the rows of its segment");
      Operation *last = PrefetchOne::lastUse(gather, segment.getBody().front());
      if (!last || last->hasTrait<OpTrait::IsTerminator>())
        return gather.emitOpError(
            "expects its last use to be an op of its segment before the yield");
    }
    return success();
  }
};
} // namespace
