// RUN: spmla-opt %s --spmla-to-tile | FileCheck %s

// The direct schedule from the algorithm at the end of this file: rows of 8 bits,
// q of 8 bits, probabilities as two e4m3 terms, two tiles in flight, two slots of
// everything in LDS. These lines are the whole kernel.

// CHECK-LABEL: spmla.kernel @direct

// LDS. A slot of V is 64 rows of 512 bytes, skewed by 32 bytes a row, and by
// another 16 for every sixteen of them. The two kinds of small tiles come first.
// CHECK-NEXT: %[[MAXIMA:.*]] = spmla.shared "maxima" slots 2 at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
// CHECK-NEXT: %[[HI:.*]] = spmla.shared "probabilities" slots 2 at <offset = 512, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[LO:.*]] = spmla.shared "second terms" slots 2 at <offset = 2560, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[V:.*]] = spmla.shared "values" slots 2 at <offset = 4608, pitch = 528, block = 8576, slot = 34304> : <64x512xf8E4M3FN>

// q stays in registers as an operand, in the order in which the cache is gathered.
// CHECK-NEXT: %[[LIST:.*]] = spmla.list
// CHECK-NEXT: %[[Q:.*]] = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
// CHECK-NEXT: %[[QR:.*]] = spmla.load_q from 512 : <16x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SCALE:.*]] = spmla.score_scale
// CHECK-NEXT: %[[M0:.*]], %[[L0:.*]], %[[O0:.*]] = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// Before the loop: tile 0 as far as its publication, and tile 1 on its way. It is
// the scores' part of the loop body, for tile 0 instead of k + 1.
// CHECK-NEXT: %[[SLOTS0:.*]] = spmla.slots %[[LIST]] : <64>
// CHECK-NEXT: %[[ROWS0:.*]] = spmla.rows %[[LIST]], %[[SLOTS0]] : <64> -> <64>
// CHECK-NEXT: %[[K0:.*]] = spmla.gather %[[ROWS0]] from 0 : <64> -> <64x512xf8E4M3FN, operand16>
// CHECK-NEXT: %[[KR0:.*]] = spmla.gather %[[ROWS0]] from 512 : <64> -> <64x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[SLOTS1:.*]] = spmla.slots %[[LIST]] ahead 1 : <64>
// CHECK-NEXT: %[[V0:.*]] = spmla.slot %[[V]] : <64x512xf8E4M3FN>
// CHECK-NEXT: spmla.stage %[[K0]] into %[[V0]]
// CHECK-NEXT: %[[QK0:.*]] = spmla.qk(%[[K0]], %[[KR0]]) (%[[Q]], %[[QR]])
// CHECK-NEXT: %[[S0:.*]] = spmla.mask %[[QK0]], %[[ROWS0]]
// CHECK-NEXT: %[[ROWS1:.*]] = spmla.rows %[[LIST]], %[[SLOTS1]] ahead 1 : <64> -> <64>
// CHECK-NEXT: %[[SLOTS2:.*]] = spmla.slots %[[LIST]] ahead 2 : <64>
// CHECK-NEXT: %[[K1:.*]] = spmla.gather %[[ROWS1]] from 0 : <64> -> <64x512xf8E4M3FN, operand16>
// CHECK-NEXT: %[[KR1:.*]] = spmla.gather %[[ROWS1]] from 512 : <64> -> <64x64xf8E4M3FN, operand16>
// CHECK-NEXT: %[[HI0:.*]] = spmla.slot %[[HI]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[LO0:.*]] = spmla.slot %[[LO]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[MAXIMA0:.*]] = spmla.slot %[[MAXIMA]] : <16x4xf32>
// CHECK-NEXT: %[[P0:.*]] = spmla.publish %[[S0]] scaled by %[[SCALE]] against %[[M0]] into(%[[HI0]], %[[LO0]]) %[[MAXIMA0]]

// Carried: rows, latent, rope of tile k + 1 and the slot numbers of k + 2; scores
// and probabilities of tile k; the state after tile k - 1.
// CHECK-NEXT: %[[OUT:.*]]:9 = spmla.segment %[[LIST]] tile %[[T:.*]] carry(%[[ROWS:.*]] = %[[ROWS1]], %[[K:.*]] = %[[K1]], %[[KR:.*]] = %[[KR1]], %[[SLOTS:.*]] = %[[SLOTS2]], %[[S:.*]] = %[[S0]], %[[P:.*]] = %[[P0]], %[[M:.*]] = %[[M0]], %[[L:.*]] = %[[L0]], %[[O:.*]] = %[[O0]])

// The one barrier: V, probabilities and maxima of tile k become visible together.
// With two slots it also lets everyone finish with those of tile k - 1, whose
// place tile k + 1 takes below. Nothing global is waited for.
// CHECK-NEXT: spmla.barrier
// CHECK-NEXT: %[[HIK:.*]] = spmla.slot %[[HI]], %[[T]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[LOK:.*]] = spmla.slot %[[LO]], %[[T]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[MAXIMAK:.*]] = spmla.slot %[[MAXIMA]], %[[T]] : <16x4xf32>
// CHECK-NEXT: %[[M1:.*]], %[[L1:.*]], %[[O1:.*]] = spmla.rereference %[[S]], %[[P]] scaled by %[[SCALE]] state(%[[M]], %[[L]], %[[O]]) with(%[[HIK]], %[[LOK]]) %[[MAXIMAK]]

// Reads of tile k from LDS ...
// CHECK-NEXT: %[[VK:.*]] = spmla.slot %[[V]], %[[T]] : <64x512xf8E4M3FN>
// CHECK-NEXT: %[[VALUES:.*]] = spmla.fetch %[[VK]] : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
// CHECK-NEXT: %[[HIK2:.*]] = spmla.slot %[[HI]], %[[T]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[P_HI:.*]] = spmla.fetch %[[HIK2]] : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[LOK2:.*]] = spmla.slot %[[LO]], %[[T]] : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[P_LO:.*]] = spmla.fetch %[[LOK2]] : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>

// ... and while they arrive, the scores of tile k + 1, from the registers in which
// it was gathered: V goes to LDS once, K never does.
// CHECK-NEXT: %[[VK1:.*]] = spmla.slot %[[V]], %[[T]] ahead 1 : <64x512xf8E4M3FN>
// CHECK-NEXT: spmla.stage %[[K]] into %[[VK1]] : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
// CHECK-NEXT: %[[QK:.*]] = spmla.qk(%[[K]], %[[KR]]) (%[[Q]], %[[QR]]) : (!spmla.tile<64x512xf8E4M3FN, operand16>, !spmla.tile<64x64xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
// CHECK-NEXT: %[[MASKED:.*]] = spmla.mask %[[QK]], %[[ROWS]]

// The registers of tile k + 1 are free: tile k + 2 is requested, and the slot
// numbers of k + 3.
// CHECK-NEXT: %[[ROWS2:.*]] = spmla.rows %[[LIST]], %[[SLOTS]], %[[T]] ahead 2 : <64> -> <64>
// CHECK-NEXT: %[[SLOTS3:.*]] = spmla.slots %[[LIST]], %[[T]] ahead 3 : <64>
// CHECK-NEXT: %[[K2:.*]] = spmla.gather %[[ROWS2]] from 0 : <64> -> <64x512xf8E4M3FN, operand16>
// CHECK-NEXT: %[[KR2:.*]] = spmla.gather %[[ROWS2]] from 512 : <64> -> <64x64xf8E4M3FN, operand16>

// Tile k: both terms of its probabilities, from registers.
// CHECK-NEXT: %[[O2:.*]] = spmla.pv %[[VALUES]], (%[[P_HI]], %[[P_LO]]), %[[O1]] : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// Tile k + 1 is published against the new reference.
// CHECK-NEXT: %[[HIK1:.*]] = spmla.slot %[[HI]], %[[T]] ahead 1 : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[LOK1:.*]] = spmla.slot %[[LO]], %[[T]] ahead 1 : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: %[[MAXIMAK1:.*]] = spmla.slot %[[MAXIMA]], %[[T]] ahead 1 : <16x4xf32>
// CHECK-NEXT: %[[P1:.*]] = spmla.publish %[[MASKED]] scaled by %[[SCALE]] against %[[M1]] into(%[[HIK1]], %[[LOK1]]) %[[MAXIMAK1]]
// CHECK-NEXT: spmla.yield %[[ROWS2]], %[[K2]], %[[KR2]], %[[SLOTS3]], %[[MASKED]], %[[P1]], %[[M1]], %[[L1]], %[[O2]] :
// CHECK-NEXT: }

// No tile is peeled off: what ran ahead of the last one is dropped.
// CHECK-NEXT: spmla.finalize %[[OUT]]#6, %[[OUT]]#7, %[[OUT]]#8 with %[[MAXIMA]]
// CHECK-NEXT: }
spmla.kernel @direct attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
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
