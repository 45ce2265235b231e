//===- VerifyForm.cpp - What holds in tile form ---------------------------===//

#include "spmla/Dialect/SpMLA/Transforms/Passes.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLAVERIFYFORM
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

static LogicalResult verifyTileForm(Operation *op) {
  if (op->getDialect() != op->getContext()->getLoadedDialect<SpMLADialect>())
    return op->emitOpError("expects only spmla ops in tile form");
  if (isa<OnlineSoftmaxOp>(op) && op->getParentOfType<KernelOp>().getSpec().schedule != Schedule::solo)
    return op->emitOpError(
        "expects to have become publish, barrier and rereference in tile form");
  if (auto shared = dyn_cast<SharedOp>(op); shared && !shared.getPlace())
    return op->emitOpError("expects to have a place in tile form");
  for (Value result : op->getResults())
    if (auto tile = dyn_cast<TileType>(result.getType());
        tile && tile.isAbstract())
      return op->emitOpError()
             << "expects its results to have a layout in tile form, got "
             << tile;
  return success();
}

namespace {
struct VerifyFormPass : spmla::impl::SpMLAVerifyFormBase<VerifyFormPass> {
  using spmla::impl::SpMLAVerifyFormBase<VerifyFormPass>::SpMLAVerifyFormBase;

  void runOnOperation() override {
    WalkResult result = getOperation().getBody().walk([](Operation *op) {
      return failed(verifyTileForm(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
