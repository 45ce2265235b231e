// RUN: spmla-opt %s | spmla-opt | FileCheck %s
// RUN: spmla-opt --mlir-print-op-generic %s | spmla-opt | FileCheck %s

module attributes {
  // CHECK: test.accesses = [#spmla.access<buffer>, #spmla.access<global>]
  test.accesses = [#spmla.access<buffer>, #spmla.access<global>],
  // CHECK-SAME: test.caches = [#spmla.cache<bf16, none>, #spmla.cache<fp8_scalar, e4m3fn>, #spmla.cache<fp8_scalar, e4m3fnuz>]
  test.caches = [#spmla.cache<bf16, none>, #spmla.cache<fp8_scalar, e4m3fn>, #spmla.cache<fp8_scalar, e4m3fnuz>],
  // The fields of a structure may stand in any order.
  // CHECK-SAME: test.geometry = #spmla.geometry<latent = 512, rope = 64, value = 448>
  test.geometry = #spmla.geometry<value = 448, rope = 64, latent = 512>,
  // CHECK-SAME: test.place = #spmla.place<offset = 2304, pitch = 1056, block = 16896, slot = 67584>
  test.place = #spmla.place<offset = 2304, pitch = 1056, block = 16896, slot = 67584>,
  // CHECK-SAME: test.precisions = [#spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = f32>, #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>]
  test.precisions = [#spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = f32>, #spmla.precision<q = bf16, dot = bf16, probabilities = e4m3x2, out = bf16>],
  // CHECK-SAME: test.schedules = [#spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = line>, #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>]
  test.schedules = [#spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = line>, #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>],
  // CHECK-SAME: test.tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>
  test.tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>
} {}
