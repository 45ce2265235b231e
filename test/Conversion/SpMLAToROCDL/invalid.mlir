// RUN: spmla-opt %s -convert-spmla-to-rocdl -split-input-file -verify-diagnostics

// What is not in tile form is refused before anything is rewritten.

// expected-error@below {{expects arch to be gfx950 with schedule staged, got gfx942}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx942", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects its results to have a layout in tile form, got '!spmla.tile<16x576xbf16>'}}
  %q = spmla.load_q from 0 : <16x576xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects to have a place in tile form}}
  %v = spmla.shared "values" : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-error@below {{expects only spmla ops in tile form}}
  %v = builtin.unrealized_conversion_cast to !spmla.shared<64x512xbf16>
  %t = builtin.unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
  spmla.stage %t into %v : <64x512xbf16, rows8>, <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32> : <64x16xbf16, accumulator>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
  // expected-error@below {{expects its values and probabilities to be in LDS in tile form}}
  %r = spmla.pv %latent, %published, %o : !spmla.tile<64x512xbf16, rows8>, !spmla.shared<64x16xbf16, accumulator>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16> : <16x4xf32>
  // expected-error@below {{expects to lie behind maxima, which ends at byte 256, got offset 0}}
  %published = spmla.shared "probabilities" at <offset = 0, pitch = 32> : <64x16xbf16, accumulator>
}
