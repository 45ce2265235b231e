// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-verify-form))" -split-input-file -verify-diagnostics

// What the lowering relies on. Tiles in LDS must not overlap
// (tile-ai/tilelang#2199: buffers merged while both were live gave NaN).

// expected-error@below {{expects latent to be 512 with schedule staged, got 448}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 448, rope = 64, value = 448>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects only spmla ops in tile form}}
  %x = arith.constant 0 : i32
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects only spmla ops in tile form}}
  %v = builtin.unrealized_conversion_cast to !spmla.shared<64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects its results to have a layout in tile form, got '!spmla.tile<16x576xbf16>'}}
  %q = spmla.load_q from 0 : <16x576xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects to have a place in tile form}}
  %v = spmla.shared "values" : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %list = spmla.list : !spmla.list
  %scale = spmla.score_scale : <16xf32, heads>
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  // expected-error@below {{expects to have become publish, barrier and rereference in tile form}}
  %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  // expected-error@below {{expects the keys of a tile to be 64, got 32}}
  %slots = spmla.slots %list : <32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects the rows of its result to be 16, got 32}}
  %q = spmla.load_q from 0 : <32x512xbf16, operand8>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects q to be bf16, got 'f16'}}
  %q = spmla.load_q from 0 : <16x512xf16, operand8>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects its columns to end within the 576 of a row, got 512 from 128}}
  %q = spmla.load_q from 128 : <16x512xbf16, operand8>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects its columns to end within the 576 of a row, got 64 from 9223372036854775807}}
  %q = spmla.load_q from 9223372036854775807 : <16x64xbf16, operand8>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects the heads of its result to be 16, got 8}}
  %scale = spmla.score_scale : <8xf32, heads>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  // expected-error@below {{expects its columns to end within the 576 of a row, got 512 from 65}}
  %k = spmla.gather %rows from 65 : <64> -> <64x512xbf16, rows8>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, rows16>
  // expected-error@below {{expects the bytes of its rows to be a multiple of 4096, got 2048}}
  %part = spmla.slice %k part 0 of 16 : <64x512xf8E4M3FN, rows16> -> <4x512xf8E4M3FN, rows16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects the columns of its output to be 512, got 256}}
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <256x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 33792> : <32x512xbf16>
  // expected-error@below {{expects the keys of its result to be 64, got 32}}
  %s = spmla.qk(%values) (%q) : (!spmla.shared<32x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <32x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" at <offset = 1024, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 32, block = 512, slot = 512> : <16x8xf32>
  %values = spmla.shared "values" at <offset = 4096, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  // expected-error@below {{expects the waves of its shared maxima to be 4, got 8}}
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x8xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" at <offset = 256, pitch = 32, block = 512, slot = 16384> : <512x16xbf16, keys>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %scale = spmla.score_scale : <16xf32, heads>
  // expected-error@below {{expects the keys of its scores to be 64, got 512}}
  %p = spmla.publish %o scaled by %scale against %m into(%published) %maxima : <512x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<512x16xbf16, keys>) <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" at <offset = 256, pitch = 32, block = 512, slot = 16384> : <512x16xbf16, keys>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %scale = spmla.score_scale : <16xf32, heads>
  // expected-error@below {{expects the keys of its scores to be 64, got 512}}
  %m1, %l1, %o1 = spmla.rereference %o, %o scaled by %scale state(%m, %l, %o) with(%published) %maxima : <512x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<512x16xbf16, keys>) <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %codes = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %v = spmla.fetch %codes : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
  // expected-error@below {{expects its values and probabilities to be both in LDS or both in registers in tile form}}
  %r = spmla.pv %v, (%published), %o : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.shared<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  // expected-error@below {{expects its shared values to be bf16, got 'f8E4M3FN'}}
  %r = spmla.pv %values, (%published), %o : !spmla.shared<64x512xf8E4M3FN>, (!spmla.shared<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" at <offset = 256, pitch = 32, block = 512, slot = 1024> : <32x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 33792> : <32x512xbf16>
  // expected-error@below {{expects the keys of its values to be 64, got 32}}
  %r = spmla.pv %values, (%published), %o : !spmla.shared<32x512xbf16>, (!spmla.shared<32x16xbf16, keys>), <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  // expected-error@below {{expects LDS for the sums of its waves in tile form}}
  spmla.finalize %m, %l, %o : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 32, block = 512, slot = 512> : <16x8xf32>
  // expected-error@below {{expects the waves of its shared sums to be 4, got 8}}
  spmla.finalize %m, %l, %o with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x8xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  // expected-error@below {{expects to lie behind maxima, which ends at byte 256, got offset 240}}
  %published = spmla.shared "published" at <offset = 240, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects to lie behind values, which ends at byte 69888, got offset 65536}}
  %maxima = spmla.shared "maxima" at <offset = 65536, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects to end within the 163840 bytes of LDS of gfx950, got 163856}}
  %last = spmla.shared "last" at <offset = 163840, pitch = 16, block = 256, slot = 16> : <1x4xf32>
}

// -----

// Two terms of sixteen heads are two tiles; eight heads have them side by side.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %p = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xf8E4M3FN>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  // expected-error@below {{expects the terms of its shared probabilities to be 2, got 1}}
  %e = spmla.publish %s scaled by %scale against %m into(%p) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %p = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xf8E4M3FN>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  // expected-error@below {{expects the terms of its shared probabilities to be 1, got 2}}
  %e = spmla.publish %s scaled by %scale against %m into(%p, %p) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %p = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xf8E4M3FN>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  // expected-error@below {{expects its shared probabilities to be bf16, got 'f8E4M3FN'}}
  %e = spmla.publish %s scaled by %scale against %m into(%p) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %p = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %maxima = spmla.shared "maxima" at <offset = 2304, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %values = spmla.shared "values" at <offset = 2560, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xf8E4M3FN>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  // expected-error@below {{expects its shared probabilities to be e4m3, got 'bf16'}}
  %e = spmla.publish %s scaled by %scale against %m into(%p) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects q to be e4m3fn, got 'bf16'}}
  %q = spmla.load_q from 0 : <16x512xbf16, operand16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %q = spmla.load_q from 0 : <16x512xbf16, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  // expected-error@below {{expects program heads with terms split by columns to be 8, got 16}}
  %t, %n = spmla.encode_q(%q) scaled by %scale split : (!spmla.tile<16x512xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x512xf8E4M3FN, operand16>)
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  // expected-error@below {{expects program heads with terms split by columns to be 8, got 16}}
  %f = spmla.fold %o : <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  // expected-error@below {{expects program heads with terms split by columns to be 8, got 16}}
  %t = spmla.encode %o split : <2048x16xf32, accumulator> -> (!spmla.tile<2048x16xf8E4M3FN, own_keys>)
}

// -----

// Waves with keys of their own have an output each.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  // expected-error@below {{expects the columns of its output to be 2048, got 512}}
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  %x = spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 16384> : <256x16xf32>
  // expected-error@below {{expects the bytes of its exchange to be 32768, got 16384}}
  %m1, %l1, %o1 = spmla.merge %m, %l, %o through %x : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <256x16xf32> -> <512x16xf32, accumulator>
}

// -----

// What the epilogue lies over is the loop's; its own tiles lie apart.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %x = spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
  // expected-error@below {{expects to lie behind exchange, which ends at byte 32768, got offset 16384}}
  %y = spmla.shared "more" epilogue at <offset = 16384, pitch = 16, block = 256, slot = 256> : <16x4xf32>
}

// -----

// Both slots lie in front of the next tile.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %v = spmla.shared "values" slots 2 at <offset = 0, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  // expected-error@below {{expects to lie behind values, which ends at byte 69760, got offset 34880}}
  %y = spmla.shared "more" at <offset = 34880, pitch = 16, block = 256, slot = 256> : <16x4xf32>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects to end within the 163840 bytes of LDS of gfx950, got 164224}}
  %x = spmla.shared "values" slots 2 epilogue at <offset = 94464, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
}
