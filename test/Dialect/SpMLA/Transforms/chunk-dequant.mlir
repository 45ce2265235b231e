// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant))" | FileCheck %s
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=32}))" | FileCheck %s --check-prefix=TWO
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=63}))" | FileCheck %s --check-prefix=TWO
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=64}))" | FileCheck %s --check-prefix=WHOLE
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=8}))" | FileCheck %s --check-prefix=EIGHT
// Chunks of chunks are the smaller chunks.
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=32},spmla-chunk-dequant{max-registers=8}))" | FileCheck %s --check-prefix=TWICE
// Three parts of at most 24 registers would not be whole loads; four are.
// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=24}))" | FileCheck %s

// The 64 x 512 bf16 tile is 64 VGPRs of each lane. A part is dequantised and
// staged before the next is begun.

// CHECK-LABEL: spmla.kernel @latent
// CHECK: %[[VALUES:.*]] = spmla.shared
// CHECK-NEXT: %[[RAW:.*]] = builtin.unrealized_conversion_cast
// CHECK-NEXT: %[[CODES:.*]] = spmla.slice %[[RAW]] part 0 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FN, rows16>
// CHECK-NEXT: %[[PIECE:.*]] = spmla.dequant %[[CODES]] : <16x512xf8E4M3FN, rows16> -> <16x512xbf16, rows16>
// CHECK-NEXT: spmla.stage %[[PIECE]] into %[[VALUES]] part 0 of 4 : <16x512xbf16, rows16>, <64x512xbf16>
// CHECK-NEXT: spmla.slice %[[RAW]] part 1 of 4
// CHECK-NEXT: spmla.dequant
// CHECK-NEXT: spmla.stage %{{.*}} into %[[VALUES]] part 1 of 4
// CHECK-NEXT: spmla.slice %[[RAW]] part 2 of 4
// CHECK-NEXT: spmla.dequant
// CHECK-NEXT: spmla.stage %{{.*}} into %[[VALUES]] part 2 of 4
// CHECK-NEXT: spmla.slice %[[RAW]] part 3 of 4
// CHECK-NEXT: spmla.dequant
// CHECK-NEXT: spmla.stage %{{.*}} into %[[VALUES]] part 3 of 4
// CHECK-NEXT: }

// TWO-LABEL: spmla.kernel @latent
// TWO: spmla.stage %{{.*}} part 0 of 2 : <32x512xbf16, rows16>
// TWO: spmla.stage %{{.*}} part 1 of 2 : <32x512xbf16, rows16>

// WHOLE-LABEL: spmla.kernel @latent
// WHOLE-NOT: spmla.slice
// WHOLE: spmla.stage %{{.*}} into %{{.*}} : <64x512xbf16, rows16>

// EIGHT-LABEL: spmla.kernel @latent
// EIGHT: spmla.slice %{{.*}} part 0 of 8
// EIGHT: spmla.stage %{{.*}} part 7 of 8 : <8x512xbf16, rows16>

// TWICE-LABEL: spmla.kernel @latent
// TWICE: %[[HALF:.*]] = spmla.slice %{{.*}} part 1 of 2
// TWICE-NEXT: %[[CODES:.*]] = spmla.slice %[[HALF]] part 0 of 4
// TWICE-NEXT: %[[PIECE:.*]] = spmla.dequant %[[CODES]]
// TWICE-NEXT: spmla.stage %[[PIECE]] into %{{.*}} part 4 of 8 : <8x512xbf16, rows16>
spmla.kernel @latent attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" : <64x512xbf16>
  %raw = builtin.unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
  %latent = spmla.dequant %raw : <64x512xf8E4M3FN, rows16> -> <64x512xbf16, rows16>
  spmla.stage %latent into %values : <64x512xbf16, rows16>, <64x512xbf16>
}

// What something else uses too stays whole.

// CHECK-LABEL: spmla.kernel @used_twice
// CHECK-NOT: spmla.slice
// CHECK: spmla.stage %{{.*}} : <64x512xbf16, rows16>
// CHECK-NEXT: spmla.stage %{{.*}} : <64x512xbf16, rows16>
spmla.kernel @used_twice attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" : <64x512xbf16>
  %raw = builtin.unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
  %latent = spmla.dequant %raw : <64x512xf8E4M3FN, rows16> -> <64x512xbf16, rows16>
  spmla.stage %latent into %values : <64x512xbf16, rows16>, <64x512xbf16>
  spmla.stage %latent into %values : <64x512xbf16, rows16>, <64x512xbf16>
}

// A rope operand goes to the MFMA in registers, a bf16 tile straight to LDS.

// CHECK-LABEL: spmla.kernel @others
// CHECK-NOT: spmla.slice
// CHECK: spmla.dequant %{{.*}} : <64x64xf8E4M3FN, operand16>
// CHECK-NEXT: spmla.stage %{{.*}} : <64x512xbf16, rows8>
spmla.kernel @others attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" : <64x512xbf16>
  %codes = builtin.unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FN, operand16>
  %rows = builtin.unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
  %rope = spmla.dequant %codes : <64x64xf8E4M3FN, operand16> -> <64x64xbf16, operand16>
  spmla.stage %rows into %values : <64x512xbf16, rows8>, <64x512xbf16>
}
