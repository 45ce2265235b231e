//===- SpMLATypes.td - Tiles and handles -------------------*- tablegen -*-===//

#ifndef SPMLA_TYPES
#define SPMLA_TYPES

include "mlir/IR/AttrTypeBase.td"
include "spmla/Dialect/SpMLA/IR/SpMLAAttributes.td"

class SpMLA_Type<string name, string typeMnemonic> : TypeDef<SpMLA_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def SpMLA_Tile : SpMLA_Type<"Tile", "tile"> {
  let summary = "A tile of the workgroup in registers";
  let description = [{
    `!spmla.tile<64x512xbf16, rows8>`: shape, element type, lane layout. A tile
    in algorithm form has no layout: `!spmla.tile<64x576xbf16>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::spmla::Layout":$layout);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
                                        CArg<"::spmla::Layout", "::spmla::Layout::Abstract">:$layout), [{
      return $_get(elementType.getContext(), shape, elementType, layout);
    }]>];
  let extraClassDeclaration = [{
    bool isAbstract() const { return getLayout() == Layout::Abstract; }
    int64_t getColumns() const { return getShape().back(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def SpMLA_Shared : SpMLA_Type<"Shared", "shared"> {
  let summary = "A tile of the workgroup in LDS: row-major, or as the lanes hold it (layout keys)";
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        "::spmla::Layout":$layout);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
                                        CArg<"::spmla::Layout", "::spmla::Layout::Abstract">:$layout), [{
      return $_get(elementType.getContext(), shape, elementType, layout);
    }]>];
  let extraClassDeclaration = [{
    bool isRowMajor() const { return getLayout() == Layout::Abstract; }
    int64_t getRowCount() const { return getShape().front(); }
    int64_t getColumns() const { return getShape().back(); }
    int64_t getRowBytes() const { return getColumns() * getElementType().getIntOrFloatBitWidth() / 8; }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def SpMLA_List : SpMLA_Type<"List", "list"> {
  let summary = "The slots that the workgroup's query token lists, and their count";
}

def SpMLA_Slots : SpMLA_Type<"Slots", "slots"> {
  let summary = "The slot numbers of one tile, as listed; lane (n, g) holds key n of its wave";
  let parameters = (ins "int64_t":$keys);
  let assemblyFormat = "`<` $keys `>`";
  let genVerifyDecl = 1;
}

def SpMLA_Rows : SpMLA_Type<"Rows", "rows"> {
  let summary = "The rows of one tile: where each lies, and which keys have none";
  let parameters = (ins "int64_t":$keys);
  let assemblyFormat = "`<` $keys `>`";
  let genVerifyDecl = 1;
}

def SpMLA_TileOrShared : AnyTypeOf<[SpMLA_Tile, SpMLA_Shared]>;
def SpMLA_Carried : AnyTypeOf<[SpMLA_Tile, SpMLA_Slots, SpMLA_Rows]>;

#endif // SPMLA_TYPES
