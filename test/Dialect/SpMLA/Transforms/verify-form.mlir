// RUN: spmla-opt %s -o %t.parsed
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-verify-form))" | diff %t.parsed -

// Tile form before loads run ahead: nothing to object to, nothing changed.

spmla.kernel @tile_form attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %p = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %masked, %p scaled by %scale state(%m, %l, %o) with(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
    %o2 = spmla.pv %values, (%published), %o1 : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16, keys>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}
