//===- AssignLDS.cpp - Places of shared tiles -----------------------------===//

#include "spmla/Dialect/SpMLA/Transforms/Passes.h"
#include "spmla/Kernel/TargetLimits.h"
#include "llvm/Support/MathExtras.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLAASSIGNLDS
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

// Skew of long rows; see the pass's description for what it buys.
static constexpr int64_t skewedFrom = 128;
static constexpr int64_t skew = 32;
// The widest LDS access.
static constexpr int64_t alignment = 16;

static int64_t pitchOf(SharedType type) {
  int64_t bytes = type.getRowBytes();
  return type.isRowMajor() && bytes >= skewedFrom ? bytes + skew : bytes;
}

namespace {
struct AssignLDSPass : spmla::impl::SpMLAAssignLDSBase<AssignLDSPass> {
  using spmla::impl::SpMLAAssignLDSBase<AssignLDSPass>::SpMLAAssignLDSBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    int64_t end = 0;
    for (auto shared : kernel.getBody().getOps<SharedOp>()) {
      shared.setPlaceAttr(
          PlaceAttr::get(&getContext(), llvm::alignTo(end, alignment),
                         pitchOf(shared.getResult().getType())));
      end = shared.getEnd();
    }
    int64_t limit = findTargetLimits(kernel.getArch())->ldsBytes;
    if (end <= limit)
      return;
    InFlightDiagnostic diagnostic =
        kernel.emitOpError()
        << "expects its shared tiles to fit into the " << limit
        << " bytes of LDS of " << kernel.getArch() << ", got " << end;
    for (auto shared : kernel.getBody().getOps<SharedOp>())
      diagnostic.attachNote(shared.getLoc())
          << shared.getName() << ": bytes " << shared.getPlace()->getOffset()
          << " to " << shared.getEnd();
    signalPassFailure();
  }
};
} // namespace
