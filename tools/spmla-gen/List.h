//===- List.h - The shipped kernels as a table ------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_SPMLA_GEN_LIST_H
#define SPMLA_TOOLS_SPMLA_GEN_LIST_H

#include "llvm/Support/raw_ostream.h"

namespace spmla::gen {

/// One line per kernel and one column per field in which they can differ,
/// after a line of headings.
void printKernelList(llvm::raw_ostream &os);

} // namespace spmla::gen

#endif // SPMLA_TOOLS_SPMLA_GEN_LIST_H
