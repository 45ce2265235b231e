// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// A row of 576 bytes begins at a line or in the middle of one (rows are multiples of
// 64 bytes apart): four whole lines, and a half behind or in front of them.

// CHECK-LABEL: gpu.func @lines
// CHECK-SAME:{{.*}}%[[CACHE_SPAN:arg17]]:
// CHECK: %[[LDS:.*]] = llvm.mlir.addressof @lines_lds
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK-NEXT: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui %[[LANE]], %c4_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane

// An invalid key lies at the first line behind the cache: rounding down to a line
// would bring cache_span itself back to the last row's.
// CHECK: %[[UP:.*]] = arith.addi %[[CACHE_SPAN]], %c127_i32
// CHECK-NEXT: %[[PAST:.*]] = arith.andi %[[UP]], %c-128_i32
// CHECK: %[[ROW:.*]] = arith.select %{{.*}}, %[[PAST]], %{{.*}} : i32

// Eight lanes a line: lane l has bytes 16 * (l % 8) of row l / 8, or of 8 + l / 8.
// CHECK-NEXT: %[[EIGHTH:.*]] = arith.andi %[[LANE]], %c7_i32
// CHECK-NEXT: %[[IN_LINE:.*]] = arith.shli %[[EIGHTH]], %c4_i32
// CHECK-NEXT: %[[IN_HALF:.*]] = arith.shli %[[G]], %c4_i32
// CHECK-NEXT: %[[MINE:.*]] = arith.shrui %[[LANE]], %c3_i32
// CHECK-NEXT: %[[FROM:.*]] = arith.shli %[[MINE]], %c2_i32
// CHECK-NEXT: %[[ROW_A:.*]] = rocdl.ds_bpermute %[[FROM]], %[[ROW]]
// The first whole line: a row that begins in the middle of one goes on at the next.
// CHECK-NEXT: %[[ODD_A:.*]] = arith.andi %[[ROW_A]], %c64_i32
// CHECK-NEXT: %[[LINE_A:.*]] = arith.addi %[[ROW_A]], %[[ODD_A]]
// CHECK-NEXT: %[[A:.*]] = arith.addi %[[LINE_A]], %[[IN_LINE]]
// CHECK-NEXT: %[[OTHER:.*]] = arith.addi %[[MINE]], %c8_i32
// CHECK-NEXT: arith.shli %[[OTHER]], %c2_i32
// CHECK-NEXT: %[[ROW_B:.*]] = rocdl.ds_bpermute
// CHECK-NEXT: %[[ODD_B:.*]] = arith.andi %[[ROW_B]], %c64_i32
// CHECK-NEXT: %[[LINE_B:.*]] = arith.addi %[[ROW_B]], %[[ODD_B]]
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[LINE_B]], %[[IN_LINE]]

// The half line: byte 512 of an even row, byte 0 of an odd one.
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[ROW]], %c64_i32
// CHECK-NEXT: %[[EIGHT:.*]] = arith.muli %[[ODD]], %c8_i32
// CHECK-NEXT: %[[HALF:.*]] = arith.subi %c512_i32, %[[EIGHT]]

// Four lines of rows 0-7 and of rows 8-15, and the half of all sixteen: nine
// requests of a wave, 4 * 16 + 16 lines.
// CHECK-NEXT: %[[L0A:.*]] = rocdl.raw.ptr.buffer.load %{{.*}}, %[[A]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK-NEXT: %[[L0B:.*]] = rocdl.raw.ptr.buffer.load %{{.*}}, %[[B]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK-NEXT: %[[A1:.*]] = arith.addi %[[A]], %c128_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[A1]],
// CHECK-NEXT: %[[B1:.*]] = arith.addi %[[B]], %c128_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[B1]],
// CHECK-NEXT: %[[A2:.*]] = arith.addi %[[A]], %c256_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[A2]],
// CHECK-NEXT: %[[B2:.*]] = arith.addi %[[B]], %c256_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[B2]],
// CHECK-NEXT: %[[A3:.*]] = arith.addi %[[A]], %c384_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[A3]],
// CHECK-NEXT: %[[B3:.*]] = arith.addi %[[B]], %c384_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[B3]],
// CHECK-NEXT: %[[OF_GROUP:.*]] = arith.addi %[[ROW]], %[[IN_HALF]]
// CHECK-NEXT: %[[AT_HALF:.*]] = arith.addi %[[OF_GROUP]], %[[HALF]]
// CHECK-NEXT: %[[LAST:.*]] = rocdl.raw.ptr.buffer.load %{{.*}}, %[[AT_HALF]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK-NOT: rocdl.raw.ptr.buffer.load

// In LDS the row begins at its byte 0 whichever way it came: an odd row's lines lie
// 64 bytes on, behind its half.
// CHECK: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c9600_i32
// CHECK-NEXT: %[[OF_ROW:.*]] = arith.muli %[[MINE]], %c592_i32
// CHECK: %[[BASE_A:.*]] = llvm.getelementptr inbounds %[[LDS]][%{{.*}}]
// CHECK-NEXT: %[[PLACE_A:.*]] = llvm.getelementptr inbounds %[[BASE_A]][%[[ODD_A]]]
// CHECK: arith.muli %[[OTHER]], %c592_i32
// CHECK: %[[PLACE_B:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[ODD_B]]]
// CHECK-NEXT: llvm.store %[[L0A]], %[[PLACE_A]] {alignment = 16 : i64}
// CHECK-NEXT: llvm.store %[[L0B]], %[[PLACE_B]] {alignment = 16 : i64}
// CHECK-NEXT: %[[NEXT:.*]] = llvm.getelementptr inbounds %[[PLACE_A]][128]
// CHECK-NEXT: llvm.store %{{.*}}, %[[NEXT]]
// CHECK-COUNT-5: llvm.store
// CHECK: %[[PLACE:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[HALF]]]
// CHECK-NEXT: llvm.store %[[LAST]], %[[PLACE]] {alignment = 16 : i64}
// CHECK-NEXT: gpu.return
spmla.kernel @lines attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = line>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 0, pitch = 592, block = 9600, slot = 38400> : <64x576xf8E4M3FN>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %k = spmla.gather %rows from 0 : <64> -> <64x576xf8E4M3FN, lines>
  spmla.stage %k into %values : <64x576xf8E4M3FN, lines>, <64x576xf8E4M3FN>
}
