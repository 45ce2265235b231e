//===- SpMLAOps.td - Ops of the attention tile -------------*- tablegen -*-===//

#ifndef SPMLA_OPS
#define SPMLA_OPS

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "spmla/Dialect/SpMLA/IR/SpMLATypes.td"

class SpMLA_Op<string opMnemonic, list<Trait> traits = []> : Op<SpMLA_Dialect, opMnemonic, traits>;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

def SpMLA_KernelOp : SpMLA_Op<"kernel", [IsolatedFromAbove, Symbol, HasParent<"::mlir::ModuleOp">,
                                         SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "An attention kernel: its static key and its algorithm";
  let description = [{
    The attributes are the static key, from which the name is built. The
    arguments are the argument block that every kernel has; the ops that need
    one read it.

    ```mlir
    spmla.kernel @name attributes {arch = "gfx950", ...} {
      %list = spmla.list : !spmla.list
      ...
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$arch, SpMLA_CacheAttr:$cache,
                       SpMLA_GeometryAttr:$geometry, SpMLA_TilingAttr:$tiling,
                       SpMLA_ScheduleAttr:$schedule, SpMLA_PrecisionAttr:$precision,
                       SpMLA_AccessAttr:$access);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    /// The static key that the attributes spell. `arch` must be one of KernelSpec's.
    KernelSpec getSpec();
  }];
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def SpMLA_ReturnOp : SpMLA_Op<"return", [Terminator, HasParent<"KernelOp">]> {
  let summary = "The end of a kernel";
  let assemblyFormat = "attr-dict";
}

def SpMLA_SegmentOp : SpMLA_Op<"segment", [SingleBlock, HasParent<"KernelOp">]> {
  let summary = "The loop over the tiles of one token list";
  let description = [{
    Runs its body for tile 0, 1, ... ceil(length / keys) - 1 and carries values
    from each to the next. An empty list gives the initial values. Only what
    lives in registers can be carried.

    ```mlir
    %out:2 = spmla.segment %list tile %t carry(%a = %a0, %b = %b0) : !spmla.tile<...>, ... {
      spmla.yield ...
    }
    ```
  }];
  let arguments = (ins SpMLA_List:$list, Variadic<SpMLA_Carried>:$inits);
  let results = (outs Variadic<SpMLA_Carried>:$results);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    ::mlir::Value getTile() { return getBody().getArgument(0); }
    ::mlir::Block::BlockArgListType getCarried() { return getBody().getArguments().drop_front(); }
    YieldOp getYield();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def SpMLA_YieldOp : SpMLA_Op<"yield", [Pure, Terminator, HasParent<"SegmentOp">]> {
  let summary = "What a segment carries to its next tile";
  let arguments = (ins Variadic<SpMLA_Carried>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def SpMLA_SharedOp : SpMLA_Op<"shared", [MemoryEffects<[MemAlloc]>, HasParent<"KernelOp">]> {
  let summary = "A tile in LDS; spmla-assign-lds gives it its place";
  let description = [{
    With two slots, tile k uses slot k % 2, so that one tile can be written while
    the one before it is read; `spmla.slot` chooses. A tile that only the epilogue
    uses may lie over those of the loop.

    ```mlir
    %v = spmla.shared "values" slots 2 : !spmla.shared<64x512xf8E4M3FN>
    ```
  }];
  let arguments = (ins StrAttr:$name, DefaultValuedAttr<I64Attr, "1">:$slots, UnitAttr:$epilogue,
                       OptionalAttr<SpMLA_PlaceAttr>:$place);
  let results = (outs SpMLA_Shared:$result);
  let extraClassDeclaration = [{
    /// First byte behind the tile; it must have a place.
    int64_t getEnd();
  }];
  let assemblyFormat = "$name (`slots` $slots^)? (`epilogue` $epilogue^)? (`at` $place^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def SpMLA_SlotOp : SpMLA_Op<"slot", [Pure, AllTypesMatch<["shared", "result"]>]> {
  let summary = "The slot of a shared tile that tile `tile + ahead` uses";
  let arguments = (ins SpMLA_Shared:$shared, Optional<Index>:$tile, DefaultValuedAttr<I64Attr, "0">:$ahead);
  let results = (outs SpMLA_Shared:$result);
  let assemblyFormat = "$shared (`,` $tile^)? (`ahead` $ahead^)? attr-dict `:` type($shared)";
  let hasVerifier = 1;
}

def SpMLA_BarrierOp : SpMLA_Op<"barrier"> {
  let summary = "Waits for the LDS accesses of all waves; global loads stay in flight";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

def SpMLA_ListOp : SpMLA_Op<"list", [Pure]> {
  let summary = "The token list of the workgroup's query: indptr[c] .. indptr[c + 1]";
  let results = (outs SpMLA_List:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def SpMLA_LoadQOp : SpMLA_Op<"load_q", [Pure]> {
  let summary = "Columns of q, from `first_column` on, for the workgroup's heads";
  let description = [{
    Row n is head n of the program; rows past the head count repeat the last
    head (they are computed and never stored).
  }];
  let arguments = (ins I64Attr:$first_column);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "`from` $first_column attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def SpMLA_ScoreScaleOp : SpMLA_Op<"score_scale", [Pure]> {
  let summary = "What turns q . k of stored values into base-2 logits, per head";
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def SpMLA_SlotsOp : SpMLA_Op<"slots", [Pure]> {
  let summary = "The slot numbers of tile `tile + ahead` of a list";
  let description = [{
    Without a tile operand, `ahead` is the tile. Past the end of the list the
    numbers are unspecified (the load is range-checked, not masked);
    `spmla.rows` knows where the list ends.
  }];
  let arguments = (ins SpMLA_List:$list, Optional<Index>:$tile, DefaultValuedAttr<I64Attr, "0">:$ahead);
  let results = (outs SpMLA_Slots:$result);
  let assemblyFormat = "$list (`,` $tile^)? (`ahead` $ahead^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def SpMLA_RowsOp : SpMLA_Op<"rows", [Pure]> {
  let summary = "Row addresses of a tile's slots, and which of them are valid";
  let description = [{
    A key is valid iff it lies inside the list and `uint32(slot) < num_slots`.
    An invalid key has an address past the cache's end, so its loads are out of
    range and give zero: zero times a zero probability adds nothing, whereas any
    real row could hold a NaN.
  }];
  let arguments = (ins SpMLA_List:$list, SpMLA_Slots:$slots, Optional<Index>:$tile,
                       DefaultValuedAttr<I64Attr, "0">:$ahead);
  let results = (outs SpMLA_Rows:$result);
  let assemblyFormat = [{
    $list `,` $slots (`,` $tile^)? (`ahead` $ahead^)? attr-dict
    `:` type($slots) `->` type($result)
  }];
  let hasVerifier = 1;
}

def SpMLA_GatherOp : SpMLA_Op<"gather", [Pure]> {
  let summary = "Columns of a tile's rows, from `first_column` on";
  let description = [{
    ```mlir
    %raw = spmla.gather %rows from 0 : !spmla.rows<64> -> !spmla.tile<64x512xf8E4M3FN, rows16>
    ```
  }];
  let arguments = (ins SpMLA_Rows:$rows, I64Attr:$first_column);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "$rows `from` $first_column attr-dict `:` type($rows) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Dequantisation and staging
//===----------------------------------------------------------------------===//

def SpMLA_SliceOp : SpMLA_Op<"slice", [Pure]> {
  let summary = "The registers of part `part` of `parts` of a tile; names registers, moves none";
  let arguments = (ins SpMLA_Tile:$source, I64Attr:$part, I64Attr:$parts);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "$source `part` $part `of` $parts attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def SpMLA_DequantOp : SpMLA_Op<"dequant", [Pure]> {
  let summary = "8-bit floats to bf16, exactly; scales are applied elsewhere";
  let arguments = (ins SpMLA_Tile:$source);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def SpMLA_EncodeQOp : SpMLA_Op<"encode_q", [AllTypesMatch<["scale", "newScale"]>]> {
  let summary = "q as one or two e4m3 terms, with a power of two per head in the scale";
  let description = [{
    bf16 has 8 significant bits and e4m3 has 4, so q = hi + lo. The power of two
    brings the largest value of a head, over all parts, to [128, 256). The results
    are the first term of each part (latent, rope), then, if there are two, the
    second of each. With `split` a program of 8 heads holds both terms in one
    tile: hi for lanes n < 8, lo for the others.
  }];
  let arguments = (ins Variadic<SpMLA_Tile>:$parts, SpMLA_Tile:$scale, UnitAttr:$split);
  let results = (outs Variadic<SpMLA_Tile>:$terms, SpMLA_Tile:$newScale);
  let assemblyFormat = [{
    `(` $parts `)` `scaled` `by` $scale (`split` $split^)? attr-dict
    `:` `(` type($parts) `)` `,` type($scale) `->` `(` type($terms) `)`
  }];
  let hasVerifier = 1;
}

def SpMLA_ShareOp : SpMLA_Op<"share"> {
  let summary = "Writes a tile that all waves hold alike to LDS, as the lanes hold it";
  let description = [{
    One wave writes; a barrier must follow before `qk` reads the tile from there.
  }];
  let arguments = (ins SpMLA_Tile:$source, SpMLA_Shared:$target);
  let assemblyFormat = "$source `into` $target attr-dict `:` type($source) `,` type($target)";
  let hasVerifier = 1;
}

def SpMLA_EncodeOp : SpMLA_Op<"encode", [Pure]> {
  let summary = "Probabilities as an operand of the second product: the sum of one or two e4m3 terms";
  let description = [{
    With `split` a program of 8 heads holds both terms in one tile, as in
    `encode_q`.
  }];
  let arguments = (ins SpMLA_Tile:$probabilities, UnitAttr:$split);
  let results = (outs Variadic<SpMLA_Tile>:$terms);
  let assemblyFormat = "$probabilities (`split` $split^)? attr-dict `:` type($probabilities) `->` `(` type($terms) `)`";
  let hasVerifier = 1;
}

def SpMLA_MergeOp : SpMLA_Op<"merge", [AllTypesMatch<["reference", "newReference"]>, AllTypesMatch<["sum", "newSum"]>]> {
  let summary = "Adds up the waves' softmax states, each relative to its own reference";
  let description = [{
    The output comes in as the waves' outputs stacked (waves x columns rows), and
    goes out with its columns dealt to the waves; the sum is complete.
  }];
  let arguments = (ins SpMLA_Tile:$reference, SpMLA_Tile:$sum, SpMLA_Tile:$output, SpMLA_Shared:$exchange);
  let results = (outs SpMLA_Tile:$newReference, SpMLA_Tile:$newSum, SpMLA_Tile:$newOutput);
  let assemblyFormat = [{
    $reference `,` $sum `,` $output `through` $exchange attr-dict
    `:` type($reference) `,` type($sum) `,` type($output) `,` type($exchange) `->` type($newOutput)
  }];
  let hasVerifier = 1;
}

def SpMLA_FenceOp : SpMLA_Op<"fence"> {
  let summary = "Keeps the compiler from moving work across: bounds how much of it is live at once";
  let assemblyFormat = "attr-dict";
}

def SpMLA_FetchOp : SpMLA_Op<"fetch"> {
  let summary = "Reads an operand of the second product from LDS, transposing a row-major one";
  let arguments = (ins SpMLA_Shared:$source);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def SpMLA_FoldOp : SpMLA_Op<"fold", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "Adds columns n and n + 8: the two terms of a program of 8 heads";
  let arguments = (ins SpMLA_Tile:$source);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
}

def SpMLA_StageOp : SpMLA_Op<"stage"> {
  let summary = "Writes part `part` of `parts` of the rows of a tile to LDS";
  let description = [{
    A wave writes the rows of its own keys, so it may read them back (`qk`)
    without a barrier: LDS operations of a wave stay in order.
  }];
  let arguments = (ins SpMLA_Tile:$source, SpMLA_Shared:$target, DefaultValuedAttr<I64Attr, "0">:$part,
                       DefaultValuedAttr<I64Attr, "1">:$parts);
  let assemblyFormat = [{
    $source `into` $target (`part` $part `of` $parts^)? attr-dict
    `:` type($source) `,` type($target)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

def SpMLA_QKOp : SpMLA_Op<"qk", [AttrSizedOperandSegments]> {
  let summary = "Scores, transposed: the sum of K . q^T over pairs of key and query tiles";
  let description = [{
    ```mlir
    %s = spmla.qk (%v, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, ...) -> !spmla.tile<64x16xf32, accumulator>
    ```
    Keys come from registers in operand layout or from LDS. A pair agrees in
    columns, and in the run of its layout (LDS gives runs of 8), because both
    sides must enumerate the contracted index alike.
  }];
  let arguments = (ins Variadic<SpMLA_TileOrShared>:$keys, Variadic<SpMLA_TileOrShared>:$queries);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = [{
    `(` $keys `)` `(` $queries `)` attr-dict
    `:` `(` type($keys) `)` `(` type($queries) `)` `->` type($result)
  }];
  let hasVerifier = 1;
}

def SpMLA_MaskOp : SpMLA_Op<"mask", [Pure, AllTypesMatch<["scores", "result"]>]> {
  let summary = "Scores with those of invalid keys at minus infinity";
  let arguments = (ins SpMLA_Tile:$scores, SpMLA_Rows:$rows);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = "$scores `,` $rows attr-dict `:` type($scores) `,` type($rows)";
  let hasVerifier = 1;
}

def SpMLA_InitStateOp : SpMLA_Op<"init_state", [Pure]> {
  let summary = "The softmax state before any key: no maximum, no sum, no output";
  let description = [{
    `reference` is the base-2 logit that probabilities are relative to: a key
    counts 2^(logit - reference), and the LSE is reference + log2(sum). It
    starts at the least finite value, which stands for minus infinity: no
    logit lies below it, and differences with it are never inf - inf. `sum` is
    each lane's own part; only `finalize` adds the parts up.
  }];
  let results = (outs SpMLA_Tile:$reference, SpMLA_Tile:$sum, SpMLA_Tile:$output);
  let assemblyFormat = "attr-dict `:` type($reference) `,` type($sum) `,` type($output)";
  let hasVerifier = 1;
}

def SpMLA_OnlineSoftmaxOp : SpMLA_Op<"online_softmax", [Pure,
      AllTypesMatch<["reference", "newReference"]>, AllTypesMatch<["sum", "newSum"]>,
      AllTypesMatch<["output", "newOutput"]>, AllTypesMatch<["scores", "probabilities"]>]> {
  let summary = "Probabilities of a tile, and the state brought to their reference (algorithm form)";
  let arguments = (ins SpMLA_Tile:$scores, SpMLA_Rows:$rows, SpMLA_Tile:$scale,
                       SpMLA_Tile:$reference, SpMLA_Tile:$sum, SpMLA_Tile:$output);
  let results = (outs SpMLA_Tile:$probabilities, SpMLA_Tile:$newReference, SpMLA_Tile:$newSum,
                      SpMLA_Tile:$newOutput);
  let assemblyFormat = [{
    $scores `masked` `by` $rows `scaled` `by` $scale `state` `(` $reference `,` $sum `,` $output `)` attr-dict
    `:` type($scores) `,` type($rows) `,` type($scale) `,` `(` type($reference) `,` type($sum) `,` type($output) `)`
  }];
  let hasVerifier = 1;
}

def SpMLA_PublishOp : SpMLA_Op<"publish", [AllTypesMatch<["scores", "probabilities"]>]> {
  let summary = "Probabilities relative to the present reference, written to LDS with the wave's maxima";
  let description = [{
    Does not wait for the other waves' maxima: probabilities and maxima become
    visible at the same barrier, and `rereference` corrects the rare tile whose
    maximum outgrew the reference. A probability may be infinite until then.
  }];
  let arguments = (ins SpMLA_Tile:$scores, SpMLA_Tile:$scale, SpMLA_Tile:$reference,
                       Variadic<SpMLA_Shared>:$sharedProbabilities, SpMLA_Shared:$sharedMaxima);
  let results = (outs SpMLA_Tile:$probabilities);
  let assemblyFormat = [{
    $scores `scaled` `by` $scale `against` $reference `into` `(` $sharedProbabilities `)` $sharedMaxima attr-dict
    `:` type($scores) `,` type($scale) `,` type($reference) `,` `(` type($sharedProbabilities) `)` type($sharedMaxima)
  }];
  let hasVerifier = 1;
}

def SpMLA_RereferenceOp : SpMLA_Op<"rereference", [
      AllTypesMatch<["reference", "newReference"]>, AllTypesMatch<["sum", "newSum"]>,
      AllTypesMatch<["output", "newOutput"]>, AllTypesMatch<["scores", "probabilities"]>]> {
  let summary = "Adds a published tile to the sum, after moving the reference if a maximum outgrew it";
  let description = [{
    All waves see the same maxima and the same reference, so they take the slow
    path together: new reference, output and sum scaled down, probabilities
    recomputed and published again behind one more barrier.
  }];
  let arguments = (ins SpMLA_Tile:$scores, SpMLA_Tile:$probabilities, SpMLA_Tile:$scale,
                       SpMLA_Tile:$reference, SpMLA_Tile:$sum, SpMLA_Tile:$output,
                       Variadic<SpMLA_Shared>:$sharedProbabilities, SpMLA_Shared:$sharedMaxima);
  let results = (outs SpMLA_Tile:$newReference, SpMLA_Tile:$newSum, SpMLA_Tile:$newOutput);
  let assemblyFormat = [{
    $scores `,` $probabilities `scaled` `by` $scale `state` `(` $reference `,` $sum `,` $output `)`
    `with` `(` $sharedProbabilities `)` $sharedMaxima attr-dict
    `:` type($scores) `,` type($scale) `,` `(` type($reference) `,` type($sum) `,` type($output) `)`
    `,` `(` type($sharedProbabilities) `)` type($sharedMaxima)
  }];
  let hasVerifier = 1;
}

def SpMLA_PVOp : SpMLA_Op<"pv", [AllTypesMatch<["output", "result"]>]> {
  let summary = "Output plus V^T . P, transposed (columns x heads); V are the first columns of the keys";
  let description = [{
    The probabilities are the sum of their terms. With parts, the values are those
    of part `part` of `parts` of the output's columns.
  }];
  let arguments = (ins SpMLA_TileOrShared:$values, Variadic<SpMLA_TileOrShared>:$probabilities, SpMLA_Tile:$output,
                       DefaultValuedAttr<I64Attr, "0">:$part, DefaultValuedAttr<I64Attr, "1">:$parts);
  let results = (outs SpMLA_Tile:$result);
  let assemblyFormat = [{
    $values `,` `(` $probabilities `)` `,` $output (`part` $part `of` $parts^)? attr-dict
    `:` type($values) `,` `(` type($probabilities) `)` `,` type($output)
  }];
  let hasVerifier = 1;
}

def SpMLA_FinalizeOp : SpMLA_Op<"finalize"> {
  let summary = "Adds up the sums, divides, and stores the output and, if asked for, the LSE";
  let description = [{
    A row without a valid key has sum 0: it gives out 0 and LSE minus infinity.
    The LSE is the natural logarithm. `sharedSums` is LDS for the exchange
    between waves; no wave reads what it held before.
  }];
  let arguments = (ins SpMLA_Tile:$reference, SpMLA_Tile:$sum, SpMLA_Tile:$output, Optional<SpMLA_Shared>:$sharedSums);
  let assemblyFormat = [{
    $reference `,` $sum `,` $output (`with` $sharedSums^)? attr-dict
    `:` type($reference) `,` type($sum) `,` type($output) (`,` type($sharedSums)^)?
  }];
  let hasVerifier = 1;
}

#endif // SPMLA_OPS
