// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// A shared tile is an address in the kernel's LDS array. A wave stores its own
// sixteen rows, each by one 16-byte store of all lanes, pitch bytes apart.

// CHECK-LABEL: gpu.func @rows8
// CHECK: %[[LDS:.*]] = llvm.mlir.addressof @rows8_lds : !llvm.ptr<3>
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[VALUES:.*]] = llvm.getelementptr inbounds %[[LDS]][2304]
// CHECK: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK: %[[ROW0:.*]] = rocdl.raw.ptr.buffer.load %{{.*}} : vector<4xi32>
// Sixteen rows of 1056 bytes per wave.
// CHECK: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c16896_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %[[OF_LANE]]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[VALUES]][%[[BYTES]]]
// CHECK-NEXT: llvm.store %[[ROW0]], %[[ADDRESS]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A1:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][1056]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A1]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A2:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][2112]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A2]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A3:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][3168]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A3]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A4:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][4224]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A4]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A5:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][5280]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A5]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A6:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][6336]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A6]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A7:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][7392]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A7]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A8:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][8448]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A8]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A9:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][9504]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A9]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A10:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][10560]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A10]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A11:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][11616]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A11]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A12:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][12672]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A12]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A13:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][13728]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A13]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A14:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][14784]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A14]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[A15:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][15840]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A15]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: gpu.return
spmla.kernel @rows8 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
  spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
}

// Part 3 of 4 of an 8-bit tile: registers 6 and 7 of its eight, so rows 6 and 7 in
// lanes 0-31 and rows 14 and 15 in lanes 32-63. Sixteen codes become two registers
// of bf16, by conversions with scale 1 (exact), stored side by side.

// CHECK-LABEL: gpu.func @part
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK: with 342, 15, 15, true
// CHECK: %[[ROW6:.*]] = rocdl.raw.ptr.buffer.load
// CHECK: with 343, 15, 15, true
// CHECK: %[[ROW7:.*]] = rocdl.raw.ptr.buffer.load

// CHECK-NEXT: %[[WORD0:.*]] = vector.extract %[[ROW6]][0]
// CHECK-NEXT: %[[WORD1:.*]] = vector.extract %[[ROW6]][1]
// CHECK-NEXT: %[[B0:.*]] = rocdl.cvt.scalef32.pk.bf16.fp8 %[[WORD0]][false], %[[ONE]] : vector<2xbf16>
// CHECK-NEXT: %[[E01:.*]] = llvm.bitcast %[[B0]] : vector<2xbf16> to i32
// CHECK-NEXT: %[[B1:.*]] = rocdl.cvt.scalef32.pk.bf16.fp8 %[[WORD0]][true], %[[ONE]]
// CHECK-NEXT: %[[E23:.*]] = llvm.bitcast %[[B1]]
// CHECK-NEXT: %[[B2:.*]] = rocdl.cvt.scalef32.pk.bf16.fp8 %[[WORD1]][false], %[[ONE]]
// CHECK-NEXT: %[[E45:.*]] = llvm.bitcast %[[B2]]
// CHECK-NEXT: %[[B3:.*]] = rocdl.cvt.scalef32.pk.bf16.fp8 %[[WORD1]][true], %[[ONE]]
// CHECK-NEXT: %[[E67:.*]] = llvm.bitcast %[[B3]]
// CHECK-NEXT: %[[FIRST:.*]] = vector.from_elements %[[E01]], %[[E23]], %[[E45]], %[[E67]] : vector<4xi32>
// CHECK: vector.extract %[[ROW6]][2]
// CHECK: vector.extract %[[ROW7]][0]

// Eight rows further for the upper lanes; 32 bytes of bf16 to a lane.
// CHECK: %[[HALF:.*]] = arith.shrui %[[LANE]], %c5_i32
// CHECK-NEXT: %[[OF_HALF:.*]] = arith.shli %[[HALF]], %c3_i32
// CHECK-NEXT: %[[IN_ROW:.*]] = arith.shli %{{.*}}, %c5_i32
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.muli %{{.*}}, %c16896_i32
// CHECK-NEXT: %[[OF_ROW:.*]] = arith.muli %[[OF_HALF]], %c1056_i32
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.addi %[[OF_ROW]], %[[IN_ROW]]
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %[[OF_LANE]]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[BYTES]]]
// Row 6: 6 * 1056.
// CHECK-NEXT: %[[A0:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][6336]
// CHECK-NEXT: llvm.store %[[FIRST]], %[[A0]] {alignment = 16 : i64}
// CHECK-NEXT: %[[A1:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][6352]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A1]]
// CHECK-NEXT: %[[A2:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][7392]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A2]]
// CHECK-NEXT: %[[A3:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][7408]
// CHECK-NEXT: llvm.store %{{.*}}, %[[A3]]

// A barrier waits for LDS alone, lgkmcnt(0) = 0xc07f = 49279: gpu.barrier would
// drain vmcnt and with it the loads that run ahead. The fences bind the compiler
// and emit nothing.
// CHECK-NEXT: rocdl.s.waitcnt 49279
// CHECK-NEXT: llvm.fence syncscope("singlethread") seq_cst
// CHECK-NEXT: rocdl.s.barrier
// CHECK-NEXT: llvm.fence syncscope("singlethread") seq_cst
// CHECK-NEXT: gpu.return
spmla.kernel @part attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %raw = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, rows16>
  %codes = spmla.slice %raw part 3 of 4 : <64x512xf8E4M3FN, rows16> -> <16x512xf8E4M3FN, rows16>
  %piece = spmla.dequant %codes : <16x512xf8E4M3FN, rows16> -> <16x512xbf16, rows16>
  spmla.stage %piece into %values part 3 of 4 : <16x512xbf16, rows16>, <64x512xbf16>
  spmla.barrier
}

// Slots: without a tile, slot `ahead` % 2; in a loop, that of tile + ahead. Codes in
// operand order are stored 64 bytes apart, four lanes a row.

// CHECK-LABEL: gpu.func @slots
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[VALUES:.*]] = llvm.getelementptr inbounds %{{.*}}[256]
// CHECK: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c8720_i32
// CHECK-NEXT: %[[OF_ROW:.*]] = arith.muli %[[N]], %c544_i32
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.addi %[[OF_ROW]], %{{.*}}
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %[[OF_LANE]]
// CHECK-NEXT: %[[FIRST:.*]] = llvm.getelementptr inbounds %[[VALUES]][%[[BYTES]]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[FIRST]] {alignment = 16 : i64}
// CHECK-NEXT: %[[PIECE:.*]] = llvm.getelementptr inbounds %[[FIRST]][64]
// CHECK-NEXT: llvm.store %{{.*}}, %[[PIECE]]
// CHECK: ^{{.*}}(%[[TILE:.*]]: i32):
// CHECK-NEXT: %[[NUMBER:.*]] = arith.addi %[[TILE]], %c1_i32
// CHECK-NEXT: %[[PARITY:.*]] = arith.andi %[[NUMBER]], %c1_i32
// CHECK-NEXT: %[[OF_SLOT:.*]] = arith.muli %[[PARITY]], %c34880_i32
// CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[VALUES]][%[[OF_SLOT]]]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[SLOT]][%[[BYTES]]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[ADDRESS]] {alignment = 16 : i64}
spmla.kernel @slots attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" slots 2 at <offset = 256, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
  %first = spmla.slot %values : <64x512xf8E4M3FN>
  spmla.stage %k into %first : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
  spmla.segment %list tile %tile carry() {
    %next = spmla.slot %values, %tile ahead 1 : <64x512xf8E4M3FN>
    spmla.stage %k into %next : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
    spmla.yield
  }
}
