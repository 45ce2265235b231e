//===- KernelModule.h - Specification to algorithm --------------*- C++ -*-===//

#ifndef SPMLA_KERNEL_KERNELMODULE_H
#define SPMLA_KERNEL_KERNELMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spmla {
struct KernelSpec;

/// A module with one spmla.kernel in algorithm form. Does not judge `spec`:
/// the passes say what they cannot do.
mlir::OwningOpRef<mlir::ModuleOp> buildKernelModule(mlir::MLIRContext *context,
                                                    const KernelSpec &spec);
} // namespace spmla

#endif // SPMLA_KERNEL_KERNELMODULE_H
