//===- VerifyForm.cpp - Checks the tile form ------------------------------===//

#include "spmla/Dialect/SpMLA/Transforms/Passes.h"
#include "spmla/Dialect/SpMLA/Transforms/TileForm.h"

namespace spmla {
#define GEN_PASS_DEF_SPMLAVERIFYFORM
#include "spmla/Dialect/SpMLA/Transforms/Passes.h.inc"
} // namespace spmla

using namespace mlir;
using namespace spmla;

namespace {
struct VerifyFormPass : spmla::impl::SpMLAVerifyFormBase<VerifyFormPass> {
  using spmla::impl::SpMLAVerifyFormBase<VerifyFormPass>::SpMLAVerifyFormBase;

  void runOnOperation() override {
    if (failed(verifyTileForm(getOperation())))
      signalPassFailure();
  }
};
} // namespace
