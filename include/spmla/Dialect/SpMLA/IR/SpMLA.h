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

#endif // SPMLA_DIALECT_SPMLA_IR_SPMLA_H
