// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// CHECK-LABEL: gpu.func @finalize
// CHECK-SAME:{{.*}}%[[OUT:arg4]]:{{.*}}%[[LSE:arg5]]:{{.*}}%[[OUT_QUERY_STRIDE:arg11]]:{{.*}}%[[OUT_HEAD_STRIDE:arg12]]:{{.*}}%[[LSE_QUERY_STRIDE:arg13]]:{{.*}}%[[LSE_HEAD_STRIDE:arg14]]:{{.*}}%[[HEADS:arg21]]:{{.*}}%[[VALUE_SCALE:arg23]]:
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[LN2:.*]] = arith.constant 0.693147182 : f32
// CHECK-DAG: %[[MINUS_INFINITY:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK-NEXT: %[[G:.*]] = arith.shrui
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[QUERY:.*]] = rocdl.workgroup.id.x

// The sum over a head's four lanes, then over the waves, through LDS that other
// waves may still read (the barrier before) and that they must have filled (the
// barrier behind).
// CHECK: rocdl.permlane32.swap
// CHECK: arith.addf
// CHECK: rocdl.permlane16.swap
// CHECK: %[[OF_LANES:.*]] = arith.addf
// CHECK: rocdl.s.barrier
// CHECK: llvm.store %[[OF_LANES]], %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<3>
// CHECK: rocdl.s.barrier
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-COUNT-2: arith.addf
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// A NaN sum is not empty (oeq).
// CHECK-NEXT: %[[EMPTY:.*]] = arith.cmpf oeq, %[[SUM]], %[[ZERO]]

// Heads past the count are not stored.
// CHECK-NEXT: %[[HEAD:.*]] = arith.addi %{{.*}}, %[[N]]
// CHECK-NEXT: %[[EXISTS:.*]] = arith.cmpi slt, %[[HEAD]], %[[HEADS]]
// CHECK-NEXT: cf.cond_br %[[EXISTS]], ^[[STORE:bb[0-9]+]], ^[[END:bb[0-9]+]]

// An empty row is 0, not 0 / 0.
// CHECK-NEXT: ^[[STORE]]:
// CHECK-NEXT: %[[INVERSE:.*]] = rocdl.rcp %[[SUM]]
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[VALUE_SCALE]], %[[INVERSE]]
// CHECK-NEXT: %[[FACTOR:.*]] = arith.select %[[EMPTY]], %[[ZERO]], %[[SCALED]]

// Widened before every multiplication (ROCm/aiter#4474); out has its own strides
// (ROCm/aiter#5220 stored with q's).
// CHECK-NEXT: %[[QUERY64:.*]] = arith.extui %[[QUERY]] : i32 to i64
// CHECK-NEXT: %[[OF_QUERY:.*]] = arith.muli %[[QUERY64]], %[[OUT_QUERY_STRIDE]] : i64
// CHECK-NEXT: %[[HEAD64:.*]] = arith.extui %[[HEAD]] : i32 to i64
// CHECK-NEXT: %[[OF_HEAD:.*]] = arith.muli %[[HEAD64]], %[[OUT_HEAD_STRIDE]] : i64
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[OF_QUERY]], %[[OF_HEAD]] : i64
// Columns 128 * wave + 4g on.
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c128_i32
// CHECK-NEXT: %[[OF_GROUP:.*]] = arith.shli %[[G]], %c2_i32
// CHECK-NEXT: %[[COLUMN:.*]] = arith.addi %[[OF_WAVE]], %[[OF_GROUP]]
// CHECK-NEXT: %[[COLUMN64:.*]] = arith.extui %[[COLUMN]] : i32 to i64
// CHECK-NEXT: %[[ELEMENTS:.*]] = arith.addi %[[ROW]], %[[COLUMN64]] : i64
// CHECK-NEXT: %[[BYTES:.*]] = arith.muli %[[ELEMENTS]], %c2_i64 : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[OUT]][%[[BYTES]]]

// Four columns of each of eight blocks, sixteen columns = 32 bytes apart. Rows of
// out need no more alignment than an element.
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xbf16>
// CHECK: llvm.store %{{.*}}, %[[ADDRESS]] {alignment = 2 : i64} : vector<2xi32>, !llvm.ptr<1>
// CHECK: %[[BLOCK7:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][224]
// CHECK-NEXT: llvm.store %{{.*}}, %[[BLOCK7]]

// LSE only where its pointer is not null, by one lane per head of the first wave.
// CHECK-NEXT: %[[WANTED:.*]] = llvm.icmp "ne" %[[LSE]], %{{.*}} : !llvm.ptr<1>
// CHECK-NEXT: %[[FIRST_WAVE:.*]] = arith.cmpi eq, %[[WAVE]], %c0_i32
// CHECK-NEXT: %[[FIRST_GROUP:.*]] = arith.cmpi eq, %[[G]], %c0_i32
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[WANTED]], %[[FIRST_WAVE]]
// CHECK-NEXT: cf.cond_br %[[BOTH]], ^[[GROUPS:bb[0-9]+]], ^[[END]]
// CHECK-NEXT: ^[[GROUPS]]:
// CHECK-NEXT: cf.cond_br %[[FIRST_GROUP]], ^[[LANE:bb[0-9]+]], ^[[END]]

// (reference + log2 of the sum) * ln 2; minus infinity for an empty row.
// CHECK-NEXT: ^[[LANE]]:
// CHECK-NEXT: %[[LOG:.*]] = llvm.call_intrinsic "llvm.amdgcn.log"(%[[SUM]])
// CHECK-NEXT: %[[BASE2:.*]] = arith.addf %{{.*}}, %[[LOG]]
// CHECK-NEXT: %[[NATURAL:.*]] = arith.mulf %[[BASE2]], %[[LN2]]
// CHECK-NEXT: %[[RESULT:.*]] = arith.select %[[EMPTY]], %[[MINUS_INFINITY]], %[[NATURAL]]
// CHECK-NEXT: %[[OF_QUERY:.*]] = arith.muli %[[QUERY64]], %[[LSE_QUERY_STRIDE]] : i64
// CHECK-NEXT: %[[OF_HEAD:.*]] = arith.muli %[[HEAD64]], %[[LSE_HEAD_STRIDE]] : i64
// CHECK-NEXT: %[[ELEMENTS:.*]] = arith.addi %[[OF_QUERY]], %[[OF_HEAD]] : i64
// CHECK-NEXT: %[[BYTES:.*]] = arith.muli %[[ELEMENTS]], %c4_i64 : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %[[LSE]][%[[BYTES]]]
// CHECK-NEXT: llvm.store %[[RESULT]], %[[ADDRESS]] {alignment = 4 : i64} : f32, !llvm.ptr<1>
// CHECK-NEXT: cf.br ^[[END]]
// CHECK-NEXT: ^[[END]]:
// CHECK-NEXT: gpu.return
spmla.kernel @finalize attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    spmla.barrier
    spmla.yield %mi, %li, %oi : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}

// Parts that are combined later are f32: four bytes an element, and no rounding.

// CHECK-LABEL: gpu.func @f32_output
// CHECK: arith.muli %{{.*}}, %c4_i64 : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %arg4[
// CHECK-NOT: arith.truncf
// CHECK: llvm.store %{{.*}}, %[[ADDRESS]] {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK: %[[BLOCK7:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][448]
// CHECK-NEXT: llvm.store %{{.*}}, %[[BLOCK7]] {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr<1>
spmla.kernel @f32_output attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = f32>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    spmla.barrier
    spmla.yield %mi, %li, %oi : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}

// A program of eight heads has each twice; the first eight columns store.

// CHECK-LABEL: gpu.func @eight_heads
// CHECK: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK: %[[FIRST_HEAD:.*]] = arith.muli %{{.*}}, %c8_i32
// CHECK: %[[EMPTY:.*]] = arith.cmpf oeq
// CHECK: %[[IN_PROGRAM:.*]] = arith.andi %[[N]], %c7_i32
// CHECK-NEXT: %[[HEAD:.*]] = arith.addi %[[FIRST_HEAD]], %[[IN_PROGRAM]]
// CHECK-NEXT: %[[EXISTS:.*]] = arith.cmpi slt, %[[HEAD]], %arg21
// CHECK-NEXT: %[[IS_FIRST:.*]] = arith.cmpi ult, %[[N]], %c8_i32
// CHECK-NEXT: %[[STORES:.*]] = arith.andi %[[EXISTS]], %[[IS_FIRST]]
// CHECK-NEXT: cf.cond_br %[[STORES]],
spmla.kernel @eight_heads attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 8, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    spmla.barrier
    spmla.yield %mi, %li, %oi : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}
