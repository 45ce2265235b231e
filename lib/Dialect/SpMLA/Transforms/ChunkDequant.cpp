//===- ChunkDequant.cpp - Dequantise in pieces ----------------------------===//

#include "mlir/IR/Builders.h"
#include "spmla/Dialect/SpMLA/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLACHUNKDEQUANT
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

/// VGPRs of bf16 that one 16-byte load of 8-bit floats becomes.
static constexpr int64_t smallestPiece = 8;

/// VGPRs of 4 bytes that a tile takes in each lane of a workgroup.
static int64_t registersOf(TileType type, int64_t waves) {
  int64_t bits = llvm::product_of(type.getShape()) *
                 type.getElementType().getIntOrFloatBitWidth();
  return bits / (waves * 64 * 32);
}

static TileType rowsOfPart(TileType type, int64_t parts) {
  return TileType::get({type.getShape().front() / parts, type.getColumns()},
                       type.getElementType(), type.getLayout());
}

namespace {
struct ChunkDequantPass : spmla::impl::SpMLAChunkDequantBase<ChunkDequantPass> {
  using spmla::impl::SpMLAChunkDequantBase<
      ChunkDequantPass>::SpMLAChunkDequantBase;

  void runOnOperation() override {
    if (maxRegisters < smallestPiece) {
      getOperation().emitOpError()
          << "expects max-registers to be at least " << smallestPiece
          << ", got " << maxRegisters.getValue();
      return signalPassFailure();
    }
    int64_t waves = getOperation().getTiling().getWaves();
    getOperation().walk([&](StageOp stage) {
      if (auto dequant = stage.getSource().getDefiningOp<DequantOp>())
        split(dequant, stage,
              partsOf(registersOf(dequant.getResult().getType(), waves)));
    });
  }

  /// The fewest equal parts of `registers` that fit and are whole loads.
  int64_t partsOf(int64_t registers) const {
    int64_t loads = registers / smallestPiece;
    int64_t parts = llvm::divideCeil(registers, maxRegisters.getValue());
    while (parts < loads && loads % parts)
      ++parts;
    return std::clamp<int64_t>(parts, 1, std::max<int64_t>(loads, 1));
  }

  static void split(DequantOp dequant, StageOp stage, int64_t parts) {
    if (parts == 1 || !dequant->hasOneUse())
      return;
    OpBuilder builder(stage);
    for (int64_t part = 0; part < parts; ++part) {
      Value raw =
          SliceOp::create(builder, dequant.getLoc(),
                          rowsOfPart(dequant.getSource().getType(), parts),
                          dequant.getSource(), part, parts);
      Value piece = DequantOp::create(
          builder, dequant.getLoc(),
          rowsOfPart(dequant.getResult().getType(), parts), raw);
      // The stage may itself write a part of the target only.
      StageOp::create(builder, stage.getLoc(), piece, stage.getTarget(),
                      stage.getPart() * parts + part, stage.getParts() * parts);
    }
    stage.erase();
    dequant.erase();
  }
};
} // namespace
