//===- SpMLAAttributes.td - Layouts and the static key -----*- tablegen -*-===//

#ifndef SPMLA_ATTRIBUTES
#define SPMLA_ATTRIBUTES

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "spmla/Dialect/SpMLA/IR/SpMLADialect.td"

def SpMLA_Layout : I32Enum<"Layout", "where the elements of a tile are", [
    I32EnumAttrCase<"Abstract", 0, "abstract">,
    I32EnumAttrCase<"Rows8", 1, "rows8">,
    I32EnumAttrCase<"Rows16", 2, "rows16">,
    I32EnumAttrCase<"Operand8", 3, "operand8">,
    I32EnumAttrCase<"Operand16", 4, "operand16">,
    I32EnumAttrCase<"Accumulator", 5, "accumulator">,
    I32EnumAttrCase<"Keys", 6, "keys">,
    I32EnumAttrCase<"OwnKeys", 7, "own_keys">,
    I32EnumAttrCase<"Lines", 8, "lines">,
    I32EnumAttrCase<"Heads", 9, "heads">]> {
  let cppNamespace = "::spmla";
  let description = [{
    In registers, of a wave with 16 of the tile's keys (n = lane % 16, g = lane / 16):

    abstract     no place yet (algorithm form only).
    rows8        whole rows of 512 elements, 8 of them in a lane and the next 8 in
                 its neighbour: register i is row i. What 16-byte loads of 16-bit
                 elements give when each request is one row.
    rows16       the same with 16 elements to a lane: lanes 0-31 hold row i, lanes
                 32-63 row i + 8.
    operand8     an MFMA operand in runs of 8: lane (n, g), register j holds
                 elements 32j + 8g .. + 7 of row n.
    operand16    an MFMA operand in runs of 16: elements 64j + 16g .. + 15. What
                 one 16-byte load of 8-bit elements gives.
    lines        rows of 576 bytes as whole 128-byte lines arrive: registers 2m and
                 2m + 1 are line m of rows 0-7 and 8-15, eight lanes a row, the
                 last is the half line of all sixteen.
    accumulator  an MFMA result: lane (n, g), element r is row 4g + r, column n.
    keys         an operand of the second product, whose contracted index is the
                 key: lane (n, g) holds keys 16b + 4g .. + 3 for b = 0, 1, ... of
                 head n, or of column n of each block of sixteen. Where QK left
                 the probabilities of sixteen keys, so they need no shuffle: the
                 contracted index may be enumerated at will, if both operands do
                 it alike.
    own_keys     the same where each wave has its own keys and all columns, and
                 so all sixteen-key blocks are its own.
    heads        one value per head n, equal in the four lanes of a head.

    In LDS, a tile without a layout is row-major; in layout keys or operand16 it
    lies as the lanes hold it, the i-th 16 bytes of each lane at 1024i + 16 * lane.
  }];
}

class SpMLA_Attr<string name, string attrMnemonic> : AttrDef<SpMLA_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def SpMLA_CacheAttr : SpMLA_Attr<"Cache", "cache"> {
  let summary = "The format of a KV cache and the encoding of its 8-bit part";
  let parameters = (ins "::spmla::CacheFormat":$format, "::spmla::Encoding":$encoding);
  let assemblyFormat = "`<` $format `,` $encoding `>`";
}

def SpMLA_GeometryAttr : SpMLA_Attr<"Geometry", "geometry"> {
  let summary = "Columns of a cache row: latent, separate rope, and value width";
  let parameters = (ins "int64_t":$latent, "int64_t":$rope, "int64_t":$value);
  let assemblyFormat = "`<` struct(params) `>`";
}

def SpMLA_TilingAttr : SpMLA_Attr<"Tiling", "tiling"> {
  let summary = "Heads per program, keys per tile, waves per workgroup";
  let parameters = (ins "int64_t":$heads, "int64_t":$keys, "int64_t":$waves);
  let assemblyFormat = "`<` struct(params) `>`";
}

def SpMLA_ScheduleAttr : SpMLA_Attr<"ScheduleConfig", "schedule"> {
  let summary = "How a tile is worked on, and how many tiles are in flight";
  let parameters = (ins "::spmla::Schedule":$kind, "int64_t":$prefetch, "int64_t":$valueSlots,
                        "::spmla::Maxima":$maxima, "::spmla::Gather":$gather);
  let assemblyFormat = [{
    `<` $kind `,` `prefetch` `=` $prefetch `,` `value_slots` `=` $valueSlots `,` `maxima` `=` $maxima `,`
    `gather` `=` $gather `>`
  }];
}

def SpMLA_PrecisionAttr : SpMLA_Attr<"Precision", "precision"> {
  let summary = "Types of q, of the dot products' operands, of the probabilities and of the output";
  let parameters = (ins "::spmla::QType":$q, "::spmla::Dot":$dot, "::spmla::Probabilities":$probabilities,
                        "::spmla::Output":$out);
  let assemblyFormat = [{
    `<` `q` `=` $q `,` `dot` `=` $dot `,` `probabilities` `=` $probabilities `,` `out` `=` $out `>`
  }];
}

def SpMLA_AccessAttr : SpMLA_Attr<"AccessPath", "access"> {
  let summary = "How cache rows are addressed: a buffer descriptor, or 64 bits";
  let parameters = (ins "::spmla::Access":$path);
  let assemblyFormat = "`<` $path `>`";
}

def SpMLA_PlaceAttr : SpMLA_Attr<"Place", "place"> {
  let summary = "Where a shared tile lies in LDS";
  let description = [{
    First byte, and bytes from row to row, from one block of sixteen rows (those
    of one wave) to the next, and from slot to slot.
  }];
  let parameters = (ins "int64_t":$offset, "int64_t":$pitch, "int64_t":$block, "int64_t":$slot);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // SPMLA_ATTRIBUTES
