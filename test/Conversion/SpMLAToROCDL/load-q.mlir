// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// CHECK-LABEL: gpu.func @load_q
// CHECK-SAME:{{.*}}%[[Q:arg0]]:{{.*}}%[[Q_QUERY_STRIDE:arg9]]:{{.*}}%[[Q_HEAD_STRIDE:arg10]]:{{.*}}%[[HEADS:arg21]]:
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui
// CHECK: %[[QUERY:.*]] = rocdl.workgroup.id.x
// CHECK: %[[PROGRAM:.*]] = rocdl.workgroup.id.z
// CHECK: %[[FIRST_HEAD:.*]] = arith.muli %[[PROGRAM]], %c16_i32

// Heads past the count read the last head: nothing beyond q is read.
// CHECK: %[[LAST:.*]] = arith.addi %[[HEADS]], %c-1_i32
// CHECK-NEXT: %[[OWN:.*]] = arith.addi %[[FIRST_HEAD]], %[[N]]
// CHECK-NEXT: %[[HEAD:.*]] = arith.minsi %[[OWN]], %[[LAST]]

// Widened before every multiplication (ROCm/aiter#4474).
// CHECK-NEXT: %[[QUERY64:.*]] = arith.extui %[[QUERY]] : i32 to i64
// CHECK-NEXT: %[[OF_QUERY:.*]] = arith.muli %[[QUERY64]], %[[Q_QUERY_STRIDE]] : i64
// CHECK-NEXT: %[[HEAD64:.*]] = arith.extui %[[HEAD]] : i32 to i64
// CHECK-NEXT: %[[OF_HEAD:.*]] = arith.muli %[[HEAD64]], %[[Q_HEAD_STRIDE]] : i64
// CHECK-NEXT: %[[ELEMENTS:.*]] = arith.addi %[[OF_QUERY]], %[[OF_HEAD]] : i64
// CHECK-NEXT: %[[BYTES:.*]] = arith.muli %[[ELEMENTS]], %c2_i64 : i64
// CHECK-NEXT: %[[ROW:.*]] = llvm.getelementptr inbounds %[[Q]][%[[BYTES]]]

// operand8: lane (n, g) has columns 32j + 8g .. + 7, so 16 bytes of every 64.
// Rows of q need no more alignment than two elements.
// CHECK-NEXT: %[[OF_GROUP:.*]] = arith.muli %[[G]], %c16_i32
// CHECK-NEXT: %[[OF_GROUP64:.*]] = arith.extui %[[OF_GROUP]] : i32 to i64
// CHECK-NEXT: %[[COLUMNS:.*]] = llvm.getelementptr inbounds %[[ROW]][%[[OF_GROUP64]]]
// CHECK-NEXT: llvm.load %[[COLUMNS]] {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NEXT: %[[COLUMN32:.*]] = llvm.getelementptr inbounds %[[COLUMNS]][64]
// CHECK-NEXT: llvm.load %[[COLUMN32]]
// CHECK: %[[COLUMN480:.*]] = llvm.getelementptr inbounds %[[COLUMNS]][960]
// CHECK-NEXT: llvm.load %[[COLUMN480]]
// CHECK-NOT: llvm.load {{.*}} !llvm.ptr<1>
// CHECK: gpu.return
spmla.kernel @load_q attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// operand16, from column 512 on (byte 1024): columns 512 + 16g .. + 15, which are
// two registers side by side.

// CHECK-LABEL: gpu.func @operand16
// CHECK: %[[OF_GROUP:.*]] = arith.muli %{{.*}}, %c32_i32
// CHECK-NEXT: %[[OF_GROUP64:.*]] = arith.extui %[[OF_GROUP]]
// CHECK-NEXT: %[[COLUMNS:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[OF_GROUP64]]]
// CHECK-NEXT: %[[FIRST:.*]] = llvm.getelementptr inbounds %[[COLUMNS]][1024]
// CHECK-NEXT: llvm.load %[[FIRST]] {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK-NEXT: %[[SECOND:.*]] = llvm.getelementptr inbounds %[[COLUMNS]][1040]
// CHECK-NEXT: llvm.load %[[SECOND]] {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi32>
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
