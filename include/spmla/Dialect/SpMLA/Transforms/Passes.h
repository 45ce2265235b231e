//===- Passes.h - Passes on the spmla dialect -------------------*- C++ -*-===//

#ifndef SPMLA_DIALECT_SPMLA_TRANSFORMS_PASSES_H
#define SPMLA_DIALECT_SPMLA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"

namespace spmla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

#endif // SPMLA_DIALECT_SPMLA_TRANSFORMS_PASSES_H
