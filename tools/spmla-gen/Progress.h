//===- Progress.h - How far a run over many kernels is ----------*- C++ -*-===//

#ifndef SPMLA_TOOLS_SPMLA_GEN_PROGRESS_H
#define SPMLA_TOOLS_SPMLA_GEN_PROGRESS_H

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace spmla::gen {

/// On a terminal a bar that redraws itself, elsewhere a line per step.
class Progress {
public:
  Progress(llvm::raw_ostream &os, size_t total) : os(os), total(total) {}

  /// Before the next step.
  void start(llvm::StringRef name);

  /// Ends the bar's line, so that something else can be printed.
  void breakLine();

private:
  llvm::raw_ostream &os;
  size_t total;
  size_t current = 0;
  bool isLineOpen = false;
};

} // namespace spmla::gen

#endif // SPMLA_TOOLS_SPMLA_GEN_PROGRESS_H
