//===- SpMLADialect.td - The spmla dialect -----------------*- tablegen -*-===//

#ifndef SPMLA_DIALECT
#define SPMLA_DIALECT

include "mlir/IR/OpBase.td"

def SpMLA_Dialect : Dialect {
  let name = "spmla";
  let cppNamespace = "::spmla";
  let summary = "The tile of a sparse-MLA attention kernel";
  let description = [{
    One workgroup attends from one query token, up to 16 heads of it, to the
    slots that the token lists. The dialect says which tile of keys is where:
    every tile type carries its shape, element type and lane layout, so that a
    wrong pairing is refused by a verifier and not found as a wrong number.

    A kernel appears in two forms. The *algorithm* form, which the generator
    builds, has whole rows in no particular place (tiles without a layout) and
    `spmla.online_softmax`. The *tile* form, which `spmla-to-tile` makes of it,
    has every tile in registers with a layout or in LDS with a place, the
    barriers, and loads that run ahead of their use.

    Words: a *slot* is a number in the token's list; a *row* is the cache entry
    of a valid slot; n = lane % 16 and g = lane / 16 inside a wave of 64 lanes.
    Sixteen keys of a 64-key tile belong to each of the four waves. Scores are
    transposed (keys x heads), so the softmax state of head n lives in the lanes
    with that n throughout, and nothing but one maximum per wave and head is
    exchanged.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // SPMLA_DIALECT
