// RUN: spmla-opt %s | spmla-opt | FileCheck %s
// RUN: spmla-opt --mlir-print-op-generic %s | spmla-opt | FileCheck %s

// CHECK-LABEL: spmla.kernel @structure attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>
spmla.kernel @structure attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  // CHECK: %[[PLACED:.*]] = spmla.shared "values" at <offset = 16, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %placed = spmla.shared "values" at <offset = 16, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  // CHECK: spmla.shared "probabilities" : <64x16xbf16, keys>
  %unplaced = spmla.shared "probabilities" : <64x16xbf16, keys>
  // CHECK: %[[TWO:.*]] = spmla.shared "codes" slots 2 : <64x512xf8E4M3FN>
  %two = spmla.shared "codes" slots 2 : <64x512xf8E4M3FN>
  // CHECK: spmla.shared "maxima" slots 2 at <offset = 67600, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %placed_two = spmla.shared "maxima" slots 2 at <offset = 67600, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  // A tile of the epilogue; one slot is not written.
  // CHECK: spmla.shared "exchange" epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
  %exchange = spmla.shared "exchange" slots 1 epilogue at <offset = 0, pitch = 64, block = 1024, slot = 32768> : <512x16xf32>
  // CHECK: spmla.slot %[[TWO]] : <64x512xf8E4M3FN>
  %slot0 = spmla.slot %two : <64x512xf8E4M3FN>
  // CHECK: spmla.slot %[[TWO]] ahead 1 : <64x512xf8E4M3FN>
  %slot1 = spmla.slot %two ahead 1 : <64x512xf8E4M3FN>
  // CHECK: %[[LIST:.*]] = spmla.list : !spmla.list
  %list = spmla.list : !spmla.list
  // CHECK: %[[SLOTS:.*]] = spmla.slots
  %slots = spmla.slots %list : <64>
  %rows = spmla.rows %list, %slots : <64> -> <64>
  // CHECK: %[[SCALE:.*]] = spmla.score_scale
  %scale = spmla.score_scale : <16xf32, heads>

  // CHECK: %[[OUT:.*]]:3 = spmla.segment %[[LIST]] tile %[[TILE:.*]] carry(%[[A:.*]] = %[[SLOTS]], %[[B:.*]] = %{{.*}}, %[[C:.*]] = %[[SCALE]]) attributes {note = 1 : i32} : !spmla.slots<64>, !spmla.rows<64>, !spmla.tile<16xf32, heads> {
  %out:3 = spmla.segment %list tile %tile carry(%a = %slots, %b = %rows, %c = %scale) attributes {note = 1 : i32} : !spmla.slots<64>, !spmla.rows<64>, !spmla.tile<16xf32, heads> {
    // CHECK-NEXT: spmla.slots %[[LIST]], %[[TILE]] : <64>
    %next = spmla.slots %list, %tile : <64>
    // CHECK-NEXT: spmla.slot %[[TWO]], %[[TILE]] : <64x512xf8E4M3FN>
    %slot = spmla.slot %two, %tile : <64x512xf8E4M3FN>
    // CHECK-NEXT: spmla.slot %[[TWO]], %[[TILE]] ahead 1 : <64x512xf8E4M3FN>
    %slot_ahead = spmla.slot %two, %tile ahead 1 : <64x512xf8E4M3FN>
    // CHECK-NEXT: spmla.barrier
    spmla.barrier
    // CHECK-NEXT: spmla.fence
    spmla.fence
    // CHECK-NEXT: spmla.yield %{{.*}}, %[[B]], %[[C]] : !spmla.slots<64>, !spmla.rows<64>, !spmla.tile<16xf32, heads>
    spmla.yield %next, %b, %c : !spmla.slots<64>, !spmla.rows<64>, !spmla.tile<16xf32, heads>
  }

  // A segment may carry nothing.
  // CHECK: spmla.segment %[[LIST]] tile %{{.*}} carry() {
  // CHECK-NEXT: spmla.yield{{$}}
  spmla.segment %list tile %tile carry() {
    spmla.yield
  }
  // The end of a kernel is not written.
  // CHECK-NOT: spmla.return
}

// CHECK: spmla.kernel @empty
spmla.kernel @empty attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}
