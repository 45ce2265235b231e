// RUN: spmla-opt %s --spmla-to-tile | FileCheck %s --implicit-check-not=spmla.barrier

// The solo schedule from the algorithm at the end of this file. A step is 128 keys,
// 32 for each wave; a wave attends with all of the output's columns to its own keys
// and to nothing else, so there is no barrier in the loop, and the waves' outputs
// lie stacked: 4 x 512 rows. These lines are the whole kernel.

// CHECK-LABEL: spmla.kernel @solo

// LDS. q leaves the registers, which the output needs: a part of 128 columns (and
// the rope) meets a gathered tile of the same columns. "values" is one chunk of
// 128 columns for each wave's keys. The exchange of the epilogue lies over all.
// CHECK-NEXT: %[[EXCHANGE:.*]] = spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
// CHECK-NEXT: %[[SQ4:.*]] = spmla.shared "query 4" at <offset = 0, pitch = 64, block = 1024, slot = 1024> : <16x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SQ3:.*]] = spmla.shared "query 3" at <offset = 1024, pitch = 128, block = 2048, slot = 2048> : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SQ2:.*]] = spmla.shared "query 2" at <offset = 3072, pitch = 128, block = 2048, slot = 2048> : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SQ1:.*]] = spmla.shared "query 1" at <offset = 5120, pitch = 128, block = 2048, slot = 2048> : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SQ0:.*]] = spmla.shared "query 0" at <offset = 7168, pitch = 128, block = 2048, slot = 2048> : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[CHUNK:.*]] = spmla.shared "values" at <offset = 9216, pitch = 144, block = 2432, slot = 19456> : <128x128xf8E4M3FN>

// CHECK-NEXT: %[[LIST:.*]] = spmla.list
// CHECK-NEXT: %[[Q0:.*]] = spmla.load_q from 0 : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q1:.*]] = spmla.load_q from 128 : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q2:.*]] = spmla.load_q from 256 : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q3:.*]] = spmla.load_q from 384 : <16x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[Q4:.*]] = spmla.load_q from 512 : <16x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SCALE:.*]] = spmla.score_scale

// All waves hold the same q; one writes it, and one barrier makes it visible.
// CHECK-NEXT: spmla.share %[[Q0]] into %[[SQ0]]
// CHECK-NEXT: spmla.share %[[Q1]] into %[[SQ1]]
// CHECK-NEXT: spmla.share %[[Q2]] into %[[SQ2]]
// CHECK-NEXT: spmla.share %[[Q3]] into %[[SQ3]]
// CHECK-NEXT: spmla.share %[[Q4]] into %[[SQ4]]
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: %[[M0:.*]], %[[L0:.*]], %[[O0:.*]] = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>

// Before the loop: tile 0 on its way, in the parts in which it will be used.
// CHECK-NEXT: %[[SLOTS0:.*]] = spmla.slots %[[LIST]] : <128>
// CHECK-NEXT: %[[ROWS0:.*]] = spmla.rows %[[LIST]], %[[SLOTS0]] : <128> -> <128>
// CHECK-NEXT: %[[K00:.*]] = spmla.gather %[[ROWS0]] from 0 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K01:.*]] = spmla.gather %[[ROWS0]] from 128 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K02:.*]] = spmla.gather %[[ROWS0]] from 256 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K03:.*]] = spmla.gather %[[ROWS0]] from 384 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[K04:.*]] = spmla.gather %[[ROWS0]] from 512 : <128> -> <128x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SLOTS1:.*]] = spmla.slots %[[LIST]] ahead 1 : <128>
// CHECK-NEXT: %[[OUT:.*]]:10 = spmla.segment %[[LIST]] tile %[[T:.*]] carry(%[[ROWS:.*]] = %[[ROWS0]], %[[K0:.*]] = %[[K00]], %[[K1:.*]] = %[[K01]], %[[K2:.*]] = %[[K02]], %[[K3:.*]] = %[[K03]], %[[K4:.*]] = %[[K04]], %[[SLOTS:.*]] = %[[SLOTS1]], %[[M:.*]] = %[[M0]], %[[L:.*]] = %[[L0]], %[[O:.*]] = %[[O0]])

// Scores of tile k. Its rope columns are used up; the latent ones are V, too.
// CHECK-NEXT: %[[QK:.*]] = spmla.qk(%[[K0]], %[[K1]], %[[K2]], %[[K3]], %[[K4]]) (%[[SQ0]], %[[SQ1]], %[[SQ2]], %[[SQ3]], %[[SQ4]])
// CHECK-NEXT: %[[S:.*]] = spmla.mask %[[QK]], %[[ROWS]]
// CHECK-NEXT: %[[NEXT_ROWS:.*]] = spmla.rows %[[LIST]], %[[SLOTS]], %[[T]] ahead 1 : <128> -> <128>
// CHECK-NEXT: %[[NEXT_SLOTS:.*]] = spmla.slots %[[LIST]], %[[T]] ahead 2 : <128>
// CHECK-NEXT: %[[N4:.*]] = spmla.gather %[[NEXT_ROWS]] from 512 : <128> -> <128x64xf8E4M3FN, operand16>

// Probabilities become an operand where QK left them: P never leaves the registers,
// because both operands of PV enumerate the keys as QK did (own_keys).
// CHECK-NEXT: %[[P:.*]], %[[M1:.*]], %[[L1:.*]], %[[O1:.*]] = spmla.online_softmax %[[S]] masked by %[[ROWS]] scaled by %[[SCALE]] state(%[[M]], %[[L]], %[[O]])
// CHECK-NEXT: %[[E:.*]]:2 = spmla.encode %[[P]] : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>)

// V chunk by chunk through the wave's own part of "values": written, read back
// transposed, and overwritten by the next chunk, since LDS operations of a wave
// stay in order. A chunk's registers go to tile k + 1 as soon as it is written,
// and a chunk is read while the one before it is multiplied. The fences keep LLVM
// from having all chunks in registers at once.
// CHECK-NEXT: spmla.fence
// CHECK-NEXT: spmla.stage %[[K0]] into %[[CHUNK]] : <128x128xf8E4M3FN, operand16>, <128x128xf8E4M3FN>
// CHECK-NEXT: %[[N0:.*]] = spmla.gather %[[NEXT_ROWS]] from 0 : <128> -> <128x128xf8E4M3FN, operand16>
// CHECK-NEXT: %[[V0:.*]] = spmla.fetch %[[CHUNK]] : <128x128xf8E4M3FN> -> <128x128xf8E4M3FN, own_keys>
// CHECK-NEXT: spmla.stage %[[K1]] into %[[CHUNK]]
// CHECK-NEXT: %[[N1:.*]] = spmla.gather %[[NEXT_ROWS]] from 128
// CHECK-NEXT: %[[V1:.*]] = spmla.fetch %[[CHUNK]]
// CHECK-NEXT: %[[PV0:.*]] = spmla.pv %[[V0]], (%[[E]]#0, %[[E]]#1), %[[O1]] part 0 of 4
// CHECK-NEXT: spmla.fence
// CHECK-NEXT: spmla.stage %[[K2]] into %[[CHUNK]]
// CHECK-NEXT: %[[N2:.*]] = spmla.gather %[[NEXT_ROWS]] from 256
// CHECK-NEXT: %[[V2:.*]] = spmla.fetch %[[CHUNK]]
// CHECK-NEXT: %[[PV1:.*]] = spmla.pv %[[V1]], (%[[E]]#0, %[[E]]#1), %[[PV0]] part 1 of 4
// CHECK-NEXT: spmla.fence
// CHECK-NEXT: spmla.stage %[[K3]] into %[[CHUNK]]
// CHECK-NEXT: %[[N3:.*]] = spmla.gather %[[NEXT_ROWS]] from 384
// CHECK-NEXT: %[[V3:.*]] = spmla.fetch %[[CHUNK]]
// CHECK-NEXT: %[[PV2:.*]] = spmla.pv %[[V2]], (%[[E]]#0, %[[E]]#1), %[[PV1]] part 2 of 4
// CHECK-NEXT: spmla.fence
// CHECK-NEXT: %[[PV3:.*]] = spmla.pv %[[V3]], (%[[E]]#0, %[[E]]#1), %[[PV2]] part 3 of 4
// CHECK-NEXT: spmla.fence
// CHECK-NEXT: spmla.yield %[[NEXT_ROWS]], %[[N0]], %[[N1]], %[[N2]], %[[N3]], %[[N4]], %[[NEXT_SLOTS]], %[[M1]], %[[L1]], %[[PV3]] :
// CHECK-NEXT: }

// The four states become one, and its columns are dealt to the waves to store.
// CHECK-NEXT: %[[M2:.*]], %[[L2:.*]], %[[O2:.*]] = spmla.merge %[[OUT]]#7, %[[OUT]]#8, %[[OUT]]#9 through %[[EXCHANGE]] : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>
// CHECK-NEXT: spmla.finalize %[[M2]], %[[L2]], %[[O2]] : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
// CHECK-NEXT: }
spmla.kernel @solo attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
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
