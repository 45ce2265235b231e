//===- spmla-opt.cpp - Runs passes on kernels in text form ----------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "spmla/Pipelines/Pipelines.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  spmla::registerAllDialects(registry);
  spmla::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "spmla-opt: runs passes on sparse-MLA kernels\n", registry));
}
