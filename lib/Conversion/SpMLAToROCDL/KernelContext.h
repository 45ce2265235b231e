//===- KernelContext.h - What the patterns share ----------------*- C++ -*-===//

#ifndef SPMLA_CONVERSION_SPMLATOROCDL_KERNELCONTEXT_H
#define SPMLA_CONVERSION_SPMLATOROCDL_KERNELCONTEXT_H

#include "Emitter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/DialectConversion.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"

namespace spmla {

/// The members of the argument block, in order.
enum class Argument {
#define SPMLA_ARGUMENT(TYPE, NAME) NAME,
#include "spmla/Kernel/ArgumentBlock.def"
};

/// A segment on its way to blocks: where its yield goes.
struct Loop {
  mlir::Block *header;
  mlir::Block *exit;
  /// i32, uniform.
  mlir::Value tileCount;
};

/// The function being filled, and values of its entry block that every pattern
/// may use.
struct KernelContext {
  KernelContext(KernelOp kernel, mlir::gpu::GPUFuncOp function,
                mlir::LLVM::GlobalOp lds);

  mlir::Value argument(Argument which) const {
    return mlir::gpu::GPUFuncOp(function).getBody().getArgument(
        static_cast<unsigned>(which));
  }
  int64_t keysPerWave() const { return spec.keyTile / spec.waves; }
  /// Sixteen-key blocks of a wave.
  int64_t blocksPerWave() const { return keysPerWave() / 16; }
  bool hasBufferAccess() const { return spec.access == Access::buffer; }
  int64_t valuesPerWave() const { return spec.value / spec.waves; }

  KernelSpec spec;
  mlir::gpu::GPUFuncOp function;
  /// i32: lane % 16, lane / 16, lane; the wave (uniform), the query and the
  /// first head of the workgroup (uniform).
  mlir::Value n, g, lane, wave, query, firstHead;
  /// Base of LDS.
  mlir::Value lds;
  /// Descriptor of the cache.
  mlir::Value cache;
  /// f32, uniform: the scales that the device holds, one where there is none.
  mlir::Value kvScale, qScale;
  llvm::DenseMap<mlir::Operation *, Loop> loops;
};

/// Tile number of `tile + ahead`, where no tile is tile 0.
mlir::Value tileNumber(Emitter &emit, mlir::ValueRange tile, int64_t ahead);

/// The head of this lane's column: a program of 8 heads has each twice.
mlir::Value headOf(Emitter &emit, const KernelContext &kernel);

/// The first term in the lanes of columns 0-7, the second in those of 8-15.
mlir::Value selectTerm(Emitter &emit, const KernelContext &kernel,
                       mlir::Value first, mlir::Value second);

/// A pattern with the kernel at hand.
template <typename Op>
class KernelPattern : public mlir::OpConversionPattern<Op> {
public:
  KernelPattern(const mlir::TypeConverter &converter, KernelContext &kernel)
      : mlir::OpConversionPattern<Op>(converter, kernel.function->getContext()),
        kernel(kernel) {}

protected:
  KernelContext &kernel;
};

/// Tiles become registers: 16 bytes (vector<4xi32>) of rows and operands, 16x16
/// blocks (vector<4xf32>) of accumulators, one f32 of heads. Shared tiles
/// become pointers into LDS; a list is (descriptor of its indices, length),
/// slots are slot numbers, rows are (byte offset, mask of the wave's invalid
/// keys).
class TileTypeConverter : public mlir::TypeConverter {
public:
  TileTypeConverter(mlir::MLIRContext *context, const KernelSpec &spec);
};

void populateQueryPatterns(const mlir::TypeConverter &, KernelContext &,
                           mlir::RewritePatternSet &);
void populateLoadPatterns(const mlir::TypeConverter &, KernelContext &,
                          mlir::RewritePatternSet &);
void populateStagePatterns(const mlir::TypeConverter &, KernelContext &,
                           mlir::RewritePatternSet &);
void populateDotPatterns(const mlir::TypeConverter &, KernelContext &,
                         mlir::RewritePatternSet &);
void populateSoftmaxPatterns(const mlir::TypeConverter &, KernelContext &,
                             mlir::RewritePatternSet &);
void populateSegmentPatterns(const mlir::TypeConverter &, KernelContext &,
                             mlir::RewritePatternSet &);
void populateFinalizePatterns(const mlir::TypeConverter &, KernelContext &,
                              mlir::RewritePatternSet &);

} // namespace spmla

#endif // SPMLA_CONVERSION_SPMLATOROCDL_KERNELCONTEXT_H
