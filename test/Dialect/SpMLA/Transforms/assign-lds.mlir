// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-assign-lds))" | FileCheck %s
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-assign-lds,spmla-assign-lds))" | FileCheck %s

// In the order of declaration. Rows of 128 bytes and more are skewed by 32 bytes,
// so that eight of them start in eight different places of the 64 banks.

// CHECK-LABEL: spmla.kernel @staged
// CHECK: spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
// 16 rows of 16 bytes before it.
// CHECK-NEXT: spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
// 64 rows of 32 bytes before it; 1024 bytes to a row.
// CHECK-NEXT: spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
spmla.kernel @staged attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m = spmla.shared "maxima" : <16x4xf32>
  %p = spmla.shared "probabilities" : <64x16xbf16, keys>
  %v = spmla.shared "values" : <64x512xbf16>
}

// CHECK-LABEL: spmla.kernel @skew
// CHECK: spmla.shared "below" at <offset = 0, pitch = 124, block = 1984, slot = 384> : <3x31xf32>
// Tiles begin at multiples of 16 bytes, the widest access: 372 becomes 384.
// CHECK-NEXT: spmla.shared "from" at <offset = 384, pitch = 160, block = 2560, slot = 480> : <3x32xf32>
// CHECK-NEXT: spmla.shared "behind" at <offset = 864, pitch = 16, block = 256, slot = 16> : <1x4xf32>
spmla.kernel @skew attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %a = spmla.shared "below" : <3x31xf32>
  %b = spmla.shared "from" : <3x32xf32>
  %c = spmla.shared "behind" : <1x4xf32>
}

// All of a workgroup's LDS and not a byte more: 163,840 on gfx950.
// CHECK-LABEL: spmla.kernel @full
// CHECK: spmla.shared "half" at <offset = 0, pitch = 160, block = 2560, slot = 81920> : <512x64xbf16>
// CHECK-NEXT: spmla.shared "other half" at <offset = 81920, pitch = 160, block = 2560, slot = 81920> : <512x64xbf16>
spmla.kernel @full attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %a = spmla.shared "half" : <512x64xbf16>
  %b = spmla.shared "other half" : <512x64xbf16>
}

// Two slots lie behind one another, and the next tile behind both. Rows of 8 bits
// are read sixteen at a time, eight of each of two blocks of sixteen: a block is
// 128 bytes further than its rows need (16 * 528 = 8448).

// CHECK-LABEL: spmla.kernel @direct
// CHECK: spmla.shared "maxima" slots 2 at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
// CHECK-NEXT: spmla.shared "probabilities" slots 2 at <offset = 512, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
// CHECK-NEXT: spmla.shared "values" slots 2 at <offset = 2560, pitch = 528, block = 8576, slot = 34304> : <64x512xf8E4M3FN>
// 2560 + 2 * 34304.
// CHECK-NEXT: spmla.shared "behind" at <offset = 71168, pitch = 16, block = 256, slot = 16> : <1x4xf32>
spmla.kernel @direct attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %m = spmla.shared "maxima" slots 2 : <16x4xf32>
  %p = spmla.shared "probabilities" slots 2 : <64x16xf8E4M3FN, keys>
  %v = spmla.shared "values" slots 2 : <64x512xf8E4M3FN>
  %b = spmla.shared "behind" : <1x4xf32>
}

// Rows of four lines and a half: 576 + 16, and 16 * 592 + 128.

// CHECK-LABEL: spmla.kernel @half_lines
// CHECK: spmla.shared "values" slots 2 at <offset = 0, pitch = 592, block = 9600, slot = 38400> : <64x576xf8E4M3FN>
spmla.kernel @half_lines attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = line>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %v = spmla.shared "values" slots 2 : <64x576xf8E4M3FN>
}

// The bytes of a tile in a lane layout have no rows to skew.

// CHECK-LABEL: spmla.kernel @lane_layouts
// CHECK: spmla.shared "q" at <offset = 0, pitch = 128, block = 2048, slot = 2048> : <16x128xf8E4M3FN, operand16>
spmla.kernel @lane_layouts attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %q = spmla.shared "q" : <16x128xf8E4M3FN, operand16>
}

// Tiles of the epilogue lie over those of the loop, wherever they are declared, and
// behind one another.

// CHECK-LABEL: spmla.kernel @epilogue
// CHECK: spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
// CHECK-NEXT: spmla.shared "values" at <offset = 0, pitch = 144, block = 2432, slot = 19456> : <128x128xf8E4M3FN>
// CHECK-NEXT: spmla.shared "more values" at <offset = 19456, pitch = 144, block = 2432, slot = 19456> : <128x128xf8E4M3FN>
// CHECK-NEXT: spmla.shared "states" epilogue at <offset = 32768, pitch = 16, block = 256, slot = 256> : <16x4xf32>
spmla.kernel @epilogue attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %x = spmla.shared "exchange" epilogue : <512x16xf32>
  %v = spmla.shared "values" : <128x128xf8E4M3FN>
  %w = spmla.shared "more values" : <128x128xf8E4M3FN>
  %s = spmla.shared "states" epilogue : <16x4xf32>
}
