// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// q of bf16 as two e4m3 terms.

// CHECK-LABEL: gpu.func @encode_q
// CHECK-SAME:{{.*}}%[[SCORE_SCALE:arg22]]:
// CHECK-DAG: %[[MINUS_LEAST:.*]] = arith.constant 3.40282347E+38 : f32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[GIVEN:.*]] = arith.mulf %[[SCORE_SCALE]], %{{.*}} : f32
// CHECK: %[[REGISTER:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<4xi32>

// A pair of bf16 widens to two f32.
// CHECK: %[[WORD:.*]] = vector.extract %[[REGISTER]][0]
// CHECK-NEXT: %[[EVEN:.*]] = arith.shli %[[WORD]], %c16_i32
// CHECK-NEXT: %[[Q0:.*]] = llvm.bitcast %[[EVEN]] : i32 to f32
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[WORD]], %c-65536_i32
// CHECK-NEXT: %[[Q1:.*]] = llvm.bitcast %[[ODD]] : i32 to f32

// The head's largest magnitude, over the lane's columns and then over the four lanes
// that share n: its exponent, kept where both powers of two below are normal.
// CHECK: llvm.intr.fabs(%[[Q0]])
// CHECK-COUNT-15: llvm.intr.fabs
// CHECK: rocdl.permlane32.swap
// CHECK: rocdl.permlane16.swap
// CHECK: %[[EXPONENT:.*]] = arith.shrui %{{.*}}, %c23_i32
// CHECK-NEXT: %[[NOT_LESS:.*]] = arith.maxsi %[[EXPONENT]], %c64_i32
// CHECK-NEXT: %[[KEPT:.*]] = arith.minsi %[[NOT_LESS]], %c190_i32

// 2^(134 - exponent) brings it to [128, 256): biased, 2 * 127 + 7 - exponent.
// CHECK-NEXT: %[[UP_EXPONENT:.*]] = arith.subi %c261_i32, %[[KEPT]]
// CHECK-NEXT: %[[UP_BITS:.*]] = arith.shli %[[UP_EXPONENT]], %c23_i32
// CHECK-NEXT: %[[UP:.*]] = llvm.bitcast %[[UP_BITS]] : i32 to f32
// CHECK-NEXT: %[[DOWN_EXPONENT:.*]] = arith.addi %[[KEPT]], %c-7_i32
// CHECK-NEXT: %[[DOWN_BITS:.*]] = arith.shli %[[DOWN_EXPONENT]], %c23_i32
// CHECK-NEXT: %[[DOWN:.*]] = llvm.bitcast %[[DOWN_BITS]] : i32 to f32

// Four values to a word; the second term is what the first lost of each.
// CHECK-NEXT: %[[X0:.*]] = arith.mulf %[[Q0]], %[[UP]]
// CHECK-NEXT: %[[X1:.*]] = arith.mulf %[[Q1]], %[[UP]]
// CHECK: %[[HALF:.*]] = rocdl.cvt.pk.fp8.f32 %[[X0]], %[[X1]] -> %c0_i32[false] : i32
// CHECK-NEXT: %[[HI:.*]] = rocdl.cvt.pk.fp8.f32 %{{.*}}, %{{.*}} -> %[[HALF]][true] : i32
// CHECK-NEXT: %[[BACK:.*]] = rocdl.cvt.pk.f32.fp8 %[[HI]][false]
// CHECK-NEXT: %[[H0:.*]] = vector.extract %[[BACK]][0]
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[H0]]
// CHECK-NEXT: %[[LOST:.*]] = arith.addf %[[X0]], %[[MINUS]]
// CHECK: %[[LO_HALF:.*]] = rocdl.cvt.pk.fp8.f32 %[[LOST]], %{{.*}} -> %c0_i32[false] : i32
// CHECK-NEXT: %[[LO:.*]] = rocdl.cvt.pk.fp8.f32 %{{.*}}, %{{.*}} -> %[[LO_HALF]][true] : i32
// CHECK: %[[FIRST:.*]] = vector.from_elements %[[HI]], %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi32>
// CHECK-NEXT: %[[SECOND:.*]] = vector.from_elements %[[LO]], %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi32>
// The scale takes the power of two back.
// CHECK-NEXT: %[[SCALE:.*]] = arith.mulf %[[GIVEN]], %[[DOWN]]

// qk: 64 columns of one part meet both terms.
// CHECK: llvm.bitcast %[[FIRST]] : vector<4xi32> to vector<2xi64>
// CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK: llvm.bitcast %[[SECOND]] : vector<4xi32> to vector<2xi64>
// CHECK-COUNT-2: rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK-NOT: rocdl.mfma

// publish: P as two words of four keys. A wave holds one block of sixteen keys, and
// the sixteen bytes of a lane are the blocks of four waves.
// CHECK: llvm.intr.fma(%{{.*}}, %[[SCALE]], %[[MINUS_LEAST]])
// CHECK-COUNT-4: rocdl.exp2
// CHECK-NEXT: %[[GROUP:.*]] = arith.shrui %[[WAVE]], %c2_i32
// CHECK-NEXT: %[[OF_GROUP:.*]] = arith.muli %[[GROUP]], %c1024_i32
// CHECK-NEXT: %[[IN_GROUP:.*]] = arith.andi %[[WAVE]], %c3_i32
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.muli %[[IN_GROUP]], %c4_i32
// CHECK-NEXT: %[[PIECE:.*]] = arith.addi %[[OF_GROUP]], %[[OF_WAVE]]
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.shli %{{.*}}, %c4_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[PIECE]], %[[OF_LANE]]
// CHECK: %[[P_HI:.*]] = rocdl.cvt.pk.fp8.f32 {{.*}}[true]
// CHECK: %[[P_LO:.*]] = rocdl.cvt.pk.fp8.f32 {{.*}}[true]
// CHECK: llvm.store %[[P_HI]], %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
// CHECK: llvm.store %[[P_LO]], %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
// CHECK-NEXT: gpu.return
spmla.kernel @encode_q attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %hi = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %lo = spmla.shared "second terms" at <offset = 1280, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %given = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 512 : <16x64xbf16, operand16>
  %k = spmla.gather %rows from 512 : <64> -> <64x64xf8E4M3FN, operand16>
  %t:2, %scale = spmla.encode_q(%q) scaled by %given : (!spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)
  %s = spmla.qk(%k, %k) (%t#0, %t#1) : (!spmla.tile<64x64xf8E4M3FN, operand16>, !spmla.tile<64x64xf8E4M3FN, operand16>) (!spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%hi, %lo) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
}

// Eight heads: each is in two lanes of sixteen, whose second has the second terms.

// CHECK-LABEL: gpu.func @split
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK: arith.muli %{{.*}}, %c8_i32
// CHECK: %[[HEAD:.*]] = arith.andi %[[N]], %c7_i32

// encode_q: hi for n < 8, lo for the others.
// CHECK: %[[HI:.*]] = rocdl.cvt.pk.fp8.f32 {{.*}}[true]
// CHECK: %[[LO:.*]] = rocdl.cvt.pk.fp8.f32 {{.*}}[true]
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi ult, %[[N]], %c8_i32
// CHECK-NEXT: %[[TERM:.*]] = arith.select %[[IS_FIRST]], %[[HI]], %[[LO]] : i32
// CHECK: vector.from_elements %[[TERM]],

// fold: each lane adds the value of the lane 8 further (row_ror:8 is 0x128 = 296, all
// rows and banks), so that both have the sum.
// CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK: %[[S:.*]] = rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK-NEXT: %[[S0:.*]] = vector.extract %[[S]][0]
// CHECK-NEXT: %[[BITS:.*]] = llvm.bitcast %[[S0]] : f32 to i32
// CHECK-NEXT: %[[OTHER_BITS:.*]] = rocdl.update.dpp %[[BITS]], %[[BITS]] with 296, 15, 15, true : i32
// CHECK-NEXT: %[[OTHER:.*]] = llvm.bitcast %[[OTHER_BITS]] : i32 to f32
// CHECK-NEXT: arith.addf %[[S0]], %[[OTHER]] : f32
// CHECK-COUNT-3: rocdl.update.dpp %{{.*}} with 296, 15, 15, true : i32
// CHECK-NOT: rocdl.update.dpp

// publish: one word, of the lane's own term.
// CHECK: %[[P_HI:.*]] = rocdl.cvt.pk.fp8.f32 {{.*}}[true]
// CHECK: %[[P_LO:.*]] = rocdl.cvt.pk.fp8.f32 {{.*}}[true]
// CHECK: %[[P:.*]] = arith.select %[[IS_FIRST]], %[[P_HI]], %[[P_LO]] : i32
// CHECK: llvm.store %[[P]], %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<3>
// CHECK-NEXT: gpu.return
spmla.kernel @split attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 8, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %hi = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %given = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 512 : <16x64xbf16, operand16>
  %k = spmla.gather %rows from 512 : <64> -> <64x64xf8E4M3FN, operand16>
  %t, %scale = spmla.encode_q(%q) scaled by %given split : (!spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>)
  %both = spmla.qk(%k) (%t) : (!spmla.tile<64x64xf8E4M3FN, operand16>) (!spmla.tile<16x64xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  %s = spmla.fold %both : <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%hi) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
}
