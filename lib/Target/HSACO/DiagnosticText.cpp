#include "DiagnosticText.h"

#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

namespace {

void print(raw_ostream &os, mlir::Diagnostic &diagnostic) {
  if (auto position =
          mlir::dyn_cast<mlir::FileLineColLoc>(diagnostic.getLocation()))
    os << position.getFilename().getValue() << ':' << position.getLine() << ':'
       << position.getColumn() << ": ";
  os << diagnostic;
}

} // namespace

DiagnosticText::DiagnosticText(mlir::MLIRContext *context)
    : handler(context, [this](mlir::Diagnostic &diagnostic) {
        // Warnings and remarks go on to the handler outside.
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return mlir::failure();
        if (!text.empty())
          return mlir::success();
        raw_string_ostream os(text);
        print(os, diagnostic);
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          print(os << "; note: ", note);
        return mlir::success();
      }) {}

Error DiagnosticText::takeError(StringRef fallback) {
  return createStringError(text.empty() ? fallback.str() : text);
}

} // namespace spmla
