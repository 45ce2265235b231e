//===- KernelModule.cpp - Specification to algorithm ----------------------===//

#include "spmla/Kernel/KernelModule.h"

#include "mlir/IR/Builders.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"
#include "spmla/Kernel/KernelSpec.h"

using namespace mlir;
using namespace spmla;

static KernelOp createKernel(OpBuilder &builder, const KernelSpec &spec) {
  MLIRContext *context = builder.getContext();
  auto kernel = KernelOp::create(
      builder, builder.getUnknownLoc(), kernelName(spec), toString(spec.arch),
      CacheAttr::get(context, spec.format, spec.encoding),
      GeometryAttr::get(context, spec.latent, spec.rope, spec.value),
      TilingAttr::get(context, spec.programHeads, spec.keyTile, spec.waves),
      ScheduleConfigAttr::get(context, spec.schedule, spec.prefetch,
                              spec.valueSlots, spec.maxima, spec.gather),
      PrecisionAttr::get(context, spec.qType, spec.dot, spec.probabilities,
                         spec.output),
      AccessPathAttr::get(context, spec.access));
  kernel.getBody().emplaceBlock();
  return kernel;
}

OwningOpRef<ModuleOp> spmla::buildKernelModule(MLIRContext *context,
                                               const KernelSpec &spec) {
  context->loadDialect<SpMLADialect>();
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  KernelOp kernel = createKernel(builder, spec);
  builder.setInsertionPointToStart(&kernel.getBody().front());

  Type bf16 = builder.getBF16Type(), f32 = builder.getF32Type();
  int64_t columns = spec.latent + spec.rope;
  // An MFMA has sixteen columns; eight heads leave half of them for second
  // terms.
  int64_t headColumns = std::max(16, spec.programHeads);
  auto perHead = TileType::get({headColumns}, f32, Layout::Heads);
  auto scores =
      TileType::get({spec.keyTile, headColumns}, f32, Layout::Accumulator);
  // Where each wave has its own keys, it has an output of its own until the
  // end.
  int64_t outputs = spec.schedule == Schedule::solo ? spec.waves : 1;
  auto output = TileType::get({outputs * spec.value, headColumns}, f32,
                              Layout::Accumulator);
  auto keyTile = TileType::get({spec.keyTile, columns}, bf16);

  Value list = ListOp::create(builder, loc, ListType::get(context));
  Value q = LoadQOp::create(builder, loc,
                            TileType::get({headColumns, columns}, bf16), 0);
  Value scale = ScoreScaleOp::create(builder, loc, perHead);
  auto init = InitStateOp::create(builder, loc, perHead, perHead, output);

  auto segment = SegmentOp::create(builder, loc, init.getResultTypes(), list,
                                   init.getResults());
  Block *body = builder.createBlock(&segment.getBody());
  Value tile = body->addArgument(builder.getIndexType(), loc);
  Value reference = body->addArgument(perHead, loc);
  Value sum = body->addArgument(perHead, loc);
  Value accumulator = body->addArgument(output, loc);
  Value slots = SlotsOp::create(
      builder, loc, SlotsType::get(context, spec.keyTile), list, tile, 0);
  Value rows = RowsOp::create(
      builder, loc, RowsType::get(context, spec.keyTile), list, slots, tile, 0);
  Value keys = GatherOp::create(builder, loc, keyTile, rows, 0);
  Value s = QKOp::create(builder, loc, scores, keys, q);
  auto softmax = OnlineSoftmaxOp::create(
      builder, loc, TypeRange{scores, perHead, perHead, output}, s, rows, scale,
      reference, sum, accumulator);
  Value next = PVOp::create(builder, loc, output, keys,
                            softmax.getProbabilities(), softmax.getNewOutput());
  YieldOp::create(
      builder, loc,
      ValueRange{softmax.getNewReference(), softmax.getNewSum(), next});

  builder.setInsertionPointAfter(segment);
  FinalizeOp::create(builder, loc, segment.getResult(0), segment.getResult(1),
                     segment.getResult(2), Value());
  ReturnOp::create(builder, loc);
  return module;
}
