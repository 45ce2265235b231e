// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// One test for an empty list before the loop, one at its end. The tile count is
// the same for all lanes, and the last tile is not peeled off. A tile is carried as
// the small vectors that a lane holds of it: one wide vector would become one wide
// register tuple.

// CHECK-LABEL: gpu.func @segment
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -3.40282347E+38 : f32
// CHECK: %[[LENGTH:.*]] = arith.maxsi
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[LENGTH]], %c63_i32
// CHECK-NEXT: %[[COUNT:.*]] = arith.shrui %[[UP]], %c6_i32
// CHECK-NEXT: %[[EMPTY:.*]] = arith.cmpi eq, %[[LENGTH]], %c0_i32
// CHECK-NEXT: cf.cond_br %[[EMPTY]], ^[[EXIT:bb[0-9]+]](%[[LEAST]], {{.*}}), ^[[LOOP:bb[0-9]+]](%c0_i32, %[[LEAST]],
// CHECK-NEXT: ^[[LOOP]](%[[TILE:.*]]: i32, %[[M:.*]]: f32, %[[L:.*]]: f32, %[[O:.*]]: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>, %{{[0-9]+}}: vector<4xf32>):
// CHECK: rocdl.s.barrier
// CHECK: %[[NEXT:.*]] = arith.addi %[[TILE]], %c1_i32
// CHECK-NEXT: %[[MORE:.*]] = arith.cmpi ne, %[[NEXT]], %[[COUNT]]
// CHECK-NEXT: cf.cond_br %[[MORE]], ^[[LOOP]](%[[NEXT]], %[[M]], %[[L]], %[[O]], {{.*}}), ^[[EXIT]](%[[M]], %[[L]], %[[O]],
// CHECK-NEXT: ^[[EXIT]](
spmla.kernel @segment attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    spmla.barrier
    spmla.yield %mi, %li, %oi : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}
