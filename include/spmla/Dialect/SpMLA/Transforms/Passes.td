//===- Passes.td - Passes on the spmla dialect -------------*- tablegen -*-===//

#ifndef SPMLA_PASSES
#define SPMLA_PASSES

include "mlir/Pass/PassBase.td"

def SpMLAAssignLDS : Pass<"spmla-assign-lds", "::spmla::KernelOp"> {
  let summary = "Gives every shared tile its place in LDS";
  let description = [{
    Lays the shared tiles out in the order in which they are declared. Rows of
    128 bytes and more are skewed, so that what an LDS access of a wave touches
    at a time lies in different banks of four bytes; gfx950 reads from 64 of
    them and writes to 32 (runtime/emulator/profile/LdsBanks.h).

    Rows get 32 bytes: operand reads (b128, 16 rows at a time) and transposed
    reads of 16-bit elements (b64, 8 rows) are free of conflicts. Rows of 8-bit
    elements get 16 bytes, with which row writes (b128, 8 rows) are free.
    Transposed reads of 8-bit elements touch 16 rows, 8 of each of two blocks of
    sixteen, so such blocks are a further 128 bytes apart. Operand reads of
    8-bit rows then take two turns; 32 bytes, with which they would take one, do
    not leave every kernel room for a second workgroup. The field measured skews
    of 16 and of 32 bytes alike, and 8 as 32 % slower.

    Fails with the whole map when the sum is more than a workgroup may have.

    ```mlir
    %v = spmla.shared "values" : !spmla.shared<64x512xbf16>
    // becomes
    %v = spmla.shared "values" at <offset = 0, pitch = 1056, block = 16896, slot = 67584> : !spmla.shared<64x512xbf16>
    ```
  }];
}

def SpMLAChunkDequant : Pass<"spmla-chunk-dequant", "::spmla::KernelOp"> {
  let summary = "Splits dequantise-and-stage of a whole tile into pieces that fit the registers";
  let description = [{
    A dequantised 64x512 tile is 64 VGPRs of bf16 next to the 32 that hold it
    raw. Each piece is dequantised and written to LDS before the next begins, so
    that only `max-registers` of them are live.
  }];
  let options = [Option<"maxRegisters", "max-registers", "int64_t", "16",
                        "VGPRs that a dequantised piece may take, at least 8">];
}

def SpMLAPipeline : Pass<"spmla-pipeline", "::spmla::KernelOp"> {
  let summary = "Moves the loads, and with a prefetch of 2 the scores, of a tile ahead of its use";
  let description = [{
    With a prefetch of 1, the rows of tile k + 1 are requested as soon as the
    registers of tile k have been used for the last time, and the slots of tile
    k + 2 with them. With a prefetch of 2 the scores of tile k + 1 are made, and
    the rows of tile k + 2 requested, between the reads of tile k's values and
    their products, so that two tiles are in flight.

    Loads that wait for scores come behind the mask: its branch keeps LLVM from
    moving the matrix products below them. Iterations past the end of the list
    are not peeled off: their slots are invalid and their loads out of range.
  }];
}

def SpMLASpecialize : Pass<"spmla-specialize", "::spmla::KernelOp"> {
  let summary = "Fixes the algorithm to its cache format, rope, access path and schedule";
  let description = [{
    Abstract tiles become tiles with a layout, in registers or in LDS.
      staged  gathers whole latent rows, dequantises them if they are 8-bit,
              stages them in LDS and contracts from there; the rope part goes
              from the gather to the MFMA in registers.
      direct  gathers 8-bit rows in operand order, multiplies them as they are
              (or, for whole lines, reads them back from LDS), and passes V
              through LDS once, transposed on the way out.
      solo    as direct, but each wave has keys of its own: V is turned in a
              wave's own rows of LDS, a chunk of columns at a time, P stays in
              registers, and the waves are merged at the end.
    Where waves share a tile, `online_softmax` becomes publish, barrier,
    rereference.

    A combination that no form exists for is an error that names the field, the
    value and what is supported.
  }];
}

def SpMLAVerifyForm : Pass<"spmla-verify-form", "::spmla::KernelOp"> {
  let summary = "Checks the tile form: no abstract tile, every shared tile placed, spmla ops only";
  let description = [{
    Also that shapes are those of the kernel's tiling and geometry, and that
    places in LDS lie apart and inside it. The lowering relies on all of it and
    checks it again.
  }];
}

#endif // SPMLA_PASSES
