// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-specialize))" | FileCheck %s

// The direct schedule: what a tile's ops become for each way of writing q and P.

// q as given, P as one term, one slot of everything. K is gathered as the operand
// that QK reads, and written to LDS as it is, for V.

// CHECK-LABEL: spmla.kernel @one_term
// CHECK: %[[MAXIMA:.*]] = spmla.shared "maxima" : <16x4xf32>
// CHECK-NEXT: %[[P:.*]] = spmla.shared "probabilities" : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[V:.*]] = spmla.shared "values" : <64x512xf8E4M3FN>
// CHECK: %[[Q:.*]] = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q_ROPE:.*]] = spmla.load_q from 512 : <16x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SCALE:.*]] = spmla.score_scale
// CHECK: spmla.segment
// CHECK: %[[ROWS:.*]] = spmla.rows
// CHECK-NEXT: %[[K:.*]] = spmla.gather %[[ROWS]] from 0 : <64> -> <64x512xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K_ROPE:.*]] = spmla.gather %[[ROWS]] from 512 : <64> -> <64x64xf8E4M3FN, operand16>
// With one slot, a barrier before V is overwritten.
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: spmla.stage %[[K]] into %[[V]] : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
// CHECK-NEXT: %[[S:.*]] = spmla.qk(%[[K]], %[[K_ROPE]]) (%[[Q]], %[[Q_ROPE]])
// CHECK-NEXT: %[[MASKED:.*]] = spmla.mask %[[S]], %[[ROWS]]
// CHECK-NEXT: %[[E:.*]] = spmla.publish %[[MASKED]] scaled by %[[SCALE]] against %{{.*}} into(%[[P]]) %[[MAXIMA]]
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: %{{.*}}, %{{.*}}, %[[O:.*]] = spmla.rereference %[[MASKED]], %[[E]] {{.*}} with(%[[P]]) %[[MAXIMA]]
// CHECK-NEXT: %[[VALUES:.*]] = spmla.fetch %[[V]] : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
// CHECK-NEXT: %[[TERM:.*]] = spmla.fetch %[[P]] : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
// CHECK-NEXT: spmla.pv %[[VALUES]], (%[[TERM]]), %[[O]] :
// CHECK: spmla.finalize {{.*}} with %[[MAXIMA]]
spmla.kernel @one_term attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// Two slots: every use names this tile's, and no barrier is needed before V. The
// exchange of sums behind the loop takes slot 0 of the maxima.

// CHECK-LABEL: spmla.kernel @two_slots
// CHECK: %[[MAXIMA:.*]] = spmla.shared "maxima" slots 2 : <16x4xf32>
// CHECK-NEXT: %[[HI:.*]] = spmla.shared "probabilities" slots 2 : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[LO:.*]] = spmla.shared "second terms" slots 2 : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[V:.*]] = spmla.shared "values" slots 2 : <64x512xf8E4M3FN>
// CHECK: spmla.segment %{{.*}} tile %[[T:.*]] carry
// CHECK: %[[K:.*]] = spmla.gather
// CHECK-NEXT: %[[SLOT:.*]] = spmla.slot %[[V]], %[[T]] : <64x512xf8E4M3FN>
// CHECK-NEXT: spmla.stage %[[K]] into %[[SLOT]]
// CHECK-NOT: spmla.barrier
// CHECK: %[[HI_SLOT:.*]] = spmla.slot %[[HI]], %[[T]] :
// CHECK-NEXT: %[[LO_SLOT:.*]] = spmla.slot %[[LO]], %[[T]] :
// CHECK-NEXT: %[[MAXIMA_SLOT:.*]] = spmla.slot %[[MAXIMA]], %[[T]] :
// CHECK-NEXT: spmla.publish {{.*}} into(%[[HI_SLOT]], %[[LO_SLOT]]) %[[MAXIMA_SLOT]]
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: spmla.rereference {{.*}} with(%[[HI_SLOT]], %[[LO_SLOT]]) %[[MAXIMA_SLOT]]
// CHECK: spmla.pv %{{.*}}, (%{{.*}}, %{{.*}}), %{{.*}} : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>)
// CHECK: spmla.finalize {{.*}} with %[[MAXIMA]]
spmla.kernel @two_slots attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 0, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x512xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x512xbf16>) (!spmla.tile<16x512xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x512xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// q of bf16 as two terms: each part of K meets both terms of the same part of q,
// and the power of two that brought q into range goes into the scale.

// CHECK-LABEL: spmla.kernel @two_query_terms
// CHECK: %[[Q:.*]] = spmla.load_q from 0 : <16x512xbf16, operand16>
// CHECK-NEXT: %[[Q_ROPE:.*]] = spmla.load_q from 512 : <16x64xbf16, operand16>
// CHECK-NEXT: %[[GIVEN:.*]] = spmla.score_scale
// CHECK-NEXT: %[[T:.*]]:4, %[[SCALE:.*]] = spmla.encode_q(%[[Q]], %[[Q_ROPE]]) scaled by %[[GIVEN]] : (!spmla.tile<16x512xbf16, operand16>, !spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)
// CHECK: %[[K:.*]] = spmla.gather %{{.*}} from 0
// CHECK-NEXT: %[[K_ROPE:.*]] = spmla.gather %{{.*}} from 512
// CHECK: spmla.qk(%[[K]], %[[K]], %[[K_ROPE]], %[[K_ROPE]]) (%[[T]]#0, %[[T]]#2, %[[T]]#1, %[[T]]#3)
// CHECK: spmla.publish %{{.*}} scaled by %[[SCALE]]
// CHECK: spmla.rereference {{.*}} scaled by %[[SCALE]]
spmla.kernel @two_query_terms attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// dot = fp8: one term of q.

// CHECK-LABEL: spmla.kernel @one_query_term
// CHECK: %[[T:.*]]:2, %[[SCALE:.*]] = spmla.encode_q(%{{.*}}, %{{.*}}) scaled by %{{.*}} : {{.*}} -> (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)
// CHECK: spmla.qk(%{{.*}}, %{{.*}}) (%[[T]]#0, %[[T]]#1)
spmla.kernel @one_query_term attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// Eight heads: second terms are the columns n >= 8 of the same tile, and what the
// products leave there is added up, scores before the mask, the output at the end.

// CHECK-LABEL: spmla.kernel @eight_heads
// CHECK-NOT: spmla.shared "second terms"
// CHECK: %[[T:.*]]:2, %{{.*}} = spmla.encode_q(%{{.*}}, %{{.*}}) scaled by %{{.*}} split :
// CHECK: %[[S:.*]] = spmla.qk(%{{.*}}, %{{.*}}) (%[[T]]#0, %[[T]]#1)
// CHECK-NEXT: %[[FOLDED:.*]] = spmla.fold %[[S]] : <64x16xf32, accumulator>
// CHECK-NEXT: spmla.mask %[[FOLDED]]
// CHECK: spmla.publish {{.*}} into(%{{[^,]*}}) %{{.*}} :
// CHECK: spmla.pv %{{.*}}, (%{{[^,]*}}), %{{.*}} :
// CHECK: %[[OUTPUT:.*]] = spmla.fold %{{.*}}#2 : <512x16xf32, accumulator>
// CHECK-NEXT: spmla.finalize %{{.*}}#0, %{{.*}}#1, %[[OUTPUT]] with
spmla.kernel @eight_heads attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 8, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// Eight heads with single terms have nothing to add up: each head is there twice.

// CHECK-LABEL: spmla.kernel @eight_heads_one_term
// CHECK-NOT: spmla.fold
// CHECK: spmla.finalize
spmla.kernel @eight_heads_one_term attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 8, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// bf16 P: V is dequantised behind the transposed read.

// CHECK-LABEL: spmla.kernel @bf16_probabilities
// CHECK: %[[P:.*]] = spmla.shared "probabilities" slots 2 : <64x16xbf16, keys>
// CHECK-NEXT: %[[V:.*]] = spmla.shared "values" slots 2 : <64x512xf8E4M3FN>
// CHECK: %[[CODES:.*]] = spmla.fetch %{{.*}} : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
// CHECK-NEXT: %[[VALUES:.*]] = spmla.dequant %[[CODES]] : <64x512xf8E4M3FN, keys> -> <64x512xbf16, keys>
// CHECK-NEXT: %[[TERM:.*]] = spmla.fetch %{{.*}} : <64x16xbf16, keys> -> <64x16xbf16, keys>
// CHECK-NEXT: spmla.pv %[[VALUES]], (%[[TERM]]), %{{.*}} :
spmla.kernel @bf16_probabilities attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// Whole lines: one gather of whole rows, in no operand's order. QK reads its own
// rows back from LDS, rope included; V are their leading columns.

// CHECK-LABEL: spmla.kernel @lines
// CHECK: %[[V:.*]] = spmla.shared "values" slots 2 : <64x576xf8E4M3FN>
// CHECK: %[[Q:.*]] = spmla.load_q from 0 : <16x576xf8E4M3FN, operand16>
// CHECK-NOT: spmla.load_q
// CHECK: %[[K:.*]] = spmla.gather %{{.*}} from 0 : <64> -> <64x576xf8E4M3FN, lines>
// CHECK-NEXT: %[[SLOT:.*]] = spmla.slot %[[V]], %{{.*}} : <64x576xf8E4M3FN>
// CHECK-NEXT: spmla.stage %[[K]] into %[[SLOT]] : <64x576xf8E4M3FN, lines>, <64x576xf8E4M3FN>
// CHECK-NEXT: spmla.qk(%[[SLOT]]) (%[[Q]]) :
// CHECK: spmla.fetch %{{.*}} : <64x576xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
spmla.kernel @lines attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = line>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}
