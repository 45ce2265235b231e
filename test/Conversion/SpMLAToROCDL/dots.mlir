// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// Keys from LDS: a wave reads its own sixteen rows, lane (n, g) 16 bytes of every
// 64 of row n, and no barrier comes between, since LDS operations of one wave stay
// in order. One MFMA for every 32 columns; K is the first operand, so the scores
// come transposed.

// CHECK-LABEL: gpu.func @qk
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[Q0:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1>
// A wave's sixteen rows are a block.
// CHECK: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c16896_i32
// CHECK-NEXT: %[[OF_ROW:.*]] = arith.muli %[[N]], %c1056_i32
// CHECK-NEXT: %[[OF_GROUP:.*]] = arith.shli %[[G]], %c4_i32
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.addi %[[OF_ROW]], %[[OF_GROUP]]
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %[[OF_LANE]]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[BYTES]]]
// CHECK-NEXT: %[[KEY0:.*]] = llvm.load %[[ADDRESS]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K1:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][64]
// CHECK-NEXT: llvm.load %[[K1]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K2:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][128]
// CHECK-NEXT: llvm.load %[[K2]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K3:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][192]
// CHECK-NEXT: llvm.load %[[K3]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K4:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][256]
// CHECK-NEXT: llvm.load %[[K4]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K5:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][320]
// CHECK-NEXT: llvm.load %[[K5]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K6:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][384]
// CHECK-NEXT: llvm.load %[[K6]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K7:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][448]
// CHECK-NEXT: llvm.load %[[K7]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K8:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][512]
// CHECK-NEXT: llvm.load %[[K8]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K9:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][576]
// CHECK-NEXT: llvm.load %[[K9]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K10:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][640]
// CHECK-NEXT: llvm.load %[[K10]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K11:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][704]
// CHECK-NEXT: llvm.load %[[K11]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K12:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][768]
// CHECK-NEXT: llvm.load %[[K12]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K13:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][832]
// CHECK-NEXT: llvm.load %[[K13]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K14:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][896]
// CHECK-NEXT: llvm.load %[[K14]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[K15:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][960]
// CHECK-NEXT: llvm.load %[[K15]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NOT: rocdl.s.barrier
// CHECK: %[[A:.*]] = llvm.bitcast %[[KEY0]] : vector<4xi32> to vector<8xbf16>
// CHECK-NEXT: %[[B:.*]] = llvm.bitcast %[[Q0]] : vector<4xi32> to vector<8xbf16>
// CHECK-NEXT: %[[S0:.*]] = rocdl.mfma.f32.16x16x32.bf16 %[[A]], %[[B]], %[[ZERO:.*]], %c0_i32, %c0_i32, %c0_i32
// CHECK: %[[S1:.*]] = rocdl.mfma.f32.16x16x32.bf16 %{{.*}}, %{{.*}}, %[[S0]],
// CHECK-COUNT-14: rocdl.mfma.f32.16x16x32.bf16
// CHECK-NOT: rocdl.mfma
// CHECK: gpu.return
spmla.kernel @qk attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// Output columns x heads: each wave has 128 of the columns, eight blocks of
// sixteen, and all 64 keys, as two MFMAs of 32. The keys of an MFMA are enumerated
// as QK left the probabilities: 4g .. 4g + 3 of sixteen keys, then of the next
// sixteen. So P is one 16-byte read, V two transposed reads.

// CHECK-LABEL: gpu.func @pv
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK-NEXT: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK-DAG: %[[PUBLISHED:.*]] = llvm.getelementptr inbounds %{{.*}}[256]
// CHECK-DAG: %[[VALUES:.*]] = llvm.getelementptr inbounds %{{.*}}[2304]

// Row 4g + n / 4, and 8 bytes of it for each n % 4.
// CHECK-NEXT: %[[ROW4:.*]] = arith.shli %[[G]], %c2_i32
// CHECK-NEXT: %[[IN_FOUR:.*]] = arith.shrui %[[N]], %c2_i32
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[ROW4]], %[[IN_FOUR]]
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c256_i32
// CHECK-NEXT: %[[QUARTER:.*]] = arith.andi %[[N]], %c3_i32
// CHECK-NEXT: %[[OF_QUARTER:.*]] = arith.shli %[[QUARTER]], %c3_i32
// CHECK-NEXT: %[[COLUMN:.*]] = arith.addi %[[OF_WAVE]], %[[OF_QUARTER]]
// CHECK-NEXT: %[[OF_ROW:.*]] = arith.muli %[[ROW]], %c1056_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_ROW]], %[[COLUMN]]
// CHECK-NEXT: %[[V:.*]] = llvm.getelementptr inbounds %[[VALUES]][%[[BYTES]]]
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK-NEXT: %[[P:.*]] = llvm.getelementptr inbounds %[[PUBLISHED]][%[[OF_LANE]]]

// Keys 0 .. 31 of block 0: rows 0 and 16 on (16 * 1056 = 16896).
// CHECK-NEXT: %[[P0:.*]] = llvm.load %[[P]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[T0:.*]] = rocdl.ds.read.tr16.b64 %[[V]]
// CHECK-NEXT: %[[W0:.*]] = llvm.bitcast %[[T0]] : vector<4xi16> to vector<2xi32>
// CHECK-NEXT: %[[V16:.*]] = llvm.getelementptr inbounds %[[V]][16896]
// CHECK-NEXT: %[[T1:.*]] = rocdl.ds.read.tr16.b64 %[[V16]]
// CHECK-NEXT: %[[W1:.*]] = llvm.bitcast %[[T1]]
// CHECK-NEXT: %[[E0:.*]] = vector.extract %[[W0]][0]
// CHECK-NEXT: %[[E1:.*]] = vector.extract %[[W0]][1]
// CHECK-NEXT: %[[E2:.*]] = vector.extract %[[W1]][0]
// CHECK-NEXT: %[[E3:.*]] = vector.extract %[[W1]][1]
// CHECK-NEXT: %[[KEYS:.*]] = vector.from_elements %[[E0]], %[[E1]], %[[E2]], %[[E3]]
// CHECK-NEXT: %[[A:.*]] = llvm.bitcast %[[KEYS]] : vector<4xi32> to vector<8xbf16>
// CHECK-NEXT: %[[B:.*]] = llvm.bitcast %[[P0]] : vector<4xi32> to vector<8xbf16>
// CHECK-NEXT: %[[O0:.*]] = rocdl.mfma.f32.16x16x32.bf16 %[[A]], %[[B]],

// The other blocks, 16 columns = 32 bytes apart.
// CHECK: llvm.getelementptr inbounds %[[V]][32]
// CHECK-COUNT-7: rocdl.mfma.f32.16x16x32.bf16

// Keys 32 .. 63: P 1024 bytes on, V 32 rows on.
// CHECK: %[[P32:.*]] = llvm.getelementptr inbounds %[[P]][1024]
// CHECK-NEXT: llvm.load %[[P32]]
// CHECK-NEXT: llvm.getelementptr inbounds %[[V]][33792]
// CHECK: rocdl.mfma.f32.16x16x32.bf16 %{{.*}}, %{{.*}}, %[[O0]],
// CHECK-COUNT-7: rocdl.mfma.f32.16x16x32.bf16
// CHECK-NOT: rocdl.mfma
spmla.kernel @pv attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %r = spmla.pv %values, (%published), %o : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16, keys>), <512x16xf32, accumulator>
  spmla.finalize %m, %l, %r with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}
