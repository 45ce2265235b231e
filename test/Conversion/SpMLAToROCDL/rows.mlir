// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// A key is invalid past the end of the list, and where its slot is not below
// num_slots as an unsigned number: negative ones are not, either.

// CHECK-LABEL: gpu.func @rows
// CHECK-SAME:{{.*}}%[[CACHE:arg1]]:{{.*}}%[[CACHE_ROW_STRIDE:arg15]]:{{.*}}%[[CACHE_PAGE_SKIP:arg16]]:{{.*}}%[[CACHE_SPAN:arg17]]:{{.*}}%[[NUM_SLOTS:arg18]]:{{.*}}%[[PAGE_MAGIC:arg19]]:{{.*}}%[[PAGE_SHIFT:arg20]]:
// CHECK: %[[LANE_KEY:.*]] = arith.andi %{{.*}}, %c15_i32

// The cache's descriptor ends at cache_span, and nowhere else: not at a multiple
// of a row, and widened as unsigned (ROCm/composable_kernel#3722: a range that
// wrapped made every load read zero).
// CHECK: %[[SPAN64:.*]] = arith.extui %[[CACHE_SPAN]] : i32 to i64
// CHECK-NEXT: rocdl.make.buffer.rsrc %[[CACHE]], %c0_i16, %[[SPAN64]], %c159744_i32

// CHECK: %[[LENGTH:.*]] = arith.maxsi
// Tile 3: 192 keys before it, 16 * wave in it.
// CHECK: %[[BEFORE:.*]] = arith.addi %{{.*}}, %c192_i32
// CHECK: %[[SLOT:.*]] = rocdl.raw.ptr.buffer.load %{{.*}} : i32
// CHECK-NEXT: %[[LEFT:.*]] = arith.subi %[[LENGTH]], %[[BEFORE]]
// CHECK-NEXT: %[[PAST_END:.*]] = arith.cmpi sge, %[[LANE_KEY]], %[[LEFT]]
// CHECK-NEXT: %[[NO_SLOT:.*]] = arith.cmpi uge, %[[SLOT]], %[[NUM_SLOTS]]
// CHECK-NEXT: %[[MASK0:.*]] = rocdl.ballot %[[PAST_END]] : i64
// CHECK-NEXT: %[[MASK1:.*]] = rocdl.ballot %[[NO_SLOT]] : i64
// CHECK-NEXT: %[[INVALID:.*]] = arith.ori %[[MASK0]], %[[MASK1]] : i64

// CHECK-NEXT: %[[IS_INVALID:.*]] = llvm.call_intrinsic "llvm.amdgcn.inverse.ballot"(%[[INVALID]])

// slot * row stride + page * page skip, with the page by a multiplication.
// CHECK-NEXT: %[[STRIDE:.*]] = arith.trunci %[[CACHE_ROW_STRIDE]]
// CHECK-NEXT: %[[OF_SLOT:.*]] = arith.muli %[[SLOT]], %[[STRIDE]]
// CHECK-NEXT: %{{.*}}, %[[HIGH:.*]] = arith.mului_extended %[[SLOT]], %[[PAGE_MAGIC]]
// CHECK-NEXT: %[[PAGE:.*]] = arith.shrui %[[HIGH]], %[[PAGE_SHIFT]]
// CHECK-NEXT: %[[SKIP:.*]] = arith.trunci %[[CACHE_PAGE_SKIP]]
// CHECK-NEXT: %[[OF_PAGE:.*]] = arith.muli %[[PAGE]], %[[SKIP]]
// CHECK-NEXT: %[[ROW:.*]] = arith.addi %[[OF_SLOT]], %[[OF_PAGE]]

// An invalid key lies at cache_span, behind all rows, so that its loads give
// zero; a row that exists, row 0 say, could hold a NaN (vllm-project/vllm#45324
// attended to slot 0; ROCm/triton#830: -1 times a row is a large offset).
// CHECK-NEXT: %[[BYTES:.*]] = arith.select %[[IS_INVALID]], %[[CACHE_SPAN]], %[[ROW]] : i32
// CHECK: rocdl.update.dpp %[[BYTES]]
spmla.kernel @rows attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
  spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
}

// 64-bit row addresses, for caches past 4 GiB: both factors are widened before the
// product (ROCm/aiter#4474 widened it afterwards), and an invalid key reads a row of
// zeros, since no descriptor drops its loads (ROCm/aiter#4488 lost that mask).

// CHECK-LABEL: gpu.func @global
// CHECK-SAME:{{.*}}%[[CACHE:arg1]]:{{.*}}%[[ZERO_ROW:arg8]]:{{.*}}%[[CACHE_ROW_STRIDE:arg15]]:{{.*}}%[[CACHE_PAGE_SKIP:arg16]]:{{.*}}%[[PAGE_MAGIC:arg19]]:{{.*}}%[[PAGE_SHIFT:arg20]]:
// CHECK: %[[SLOT:.*]] = rocdl.raw.ptr.buffer.load %{{.*}} : i32
// CHECK: %[[IS_INVALID:.*]] = llvm.call_intrinsic "llvm.amdgcn.inverse.ballot"
// CHECK-NEXT: %[[SLOT64:.*]] = arith.extui %[[SLOT]] : i32 to i64
// CHECK-NEXT: %[[STRIDE:.*]] = arith.trunci %[[CACHE_ROW_STRIDE]] : i64 to i32
// CHECK-NEXT: %[[STRIDE64:.*]] = arith.extui %[[STRIDE]] : i32 to i64
// CHECK-NEXT: %[[OF_SLOT:.*]] = arith.muli %[[SLOT64]], %[[STRIDE64]] : i64
// CHECK-NEXT: %{{.*}}, %[[HIGH:.*]] = arith.mului_extended %[[SLOT]], %[[PAGE_MAGIC]]
// CHECK-NEXT: %[[PAGE:.*]] = arith.shrui %[[HIGH]], %[[PAGE_SHIFT]]
// CHECK-NEXT: %[[PAGE64:.*]] = arith.extui %[[PAGE]] : i32 to i64
// CHECK-NEXT: %[[SKIP:.*]] = arith.trunci %[[CACHE_PAGE_SKIP]] : i64 to i32
// CHECK-NEXT: %[[SKIP64:.*]] = arith.extui %[[SKIP]] : i32 to i64
// CHECK-NEXT: %[[OF_PAGE:.*]] = arith.muli %[[PAGE64]], %[[SKIP64]] : i64
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_SLOT]], %[[OF_PAGE]] : i64
// CHECK-NEXT: %[[ROW:.*]] = llvm.getelementptr inbounds %[[CACHE]][%[[BYTES]]] : (!llvm.ptr<1>, i64)
// CHECK-NEXT: %[[ADDRESS:.*]] = arith.select %[[IS_INVALID]], %[[ZERO_ROW]], %[[ROW]] : !llvm.ptr<1>
// CHECK-NEXT: %[[IN_ROW:.*]] = arith.shli %{{.*}}, %c4_i32
// CHECK-NEXT: %[[MINE:.*]] = llvm.getelementptr inbounds %[[ADDRESS]][%[[IN_ROW]]]
// CHECK-NEXT: llvm.load %[[MINE]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK: %[[PIECE7:.*]] = llvm.getelementptr inbounds %[[MINE]][448]
// CHECK-NEXT: llvm.load %[[PIECE7]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
// CHECK: gpu.return
spmla.kernel @global attributes {access = #spmla.access<global>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 0, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  %k = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
  spmla.stage %k into %values : <64x512xf8E4M3FN, operand16>, <64x512xf8E4M3FN>
}
