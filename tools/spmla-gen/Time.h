//===- Time.h - What each stage takes ---------------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_SPMLA_GEN_TIME_H
#define SPMLA_TOOLS_SPMLA_GEN_TIME_H

#include "Request.h"

#include "llvm/Support/raw_ostream.h"

namespace spmla::gen {

/// Generates the kernel twice in this process and prints milliseconds of
/// wall-clock time for each stage (first.STAGE, warm.STAGE) and the whole
/// (first.total), and of processor time for the whole (first.cpu), which other
/// load on the machine does not blur.
llvm::Error printTimes(const Request &request, llvm::raw_ostream &os);

} // namespace spmla::gen

#endif // SPMLA_TOOLS_SPMLA_GEN_TIME_H
