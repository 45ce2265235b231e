// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// The waves' states become one.

// CHECK-LABEL: gpu.func @merge
// CHECK: %[[LDS:.*]] = llvm.mlir.addressof @merge_lds
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK-NEXT: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: rocdl.sched.barrier 0
// CHECK: ^{{.*}}(%[[REFERENCE:[0-9]+]]: f32, %{{[0-9]+}}: f32, %[[O0:[0-9]+]]: vector<4xf32>,

// No wave still reads what the loop kept in LDS: the exchange lies over it.
// CHECK-NEXT: rocdl.s.waitcnt
// CHECK-NEXT: llvm.fence
// CHECK-NEXT: rocdl.s.barrier

// (reference, sum) of wave and head, in the second slot of the exchange.
// CHECK: %[[SECOND:.*]] = llvm.getelementptr inbounds %[[LDS]][16384]
// CHECK: rocdl.permlane32.swap
// CHECK: rocdl.permlane16.swap
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: %[[OF_HEAD:.*]] = arith.shli %[[N]], %c3_i32
// CHECK-NEXT: %[[HEAD:.*]] = llvm.getelementptr inbounds %[[SECOND]][%[[OF_HEAD]]]
// CHECK-NEXT: %[[PAIR:.*]] = vector.from_elements %[[REFERENCE]], %[[SUM]] : vector<2xf32>
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.shli %[[WAVE]], %c7_i32
// CHECK-NEXT: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[HEAD]][%[[OF_WAVE]]]
// CHECK-NEXT: llvm.store %[[PAIR]], %[[PLACE]] {alignment = 8 : i64}
// CHECK: rocdl.s.barrier

// The largest reference, and the sums brought to it. A wave without a valid key has
// the least finite reference and sum 0: no inf - inf.
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
// CHECK-COUNT-2: arith.maximumf
// CHECK-NEXT: %[[COMMON:.*]] = arith.maximumf
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[COMMON]]
// CHECK-COUNT-4: rocdl.exp2
// CHECK: %[[OWN:.*]] = arith.addf %[[REFERENCE]], %[[MINUS]]
// CHECK-NEXT: %[[FACTOR:.*]] = rocdl.exp2 %[[OWN]]

// A round: each wave shows one block of every wave's share of the columns ...
// CHECK: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[LDS]][%[[OF_LANE]]]
// CHECK-NEXT: %[[ROW:.*]] = arith.muli %[[WAVE]], %c4096_i32
// CHECK-NEXT: %[[SHOWN:.*]] = llvm.getelementptr inbounds %[[SLOT]][%[[ROW]]]
// CHECK-NEXT: %[[SPLAT:.*]] = vector.broadcast %[[FACTOR]]
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[O0]], %[[SPLAT]]
// CHECK-NEXT: llvm.store %[[SCALED]], %[[SHOWN]] {alignment = 16 : i64}
// CHECK-COUNT-3: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: rocdl.s.barrier
// ... and adds up what the four show of its own.
// CHECK: %[[COLUMN:.*]] = arith.muli %[[WAVE]], %c1024_i32
// CHECK-NEXT: %[[OWN:.*]] = llvm.getelementptr inbounds %[[SLOT]][%[[COLUMN]]]
// CHECK-NEXT: %[[W0:.*]] = llvm.load %[[OWN]] {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NEXT: %[[AT1:.*]] = llvm.getelementptr inbounds %[[OWN]][4096]
// CHECK-NEXT: %[[W1:.*]] = llvm.load %[[AT1]]
// CHECK-NEXT: %[[SUM2:.*]] = arith.addf %[[W0]], %[[W1]] : vector<4xf32>
// CHECK: llvm.getelementptr inbounds %[[OWN]][8192]
// CHECK: llvm.getelementptr inbounds %[[OWN]][12288]

// The next round takes the other slot, so that one barrier a round is enough: its
// stores cannot meet the reads of the round before, and those of the round after
// it are behind another barrier.
// CHECK: %[[OTHER:.*]] = llvm.getelementptr inbounds %[[SECOND]][%[[OF_LANE]]]
// CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: rocdl.s.barrier
// Eight blocks of sixteen columns to a wave.
// CHECK-COUNT-6: rocdl.s.barrier
// CHECK-NOT: rocdl.s.barrier

// finalize: the sum is complete; nothing more is exchanged.
// CHECK: arith.cmpf oeq
// CHECK-NOT: rocdl.permlane
// CHECK: gpu.return
spmla.kernel @merge attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<solo, prefetch = 1, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
  %x = spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>
  %list = spmla.list : !spmla.list
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator> {
    spmla.fence
    spmla.yield %mi, %li, %oi : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<2048x16xf32, accumulator>
  }
  %m1, %l1, %o1 = spmla.merge %out#0, %out#1, %out#2 through %x : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>
  spmla.finalize %m1, %l1, %o1 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}
