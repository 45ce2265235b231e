// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// A wave with keys of its own, 32 of 128, from q to a part of the output.

// CHECK-LABEL: gpu.func @share
// CHECK-DAG: %[[BOUND:.*]] = arith.constant 8.000000e+00 : f32
// CHECK-DAG: %[[LDS:.*]] = llvm.mlir.addressof @share_lds
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK-NEXT: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui %[[LANE]], %c4_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[CHUNK:.*]] = llvm.getelementptr inbounds %[[LDS]][4096]

// Slots and rows: keys 32 * wave + n and 16 further, each with a mask of its own.
// CHECK: %[[FIRST:.*]] = arith.muli %[[WAVE]], %c32_i32
// CHECK-NEXT: %[[KEY0:.*]] = arith.addi %[[FIRST]], %[[N]]
// CHECK: rocdl.raw.ptr.buffer.load %{{.*}} : i32
// CHECK-NEXT: %[[SECOND:.*]] = arith.addi %[[FIRST]], %c16_i32
// CHECK-NEXT: %[[KEY16:.*]] = arith.addi %[[SECOND]], %[[N]]
// CHECK: rocdl.raw.ptr.buffer.load %{{.*}} : i32
// CHECK: %[[MASK0:.*]] = arith.ori %{{.*}} : i64
// CHECK: %[[ROW0:.*]] = arith.select
// CHECK: %[[MASK1:.*]] = arith.ori %{{.*}} : i64
// CHECK: %[[ROW1:.*]] = arith.select

// 128 columns of 8 bits are two pieces of 64 bytes a row, one directly after the
// other, of the first sixteen rows and then of the second. The fences (0x78f: all
// but global memory may cross) keep the halves of a line neighbours.
// CHECK: %[[AT0:.*]] = arith.addi %[[ROW0]], %c128_i32
// CHECK: %[[K0:.*]] = rocdl.raw.ptr.buffer.load
// CHECK-NEXT: rocdl.sched.barrier 1935
// CHECK-NEXT: arith.addi %{{.*}}, %c64_i32
// CHECK-NEXT: %[[K1:.*]] = rocdl.raw.ptr.buffer.load
// CHECK-NEXT: rocdl.sched.barrier 1935
// CHECK-NEXT: %[[AT1:.*]] = arith.addi %[[ROW1]], %c128_i32
// CHECK: %[[K2:.*]] = rocdl.raw.ptr.buffer.load
// CHECK: %[[K3:.*]] = rocdl.raw.ptr.buffer.load

// share: the first wave writes what all hold, 1024 bytes a register.
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[WAVE]], %c0_i32
// CHECK-NEXT: cf.cond_br %[[IS_FIRST]], ^[[WRITE:bb[0-9]+]], ^[[GO_ON:bb[0-9]+]]
// CHECK-NEXT: ^[[WRITE]]:
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[LDS]][%[[OF_LANE]]]
// CHECK-NEXT: llvm.store %{{.*}}, %[[ADDRESS]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[NEXT:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][1024]
// CHECK-NEXT: llvm.store %{{.*}}, %[[NEXT]] {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NEXT: cf.br ^[[GO_ON]]
// CHECK-NEXT: ^[[GO_ON]]:
// CHECK: rocdl.s.barrier

// qk: every wave reads q as it was written, once for both blocks of its keys.
// CHECK: %[[Q0:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: %[[Q1:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK-NEXT: %[[A0:.*]] = vector.shuffle %[[K0]], %[[K1]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT: %[[B:.*]] = vector.shuffle %[[Q0]], %[[Q1]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT: %[[S0:.*]] = rocdl.mfma.scale.f32.16x16x128.f8f6f4 %[[A0]], %[[B]],
// CHECK-NEXT: %[[A1:.*]] = vector.shuffle %[[K2]], %[[K3]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT: %[[S1:.*]] = rocdl.mfma.scale.f32.16x16x128.f8f6f4 %[[A1]], %[[B]],
// CHECK-NOT: rocdl.mfma.scale

// mask: one branch for both blocks.
// CHECK: %[[ANY:.*]] = arith.ori %[[MASK0]], %[[MASK1]] : i64
// CHECK-NEXT: arith.cmpi ne, %[[ANY]],
// CHECK-NEXT: cf.cond_br %{{.*}} weights([1, 10000]), ^{{.*}}, ^[[MASKED:bb[0-9]+]](%[[S0]], %[[S1]] :

// online_softmax: the exponents of all eight keys against the reference, one ballot;
// nothing of other lanes or waves. Lazy maxima: the probability at the reference's
// maximum is 2^4, and it may outgrow that by 2^4 more: exponent 8.
// CHECK: ^[[MASKED]](
// CHECK-COUNT-8: llvm.intr.fma
// CHECK-NOT: rocdl.permlane
// CHECK-COUNT-7: arith.maximumf
// CHECK-NEXT: %[[OUTGROWN:.*]] = arith.cmpf ogt, %{{.*}}, %[[BOUND]] : f32
// CHECK-NEXT: %[[LANES:.*]] = rocdl.ballot %[[OUTGROWN]]
// CHECK: cf.cond_br %{{.*}} weights([1, 10000]), ^[[COLD:bb[0-9]+]], ^[[WARM:bb[0-9]+]](
// The four lanes of a head agree in the cold block only.
// CHECK: ^[[COLD]]:
// CHECK: rocdl.permlane32.swap
// CHECK: rocdl.permlane16.swap
// CHECK: rocdl.exp2
// CHECK-COUNT-8: llvm.intr.fma
// CHECK: cf.br ^[[WARM]](
// Carried on: eight exponents, and the output's 32 blocks of sixteen columns, of
// which part 1 of 4 begins with the ninth.
// CHECK: ^[[WARM]]({{([^,]*, ){16} ?}}%[[O8:[0-9]+]]: vector<4xf32>
// CHECK-COUNT-8: rocdl.exp2

// encode: hi, and lo = what hi lost, in e4m3; four keys are a word.
// CHECK: %[[LOW:.*]] = rocdl.cvt.pk.fp8.f32 %[[P0:.*]], %[[P1:.*]] -> %c0_i32[false] : i32
// CHECK-NEXT: %[[HI:.*]] = rocdl.cvt.pk.fp8.f32 %[[P2:.*]], %[[P3:.*]] -> %[[LOW]][true] : i32
// CHECK-NEXT: %[[BACK:.*]] = rocdl.cvt.pk.f32.fp8 %[[HI]][false] : vector<2xf32>
// CHECK-NEXT: %[[H0:.*]] = vector.extract %[[BACK]][0]
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[H0]]
// CHECK-NEXT: %[[LOST:.*]] = arith.addf %[[P0]], %[[MINUS]]
// CHECK: rocdl.cvt.pk.fp8.f32 %[[LOST]],
// CHECK: rocdl.sched.barrier 0

// stage: the wave's own two blocks of rows.
// CHECK: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c5152_i32
// CHECK: llvm.store %[[K0]], %[[ADDRESS:.*]] {alignment = 16 : i64}
// CHECK: llvm.getelementptr inbounds %[[ADDRESS]][64]
// CHECK: llvm.store %[[K1]],
// CHECK: llvm.getelementptr inbounds %[[ADDRESS]][2576]
// CHECK: llvm.store %[[K2]],
// CHECK: llvm.getelementptr inbounds %[[ADDRESS]][2640]
// CHECK: llvm.store %[[K3]],
// CHECK-NOT: rocdl.s.barrier

// fetch: 32 keys are one transposed read for sixteen columns.
// CHECK: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %{{.*}}
// CHECK-NEXT: %[[V:.*]] = llvm.getelementptr inbounds %[[CHUNK]][%[[BYTES]]]
// CHECK-NEXT: rocdl.ds.read.tr8.b64 %[[V]]
// CHECK-COUNT-7: rocdl.ds.read.tr8.b64
// CHECK-NOT: rocdl.ds.read

// pv: two MFMAs of 32, one for each term, for each of the chunk's eight blocks, and
// no more.
// CHECK: %[[HI_PART:.*]] = rocdl.mfma.f32.16x16x32.fp8.fp8 %[[V0:.*]], %{{.*}}, %[[O8]],
// CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8 %[[V0]], %{{.*}}, %[[HI_PART]],
// CHECK-COUNT-14: rocdl.mfma.f32.16x16x32.fp8.fp8
// CHECK-NOT: rocdl.mfma
spmla.kernel @share attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %x = spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
  %shared_q = spmla.shared "query" at <offset = 0, pitch = 128, block = 2048, slot = 2048> : <16x128xf8E4M3FN, operand16>
  %chunk = spmla.shared "values" at <offset = 4096, pitch = 160, block = 2576, slot = 20608> : <128x128xf8E4M3FN>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <128>
  %rows = spmla.rows %list, %slots : <128> -> <128>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 128 : <16x128xf8E4M3FN, operand16>
  %k = spmla.gather %rows from 128 : <128> -> <128x128xf8E4M3FN, operand16>
  spmla.share %q into %shared_q : <16x128xf8E4M3FN, operand16>, <16x128xf8E4M3FN, operand16>
  spmla.barrier
  %s = spmla.qk(%k) (%shared_q) : (!spmla.tile<128x128xf8E4M3FN, operand16>) (!spmla.shared<16x128xf8E4M3FN, operand16>) -> <128x16xf32, accumulator>
  %masked = spmla.mask %s, %rows : <128x16xf32, accumulator>, <128>
  %p, %m2, %l2, %o2 = spmla.online_softmax %masked masked by %rows scaled by %scale state(%m, %l, %o) : <128x16xf32, accumulator>, <128>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>)
  %e:2 = spmla.encode %p : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>)
  spmla.fence
  spmla.stage %k into %chunk : <128x128xf8E4M3FN, operand16>, <128x128xf8E4M3FN>
  %v = spmla.fetch %chunk : <128x128xf8E4M3FN> -> <128x128xf8E4M3FN, own_keys>
  %r = spmla.pv %v, (%e#0, %e#1), %o2 part 1 of 4 : !spmla.tile<128x128xf8E4M3FN, own_keys>, (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>), <2048x16xf32, accumulator>
  %m1, %l1, %o1 = spmla.merge %m, %l, %r through %x : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>
  spmla.finalize %m1, %l1, %o1 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}
