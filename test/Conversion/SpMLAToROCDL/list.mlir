// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s

// The list of the workgroup's query is indices[indptr[c] .. indptr[c + 1]), and a
// descriptor of exactly those bytes: a slot past the end of the list reads zero
// and never the next query's.

// CHECK-LABEL: gpu.func @list
// CHECK-SAME:{{.*}}%[[INDICES:arg2]]:{{.*}}%[[INDPTR:arg3]]:
// CHECK: %[[LANE_KEY:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane
// CHECK: %[[QUERY:.*]] = rocdl.workgroup.id.x

// indptr is loaded through scalars: no lane in the address, and invariant.
// CHECK: %[[BYTES:.*]] = arith.shli %[[QUERY]], %c2_i32 : i32
// CHECK-NEXT: %[[BYTES64:.*]] = arith.extui %[[BYTES]] : i32 to i64
// CHECK-NEXT: %[[ENTRY:.*]] = llvm.getelementptr inbounds %[[INDPTR]][%[[BYTES64]]]
// CHECK-NEXT: %[[FIRST:.*]] = llvm.load %[[ENTRY]] invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
// CHECK-NEXT: %[[NEXT:.*]] = llvm.getelementptr inbounds %[[ENTRY]][4]
// CHECK-NEXT: %[[END:.*]] = llvm.load %[[NEXT]] invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32

// A list that ends before it begins is empty.
// CHECK-NEXT: %[[COUNT:.*]] = arith.subi %[[END]], %[[FIRST]]
// CHECK-NEXT: %[[LENGTH:.*]] = arith.maxsi %[[COUNT]], %c0_i32

// Numbers of slots become bytes in 64 bits: widened, then multiplied
// (ROCm/aiter#4474 widened the product).
// CHECK-NEXT: %[[FIRST64:.*]] = arith.extui %[[FIRST]] : i32 to i64
// CHECK-NEXT: %[[OFFSET:.*]] = arith.muli %[[FIRST64]], %c4_i64 : i64
// CHECK-NEXT: %[[SLOTS:.*]] = llvm.getelementptr inbounds %[[INDICES]][%[[OFFSET]]]
// CHECK-NEXT: %[[LENGTH64:.*]] = arith.extui %[[LENGTH]] : i32 to i64
// CHECK-NEXT: %[[SIZE:.*]] = arith.muli %[[LENGTH64]], %c4_i64 : i64
// CHECK-NEXT: %[[LIST:.*]] = rocdl.make.buffer.rsrc %[[SLOTS]], %c0_i16, %[[SIZE]], %c159744_i32

// Key n of a wave is slot 64 * tile + 16 * wave + n. The whole offset is the
// lane's: the hardware does not range-check the scalar offset, so a tile number
// there would read past the list.
// CHECK: %[[OF_WAVE:.*]] = arith.muli %[[WAVE]], %c16_i32
// CHECK-NEXT: %[[FIRST_KEY:.*]] = arith.addi %[[OF_WAVE]], %c192_i32
// CHECK-NEXT: %[[KEY:.*]] = arith.addi %[[FIRST_KEY]], %[[LANE_KEY]]
// CHECK-NEXT: %[[SLOT_BYTES:.*]] = arith.shli %[[KEY]], %c2_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %[[LIST]], %[[SLOT_BYTES]], %c0_i32, %c0_i32 : i32
spmla.kernel @list attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
  spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
}

// In a loop the tile number takes part in the lane's offset, too.

// CHECK-LABEL: gpu.func @in_loop
// CHECK: ^{{.*}}(%[[TILE:.*]]: i32):
// CHECK-NEXT: %[[NUMBER:.*]] = arith.addi %[[TILE]], %c2_i32
// CHECK-NEXT: %[[OF_TILE:.*]] = arith.muli %[[NUMBER]], %c64_i32
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.muli %{{.*}}, %c16_i32
// CHECK-NEXT: %[[FIRST_KEY:.*]] = arith.addi %[[OF_TILE]], %[[OF_WAVE]]
// CHECK-NEXT: %[[KEY:.*]] = arith.addi %[[FIRST_KEY]], %{{.*}}
// CHECK-NEXT: %[[SLOT_BYTES:.*]] = arith.shli %[[KEY]], %c2_i32
// CHECK-NEXT: rocdl.raw.ptr.buffer.load %{{.*}}, %[[SLOT_BYTES]], %c0_i32, %c0_i32 : i32
spmla.kernel @in_loop attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  spmla.segment %list tile %tile carry() {
    %slots = spmla.slots %list, %tile ahead 2 : <64>
    %rows = spmla.rows %list, %slots, %tile ahead 2 : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    spmla.yield
  }
}
