//===- DiagnosticText.h - MLIR diagnostics as llvm::Error -------*- C++ -*-===//

#ifndef SPMLA_LIB_TARGET_HSACO_DIAGNOSTICTEXT_H
#define SPMLA_LIB_TARGET_HSACO_DIAGNOSTICTEXT_H

#include "mlir/IR/Diagnostics.h"

#include "llvm/Support/Error.h"

namespace spmla {

/// While it lives, errors of the context end here instead of on stderr.
class DiagnosticText {
public:
  explicit DiagnosticText(mlir::MLIRContext *context);

  /// The first error with its notes on one line, after its position in a file
  /// if it has one; `fallback` if none was reported.
  llvm::Error takeError(llvm::StringRef fallback);

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace spmla

#endif // SPMLA_LIB_TARGET_HSACO_DIAGNOSTICTEXT_H
