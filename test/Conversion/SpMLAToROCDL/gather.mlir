// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// Rows of bf16: a request is one whole row of 1024 bytes, 16 of each lane. Row i
// of the wave is that of lane i; row_newbcast:i is DPP control 0x150 + i.

// CHECK-LABEL: gpu.func @rows8
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK: %[[CACHE:.*]] = rocdl.make.buffer.rsrc %arg1,
// CHECK: %[[ROW:.*]] = arith.select
// CHECK: %[[ROW0:.*]] = rocdl.update.dpp %[[ROW]], %[[ROW]] with 336, 15, 15, true : i32
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[ROW0]], %[[OF_LANE]]
// CHECK-NEXT: %[[REGISTERS:.*]] = rocdl.raw.ptr.buffer.load %[[CACHE]], %[[BYTES]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 337,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 338,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 339,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 340,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 341,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 342,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 343,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 344,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 345,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 346,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 347,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 348,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 349,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 350,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NEXT: rocdl.update.dpp %[[ROW]], %[[ROW]] with 351,
// CHECK-NEXT: arith.addi %{{.*}}, %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[CACHE]]
// CHECK-NOT: rocdl.raw.ptr.buffer.load
// CHECK: gpu.return
spmla.kernel @rows8 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
  spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
}

// Rows of 8 bits: a request is two whole rows of 512 bytes, row i in lanes 0-31 and
// row i + 8 in lanes 32-63, so the upper lanes take the row 8 further
// (row_ror:8 is 0x128 = 296, in rows of lanes 2 and 3: mask 12).

// CHECK-LABEL: gpu.func @rows16
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK: %[[ROW:.*]] = arith.select
// CHECK: %[[TURNED:.*]] = rocdl.update.dpp %[[ROW]], %[[ROW]] with 296, 12, 15, false : i32
// CHECK-NEXT: %[[ROW0:.*]] = rocdl.update.dpp %[[TURNED]], %[[TURNED]] with 336, 15, 15, true : i32
// CHECK-NEXT: %[[IN_ROW:.*]] = arith.andi %[[LANE]], %c31_i32
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.shli %[[IN_ROW]], %c4_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[ROW0]], %[[OF_LANE]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[BYTES]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK: rocdl.update.dpp %{{.*}} with 337, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK: rocdl.update.dpp %{{.*}} with 338, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK: rocdl.update.dpp %{{.*}} with 339, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK: rocdl.update.dpp %{{.*}} with 340, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK: rocdl.update.dpp %{{.*}} with 341, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK: rocdl.update.dpp %{{.*}} with 342, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK: rocdl.update.dpp %{{.*}} with 343, 15, 15, true : i32
// CHECK: rocdl.raw.ptr.buffer.load
// CHECK-NOT: rocdl.raw.ptr.buffer.load
// CHECK: gpu.return
spmla.kernel @rows16 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %codes = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, rows16>
  %latent = spmla.dequant %codes : <64x512xf8E4M3FN, rows16> -> <64x512xbf16, rows16>
  spmla.stage %latent into %values : <64x512xbf16, rows16>, <64x512xbf16>
}

// Operands of an MFMA: 16 bytes of the lane's own row, from column 512 on (byte
// 1024 of bf16). The two halves of a 128-byte line are requested one directly after
// the other.

// CHECK-LABEL: gpu.func @operand8
// CHECK: %[[ROW:.*]] = arith.select
// CHECK-NEXT: %[[ROPE:.*]] = arith.addi %[[ROW]], %c1024_i32
// CHECK-NEXT: %[[OF_GROUP:.*]] = arith.shli %{{.*}}, %c4_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[ROPE]], %[[OF_GROUP]]
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[BYTES]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK-NEXT: %[[HALF:.*]] = arith.addi %[[BYTES]], %c64_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[HALF]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK-NOT: rocdl.raw.ptr.buffer.load
// CHECK: gpu.return
spmla.kernel @operand8 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
  %q = spmla.load_q from 512 : <16x64xbf16, operand8>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %s = spmla.qk(%rope) (%q) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// 64 columns of 8 bits are one request.

// CHECK-LABEL: gpu.func @operand16
// CHECK: %[[ROW:.*]] = arith.select
// CHECK-NEXT: %[[ROPE:.*]] = arith.addi %[[ROW]], %c512_i32
// CHECK: rocdl.raw.ptr.buffer.load %{{.*}} : vector<4xi32>
// CHECK-NOT: rocdl.raw.ptr.buffer.load
// CHECK: gpu.return
spmla.kernel @operand16 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %codes = spmla.gather %rows from 512 : <64> -> <64x64xf8E4M3FN, operand16>
  %rope = spmla.dequant %codes : <64x64xf8E4M3FN, operand16> -> <64x64xbf16, operand16>
  %q = spmla.load_q from 512 : <16x64xbf16, operand16>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %s = spmla.qk(%rope) (%q) : (!spmla.tile<64x64xbf16, operand16>) (!spmla.tile<16x64xbf16, operand16>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}
