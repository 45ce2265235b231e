// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-specialize))" | FileCheck %s

// 8-bit rows: a lane's 16 bytes are 16 codes, so rows are rows16 and the rope
// operand16, and q's rope columns follow the cache's order.

// CHECK-LABEL: spmla.kernel @fp8
// CHECK: %[[MAXIMA:.*]] = spmla.shared "maxima" : <16x4xf32>
// CHECK-NEXT: %[[PUBLISHED:.*]] = spmla.shared "probabilities" : <64x16xbf16, keys>
// CHECK-NEXT: %[[VALUES:.*]] = spmla.shared "values" : <64x512xbf16>
// CHECK-NEXT: %[[LIST:.*]] = spmla.list
// CHECK-NEXT: %[[Q:.*]] = spmla.load_q from 0 : <16x512xbf16, operand8>
// CHECK-NEXT: %[[Q_ROPE:.*]] = spmla.load_q from 512 : <16x64xbf16, operand16>
// CHECK-NEXT: %[[SCALE:.*]] = spmla.score_scale
// CHECK: %[[OUT:.*]]:3 = spmla.segment %[[LIST]] tile %{{.*}} carry(%[[M:.*]] = %{{.*}}, %[[L:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) :
// CHECK: %[[ROWS:.*]] = spmla.rows
// CHECK-NEXT: %[[RAW:.*]] = spmla.gather %[[ROWS]] from 0 : <64> -> <64x512xf8E4M3FN, rows16>
// CHECK-NEXT: %[[RAW_ROPE:.*]] = spmla.gather %[[ROWS]] from 512 : <64> -> <64x64xf8E4M3FN, operand16>
//
// The tile in LDS may be overwritten once every wave is done with the last one.
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: %[[LATENT:.*]] = spmla.dequant %[[RAW]] : <64x512xf8E4M3FN, rows16> -> <64x512xbf16, rows16>
// CHECK-NEXT: spmla.stage %[[LATENT]] into %[[VALUES]] : <64x512xbf16, rows16>, <64x512xbf16>
// CHECK-NEXT: %[[ROPE:.*]] = spmla.dequant %[[RAW_ROPE]] : <64x64xf8E4M3FN, operand16> -> <64x64xbf16, operand16>
// CHECK-NEXT: %[[S:.*]] = spmla.qk(%[[VALUES]], %[[ROPE]]) (%[[Q]], %[[Q_ROPE]])
// CHECK-NEXT: %[[MASKED:.*]] = spmla.mask %[[S]], %[[ROWS]]
//
// online_softmax: one barrier makes probabilities and maxima visible together.
// CHECK-NEXT: %[[P:.*]] = spmla.publish %[[MASKED]] scaled by %[[SCALE]] against %[[M]] into(%[[PUBLISHED]]) %[[MAXIMA]]
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: %[[M1:.*]], %[[L1:.*]], %[[O1:.*]] = spmla.rereference %[[MASKED]], %[[P]] scaled by %[[SCALE]] state(%[[M]], %[[L]], %[[O]]) with(%[[PUBLISHED]]) %[[MAXIMA]]
// CHECK-NEXT: %[[O2:.*]] = spmla.pv %[[VALUES]], (%[[PUBLISHED]]), %[[O1]] : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16, keys>)
// CHECK-NEXT: spmla.yield %[[M1]], %[[L1]], %[[O2]]
// CHECK: spmla.finalize %[[OUT]]#0, %[[OUT]]#1, %[[OUT]]#2 with %[[MAXIMA]]
spmla.kernel @fp8 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
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

// bf16 rows without rope: nothing to dequantise, no second operand.

// CHECK-LABEL: spmla.kernel @bf16
// CHECK: %[[VALUES:.*]] = spmla.shared "values" : <64x512xbf16>
// CHECK: %[[Q:.*]] = spmla.load_q from 0 : <16x512xbf16, operand8>
// CHECK-NEXT: spmla.score_scale
// CHECK: %[[ROWS:.*]] = spmla.rows
// CHECK-NEXT: %[[RAW:.*]] = spmla.gather %[[ROWS]] from 0 : <64> -> <64x512xbf16, rows8>
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: spmla.stage %[[RAW]] into %[[VALUES]] : <64x512xbf16, rows8>, <64x512xbf16>
// CHECK-NEXT: spmla.qk(%[[VALUES]]) (%[[Q]]) :
spmla.kernel @bf16 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 0, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
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

// bf16 rows with rope: 16 bytes are 8 elements.

// CHECK-LABEL: spmla.kernel @bf16_rope
// CHECK: spmla.load_q from 512 : <16x64xbf16, operand8>
// CHECK: spmla.gather %{{.*}} from 0 : <64> -> <64x512xbf16, rows8>
// CHECK-NEXT: %[[ROPE:.*]] = spmla.gather %{{.*}} from 512 : <64> -> <64x64xbf16, operand8>
// CHECK: spmla.qk(%{{.*}}, %[[ROPE]])
spmla.kernel @bf16_rope attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
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
