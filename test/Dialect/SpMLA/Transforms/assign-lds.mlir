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
// CHECK-NEXT: spmla.shared "from" at <offset = 384, pitch = 160, block = 2576, slot = 480> : <3x32xf32>
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
