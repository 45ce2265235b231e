//===- SpMLAToROCDL.h - From the spmla dialect to the GPU -------*- C++ -*-===//

#ifndef SPMLA_CONVERSION_SPMLATOROCDL_SPMLATOROCDL_H
#define SPMLA_CONVERSION_SPMLATOROCDL_SPMLATOROCDL_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"

namespace spmla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "spmla/Conversion/SpMLAToROCDL/Passes.h.inc"
} // namespace spmla

#endif // SPMLA_CONVERSION_SPMLATOROCDL_SPMLATOROCDL_H
