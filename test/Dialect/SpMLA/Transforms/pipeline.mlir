// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-pipeline))" | FileCheck %s

// Before the loop: the rows of tile 0, and the slots of tile 1, whose numbers the
// first iteration needs. In iteration k: the rows of k + 1 as soon as the last use
// of tile k's registers is past, and the slots of k + 2 before them.

// CHECK-LABEL: spmla.kernel @bf16
// CHECK: %[[ACC:.*]] = builtin.unrealized_conversion_cast
// CHECK-NEXT: %[[SLOTS0:.*]] = spmla.slots %[[LIST:.*]] : <64>
// CHECK-NEXT: %[[ROWS0:.*]] = spmla.rows %[[LIST]], %[[SLOTS0]] : <64> -> <64>
// CHECK-NEXT: %[[LATENT0:.*]] = spmla.gather %[[ROWS0]] from 0
// CHECK-NEXT: %[[ROPE0:.*]] = spmla.gather %[[ROWS0]] from 512
// CHECK-NEXT: %[[SLOTS1:.*]] = spmla.slots %[[LIST]] ahead 1 : <64>
// CHECK-NEXT: %[[OUT:.*]]:5 = spmla.segment %[[LIST]] tile %[[K:.*]] carry(%[[ROWS:.*]] = %[[ROWS0]], %[[LATENT:.*]] = %[[LATENT0]], %[[ROPE:.*]] = %[[ROPE0]], %[[SLOTS:.*]] = %[[SLOTS1]], %{{.*}} = %[[ACC]])
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: spmla.stage %[[LATENT]] into
// CHECK-NEXT: %[[NEXT_ROWS:.*]] = spmla.rows %[[LIST]], %[[SLOTS]], %[[K]] ahead 1
// CHECK-NEXT: %[[NEXT_SLOTS:.*]] = spmla.slots %[[LIST]], %[[K]] ahead 2
// CHECK-NEXT: %[[NEXT_LATENT:.*]] = spmla.gather %[[NEXT_ROWS]] from 0
// CHECK-NEXT: %[[S:.*]] = spmla.qk(%{{.*}}, %[[ROPE]])
//
// The mask is that of tile k. What QK used last is loaded behind it: the branch of
// the mask keeps LLVM from moving the products below the loads.
// CHECK-NEXT: %[[MASKED:.*]] = spmla.mask %[[S]], %[[ROWS]]
// CHECK-NEXT: %[[NEXT_ROPE:.*]] = spmla.gather %[[NEXT_ROWS]] from 512
// CHECK-NEXT: spmla.yield %[[NEXT_ROWS]], %[[NEXT_LATENT]], %[[NEXT_ROPE]], %[[NEXT_SLOTS]], %[[MASKED]]
// CHECK-NEXT: }
//
// The loop's own results are behind the carried loads.
// CHECK: spmla.mask %[[OUT]]#4,
spmla.kernel @bf16 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
  %first = spmla.slots %list : <64>
  %first_rows = spmla.rows %list, %first : <64> -> <64>
  %use = spmla.mask %out, %first_rows : <64x16xf32, accumulator>, <64>
}

// The last use of a tile that is dequantised in pieces is that of its last piece.

// CHECK-LABEL: spmla.kernel @pieces
// CHECK: spmla.segment
// CHECK: spmla.stage %{{.*}} part 0 of 2
// CHECK-NOT: spmla.gather
// CHECK: spmla.stage %{{.*}} part 1 of 2
// CHECK-NEXT: %[[ROWS:.*]] = spmla.rows %{{.*}} ahead 1
// CHECK-NEXT: spmla.slots %{{.*}} ahead 2
// CHECK-NEXT: spmla.gather %[[ROWS]] from 0 : <64> -> <64x512xf8E4M3FN, rows16>
spmla.kernel @pieces attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, rows16>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    %half0 = spmla.slice %latent part 0 of 2 : <64x512xf8E4M3FN, rows16> -> <32x512xf8E4M3FN, rows16>
    %piece0 = spmla.dequant %half0 : <32x512xf8E4M3FN, rows16> -> <32x512xbf16, rows16>
    spmla.stage %piece0 into %values part 0 of 2 : <32x512xbf16, rows16>, <64x512xbf16>
    %half1 = spmla.slice %latent part 1 of 2 : <64x512xf8E4M3FN, rows16> -> <32x512xf8E4M3FN, rows16>
    %piece1 = spmla.dequant %half1 : <32x512xf8E4M3FN, rows16> -> <32x512xbf16, rows16>
    spmla.stage %piece1 into %values part 1 of 2 : <32x512xbf16, rows16>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}
