//===- ModuleChecks.h - What LLVM IR we do not compile ----------*- C++ -*-===//

#ifndef SPMLA_LIB_TARGET_HSACO_MODULECHECKS_H
#define SPMLA_LIB_TARGET_HSACO_MODULECHECKS_H

#include "spmla/Kernel/TargetLimits.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace spmla {

/// The one kernel of `module`.
llvm::Expected<llvm::Function *> findKernel(llvm::Module &module);

/// Fails on a fast-math flag or attribute that assumes NaN or infinity away (a
/// NaN in a valid row must reach its output), on a function that is declared
/// and not defined (a device-library call: a link without ROCm leaves it
/// unresolved) and on more LDS than the target has.
llvm::Error checkModule(llvm::Module &module, const TargetLimits &limits);

} // namespace spmla

#endif // SPMLA_LIB_TARGET_HSACO_MODULECHECKS_H
