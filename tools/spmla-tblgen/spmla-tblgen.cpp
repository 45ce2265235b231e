//===- spmla-tblgen.cpp - Generators of the kernel registry ---------------===//
//
// Each generator registers itself in its own file.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"

int main(int argc, char **argv) {
  llvm::InitLLVM initialised(argc, argv);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "Generates code, documents and tests from kernels-td.\n");
  llvm::MultiFileTableGenMainFn registeredGenerator = nullptr;
  return llvm::TableGenMain(argv[0], registeredGenerator);
}
