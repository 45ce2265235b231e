// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-assign-lds))" -split-input-file -verify-diagnostics

// LDS of a workgroup: 163,840 bytes on gfx950, 65,536 on gfx942. A kernel that
// does not fit is refused when it is generated, with the whole map
// (ROCm/aiter#5539: 68,608 bytes for gfx942; ROCm/aiter#3257, sgl-project/sglang#23963).

// expected-error@below {{expects its shared tiles to fit into the 163840 bytes of LDS of gfx950, got 163856}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-note@below {{half: bytes 0 to 81920}}
  %half = spmla.shared "half" : <512x64xbf16>
  // expected-note@below {{other half: bytes 81920 to 163840}}
  %other_half = spmla.shared "other half" : <512x64xbf16>
  // expected-note@below {{one more: bytes 163840 to 163856}}
  %one_more = spmla.shared "one more" : <1x4xf32>
}

// -----

// expected-error@below {{expects its shared tiles to fit into the 65536 bytes of LDS of gfx942, got 69888}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx942", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-note@below {{maxima: bytes 0 to 256}}
  %maxima = spmla.shared "maxima" : <16x4xf32>
  // expected-note@below {{probabilities: bytes 256 to 2304}}
  %probabilities = spmla.shared "probabilities" : <64x16xbf16, keys>
  // expected-note@below {{values: bytes 2304 to 69888}}
  %values = spmla.shared "values" : <64x512xbf16>
}

// -----

// expected-error@below {{expects its shared tiles to fit into the 163840 bytes of LDS of gfx950, got 17181966336}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-note@below {{huge: bytes 0 to 17181966336}}
  %huge = spmla.shared "huge" : <65536x65536xf32>
}

// -----

// Both slots count, and the larger of loop and epilogue.
// expected-error@below {{expects its shared tiles to fit into the 65536 bytes of LDS of gfx942, got 68608}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx942", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-note@below {{values: bytes 0 to 68608}}
  %values = spmla.shared "values" slots 2 : <64x512xf8E4M3FN>
  // expected-note@below {{exchange: bytes 0 to 32768}}
  %exchange = spmla.shared "exchange" epilogue : <512x16xf32>
}

// -----

// expected-error@below {{expects its shared tiles to fit into the 163840 bytes of LDS of gfx950, got 163856}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // expected-note@below {{loop: bytes 0 to 16}}
  %loop = spmla.shared "loop" : <1x4xf32>
  // expected-note@below {{half: bytes 0 to 163840}}
  %half = spmla.shared "half" slots 2 epilogue : <512x64xbf16>
  // expected-note@below {{one more: bytes 163840 to 163856}}
  %one_more = spmla.shared "one more" epilogue : <1x4xf32>
}
