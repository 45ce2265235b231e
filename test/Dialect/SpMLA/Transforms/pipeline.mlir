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

// A prefetch of 2: scores run one iteration ahead of what they are accumulated
// with. Before the loop, tile 0 is scored and published against the initial
// reference, in slot 0.

// CHECK-LABEL: spmla.kernel @two_in_flight
// CHECK: %[[MAXIMA:.*]] = spmla.shared "maxima" slots 2
// CHECK-NEXT: %[[PUBLISHED:.*]] = spmla.shared "probabilities" slots 2
// CHECK-NEXT: %[[VALUES:.*]] = spmla.shared "values" slots 2
// CHECK: %[[M0:.*]], %[[L0:.*]], %[[O0:.*]] = spmla.init_state
// CHECK: %[[ROWS0:.*]] = spmla.rows %[[LIST:.*]], %{{.*}} : <64> -> <64>
// CHECK: %[[SLOT0:.*]] = spmla.slot %[[VALUES]] : <64x512xf8E4M3FN>
// CHECK-NEXT: spmla.stage %[[K0:.*]] into %[[SLOT0]]
// CHECK-NEXT: %[[QK0:.*]] = spmla.qk(%[[K0]])
// CHECK-NEXT: %[[S0:.*]] = spmla.mask %[[QK0]], %[[ROWS0]]
// CHECK-NEXT: %[[ROWS1:.*]] = spmla.rows %[[LIST]], %{{.*}} ahead 1
// CHECK-NEXT: %[[SLOTS2:.*]] = spmla.slots %[[LIST]] ahead 2
// CHECK-NEXT: %[[K1:.*]] = spmla.gather %[[ROWS1]] from 0
// CHECK: %[[P0:.*]] = spmla.publish %[[S0]] scaled by %{{.*}} against %[[M0]]
// CHECK-NEXT: spmla.segment %[[LIST]] tile %[[T:.*]] carry(%[[ROWS:.*]] = %[[ROWS1]], %[[K:.*]] = %[[K1]], %[[SLOTS:.*]] = %[[SLOTS2]], %[[S:.*]] = %[[S0]], %[[P:.*]] = %[[P0]], %[[M:.*]] = %[[M0]], %[[L:.*]] = %[[L0]], %[[O:.*]] = %[[O0]])
//
// Tile k, of the slot of k ...
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: %[[PK:.*]] = spmla.slot %[[PUBLISHED]], %[[T]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[MK:.*]] = spmla.slot %[[MAXIMA]], %[[T]] : <16x4xf32>
// CHECK-NEXT: %[[M1:.*]], %[[L1:.*]], %[[O1:.*]] = spmla.rereference %[[S]], %[[P]] scaled by %{{.*}} state(%[[M]], %[[L]], %[[O]]) with(%[[PK]]) %[[MK]]
// CHECK-NEXT: %[[VK:.*]] = spmla.slot %[[VALUES]], %[[T]] : <64x512xf8E4M3FN>
// CHECK-NEXT: spmla.fetch %[[VK]]
// CHECK-NEXT: spmla.fetch %[[PK]]
//
// ... and tile k + 1 between its reads and its product, in the slot of k + 1.
// CHECK-NEXT: %[[VK1:.*]] = spmla.slot %[[VALUES]], %[[T]] ahead 1
// CHECK-NEXT: spmla.stage %[[K]] into %[[VK1]]
// CHECK-NEXT: %[[QK:.*]] = spmla.qk(%[[K]])
// CHECK-NEXT: %[[MASKED:.*]] = spmla.mask %[[QK]], %[[ROWS]]
// CHECK-NEXT: %[[ROWS2:.*]] = spmla.rows %[[LIST]], %[[SLOTS]], %[[T]] ahead 2
// CHECK-NEXT: %[[SLOTS3:.*]] = spmla.slots %[[LIST]], %[[T]] ahead 3
// CHECK-NEXT: %[[K2:.*]] = spmla.gather %[[ROWS2]] from 0
// CHECK-NEXT: %[[O2:.*]] = spmla.pv %{{.*}}, (%{{.*}}), %[[O1]]
// CHECK-NEXT: %[[PK1:.*]] = spmla.slot %[[PUBLISHED]], %[[T]] ahead 1
// CHECK-NEXT: %[[MK1:.*]] = spmla.slot %[[MAXIMA]], %[[T]] ahead 1
// CHECK-NEXT: %[[P1:.*]] = spmla.publish %[[MASKED]] scaled by %{{.*}} against %[[M1]] into(%[[PK1]]) %[[MK1]]
// CHECK-NEXT: spmla.yield %[[ROWS2]], %[[K2]], %[[SLOTS3]], %[[MASKED]], %[[P1]], %[[M1]], %[[L1]], %[[O2]]
spmla.kernel @two_in_flight attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 0, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %maxima = spmla.shared "maxima" slots 2 : <16x4xf32>
  %published = spmla.shared "probabilities" slots 2 : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" slots 2 : <64x512xf8E4M3FN>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    %values_slot = spmla.slot %values, %tile : <64x512xf8E4M3FN>
    spmla.stage %k into %values_slot : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
    %s = spmla.qk(%k) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %published_slot = spmla.slot %published, %tile : <64x16xf8E4M3FN, keys>
    %maxima_slot = spmla.slot %maxima, %tile : <16x4xf32>
    %p = spmla.publish %masked scaled by %scale against %m into(%published_slot) %maxima_slot : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %masked, %p scaled by %scale state(%m, %l, %o) with(%published_slot) %maxima_slot : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    %v = spmla.fetch %values_slot : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
    %t = spmla.fetch %published_slot : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
    %o2 = spmla.pv %v, (%t), %o1 : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
}

// With one slot the barrier in front of the stage moves with it, behind the reads
// of the tile before.

// CHECK-LABEL: spmla.kernel @one_slot
// CHECK: spmla.barrier
// CHECK-NEXT: spmla.stage
// CHECK: spmla.publish
// CHECK: spmla.segment
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: spmla.rereference
// CHECK-NEXT: spmla.fetch
// CHECK-NEXT: spmla.fetch
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: spmla.stage
// CHECK-NEXT: spmla.qk
// CHECK-NOT: spmla.barrier
// CHECK: spmla.pv
// CHECK-NEXT: spmla.publish
// CHECK-NEXT: spmla.yield
spmla.kernel @one_slot attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 0, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %maxima = spmla.shared "maxima" : <16x4xf32>
  %published = spmla.shared "probabilities" : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" : <64x512xf8E4M3FN>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    spmla.barrier
    spmla.stage %k into %values : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
    %s = spmla.qk(%k) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %p = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %masked, %p scaled by %scale state(%m, %l, %o) with(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    %v = spmla.fetch %values : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
    %t = spmla.fetch %published : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
    %o2 = spmla.pv %v, (%t), %o1 : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
}

// Two slots of everything do not make two tiles in flight: with a prefetch of 1 a
// tile's slots are all its own.

// CHECK-LABEL: spmla.kernel @two_slots
// CHECK: spmla.segment %{{.*}} tile %[[T:.*]] carry
// CHECK-NOT: ahead
// CHECK: %[[V:.*]] = spmla.slot %{{.*}}, %[[T]] : <64x512xf8E4M3FN>
// CHECK-NEXT: spmla.stage %{{.*}} into %[[V]]
// CHECK-NEXT: spmla.qk
// CHECK-NEXT: spmla.mask
// CHECK-NEXT: spmla.rows {{.*}} ahead 1
// CHECK-NEXT: spmla.slots {{.*}} ahead 2
// CHECK-NEXT: spmla.gather
// CHECK-NOT: ahead
// CHECK: spmla.yield
spmla.kernel @two_slots attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 0, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 1, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %maxima = spmla.shared "maxima" slots 2 : <16x4xf32>
  %published = spmla.shared "probabilities" slots 2 : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" slots 2 : <64x512xf8E4M3FN>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    %values_slot = spmla.slot %values, %tile : <64x512xf8E4M3FN>
    spmla.stage %k into %values_slot : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
    %s = spmla.qk(%k) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %published_slot = spmla.slot %published, %tile : <64x16xf8E4M3FN, keys>
    %maxima_slot = spmla.slot %maxima, %tile : <16x4xf32>
    %p = spmla.publish %masked scaled by %scale against %m into(%published_slot) %maxima_slot : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %masked, %p scaled by %scale state(%m, %l, %o) with(%published_slot) %maxima_slot : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    %v = spmla.fetch %values_slot : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
    %t = spmla.fetch %published_slot : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
    %o2 = spmla.pv %v, (%t), %o1 : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
}
