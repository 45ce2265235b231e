// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-specialize))" | FileCheck %s

// The solo schedule: 32 keys of 128 to a wave. Whole kernels are in
// test/Pipelines/solo.mlir; here is what differs with q and P.

// q as given, P as one term: chunks of 128 columns, each staged, read back and
// multiplied, with the next one on its way.

// CHECK-LABEL: spmla.kernel @one_term
// CHECK: %[[EXCHANGE:.*]] = spmla.shared "exchange" epilogue : <512x16xf32>
// CHECK-NEXT: %[[Q3:.*]] = spmla.shared "query 3" : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q2:.*]] = spmla.shared "query 2" : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q1:.*]] = spmla.shared "query 1" : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q0:.*]] = spmla.shared "query 0" : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[CHUNK:.*]] = spmla.shared "values" : <128x128xf8E4M3FN>
// CHECK: %[[L0:.*]] = spmla.load_q from 0 : <16x128xf8E4M3FN, operand16>
// CHECK: spmla.load_q from 384
// CHECK: spmla.share %[[L0]] into %[[Q0]]
// CHECK-COUNT-3: spmla.share
// CHECK-NEXT: spmla.barrier
// CHECK: spmla.segment
// CHECK: %[[ROWS:.*]] = spmla.rows
// CHECK-NEXT: %[[K0:.*]] = spmla.gather %[[ROWS]] from 0 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K1:.*]] = spmla.gather %[[ROWS]] from 128 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K2:.*]] = spmla.gather %[[ROWS]] from 256
// CHECK-NEXT: %[[K3:.*]] = spmla.gather %[[ROWS]] from 384
// CHECK-NEXT: %[[S:.*]] = spmla.qk(%[[K0]], %[[K1]], %[[K2]], %[[K3]]) (%[[Q0]], %[[Q1]], %[[Q2]], %[[Q3]])
// CHECK-NEXT: %[[MASKED:.*]] = spmla.mask %[[S]], %[[ROWS]]
// CHECK-NEXT: %[[P:.*]], %{{.*}}, %{{.*}}, %[[O:.*]] = spmla.online_softmax %[[MASKED]] masked by %[[ROWS]]
// CHECK-NEXT: %[[E:.*]] = spmla.encode %[[P]] : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)
// CHECK-NEXT: spmla.fence
// CHECK-NEXT: spmla.stage %[[K0]] into %[[CHUNK]]
// CHECK-NEXT: %[[V0:.*]] = spmla.fetch %[[CHUNK]] : <128x128xf8E4M3FN> -> <128x128xf8E4M3FN, own_keys>
// CHECK-NEXT: spmla.stage %[[K1]] into %[[CHUNK]]
// CHECK-NEXT: %[[V1:.*]] = spmla.fetch %[[CHUNK]]
// CHECK-NEXT: %[[O0:.*]] = spmla.pv %[[V0]], (%[[E]]), %[[O]] part 0 of 4
// CHECK-NEXT: spmla.fence
// CHECK: spmla.pv %[[V1]], (%[[E]]), %[[O0]] part 1 of 4
// CHECK: %[[M1:.*]], %[[L1:.*]], %[[O1:.*]] = spmla.merge %{{.*}} through %[[EXCHANGE]] : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>
// CHECK-NEXT: spmla.finalize %[[M1]], %[[L1]], %[[O1]] : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>{{$}}
spmla.kernel @one_term attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 0, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <128>
    %rows = spmla.rows %list, %slots, %tile : <128> -> <128>
    %keys = spmla.gather %rows from 0 : <128> -> <128x512xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<128x512xbf16>) (!spmla.tile<16x512xbf16>) -> <128x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <128x16xf32, accumulator>, <128>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<128x512xbf16>, (!spmla.tile<128x16xf32, accumulator>), <2048x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
}

// q of bf16 as two terms, all of them shared, each next to the part of K that it
// meets.

// CHECK-LABEL: spmla.kernel @two_query_terms
// CHECK-DAG: %[[S0:.*]] = spmla.shared "query 0" : <16x128xf8E4M3FN, operand16>
// CHECK-DAG: %[[S4:.*]] = spmla.shared "query 4" : <16x64xf8E4M3FN, operand16>
// CHECK-DAG: %[[S5:.*]] = spmla.shared "query 5" : <16x128xf8E4M3FN, operand16>
// CHECK-DAG: %[[S9:.*]] = spmla.shared "query 9" : <16x64xf8E4M3FN, operand16>
// CHECK: %[[T:.*]]:10, %[[SCALE:.*]] = spmla.encode_q(
// CHECK: spmla.share %[[T]]#0 into %[[S0]]
// CHECK: spmla.share %[[T]]#9 into %[[S9]]
// CHECK-NEXT: spmla.barrier
// CHECK: %[[K0:.*]] = spmla.gather %{{.*}} from 0
// CHECK: %[[K4:.*]] = spmla.gather %{{.*}} from 512
// CHECK: spmla.qk(%[[K0]], %[[K0]], {{.*}}, %[[K4]], %[[K4]]) (%[[S0]], %[[S5]], {{.*}}, %[[S4]], %[[S9]])
// CHECK: spmla.online_softmax {{.*}} scaled by %[[SCALE]]
spmla.kernel @two_query_terms attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <128>
    %rows = spmla.rows %list, %slots, %tile : <128> -> <128>
    %keys = spmla.gather %rows from 0 : <128> -> <128x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<128x576xbf16>) (!spmla.tile<16x576xbf16>) -> <128x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <128x16xf32, accumulator>, <128>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<128x576xbf16>, (!spmla.tile<128x16xf32, accumulator>), <2048x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
}

// Eight heads: terms split by columns, folded behind QK and, once, behind the merge.

// CHECK-LABEL: spmla.kernel @eight_heads
// CHECK: %[[S:.*]] = spmla.qk
// CHECK-NEXT: %[[FOLDED:.*]] = spmla.fold %[[S]] : <128x16xf32, accumulator>
// CHECK-NEXT: spmla.mask %[[FOLDED]]
// CHECK: %[[E:.*]] = spmla.encode %{{.*}} split : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)
// CHECK: %{{.*}}, %{{.*}}, %[[O:.*]] = spmla.merge
// CHECK-NEXT: %[[OUTPUT:.*]] = spmla.fold %[[O]] : <512x16xf32, accumulator>
// CHECK-NEXT: spmla.finalize %{{.*}}, %{{.*}}, %[[OUTPUT]] :
spmla.kernel @eight_heads attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 8, keys = 128, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <128>
    %rows = spmla.rows %list, %slots, %tile : <128> -> <128>
    %keys = spmla.gather %rows from 0 : <128> -> <128x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<128x576xbf16>) (!spmla.tile<16x576xbf16>) -> <128x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <128x16xf32, accumulator>, <128>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<128x576xbf16>, (!spmla.tile<128x16xf32, accumulator>), <2048x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
}
