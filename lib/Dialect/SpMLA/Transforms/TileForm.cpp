//===- TileForm.cpp - What holds in tile form -----------------------------===//

#include "spmla/Dialect/SpMLA/Transforms/TileForm.h"

#include "spmla/Kernel/TargetLimits.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spmla;

// Columns of an MFMA.
static constexpr int64_t headColumns = 16;

namespace {
/// Checks the ops of one kernel; what an op's own verifier checks holds here.
class TileForm {
public:
  explicit TileForm(KernelOp kernel) : kernel(kernel), spec(kernel.getSpec()) {}

  LogicalResult verify() {
    if (std::optional<std::string> problem = validate(spec))
      return kernel.emitOpError() << *problem;
    WalkResult result = kernel.getBody().walk([&](Operation *op) {
      return failed(verifyOp(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
    });
    return failure(result.wasInterrupted() || failed(verifyPlaces()));
  }

private:
  LogicalResult verifyOp(Operation *op) {
    if (op->getDialect() != kernel->getDialect())
      return op->emitOpError("expects only spmla ops in tile form");
    for (Value result : op->getResults())
      if (auto tile = dyn_cast<TileType>(result.getType());
          tile && failed(verifyTile(op, tile)))
        return failure();
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case<SharedOp, SlotsOp, RowsOp, LoadQOp, ScoreScaleOp, GatherOp,
              InitStateOp, QKOp, PublishOp, RereferenceOp, PVOp, EncodeQOp,
              EncodeOp, FoldOp, OnlineSoftmaxOp, MergeOp, FinalizeOp>(
            [&](auto typed) { return verifyShapes(typed); })
        .Default(success());
  }

  LogicalResult verifyTile(Operation *op, TileType tile) {
    if (tile.isAbstract())
      return op->emitOpError()
             << "expects its results to have a layout in tile form, got "
             << tile;
    if (tile.getLayout() != Layout::Rows8 && tile.getLayout() != Layout::Rows16)
      return success();
    // Lanes hold registers of 16 bytes, and no part of one.
    int64_t bytes = tile.getShape().front() * tile.getColumns() *
                    tile.getElementType().getIntOrFloatBitWidth() / 8;
    return expectMultiple(op, "the bytes of its rows", bytes,
                          spec.waves * 1024);
  }

  LogicalResult expectMultiple(Operation *op, StringRef what, int64_t got,
                               int64_t factor) {
    if (got % factor == 0)
      return success();
    return op->emitOpError() << "expects " << what << " to be a multiple of "
                             << factor << ", got " << got;
  }

  LogicalResult expect(Operation *op, StringRef what, int64_t expected,
                       int64_t got) {
    if (expected == got)
      return success();
    return op->emitOpError()
           << "expects " << what << " to be " << expected << ", got " << got;
  }

  LogicalResult expectColumns(Operation *op, int64_t first, int64_t count) {
    int64_t columns = spec.latent + spec.rope;
    // Written so that no sum overflows.
    if (first <= columns - count)
      return success();
    return op->emitOpError()
           << "expects its columns to end within the " << columns
           << " of a row, got " << count << " from " << first;
  }

  LogicalResult expectBF16(Operation *op, StringRef what, Type got) {
    if (got.isBF16())
      return success();
    return op->emitOpError()
           << "expects " << what << " to be bf16, got " << got;
  }

  LogicalResult verifyShapes(SharedOp op) {
    if (op.getPlace())
      return success();
    return op.emitOpError("expects to have a place in tile form");
  }
  LogicalResult verifyShapes(SlotsOp op) {
    return expect(op, "the keys of a tile", spec.keyTile,
                  op.getResult().getType().getKeys());
  }
  LogicalResult verifyShapes(RowsOp op) {
    return expect(op, "the keys of a tile", spec.keyTile,
                  op.getResult().getType().getKeys());
  }
  LogicalResult verifyShapes(LoadQOp op) {
    TileType type = op.getResult().getType();
    bool isExpected = spec.qType == QType::bf16
                          ? type.getElementType().isBF16()
                          : isa<Float8E4M3FNType>(type.getElementType());
    if (!isExpected)
      return op.emitOpError() << "expects q to be " << toString(spec.qType)
                              << ", got " << type.getElementType();
    return failure(
        failed(expect(op, "the rows of its result", headColumns,
                      type.getShape().front())) ||
        failed(expectColumns(op, op.getFirstColumn(), type.getColumns())));
  }
  LogicalResult verifyShapes(ScoreScaleOp op) {
    return expect(op, "the heads of its result", headColumns,
                  op.getResult().getType().getShape().front());
  }
  LogicalResult verifyShapes(GatherOp op) {
    return expectColumns(op, op.getFirstColumn(),
                         op.getResult().getType().getColumns());
  }
  LogicalResult verifyShapes(InitStateOp op) {
    return expect(op, "the columns of its output", outputs() * spec.value,
                  op.getOutput().getType().getShape().front());
  }
  LogicalResult verifyShapes(QKOp op) {
    return expect(op, "the keys of its result", spec.keyTile,
                  op.getResult().getType().getShape().front());
  }
  LogicalResult verifyShapes(PublishOp op) {
    return verifyExchange(op, op.getScores().getType(),
                          op.getSharedProbabilities(),
                          op.getSharedMaxima().getType());
  }
  LogicalResult verifyShapes(RereferenceOp op) {
    return verifyExchange(op, op.getScores().getType(),
                          op.getSharedProbabilities(),
                          op.getSharedMaxima().getType());
  }
  LogicalResult verifyExchange(Operation *op, TileType scores,
                               ValueRange probabilities, SharedType maxima) {
    bool hasTwoTerms =
        spec.probabilities == Probabilities::e4m3x2 && !splitsColumns();
    Type element =
        cast<SharedType>(probabilities[0].getType()).getElementType();
    if (element.isBF16() != (spec.probabilities == Probabilities::bf16))
      return op->emitOpError()
             << "expects its shared probabilities to be "
             << toString(spec.probabilities) << ", got " << element;
    return failure(failed(expect(op, "the keys of its scores", spec.keyTile,
                                 scores.getShape().front())) ||
                   failed(expect(op, "the terms of its shared probabilities",
                                 hasTwoTerms ? 2 : 1, probabilities.size())) ||
                   failed(expect(op, "the waves of its shared maxima",
                                 spec.waves, maxima.getColumns())));
  }

  /// Second terms lie in the columns that eight heads leave.
  bool splitsColumns() const { return spec.programHeads == headColumns / 2; }
  LogicalResult verifySplit(Operation *op, bool isSplit) {
    if (!isSplit)
      return success();
    return expect(op, "program heads with terms split by columns",
                  headColumns / 2, spec.programHeads);
  }
  LogicalResult verifyShapes(EncodeQOp op) {
    return verifySplit(op, op.getSplit());
  }
  LogicalResult verifyShapes(EncodeOp op) {
    return verifySplit(op, op.getSplit());
  }
  LogicalResult verifyShapes(FoldOp op) { return verifySplit(op, true); }
  LogicalResult verifyShapes(PVOp op) {
    auto values = dyn_cast<SharedType>(op.getValues().getType());
    for (Value term : op.getProbabilities())
      if (bool(values) != isa<SharedType>(term.getType()))
        return op.emitOpError("expects its values and probabilities to be both "
                              "in LDS or both in registers in tile form");
    if (values &&
        failed(expectBF16(op, "its shared values", values.getElementType())))
      return failure();
    int64_t keys =
        values ? values.getRowCount()
               : cast<TileType>(op.getValues().getType()).getShape().front();
    return failure(
        failed(expect(op, "the keys of its values", spec.keyTile, keys)) ||
        failed(expect(op, "the columns of its output", outputs() * spec.value,
                      op.getOutput().getType().getShape().front())));
  }
  LogicalResult verifyShapes(OnlineSoftmaxOp op) {
    if (spec.schedule == Schedule::solo)
      return success();
    return op.emitOpError("expects to have become publish, barrier and "
                          "rereference in tile form, since waves share a tile");
  }
  LogicalResult verifyShapes(FinalizeOp op) {
    if (failed(expect(op, "the columns of its output", spec.value,
                      op.getOutput().getType().getShape().front())))
      return failure();
    if (!op.getSharedSums()) {
      if (op.getSum().getDefiningOp<MergeOp>())
        return success();
      return op.emitOpError()
             << "expects LDS for the sums of its waves in tile form";
    }
    return expect(op, "the waves of its shared sums", spec.waves,
                  op.getSharedSums().getType().getColumns());
  }
  LogicalResult verifyShapes(MergeOp op) {
    SharedType exchange = op.getExchange().getType();
    return failure(
        failed(expect(op, "the rows of its output", outputs() * spec.value,
                      op.getOutput().getType().getShape().front())) ||
        failed(expect(op, "the bytes of its exchange",
                      2 * spec.waves * spec.waves * 1024,
                      exchange.getRowCount() * exchange.getRowBytes())));
  }

  /// Outputs that are stacked: one of each wave where each has its own keys.
  int64_t outputs() const {
    return spec.schedule == Schedule::solo ? spec.waves : 1;
  }

  /// No two shared tiles overlap that live at the same time: those of the loop,
  /// and those of the epilogue, which may lie over them.
  /// (tile-ai/tilelang#2199: buffers merged while both were live gave NaN.)
  LogicalResult verifyPlaces() {
    SmallVector<SharedOp> loop, epilogue;
    for (auto shared : kernel.getBody().getOps<SharedOp>())
      (shared.getEpilogue() ? epilogue : loop).push_back(shared);
    return failure(failed(verifyDisjoint(loop)) ||
                   failed(verifyDisjoint(epilogue)));
  }

  LogicalResult verifyDisjoint(SmallVectorImpl<SharedOp> &places) {
    llvm::sort(places, [](SharedOp a, SharedOp b) {
      int64_t first = a.getPlace()->getOffset(),
              second = b.getPlace()->getOffset();
      return first != second ? first < second : a->isBeforeInBlock(b);
    });
    for (size_t i = 1; i < places.size(); ++i) {
      SharedOp before = places[i - 1], shared = places[i];
      if (before.getEnd() > shared.getPlace()->getOffset())
        return shared.emitOpError()
               << "expects to lie behind " << before.getName()
               << ", which ends at byte " << before.getEnd() << ", got offset "
               << shared.getPlace()->getOffset();
    }
    int64_t limit = findTargetLimits(kernel.getArch())->ldsBytes;
    if (!places.empty() && places.back().getEnd() > limit)
      return places.back().emitOpError()
             << "expects to end within the " << limit << " bytes of LDS of "
             << kernel.getArch() << ", got " << places.back().getEnd();
    return success();
  }

  KernelOp kernel;
  KernelSpec spec;
};
} // namespace

LogicalResult spmla::verifyTileForm(KernelOp kernel) {
  return TileForm(kernel).verify();
}
