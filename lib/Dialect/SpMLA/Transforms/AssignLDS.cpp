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

// Skews of long rows, in bytes; the pass's description says what they buy.
static constexpr int64_t skewedFrom = 128;
static constexpr int64_t rowSkew = 32;
static constexpr int64_t narrowRowSkew = 16;
static constexpr int64_t narrowBlockSkew = 128;
// The widest LDS access.
static constexpr int64_t alignment = 16;

static PlaceAttr placeAt(int64_t offset, SharedType type) {
  int64_t pitch = type.getRowBytes(), block = 16 * pitch;
  if (type.isRowMajor() && pitch >= skewedFrom) {
    bool isNarrow = type.getElementType().getIntOrFloatBitWidth() == 8;
    pitch += isNarrow ? narrowRowSkew : rowSkew;
    block = 16 * pitch + (isNarrow ? narrowBlockSkew : 0);
  }
  int64_t bytes =
      type.getRowCount() / 16 * block + type.getRowCount() % 16 * pitch;
  return PlaceAttr::get(type.getContext(), offset, pitch, block,
                        llvm::alignTo(bytes, alignment));
}

namespace {
struct AssignLDSPass : spmla::impl::SpMLAAssignLDSBase<AssignLDSPass> {
  using spmla::impl::SpMLAAssignLDSBase<AssignLDSPass>::SpMLAAssignLDSBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    // What only the epilogue uses lies over the tiles of the loop.
    int64_t loopEnd = 0, epilogueEnd = 0;
    for (auto shared : kernel.getBody().getOps<SharedOp>()) {
      int64_t &end = shared.getEpilogue() ? epilogueEnd : loopEnd;
      shared.setPlaceAttr(placeAt(end, shared.getResult().getType()));
      end = shared.getEnd();
    }
    int64_t end = std::max(loopEnd, epilogueEnd);
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
