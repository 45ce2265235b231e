//===- SpMLAOps.cpp - Verifiers and custom forms --------------------------===//

#include "mlir/IR/Builders.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"

using namespace mlir;
using namespace spmla;

#define GET_OP_CLASSES
#include "spmla/Dialect/SpMLA/IR/SpMLAOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shape helpers
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> shapeOf(Value tile) {
  if (auto type = dyn_cast<TileType>(tile.getType()))
    return type.getShape();
  return cast<SharedType>(tile.getType()).getShape();
}

static Type elementTypeOf(Value tile) {
  if (auto type = dyn_cast<TileType>(tile.getType()))
    return type.getElementType();
  return cast<SharedType>(tile.getType()).getElementType();
}

/// The lane layout in which a matrix operand enumerates its columns.
static Layout operandLayoutOf(Value tile) {
  if (auto type = dyn_cast<TileType>(tile.getType()))
    return type.getLayout();
  auto type = cast<SharedType>(tile.getType());
  if (!type.isRowMajor())
    return type.getLayout();
  // Row-major rows are read 16 bytes at a time.
  return type.getElementType().getIntOrFloatBitWidth() == 8 ? Layout::Operand16
                                                            : Layout::Operand8;
}

static std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(shape, stream, "x");
  return text;
}

static LogicalResult expectShape(Operation *op, StringRef what,
                                 ArrayRef<int64_t> expected,
                                 ArrayRef<int64_t> got) {
  if (expected == got)
    return success();
  return op->emitOpError() << "expects " << what << " to be "
                           << shapeText(expected) << ", got " << shapeText(got);
}

/// `layouts` are those that `tile` may be in.
static LogicalResult expectLayout(Operation *op, StringRef what, TileType tile,
                                  ArrayRef<Layout> layouts) {
  if (llvm::is_contained(layouts, tile.getLayout()))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError()
                                  << "expects " << what << " to be in layout ";
  llvm::interleave(
      layouts, [&](Layout layout) { diagnostic << stringifyLayout(layout); },
      [&] { diagnostic << " or "; });
  return diagnostic << ", got " << stringifyLayout(tile.getLayout());
}

static LogicalResult expectHeads(Operation *op, StringRef what, TileType tile,
                                 int64_t heads) {
  return failure(failed(expectLayout(op, what, tile, Layout::Heads)) ||
                 failed(expectShape(op, what, heads, tile.getShape())));
}

/// Scores or probabilities: keys x heads, as an MFMA leaves them.
static LogicalResult expectScores(Operation *op, TileType scores) {
  return expectLayout(op, "its scores", scores, Layout::Accumulator);
}

/// The softmax state of `heads` heads: reference, sum and output.
static LogicalResult expectState(Operation *op, int64_t heads,
                                 TileType reference, TileType sum,
                                 TileType output) {
  return failure(
      failed(expectHeads(op, "its reference", reference, heads)) ||
      failed(expectHeads(op, "its sum", sum, heads)) ||
      failed(expectLayout(op, "its output", output, Layout::Accumulator)) ||
      failed(expectShape(op, "its output", {output.getShape().front(), heads},
                         output.getShape())));
}

static LogicalResult expectRowMajor(Operation *op, StringRef what,
                                    SharedType shared) {
  if (shared.isRowMajor())
    return success();
  return op->emitOpError() << "expects " << what << " to be row-major, got "
                           << shared;
}

/// One f32 per head and wave.
static LogicalResult expectPerWave(Operation *op, StringRef what,
                                   SharedType shared, int64_t heads) {
  if (failed(expectRowMajor(op, what, shared)) ||
      failed(expectShape(op, what, {heads, shared.getColumns()},
                         shared.getShape())))
    return failure();
  if (!shared.getElementType().isF32())
    return op->emitOpError() << "expects " << what << " to be f32, got "
                             << shared.getElementType();
  return success();
}

/// Probabilities in LDS, as `pv` or `fetch` reads them: one tile per term, and
/// terms are 8-bit if there are several.
static LogicalResult expectProbabilities(Operation *op, ValueRange terms,
                                         ArrayRef<int64_t> shape) {
  if (terms.empty() || terms.size() > 2)
    return op->emitOpError() << "expects one or two terms of the shared "
                                "probabilities, got "
                             << terms.size();
  for (Value term : terms) {
    auto shared = cast<SharedType>(term.getType());
    bool isBF16 = shared.getElementType().isBF16() && terms.size() == 1;
    if (shared.getLayout() != Layout::Keys ||
        !(isBF16 || isa<Float8E4M3FNType>(shared.getElementType())))
      return op->emitOpError()
             << "expects its shared probabilities to be bf16, or terms of "
                "f8E4M3FN, in layout keys, got "
             << shared;
    if (failed(expectShape(op, "its shared probabilities", shape,
                           shared.getShape())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  // Fields of a static key have at most nine digits.
  constexpr int64_t maxField = 999999999;
  auto expectField = [&](StringRef what, int64_t got,
                         int64_t least) -> LogicalResult {
    if (got >= least && got <= maxField)
      return success();
    return emitOpError() << "expects " << what << " to be from " << least
                         << " to " << maxField << ", got " << got;
  };
  if (unsigned count = getBody().getNumArguments())
    return emitOpError() << "expects its body to have no arguments, got "
                         << count;
  PartialSpec parsed;
  std::string problem;
  if (!setKeyValue(parsed, KeyField::arch, getArch(), problem))
    return emitOpError() << problem;
  GeometryAttr geometry = getGeometry();
  TilingAttr tiling = getTiling();
  if (failed(expectField("latent", geometry.getLatent(), 1)) ||
      failed(expectField("rope", geometry.getRope(), 0)) ||
      failed(expectField("value", geometry.getValue(), 1)) ||
      failed(expectField("heads", tiling.getHeads(), 1)) ||
      failed(expectField("keys", tiling.getKeys(), 1)) ||
      failed(expectField("waves", tiling.getWaves(), 1)) ||
      failed(expectField("prefetch", getSchedule().getPrefetch(), 1)) ||
      failed(expectField("value slots", getSchedule().getValueSlots(), 1)))
    return failure();
  if (geometry.getValue() > geometry.getLatent() + geometry.getRope())
    return emitOpError() << "expects value to be at most latent + rope = "
                         << geometry.getLatent() + geometry.getRope()
                         << ", got " << geometry.getValue();
  return success();
}

KernelSpec KernelOp::getSpec() {
  KernelSpec spec;
  [[maybe_unused]] bool known = fromString(getArch(), spec.arch);
  assert(known && "the verifier admits known architectures only");
  spec.format = getCache().getFormat();
  spec.encoding = getCache().getEncoding();
  spec.latent = getGeometry().getLatent();
  spec.rope = getGeometry().getRope();
  spec.value = getGeometry().getValue();
  spec.programHeads = getTiling().getHeads();
  spec.keyTile = getTiling().getKeys();
  spec.waves = getTiling().getWaves();
  spec.schedule = getSchedule().getKind();
  spec.prefetch = getSchedule().getPrefetch();
  spec.valueSlots = getSchedule().getValueSlots();
  spec.maxima = getSchedule().getMaxima();
  spec.gather = getSchedule().getGather();
  spec.qType = getPrecision().getQ();
  spec.dot = getPrecision().getDot();
  spec.probabilities = getPrecision().getProbabilities();
  spec.access = getAccess().getPath();
  spec.output = getPrecision().getOut();
  return spec;
}

LogicalResult SharedOp::verify() {
  if (getSlots() != 1 && getSlots() != 2)
    return emitOpError() << "expects its slots to be 1 or 2, got "
                         << getSlots();
  std::optional<PlaceAttr> place = getPlace();
  if (!place)
    return success();
  // LDS has fewer bytes than this; it keeps sums of places far from overflow.
  constexpr int64_t maxByte = 1 << 20;
  // The widest LDS access.
  constexpr int64_t alignment = 16;
  SharedType type = getResult().getType();
  auto expectBytes = [&](StringRef what, int64_t got, int64_t least,
                         int64_t multiple) -> LogicalResult {
    if (got >= least && got <= maxByte && got % multiple == 0)
      return success();
    return emitOpError() << "expects its " << what << " to be a multiple of "
                         << multiple << " from " << least << " to " << maxByte
                         << ", got " << got;
  };
  int64_t pitch = place->getPitch(), block = place->getBlock();
  if (failed(expectBytes("offset", place->getOffset(), 0, alignment)) ||
      failed(expectBytes("pitch", pitch, type.getRowBytes(), 1)) ||
      failed(expectBytes("block", block, 16 * pitch, 1)))
    return failure();
  int64_t rows = type.getRowCount();
  return expectBytes("slot", place->getSlot(),
                     rows / 16 * block + rows % 16 * pitch, alignment);
}

int64_t SharedOp::getEnd() {
  return getPlace()->getOffset() + getSlots() * getPlace()->getSlot();
}

PlaceAttr spmla::placeOf(Value shared) {
  while (auto slot = shared.getDefiningOp<SlotOp>())
    shared = slot.getShared();
  auto definition = shared.getDefiningOp<SharedOp>();
  return definition && definition.getPlace() ? *definition.getPlace()
                                             : PlaceAttr();
}

YieldOp SegmentOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

LogicalResult SegmentOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() == 0 || !block.getArgument(0).getType().isIndex())
    return emitOpError(
        "expects the first argument of its body to be the tile, an index");
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError("expects its body to end in spmla.yield");
  TypeRange types = getInits().getTypes();
  auto expectTypes = [&](StringRef what, TypeRange got) -> LogicalResult {
    if (types == got)
      return success();
    return emitOpError() << "expects the types of its " << what
                         << " to be those of the initial values";
  };
  return failure(
      failed(expectTypes("carried arguments",
                         ValueRange(getCarried()).getTypes())) ||
      failed(expectTypes("yielded values", yield.getValues().getTypes())) ||
      failed(expectTypes("results", getResults().getTypes())));
}

ParseResult SegmentOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand list;
  OpAsmParser::Argument tile;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<Type> types;
  Builder &builder = parser.getBuilder();
  SMLoc carryLoc;
  if (parser.parseOperand(list) || parser.parseKeyword("tile") ||
      parser.parseArgument(tile) || parser.getCurrentLocation(&carryLoc) ||
      parser.parseKeyword("carry") ||
      parser.parseAssignmentList(arguments, inits) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseOptionalColonTypeList(types))
    return failure();
  if (arguments.size() != types.size())
    return parser.emitError(carryLoc)
           << "expects one type for each of the " << arguments.size()
           << " carried values, got " << types.size();
  tile.type = builder.getIndexType();
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  arguments.insert(arguments.begin(), tile);
  result.addTypes(types);
  return failure(
      parser.resolveOperand(list, ListType::get(builder.getContext()),
                            result.operands) ||
      parser.resolveOperands(inits, types, carryLoc, result.operands) ||
      parser.parseRegion(*result.addRegion(), arguments));
}

void SegmentOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getList() << " tile " << getTile() << " carry(";
  llvm::interleaveComma(
      llvm::zip_equal(getCarried(), getInits()), printer, [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  printer << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  if (!getInits().empty())
    printer << " : " << getInits().getTypes();
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static LogicalResult verifyFirstColumn(Operation *op, int64_t firstColumn) {
  if (firstColumn >= 0)
    return success();
  return op->emitOpError() << "expects its first column to be 0 or more, got "
                           << firstColumn;
}

static LogicalResult verifyAhead(Operation *op, int64_t ahead) {
  if (ahead >= 0)
    return success();
  return op->emitOpError() << "expects ahead to be 0 or more, got " << ahead;
}

LogicalResult SlotOp::verify() {
  if (failed(verifyAhead(*this, getAhead())))
    return failure();
  if (getShared().getDefiningOp<SlotOp>())
    return emitOpError("expects a shared tile, got a slot of one");
  // Slot 1 of a tile that has one slot lies behind it.
  auto definition = getShared().getDefiningOp<SharedOp>();
  if (definition && definition.getSlots() == 1)
    return emitOpError() << "expects " << definition.getName()
                         << " to have 2 slots, got 1";
  return success();
}

LogicalResult SlotsOp::verify() { return verifyAhead(*this, getAhead()); }

LogicalResult RowsOp::verify() {
  if (failed(verifyAhead(*this, getAhead())))
    return failure();
  return expectShape(*this, "the keys of its rows",
                     getSlots().getType().getKeys(),
                     getResult().getType().getKeys());
}

LogicalResult LoadQOp::verify() {
  return failure(failed(verifyFirstColumn(*this, getFirstColumn())) ||
                 failed(expectLayout(
                     *this, "its result", getResult().getType(),
                     {Layout::Abstract, Layout::Operand8, Layout::Operand16})));
}

LogicalResult ScoreScaleOp::verify() {
  return expectLayout(*this, "its result", getResult().getType(),
                      Layout::Heads);
}

LogicalResult GatherOp::verify() {
  TileType result = getResult().getType();
  if (failed(verifyFirstColumn(*this, getFirstColumn())) ||
      failed(
          expectLayout(*this, "its result", result,
                       {Layout::Abstract, Layout::Rows8, Layout::Rows16,
                        Layout::Operand8, Layout::Operand16, Layout::Lines})) ||
      failed(expectShape(*this, "its result",
                         {getRows().getType().getKeys(), result.getColumns()},
                         result.getShape())))
    return failure();
  if (result.isAbstract())
    return success();
  // One request gives a lane 16 bytes.
  bool runsOf16 = result.getLayout() == Layout::Rows16 ||
                  result.getLayout() == Layout::Operand16 ||
                  result.getLayout() == Layout::Lines;
  unsigned bits = runsOf16 ? 8 : 16;
  if (result.getElementType().getIntOrFloatBitWidth() != bits)
    return emitOpError() << "expects the elements of layout "
                         << stringifyLayout(result.getLayout()) << " to have "
                         << bits << " bits, got " << result.getElementType();
  return success();
}

//===----------------------------------------------------------------------===//
// Dequantisation and staging
//===----------------------------------------------------------------------===//

static LogicalResult verifyPart(Operation *op, int64_t part, int64_t parts) {
  if (parts >= 1 && part >= 0 && part < parts)
    return success();
  return op->emitOpError() << "expects part to be in [0, " << parts << "), got "
                           << part;
}

LogicalResult SliceOp::verify() {
  if (failed(verifyPart(*this, getPart(), getParts())))
    return failure();
  TileType source = getSource().getType(), result = getResult().getType();
  if (failed(expectLayout(*this, "its source", source,
                          {Layout::Rows8, Layout::Rows16})))
    return failure();
  if (source.getShape().front() % getParts())
    return emitOpError()
           << "expects the rows of its source to be a multiple of "
           << getParts() << " parts, got " << source.getShape().front();
  if (failed(expectShape(*this, "its result",
                         {source.getShape().front() / int64_t(getParts()),
                          source.getColumns()},
                         result.getShape())))
    return failure();
  if (source.getElementType() != result.getElementType() ||
      source.getLayout() != result.getLayout())
    return emitOpError(
        "expects source and result to agree in element type and layout");
  return success();
}

LogicalResult DequantOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (!isa<Float8E4M3FNType, Float8E4M3FNUZType>(source.getElementType()) ||
      !result.getElementType().isBF16())
    return emitOpError()
           << "expects f8E4M3FN or f8E4M3FNUZ to become bf16, got "
           << source.getElementType() << " and " << result.getElementType();
  if (failed(expectLayout(*this, "its source", source,
                          {Layout::Rows16, Layout::Operand16, Layout::Keys})))
    return failure();
  if (source.getShape() != result.getShape() ||
      source.getLayout() != result.getLayout())
    return emitOpError(
        "expects source and result to agree in shape and layout");
  return success();
}

LogicalResult EncodeQOp::verify() {
  size_t parts = getParts().size(), terms = getTerms().size();
  if (parts == 0 || (terms != parts && (getSplit() || terms != 2 * parts)))
    return emitOpError() << "expects one or two terms of each part, and one if "
                            "they are split by columns, got "
                         << parts << " parts and " << terms << " terms";
  int64_t rows = cast<TileType>(getParts().front().getType()).getShape()[0];
  if (failed(expectHeads(*this, "its scale", getScale().getType(), rows)))
    return failure();
  for (auto [i, term] : llvm::enumerate(getTerms())) {
    auto part = cast<TileType>(getParts()[i % parts].getType()),
         type = cast<TileType>(term.getType());
    if (failed(expectShape(*this, "a term", part.getShape(), type.getShape())))
      return failure();
    if (part.getLayout() != Layout::Operand16 ||
        type.getLayout() != Layout::Operand16)
      return emitOpError("expects its parts and terms in layout operand16");
    if (!part.getElementType().isBF16() ||
        !isa<Float8E4M3FNType>(type.getElementType()))
      return emitOpError() << "expects bf16 to become f8E4M3FN, got "
                           << part.getElementType() << " and "
                           << type.getElementType();
  }
  return success();
}

LogicalResult FetchOp::verify() {
  SharedType source = getSource().getType();
  TileType result = getResult().getType();
  if (result.getLayout() != Layout::Keys &&
      result.getLayout() != Layout::OwnKeys)
    return emitOpError()
           << "expects its result in layout keys or own_keys, got "
           << stringifyLayout(result.getLayout());
  if (source.getElementType() != result.getElementType())
    return emitOpError()
           << "expects source and result to agree in element type, got "
           << source.getElementType() << " and " << result.getElementType();
  // What is transposed on the way is read 8 bits an element; a wave's own keys
  // come from rows only.
  if (source.isRowMajor() &&
      source.getElementType().getIntOrFloatBitWidth() != 8)
    return emitOpError() << "expects a row-major source to have 8 bits an "
                            "element, got "
                         << source.getElementType();
  bool isOwn = result.getLayout() == Layout::OwnKeys;
  if (!source.isRowMajor() && (isOwn || source.getLayout() != Layout::Keys))
    return emitOpError() << "expects its source to be row-major"
                         << (isOwn ? "" : " or in layout keys") << ", got "
                         << source;
  // The leading columns of rows that hold more than V.
  if (result.getColumns() > source.getColumns())
    return emitOpError() << "expects its result to have at most the "
                         << source.getColumns()
                         << " columns of its source, got "
                         << result.getColumns();
  return expectShape(*this, "its result",
                     {source.getRowCount(), result.getColumns()},
                     result.getShape());
}

LogicalResult ShareOp::verify() {
  TileType source = getSource().getType();
  SharedType target = getTarget().getType();
  if (source.getLayout() != Layout::Operand16 ||
      target.getLayout() != Layout::Operand16)
    return emitOpError("expects source and target in layout operand16");
  // Tiles with more rows are dealt to the waves, and one wave writes.
  if (source.getShape().front() != 16)
    return emitOpError() << "expects its source to have 16 rows, got "
                         << source.getShape().front();
  if (source.getElementType() != target.getElementType())
    return emitOpError()
           << "expects source and target to agree in element type, got "
           << source.getElementType() << " and " << target.getElementType();
  return expectShape(*this, "its source", target.getShape(), source.getShape());
}

LogicalResult EncodeOp::verify() {
  size_t terms = getTerms().size();
  if (terms != 1 && (getSplit() || terms != 2))
    return emitOpError() << "expects one or two terms, and one if they are "
                            "split by columns, got "
                         << terms;
  if (failed(expectLayout(*this, "its probabilities",
                          getProbabilities().getType(), Layout::Accumulator)))
    return failure();
  for (Value term : getTerms()) {
    auto type = cast<TileType>(term.getType());
    if (type.getLayout() != Layout::OwnKeys ||
        !isa<Float8E4M3FNType>(type.getElementType()))
      return emitOpError()
             << "expects its terms to be f8E4M3FN in layout own_keys, got "
             << type;
    if (failed(expectShape(*this, "a term",
                           getProbabilities().getType().getShape(),
                           type.getShape())))
      return failure();
  }
  return success();
}

LogicalResult FoldOp::verify() {
  if (getSource().getType().getLayout() == Layout::Accumulator)
    return success();
  return emitOpError() << "expects its source in layout accumulator, got "
                       << stringifyLayout(getSource().getType().getLayout());
}

LogicalResult StageOp::verify() {
  if (failed(verifyPart(*this, getPart(), getParts())))
    return failure();
  TileType source = getSource().getType();
  SharedType target = getTarget().getType();
  if (failed(expectLayout(
          *this, "its source", source,
          {Layout::Rows8, Layout::Rows16, Layout::Operand16, Layout::Lines})) ||
      failed(expectRowMajor(*this, "its target", target)))
    return failure();
  if (source.getElementType() != target.getElementType())
    return emitOpError()
           << "expects source and target to agree in element type, got "
           << source.getElementType() << " and " << target.getElementType();
  // Codes are dequantised before whole rows of them are staged, and operands
  // are staged as they were gathered.
  unsigned bits = source.getLayout() == Layout::Rows8 ||
                          source.getLayout() == Layout::Rows16
                      ? 16
                      : 8;
  if (source.getElementType().getIntOrFloatBitWidth() != bits)
    return emitOpError() << "expects the elements of layout "
                         << stringifyLayout(source.getLayout()) << " to have "
                         << bits << " bits, got " << source.getElementType();
  if (target.getRowCount() % getParts())
    return emitOpError()
           << "expects the rows of its target to be a multiple of "
           << getParts() << " parts, got " << target.getRowCount();
  return expectShape(
      *this, "its source",
      {target.getRowCount() / int64_t(getParts()), target.getColumns()},
      source.getShape());
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

LogicalResult QKOp::verify() {
  if (getKeys().empty() || getKeys().size() != getQueries().size())
    return emitOpError()
           << "expects as many queries as keys, and at least one, got "
           << getKeys().size() << " keys and " << getQueries().size()
           << " queries";
  if (failed(expectLayout(*this, "its result", getResult().getType(),
                          Layout::Accumulator)))
    return failure();
  ArrayRef<int64_t> result = getResult().getType().getShape();
  for (auto [key, query] : llvm::zip_equal(getKeys(), getQueries())) {
    if (auto shared = dyn_cast<SharedType>(key.getType());
        shared && failed(expectRowMajor(*this, "a shared key tile", shared)))
      return failure();
    if (auto tile = dyn_cast<TileType>(query.getType());
        tile && failed(expectLayout(
                    *this, "the query tile of a pair", tile,
                    {Layout::Abstract, Layout::Operand8, Layout::Operand16})))
      return failure();
    if (auto shared = dyn_cast<SharedType>(query.getType());
        shared && shared.getLayout() != Layout::Operand16)
      return emitOpError() << "expects a shared query tile to be in layout "
                              "operand16, got "
                           << shared;
    ArrayRef<int64_t> keyShape = shapeOf(key), queryShape = shapeOf(query);
    if (failed(expectShape(*this, "the key tile of a pair",
                           {result[0], queryShape[1]}, keyShape)) ||
        failed(expectShape(*this, "the query tile of a pair",
                           {result[1], keyShape[1]}, queryShape)))
      return failure();
    if (elementTypeOf(key) != elementTypeOf(query))
      return emitOpError()
             << "expects the tiles of a pair to agree in element type, got "
             << elementTypeOf(key) << " and " << elementTypeOf(query);
    Layout keyLayout = operandLayoutOf(key),
           queryLayout = operandLayoutOf(query);
    if (keyLayout != queryLayout)
      return emitOpError() << "expects the tiles of a pair to enumerate their "
                              "columns alike, got "
                           << stringifyLayout(keyLayout) << " and "
                           << stringifyLayout(queryLayout);
  }
  return success();
}

LogicalResult MaskOp::verify() {
  TileType scores = getScores().getType();
  return failure(
      failed(expectScores(*this, scores)) ||
      failed(expectShape(*this, "its scores",
                         {getRows().getType().getKeys(), scores.getColumns()},
                         scores.getShape())));
}

LogicalResult InitStateOp::verify() {
  return expectState(*this, getOutput().getType().getColumns(),
                     getReference().getType(), getSum().getType(),
                     getOutput().getType());
}

LogicalResult OnlineSoftmaxOp::verify() {
  TileType scores = getScores().getType();
  int64_t heads = scores.getColumns();
  return failure(
      failed(expectScores(*this, scores)) ||
      failed(expectShape(*this, "its scores",
                         {getRows().getType().getKeys(), heads},
                         scores.getShape())) ||
      failed(expectHeads(*this, "its scale", getScale().getType(), heads)) ||
      failed(expectState(*this, heads, getReference().getType(),
                         getSum().getType(), getOutput().getType())));
}

LogicalResult PublishOp::verify() {
  TileType scores = getScores().getType();
  int64_t heads = scores.getColumns();
  return failure(
      failed(expectScores(*this, scores)) ||
      failed(expectHeads(*this, "its scale", getScale().getType(), heads)) ||
      failed(expectHeads(*this, "its reference", getReference().getType(),
                         heads)) ||
      failed(expectProbabilities(*this, getSharedProbabilities(),
                                 scores.getShape())) ||
      failed(expectPerWave(*this, "its shared maxima",
                           getSharedMaxima().getType(), heads)));
}

LogicalResult RereferenceOp::verify() {
  TileType scores = getScores().getType();
  int64_t heads = scores.getColumns();
  return failure(
      failed(expectScores(*this, scores)) ||
      failed(expectHeads(*this, "its scale", getScale().getType(), heads)) ||
      failed(expectState(*this, heads, getReference().getType(),
                         getSum().getType(), getOutput().getType())) ||
      failed(expectProbabilities(*this, getSharedProbabilities(),
                                 scores.getShape())) ||
      failed(expectPerWave(*this, "its shared maxima",
                           getSharedMaxima().getType(), heads)));
}

LogicalResult PVOp::verify() {
  if (failed(expectLayout(*this, "its output", getOutput().getType(),
                          Layout::Accumulator)) ||
      failed(verifyPart(*this, getPart(), getParts())))
    return failure();
  if (getProbabilities().empty() || getProbabilities().size() > 2)
    return emitOpError()
           << "expects one or two terms of the probabilities, got "
           << getProbabilities().size();
  ArrayRef<int64_t> values = shapeOf(getValues());
  ArrayRef<int64_t> output = getOutput().getType().getShape();
  auto tile = dyn_cast<TileType>(getValues().getType());
  if (auto shared = dyn_cast<SharedType>(getValues().getType());
      shared && failed(expectRowMajor(*this, "its shared values", shared)))
    return failure();
  if (tile &&
      failed(expectLayout(*this, "its values", tile,
                          {Layout::Abstract, Layout::Keys, Layout::OwnKeys})))
    return failure();
  for (Value term : getProbabilities()) {
    if (failed(expectShape(*this, "the probabilities", {values[0], output[1]},
                           shapeOf(term))))
      return failure();
    if (!(tile && tile.isAbstract()) &&
        elementTypeOf(term) != elementTypeOf(getValues()))
      return emitOpError() << "expects values and probabilities to agree in "
                              "element type, got "
                           << elementTypeOf(getValues()) << " and "
                           << elementTypeOf(term);
    if (auto shared = dyn_cast<SharedType>(term.getType())) {
      if (failed(expectProbabilities(*this, term, shapeOf(term))))
        return failure();
      continue;
    }
    // Both operands enumerate the keys alike. In algorithm form, the values are
    // anywhere and the probabilities as QK left them.
    Layout layout = cast<TileType>(term.getType()).getLayout();
    if (tile && !tile.isAbstract() && layout != tile.getLayout())
      return emitOpError() << "expects values and probabilities to enumerate "
                              "the keys alike, got "
                           << stringifyLayout(tile.getLayout()) << " and "
                           << stringifyLayout(layout);
  }
  // Where each wave has its own keys, the waves' outputs are stacked.
  if (tile && (tile.isAbstract() || tile.getLayout() == Layout::OwnKeys))
    return success();
  if (int64_t columns = values[1] * int64_t(getParts()); columns < output[0])
    return emitOpError() << "expects the values to have at least " << output[0]
                         << " columns, got " << columns;
  return success();
}

LogicalResult MergeOp::verify() {
  int64_t heads = getOutput().getType().getColumns();
  if (failed(expectState(*this, heads, getReference().getType(),
                         getSum().getType(), getOutput().getType())) ||
      failed(expectState(*this, heads, getNewReference().getType(),
                         getNewSum().getType(), getNewOutput().getType())) ||
      failed(expectRowMajor(*this, "its exchange", getExchange().getType())))
    return failure();
  int64_t stacked = getOutput().getType().getShape().front();
  int64_t dealt = getNewOutput().getType().getShape().front();
  if (stacked % dealt == 0)
    return success();
  return emitOpError() << "expects the rows of its output to be a multiple of "
                          "the result's "
                       << dealt << ", got " << stacked;
}

LogicalResult FinalizeOp::verify() {
  int64_t heads = getOutput().getType().getColumns();
  if (failed(expectState(*this, heads, getReference().getType(),
                         getSum().getType(), getOutput().getType())))
    return failure();
  if (!getSharedSums())
    return success();
  return expectPerWave(*this, "its shared sums", getSharedSums().getType(),
                       heads);
}
