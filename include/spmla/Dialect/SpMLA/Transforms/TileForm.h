//===- TileForm.h - What holds in tile form ---------------------*- C++ -*-===//

#ifndef SPMLA_DIALECT_SPMLA_TRANSFORMS_TILEFORM_H
#define SPMLA_DIALECT_SPMLA_TRANSFORMS_TILEFORM_H

#include "spmla/Dialect/SpMLA/IR/SpMLA.h"

namespace spmla {

/// Checks what the lowering of a kernel in tile form relies on, with a
/// diagnostic at the op that departs from it: a static key that a kernel exists
/// for, spmla ops only, a place in LDS for every shared tile, a layout for
/// every tile in registers, and shapes that are those of the key's tiling.
mlir::LogicalResult verifyTileForm(KernelOp kernel);

} // namespace spmla

#endif // SPMLA_DIALECT_SPMLA_TRANSFORMS_TILEFORM_H
