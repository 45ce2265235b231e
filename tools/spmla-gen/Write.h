//===- Write.h - One kernel in one form -------------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_SPMLA_GEN_WRITE_H
#define SPMLA_TOOLS_SPMLA_GEN_WRITE_H

#include "Request.h"

namespace spmla::gen {

/// Generates `spec` and writes it as `request` says. Nothing is written when
/// a check fails.
llvm::Error writeKernel(const Request &request, const KernelSpec &spec);

} // namespace spmla::gen

#endif // SPMLA_TOOLS_SPMLA_GEN_WRITE_H
