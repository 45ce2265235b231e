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
  return type.getElementType().getIntOrFloatBitWidth() == 8 ? Layout::Operand16 : Layout::Operand8;
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

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  auto expectPositive = [&](StringRef what, int64_t got) -> LogicalResult {
    if (got > 0)
      return success();
    return emitOpError() << "expects " << what << " to be positive, got "
                         << got;
  };
  Arch arch;
  if (!fromString(getArch(), arch))
    return emitOpError() << "expects arch to be a known architecture, got "
                         << getArch();
  GeometryAttr geometry = getGeometry();
  TilingAttr tiling = getTiling();
  if (failed(expectPositive("latent", geometry.getLatent())) ||
      failed(expectPositive("value", geometry.getValue())) ||
      failed(expectPositive("heads", tiling.getHeads())) ||
      failed(expectPositive("keys", tiling.getKeys())) ||
      failed(expectPositive("waves", tiling.getWaves())) ||
      failed(expectPositive("prefetch", getSchedule().getPrefetch())))
    return failure();
  if (geometry.getRope() < 0)
    return emitOpError() << "expects rope to be 0 or positive, got "
                         << geometry.getRope();
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

int64_t SharedOp::getEnd() { return getPlace()->getOffset() + getSlots() * getPlace()->getSlot(); }

LogicalResult SharedOp::verify() {
  if (getSlots() == 1 || getSlots() == 2)
    return success();
  return emitOpError() << "expects its slots to be 1 or 2, got " << getSlots();
}

PlaceAttr spmla::placeOf(Value shared) {
  while (auto slot = shared.getDefiningOp<SlotOp>())
    shared = slot.getShared();
  auto definition = shared.getDefiningOp<SharedOp>();
  return definition && definition.getPlace() ? *definition.getPlace() : PlaceAttr();
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
  if (parser.parseOperand(list) || parser.parseKeyword("tile") ||
      parser.parseArgument(tile) || parser.parseKeyword("carry") ||
      parser.parseAssignmentList(arguments, inits) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseColonTypeList(types))
    return failure();
  if (arguments.size() != types.size())
    return parser.emitError(parser.getCurrentLocation())
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
      parser.resolveOperands(inits, types, parser.getCurrentLocation(),
                             result.operands) ||
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
  printer << " : " << getInits().getTypes() << ' ';
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

LogicalResult LoadQOp::verify() {
  return verifyFirstColumn(*this, getFirstColumn());
}

LogicalResult GatherOp::verify() {
  if (failed(verifyFirstColumn(*this, getFirstColumn())))
    return failure();
  int64_t keys = getRows().getType().getKeys();
  return expectShape(*this, "its result",
                     {keys, getResult().getType().getColumns()},
                     getResult().getType().getShape());
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
  if (!isa<Float8E4M3FNType, Float8E4M3FNUZType>(source.getElementType()) || !result.getElementType().isBF16())
    return emitOpError() << "expects f8E4M3FN or f8E4M3FNUZ to become bf16, got " << source.getElementType() << " and "
                         << result.getElementType();
  if (source.getLayout() != Layout::Rows16 && source.getLayout() != Layout::Operand16 &&
      source.getLayout() != Layout::Keys)
    return emitOpError() << "expects its source in layout rows16, operand16 or keys, got "
                         << stringifyLayout(source.getLayout());
  if (source.getShape() != result.getShape() || source.getLayout() != result.getLayout())
    return emitOpError("expects source and result to agree in shape and layout");
  return success();
}

LogicalResult EncodeQOp::verify() {
  size_t parts = getParts().size(), terms = getTerms().size();
  if (parts == 0 || (terms != parts && (getSplit() || terms != 2 * parts)))
    return emitOpError() << "expects one or two terms of each part, and one if they are split by columns, got "
                         << parts << " parts and " << terms << " terms";
  for (auto [i, term] : llvm::enumerate(getTerms())) {
    auto part = cast<TileType>(getParts()[i % parts].getType()), type = cast<TileType>(term.getType());
    if (failed(expectShape(*this, "a term", part.getShape(), type.getShape())))
      return failure();
    if (part.getLayout() != Layout::Operand16 || type.getLayout() != Layout::Operand16)
      return emitOpError("expects its parts and terms in layout operand16");
    if (!part.getElementType().isBF16() || !isa<Float8E4M3FNType>(type.getElementType()))
      return emitOpError() << "expects bf16 to become f8E4M3FN, got " << part.getElementType() << " and "
                           << type.getElementType();
  }
  return success();
}

LogicalResult FetchOp::verify() {
  SharedType source = getSource().getType();
  TileType result = getResult().getType();
  if (result.getLayout() != Layout::Keys && result.getLayout() != Layout::OwnKeys)
    return emitOpError() << "expects its result in layout keys or own_keys, got "
                         << stringifyLayout(result.getLayout());
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "expects source and result to agree in element type, got " << source.getElementType()
                         << " and " << result.getElementType();
  return expectShape(*this, "its result", source.getShape(), result.getShape());
}

LogicalResult ShareOp::verify() {
  TileType source = getSource().getType();
  SharedType target = getTarget().getType();
  if (source.getLayout() != Layout::Operand16 || target.getLayout() != Layout::Operand16)
    return emitOpError("expects source and target in layout operand16");
  if (source.getElementType() != target.getElementType())
    return emitOpError() << "expects source and target to agree in element type, got " << source.getElementType()
                         << " and " << target.getElementType();
  return expectShape(*this, "its source", target.getShape(), source.getShape());
}

LogicalResult EncodeOp::verify() {
  size_t terms = getTerms().size();
  if (terms != 1 && (getSplit() || terms != 2))
    return emitOpError() << "expects one or two terms, and one if they are split by columns, got " << terms;
  for (Value term : getTerms()) {
    auto type = cast<TileType>(term.getType());
    if (type.getLayout() != Layout::OwnKeys || !isa<Float8E4M3FNType>(type.getElementType()))
      return emitOpError() << "expects its terms to be f8E4M3FN in layout own_keys, got " << type;
    if (failed(expectShape(*this, "a term", getProbabilities().getType().getShape(), type.getShape())))
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
  if (source.getLayout() != Layout::Rows8 && source.getLayout() != Layout::Rows16 &&
      source.getLayout() != Layout::Operand16)
    return emitOpError() << "expects its source in layout rows8, rows16 or operand16, got "
                         << stringifyLayout(source.getLayout());
  if (!target.isRowMajor())
    return emitOpError() << "expects its target to be row-major, got " << target;
  if (source.getElementType() != target.getElementType())
    return emitOpError() << "expects source and target to agree in element type, got " << source.getElementType()
                         << " and " << target.getElementType();
  return expectShape(*this, "its source", {target.getShape().front() / int64_t(getParts()), target.getColumns()},
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
  ArrayRef<int64_t> result = getResult().getType().getShape();
  for (auto [key, query] : llvm::zip_equal(getKeys(), getQueries())) {
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

LogicalResult PVOp::verify() {
  ArrayRef<int64_t> values = shapeOf(getValues());
  ArrayRef<int64_t> output = getOutput().getType().getShape();
  if (getProbabilities().empty())
    return emitOpError("expects at least one term of the probabilities");
  for (Value term : getProbabilities())
    if (failed(expectShape(*this, "the probabilities", {values[0], output[1]}, shapeOf(term))))
      return failure();
  if (failed(verifyPart(*this, getPart(), getParts())))
    return failure();
  auto tile = dyn_cast<TileType>(getValues().getType());
  int64_t columns = values[1] * int64_t(getParts());
  // Where each wave has its own keys, the waves' outputs are stacked.
  if (tile && (tile.getLayout() == Layout::OwnKeys || tile.isAbstract()))
    return success();
  if (columns < output[0])
    return emitOpError() << "expects the values to have at least " << output[0] << " columns, got " << columns;
  return success();
}
