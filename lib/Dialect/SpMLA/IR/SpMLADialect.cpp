//===- SpMLADialect.cpp - The spmla dialect -------------------------------===//

#include "spmla/Dialect/SpMLA/IR/SpMLA.h"

#include "spmla/Dialect/SpMLA/IR/SpMLADialect.cpp.inc"

void spmla::SpMLADialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "spmla/Dialect/SpMLA/IR/SpMLAOps.cpp.inc"
      >();
}
