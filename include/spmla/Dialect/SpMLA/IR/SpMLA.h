//===- SpMLA.h - The spmla dialect ------------------------------*- C++ -*-===//

#ifndef SPMLA_DIALECT_SPMLA_IR_SPMLA_H
#define SPMLA_DIALECT_SPMLA_IR_SPMLA_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "spmla/Kernel/KernelSpec.h"

#include "spmla/Dialect/SpMLA/IR/SpMLADialect.h.inc"
#include "spmla/Dialect/SpMLA/IR/SpMLAEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "spmla/Dialect/SpMLA/IR/SpMLAAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "spmla/Dialect/SpMLA/IR/SpMLATypes.h.inc"

#define GET_OP_CLASSES
#include "spmla/Dialect/SpMLA/IR/SpMLAOps.h.inc"

namespace spmla {
/// Place of the tile that a shared value is a slot of, or null before
/// spmla-assign-lds.
PlaceAttr placeOf(mlir::Value shared);
} // namespace spmla

#endif // SPMLA_DIALECT_SPMLA_IR_SPMLA_H
