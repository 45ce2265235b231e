// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// A kernel becomes a module with one function, whose arguments are the argument
// block, and one LDS array that ends where the last tile ends.

// CHECK-LABEL: gpu.module @bf16_module
// CHECK-NEXT: llvm.mlir.global internal @bf16_lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<69888 x i8>
// CHECK-NEXT: gpu.func @bf16(
// q, cache, indices, indptr, out, lse, kv_scale, q_scale, zero_row
// CHECK-SAME: %arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: !llvm.ptr<1>, %arg3: !llvm.ptr<1>, %arg4: !llvm.ptr<1>, %arg5: !llvm.ptr<1>, %arg6: !llvm.ptr<1>, %arg7: !llvm.ptr<1>, %arg8: !llvm.ptr<1>,
// strides of q, out and lse in elements; row stride and page skip of the cache in bytes
// CHECK-SAME: %arg9: i64, %arg10: i64, %arg11: i64, %arg12: i64, %arg13: i64, %arg14: i64, %arg15: i64, %arg16: i64,
// cache_span, num_slots, page_magic, page_shift, heads
// CHECK-SAME: %arg17: i32, %arg18: i32, %arg19: i32, %arg20: i32, %arg21: i32,
// score_scale, value_scale
// CHECK-SAME: %arg22: f32, %arg23: f32) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>

// Rows of bf16 have no scale on the device: the pointer is not looked at.
// CHECK-NOT: %arg6
// CHECK: %[[VALUES:.*]] = llvm.getelementptr inbounds %{{.*}}[2304] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
// CHECK: gpu.return
spmla.kernel @bf16 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// The scale of an 8-bit cache is one where the pointer is null. The pointer is
// the same for all lanes and nothing writes to it: a scalar load.

// CHECK-LABEL: gpu.func @fp8
// CHECK-SAME:{{.*}}%[[KV_SCALE:arg6]]:{{.*}}%[[SCORE_SCALE:arg22]]:
// CHECK: %[[IS_NULL:.*]] = llvm.icmp "eq" %[[KV_SCALE]], %{{.*}} : !llvm.ptr<1>
// CHECK-NEXT: cf.cond_br %[[IS_NULL]], ^[[GO_ON:bb[0-9]+]](%[[ONE:.*]] : f32), ^[[PRESENT:bb[0-9]+]]
// CHECK-NEXT: ^[[PRESENT]]:
// CHECK-NEXT: %[[LOADED:.*]] = llvm.load %[[KV_SCALE]] invariant {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NEXT: cf.br ^[[GO_ON]](%[[LOADED]] : f32)
// CHECK-NEXT: ^[[GO_ON]](%[[SCALE:.*]]: f32):
// CHECK: arith.mulf %[[SCORE_SCALE]], %[[SCALE]] : f32
spmla.kernel @fp8 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// The scale of an e4m3 q is loaded in the same way, and multiplies the logits with
// that of the cache; the values have the cache's alone.

// CHECK-LABEL: gpu.func @q_scale
// CHECK-SAME:{{.*}}%[[KV_SCALE:arg6]]:{{.*}}%[[Q_SCALE:arg7]]:{{.*}}%[[SCORE_SCALE:arg22]]:
// CHECK: llvm.icmp "eq" %[[KV_SCALE]],
// CHECK: ^{{.*}}(%[[KV:.*]]: f32):
// CHECK: %[[IS_NULL:.*]] = llvm.icmp "eq" %[[Q_SCALE]], %{{.*}} : !llvm.ptr<1>
// CHECK-NEXT: cf.cond_br %[[IS_NULL]], ^[[GO_ON:bb[0-9]+]](%{{.*}} : f32), ^[[PRESENT:bb[0-9]+]]
// CHECK-NEXT: ^[[PRESENT]]:
// CHECK-NEXT: %[[LOADED:.*]] = llvm.load %[[Q_SCALE]] invariant {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NEXT: cf.br ^[[GO_ON]](%[[LOADED]] : f32)
// CHECK-NEXT: ^[[GO_ON]](%[[Q:.*]]: f32):
// CHECK: %[[BOTH:.*]] = arith.mulf %[[KV]], %[[Q]] : f32
// CHECK-NEXT: arith.mulf %[[SCORE_SCALE]], %[[BOTH]] : f32
spmla.kernel @q_scale attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xf8E4M3FN>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
}

// A kernel without LDS.
// CHECK-LABEL: gpu.module @empty_module
// CHECK: !llvm.array<0 x i8>
// CHECK: gpu.func @empty
// CHECK-NOT: addressof
// CHECK: gpu.return
spmla.kernel @empty attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}
