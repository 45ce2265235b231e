// RUN: spmla-opt %s -convert-spmla-to-rocdl -split-input-file -verify-diagnostics

// What is not in tile form is refused before anything is rewritten.

// expected-error@below {{expects arch to be gfx950 with schedule staged, got gfx942}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx942", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
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
  // expected-error@below {{expects only spmla ops in tile form}}
  %v = builtin.unrealized_conversion_cast to !spmla.shared<64x512xbf16>
  %t = builtin.unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
  spmla.stage %t into %v : <64x512xbf16, rows8>, <64x512xbf16>
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
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  // expected-error@below {{expects to lie behind maxima, which ends at byte 256, got offset 0}}
  %published = spmla.shared "probabilities" at <offset = 0, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
}
