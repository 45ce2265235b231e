//===- Time.h - What each stage takes ---------------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_SPMLA_GEN_TIME_H
#define SPMLA_TOOLS_SPMLA_GEN_TIME_H

#include "Request.h"

#include "llvm/Support/raw_ostream.h"

namespace spmla::gen {

/// Generates the kernel twice in this process and prints the milliseconds of
/// each stage and of the whole: first.STAGE and warm.STAGE.
llvm::Error printTimes(const Request &request, llvm::raw_ostream &os);

} // namespace spmla::gen

#endif // SPMLA_TOOLS_SPMLA_GEN_TIME_H
