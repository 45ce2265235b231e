// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// V from rows of 8 bits: a transposed read gives a lane the bytes of its column in
// eight rows. Lanes 2j and 2j + 1 of a group of sixteen address row j; rows 0-3 are
// keys 4g .. + 3 of the first block of sixteen, rows 4-7 those of the second. So two
// reads, two blocks apart, are the lane's sixteen keys in the order in which QK left
// the probabilities.

// CHECK-LABEL: gpu.func @fetch
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK-NEXT: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui %[[LANE]], %c4_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK-DAG: %[[PUBLISHED:.*]] = llvm.getelementptr inbounds %{{.*}}[256]
// CHECK-DAG: %[[VALUES:.*]] = llvm.getelementptr inbounds %{{.*}}[2304]
// CHECK-NEXT: %[[BLOCK:.*]] = arith.shrui %[[N]], %c3_i32
// CHECK-NEXT: %[[OF_BLOCK:.*]] = arith.muli %[[BLOCK]], %c8720_i32
// CHECK-NEXT: %[[FIRST:.*]] = arith.shli %[[G]], %c2_i32
// CHECK-NEXT: %[[PAIR:.*]] = arith.shrui %[[N]], %c1_i32
// CHECK-NEXT: %[[IN_FOUR:.*]] = arith.andi %[[PAIR]], %c3_i32
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[IN_FOUR]]
// CHECK-NEXT: %[[OF_ROW:.*]] = arith.muli %[[ROW]], %c544_i32
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[OF_BLOCK]], %[[OF_ROW]]
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[N]], %c1_i32
// CHECK-NEXT: %[[OF_ODD:.*]] = arith.shli %[[ODD]], %c3_i32
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.addi %[[SUM]], %[[OF_ODD]]
// A wave has 128 of the columns, and all 64 keys.
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c128_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %[[OF_LANE]]
// CHECK-NEXT: %[[V:.*]] = llvm.getelementptr inbounds %[[VALUES]][%[[BYTES]]]
// CHECK-NEXT: %[[T0:.*]] = rocdl.ds.read.tr8.b64 %[[V]] : <3> -> vector<2xi32>
// Two blocks of 8720 bytes on.
// CHECK-NEXT: %[[V32:.*]] = llvm.getelementptr inbounds %[[V]][17440]
// CHECK-NEXT: %[[T1:.*]] = rocdl.ds.read.tr8.b64 %[[V32]] : <3> -> vector<2xi32>
// CHECK-NEXT: %[[E0:.*]] = vector.extract %[[T0]][0]
// CHECK-NEXT: %[[E1:.*]] = vector.extract %[[T0]][1]
// CHECK-NEXT: %[[E2:.*]] = vector.extract %[[T1]][0]
// CHECK-NEXT: %[[E3:.*]] = vector.extract %[[T1]][1]
// CHECK-NEXT: %[[V0:.*]] = vector.from_elements %[[E0]], %[[E1]], %[[E2]], %[[E3]] : vector<4xi32>
// The next sixteen columns; eight blocks of them in all.
// CHECK-NEXT: %[[C16:.*]] = llvm.getelementptr inbounds %[[V]][16]
// CHECK-NEXT: rocdl.ds.read.tr8.b64 %[[C16]]
// CHECK-COUNT-13: rocdl.ds.read.tr8.b64
// CHECK-NOT: rocdl.ds.read.tr8.b64

// P in layout keys: the lane's own sixteen bytes.
// CHECK: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[PUBLISHED]][%[[OF_LANE]]]
// CHECK-NEXT: %[[P:.*]] = llvm.load %[[ADDRESS]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>

// 64 keys are two MFMAs of 32 for each block of columns, a half of each operand to
// each.
// CHECK: %[[A:.*]] = llvm.bitcast %[[V0]] : vector<4xi32> to vector<2xi64>
// CHECK: %[[A0:.*]] = vector.extract %[[A]][0]
// CHECK: %[[B:.*]] = llvm.bitcast %[[P]] : vector<4xi32> to vector<2xi64>
// CHECK: %[[B0:.*]] = vector.extract %[[B]][0]
// CHECK: %[[O0:.*]] = rocdl.mfma.f32.16x16x32.fp8.fp8 %[[A0]], %[[B0]],
// CHECK: %[[A1:.*]] = vector.extract %[[A]][1]
// CHECK: %[[B1:.*]] = vector.extract %[[B]][1]
// CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8 %[[A1]], %[[B1]], %[[O0]],
// CHECK-COUNT-14: rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK-NOT: rocdl.mfma
spmla.kernel @fetch attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %hi = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %v = spmla.fetch %values : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
  %p = spmla.fetch %hi : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
  %r = spmla.pv %v, (%p), %o : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
  spmla.finalize %m, %l, %r with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}

// Two terms of P are one contraction twice as long, [V | V] . [hi ; lo]: one MFMA of
// 128, at twice the rate of four of 32, for each block of columns.

// CHECK-LABEL: gpu.func @two_terms
// CHECK-COUNT-16: rocdl.ds.read.tr8.b64
// CHECK: %[[HI:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: %[[LO:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: %[[VV:.*]] = vector.shuffle %[[V:.*]], %[[V]] [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xi32>, vector<4xi32>
// CHECK-NEXT: %[[PP:.*]] = vector.shuffle %[[HI]], %[[LO]] [0, 1, 2, 3, 4, 5, 6, 7]
// Types 0 are e4m3; scales of 0 select the instruction without scales.
// CHECK-NEXT: rocdl.mfma.scale.f32.16x16x128.f8f6f4 %[[VV]], %[[PP]], %{{.*}}, %c0_i32, %c0_i32, %c0_i32, %c0_i32, %c0_i32, %c0_i32
// CHECK-COUNT-7: rocdl.mfma.scale.f32.16x16x128.f8f6f4
// CHECK-NOT: rocdl.mfma
spmla.kernel @two_terms attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %hi = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %lo = spmla.shared "second terms" at <offset = 1280, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %v = spmla.fetch %values : <64x512xf8E4M3FN> -> <64x512xf8E4M3FN, keys>
  %p = spmla.fetch %hi : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
  %p2 = spmla.fetch %lo : <64x16xf8E4M3FN, keys> -> <64x16xf8E4M3FN, keys>
  %r = spmla.pv %v, (%p, %p2), %o : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>
  spmla.finalize %m, %l, %r with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}
