//===- SpMLATypes.cpp - Tiles and handles ---------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "spmla/Dialect/SpMLA/IR/SpMLA.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spmla;

#define GET_TYPEDEF_CLASSES
#include "spmla/Dialect/SpMLA/IR/SpMLATypes.cpp.inc"

void SpMLADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "spmla/Dialect/SpMLA/IR/SpMLATypes.cpp.inc"
      >();
}

// Both types are written <64x512xbf16, layout>, without a layout when it is
// abstract.

template <typename T> static Type parsePlaced(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  Layout layout = Layout::Abstract;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    FailureOr<Layout> parsed = FieldParser<Layout>::parse(parser);
    if (failed(parsed))
      return {};
    layout = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<T>(loc, parser.getContext(), shape, elementType,
                              layout);
}

template <typename T> static void printPlaced(AsmPrinter &printer, T type) {
  printer << '<';
  printer.printDimensionList(type.getShape());
  printer << 'x' << type.getElementType();
  if (type.getLayout() != Layout::Abstract)
    printer << ", " << stringifyLayout(type.getLayout());
  printer << '>';
}

Type TileType::parse(AsmParser &parser) {
  return parsePlaced<TileType>(parser);
}
void TileType::print(AsmPrinter &printer) const { printPlaced(printer, *this); }

/// Sixteen bytes of a lane are keys of four blocks of 8-bit or of two of 16-bit
/// elements.
static LogicalResult
verifyKeysLayout(function_ref<InFlightDiagnostic()> emitError,
                 ArrayRef<int64_t> shape, Type elementType) {
  int64_t multiple = 16 * 32 / elementType.getIntOrFloatBitWidth();
  if (shape[0] % multiple == 0 && shape[1] % 16 == 0)
    return success();
  return emitError() << "expects a tile of " << elementType
                     << " in layout keys to have a multiple of " << multiple
                     << " rows and of 16 columns, got " << shape[0] << "x"
                     << shape[1];
}

/// Dimensions of a tile. The upper bound is above anything that a workgroup
/// holds, and products of two dimensions and an element size stay far from
/// overflow.
static constexpr int64_t maxDimension = 65536;

static LogicalResult verifyPlaced(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, unsigned rank,
                                  Type elementType, Layout layout) {
  if (shape.size() != rank)
    return emitError() << "expects a tile in layout " << stringifyLayout(layout)
                       << " to have " << rank << " dimensions, got "
                       << shape.size();
  for (int64_t dimension : shape)
    if (dimension < 1 || dimension > maxDimension)
      return emitError() << "expects the dimensions of a tile to be from 1 to "
                         << maxDimension << ", got " << dimension;
  if (!elementType.isIntOrFloat() ||
      elementType.getIntOrFloatBitWidth() % 8 != 0)
    return emitError() << "expects the element type of a tile to be an integer "
                          "or a float of whole bytes, got "
                       << elementType;
  return success();
}

/// Four groups of lanes hold a run each.
static LogicalResult
verifyOperandColumns(function_ref<InFlightDiagnostic()> emitError,
                     ArrayRef<int64_t> shape, Layout layout, int64_t multiple) {
  if (shape[1] % multiple == 0)
    return success();
  return emitError() << "expects the columns of layout "
                     << stringifyLayout(layout) << " to be a multiple of "
                     << multiple << ", got " << shape[1];
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               Layout layout) {
  unsigned rank = layout == Layout::Heads ? 1 : 2;
  if (failed(verifyPlaced(emitError, shape, rank, elementType, layout)))
    return failure();
  if (layout == Layout::Heads && !elementType.isF32())
    return emitError() << "expects a tile in layout heads to be f32, got "
                       << elementType;
  if (layout == Layout::Keys)
    return verifyKeysLayout(emitError, shape, elementType);
  if (layout == Layout::OwnKeys && (shape[0] % 32 || shape[1] % 16 ||
                                    elementType.getIntOrFloatBitWidth() != 8))
    return emitError() << "expects a tile in layout own_keys to have a "
                          "multiple of 32 rows and of 16 columns of 8 bits, "
                          "got "
                       << shape[0] << "x" << shape[1] << "x" << elementType;
  if ((layout == Layout::Rows8 || layout == Layout::Rows16) && shape[1] != 512)
    return emitError() << "expects a row in layout " << stringifyLayout(layout)
                       << " to have 512 columns, got " << shape[1];
  int64_t rowBytes = shape.back() * elementType.getIntOrFloatBitWidth() / 8;
  if (layout == Layout::Lines && rowBytes != 576)
    return emitError() << "expects a row in layout lines to be 576 bytes, got "
                       << rowBytes;
  if (layout == Layout::Operand8)
    return verifyOperandColumns(emitError, shape, layout, 32);
  if (layout == Layout::Operand16)
    return verifyOperandColumns(emitError, shape, layout, 64);
  if (layout == Layout::Accumulator &&
      (shape[0] % 16 || shape[1] != 16 || !elementType.isF32()))
    return emitError() << "expects a tile in layout accumulator to be f32 with "
                          "16 columns and a multiple of 16 rows, got "
                       << shape[0] << "x" << shape[1] << "x" << elementType;
  return success();
}

Type SharedType::parse(AsmParser &parser) {
  return parsePlaced<SharedType>(parser);
}
void SharedType::print(AsmPrinter &printer) const {
  printPlaced(printer, *this);
}

LogicalResult SharedType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType,
                                 Layout layout) {
  if (failed(verifyPlaced(emitError, shape, 2, elementType, layout)))
    return failure();
  if (layout != Layout::Abstract && layout != Layout::Keys &&
      layout != Layout::Operand16)
    return emitError() << "expects a shared tile to be row-major or in layout "
                          "keys or operand16, got "
                       << stringifyLayout(layout);
  if (layout == Layout::Operand16)
    return verifyOperandColumns(emitError, shape, layout, 64);
  if (layout == Layout::Keys)
    return verifyKeysLayout(emitError, shape, elementType);
  return success();
}

//===----------------------------------------------------------------------===//
// Slots and rows
//===----------------------------------------------------------------------===//

static LogicalResult verifyKeys(function_ref<InFlightDiagnostic()> emitError,
                                int64_t keys) {
  if (keys >= 1 && keys <= maxDimension)
    return success();
  return emitError() << "expects the keys of a tile to be from 1 to "
                     << maxDimension << ", got " << keys;
}

LogicalResult SlotsType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t keys) {
  return verifyKeys(emitError, keys);
}

LogicalResult RowsType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t keys) {
  return verifyKeys(emitError, keys);
}
