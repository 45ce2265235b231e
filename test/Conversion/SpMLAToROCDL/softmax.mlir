// RUN: spmla-opt %s -convert-spmla-to-rocdl -canonicalize -cse | FileCheck %s --implicit-check-not=fastmath

// No arithmetic is allowed to assume that there are no NaNs or infinities.

// The state before any key: the least finite f32, so that no difference is
// inf - inf, and zeros.

// CHECK-LABEL: gpu.func @mask
// CHECK-DAG: %[[MINUS_INFINITY:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG: %[[NO_KEY:.*]] = arith.constant 0 : i64
// CHECK: %[[G:.*]] = arith.shrui %{{.*}}, %c4_i32
// CHECK: %[[INVALID:.*]] = arith.ori %{{.*}} : i64
// CHECK-COUNT-15: rocdl.mfma
// CHECK: %[[S:.*]] = rocdl.mfma

// Tiles without an invalid key, all but a list's last, take no part of it: the
// branch is the wave's, and its weights say so.
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[INVALID]], %[[NO_KEY]] : i64
// CHECK-NEXT: cf.cond_br %[[ANY]] weights([1, 10000]), ^[[COLD:bb[0-9]+]], ^[[GO_ON:bb[0-9]+]](%[[S]] : vector<4xf32>)

// Bit n of the mask is key n; lane (n, g) has the scores of keys 4g .. 4g + 3.
// CHECK-NEXT: ^[[COLD]]:
// CHECK-NEXT: %[[LOW:.*]] = arith.trunci %[[INVALID]] : i64 to i32
// CHECK-NEXT: %[[FIRST:.*]] = arith.shli %[[G]], %c2_i32
// CHECK-NEXT: %[[MINE:.*]] = arith.shrui %[[LOW]], %[[FIRST]]
// CHECK-NEXT: %[[BIT0:.*]] = arith.andi %[[MINE]], %c1_i32
// CHECK-NEXT: %[[IS0:.*]] = arith.cmpi ne, %[[BIT0]], %c0_i32
// CHECK-NEXT: %[[S0:.*]] = vector.extract %[[S]][0]
// CHECK-NEXT: %[[M0:.*]] = arith.select %[[IS0]], %[[MINUS_INFINITY]], %[[S0]] : f32
// CHECK-NEXT: arith.andi %[[MINE]], %c2_i32
// CHECK: arith.andi %[[MINE]], %c4_i32
// CHECK: arith.andi %[[MINE]], %c8_i32
// CHECK: %[[MASKED:.*]] = vector.from_elements %[[M0]], %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK-NEXT: cf.br ^[[GO_ON]](%[[MASKED]] : vector<4xf32>)
// CHECK-NEXT: ^[[GO_ON]](%[[SCORES:.*]]: vector<4xf32>):
// CHECK-NEXT: vector.extract %[[SCORES]][0]
spmla.kernel @mask attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %slots = spmla.slots %list ahead 3 : <64>
  %rows = spmla.rows %list, %slots ahead 3 : <64> -> <64>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
  %p = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// CHECK-LABEL: gpu.func @publish
// CHECK-SAME:{{.*}}%[[SCORE_SCALE:arg22]]:
// CHECK-DAG: %[[MINUS_LEAST:.*]] = arith.constant 3.40282347E+38 : f32
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c63_i32
// CHECK-NEXT: %[[N:.*]] = arith.andi %{{.*}}, %c15_i32
// CHECK: %[[WAVE:.*]] = rocdl.readfirstlane

// The wave's maximum of a head: over the lane's four keys, then over the four lanes
// that share n. A NaN wins (maximumf, not maxnumf).
// CHECK-COUNT-3: arith.maximumf
// CHECK: rocdl.permlane32.swap
// CHECK: arith.maximumf
// CHECK: rocdl.permlane16.swap
// CHECK: %[[MAXIMUM:.*]] = arith.maximumf
// CHECK-NEXT: %[[OF_HEAD:.*]] = arith.muli %[[N]], %c16_i32
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.shli %[[WAVE]], %c2_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_HEAD]], %[[OF_WAVE]]
// CHECK-NEXT: %[[LOGIT:.*]] = arith.mulf %[[MAXIMUM]], %[[SCORE_SCALE]]
// CHECK-NEXT: %[[SLOT:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[BYTES]]]
// CHECK-NEXT: llvm.store %[[LOGIT]], %[[SLOT]] {alignment = 4 : i64} : f32, !llvm.ptr<3>

// p = 2^(s * scale - reference), and not a barrier before they are published.
// CHECK-NEXT: %[[E0:.*]] = llvm.intr.fma(%{{.*}}, %[[SCORE_SCALE]], %[[MINUS_LEAST]])
// CHECK-NEXT: %[[P0:.*]] = rocdl.exp2 %[[E0]]
// CHECK-COUNT-3: rocdl.exp2
// CHECK-NEXT: %[[P:.*]] = vector.from_elements %[[P0]],

// Two waves make 32 keys: 1024 bytes, each wave 8 of a lane's 16.
// CHECK-NEXT: %[[PAIR:.*]] = arith.shrui %[[WAVE]], %c1_i32
// CHECK-NEXT: %[[OF_PAIR:.*]] = arith.muli %[[PAIR]], %c1024_i32
// CHECK-NEXT: %[[ODD:.*]] = arith.andi %[[WAVE]], %c1_i32
// CHECK-NEXT: %[[OF_ODD:.*]] = arith.muli %[[ODD]], %c8_i32
// CHECK-NEXT: %[[OF_WAVE:.*]] = arith.addi %[[OF_PAIR]], %[[OF_ODD]]
// CHECK-NEXT: %[[OF_LANE:.*]] = arith.shli %[[LANE]], %c4_i32
// CHECK-NEXT: %[[BYTES:.*]] = arith.addi %[[OF_WAVE]], %[[OF_LANE]]
// CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[P]] : vector<4xf32> to vector<4xbf16>
// CHECK-NEXT: %[[WORDS:.*]] = llvm.bitcast %[[ROUNDED]]
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[BYTES]]]
// CHECK-NEXT: llvm.store %[[WORDS]], %[[ADDRESS]] {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<3>
// CHECK-NEXT: gpu.return
spmla.kernel @publish attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %p = spmla.publish %s scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
}

// CHECK-LABEL: gpu.func @rereference
// CHECK-DAG: %[[THRESHOLD:.*]] = arith.constant 8.000000e+00 : f32
// CHECK: ^{{.*}}(%{{[0-9]+}}: i32, %[[OLD:.*]]: f32, %[[OLD_SUM:[0-9a-z]+]]: f32, %[[OUTPUT:[0-9]+]]: vector<4xf32>,
// CHECK: rocdl.s.barrier

// All four waves' maxima of the lane's head by one read.
// CHECK: %[[MAXIMA:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-COUNT-3: arith.maximumf
// CHECK-NEXT: %[[BOUND:.*]] = arith.addf %[[OLD]], %[[THRESHOLD]]
// CHECK-NEXT: %[[OUTGROWN:.*]] = arith.cmpf ogt, %[[MAXIMUM:.*]], %[[BOUND]] : f32
// CHECK-NEXT: %[[LANES:.*]] = rocdl.ballot %[[OUTGROWN]] : i64
// CHECK-NEXT: %[[ANY:.*]] = arith.cmpi ne, %[[LANES]], %{{.*}} : i64
// CHECK-NEXT: cf.cond_br %[[ANY]] weights([1, 10000]), ^[[COLD:bb[0-9]+]], ^[[GO_ON:bb[0-9]+]](

// Cold: new reference, probabilities again, state scaled down, one barrier.
// CHECK: ^[[COLD]]:
// CHECK-NEXT: %[[REFERENCE:.*]] = arith.maximumf %[[OLD]], %[[MAXIMUM]] : f32
// CHECK: %[[SHRINK:.*]] = rocdl.exp2
// CHECK-COUNT-4: rocdl.exp2
// CHECK: llvm.store %{{.*}} : vector<2xi32>, !llvm.ptr<3>
// CHECK-NEXT: %[[SMALLER:.*]] = arith.mulf %[[OLD_SUM]], %[[SHRINK]] : f32
// CHECK-NEXT: %[[FACTOR:.*]] = vector.broadcast %[[SHRINK]]
// CHECK-NEXT: arith.mulf %[[OUTPUT]], %[[FACTOR]] : vector<4xf32>
// CHECK-COUNT-7: arith.mulf %{{.*}}, %[[FACTOR]] : vector<4xf32>
// CHECK-NEXT: rocdl.s.waitcnt 49279
// CHECK-NEXT: llvm.fence syncscope("singlethread") seq_cst
// CHECK-NEXT: rocdl.s.barrier
// CHECK-NEXT: llvm.fence syncscope("singlethread") seq_cst
// CHECK-NEXT: cf.br ^[[GO_ON]](%[[REFERENCE]], %[[SMALLER]],

// The sum takes the tile only here: a probability relative to an outgrown
// reference may be infinite, and inf - inf has no way back.
// CHECK: ^[[GO_ON]](%{{.*}}: f32, %[[SUM:[0-9]+]]: f32, %[[P:[0-9]+]]: vector<4xf32>,
// CHECK-NEXT: vector.extract %[[P]][0]
// CHECK-COUNT-2: arith.addf
// CHECK-NEXT: %[[OF_TILE:.*]] = arith.addf
// CHECK-NEXT: arith.addf %[[SUM]], %[[OF_TILE]] : f32
spmla.kernel @rereference attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = lazy, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %p = spmla.publish %s scaled by %scale against %mi into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%mi, %li, %oi) with(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
    spmla.yield %m1, %l1, %o1 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}

// Exact maxima: whatever outgrew the reference moves it (bf16 P has no headroom to
// lose: relative to a stale reference it would be rounded like any other number).

// CHECK-LABEL: gpu.func @exact
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: ^{{.*}}(%{{[0-9]+}}: i32, %[[OLD:.*]]: f32, %{{[0-9a-z]+}}: f32, %{{[0-9]+}}: vector<4xf32>,
// CHECK: %[[BOUND:.*]] = arith.addf %[[OLD]], %[[ZERO]] : f32
// CHECK-NEXT: arith.cmpf ogt, %{{.*}}, %[[BOUND]] : f32
spmla.kernel @exact attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 32, block = 512, slot = 2048> : <64x16xbf16, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 1056, block = 16896, slot = 67584> : <64x512xbf16>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand8>) -> <64x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %p = spmla.publish %s scaled by %scale against %mi into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%mi, %li, %oi) with(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>
    spmla.yield %m1, %l1, %o1 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}

// e4m3 loses what is below 2^-10: probabilities are 2^4 at the reference's maximum,
// which may be outgrown by 2^4 more before they reach 448. The new reference is 4
// below the maximum.

// CHECK-LABEL: gpu.func @e4m3
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8.000000e+00 : f32
// CHECK-DAG: %[[MINUS_FOUR:.*]] = arith.constant -4.000000e+00 : f32
// CHECK: ^{{.*}}(%{{[0-9]+}}: i32, %[[OLD:.*]]: f32, %{{[0-9a-z]+}}: f32, %{{[0-9]+}}: vector<4xf32>,
// CHECK: %[[BOUND:.*]] = arith.addf %[[OLD]], %[[EIGHT]] : f32
// CHECK-NEXT: arith.cmpf ogt, %[[MAXIMUM:.*]], %[[BOUND]] : f32
// CHECK: %[[BIASED:.*]] = arith.addf %[[MAXIMUM]], %[[MINUS_FOUR]] : f32
// CHECK-NEXT: arith.maximumf %[[OLD]], %[[BIASED]] : f32
spmla.kernel @e4m3 attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 1, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %maxima = spmla.shared "maxima" at <offset = 0, pitch = 16, block = 256, slot = 256> : <16x4xf32>
  %published = spmla.shared "probabilities" at <offset = 256, pitch = 16, block = 256, slot = 1024> : <64x16xf8E4M3FN, keys>
  %values = spmla.shared "values" at <offset = 2304, pitch = 544, block = 8720, slot = 34880> : <64x512xf8E4M3FN>
  %list = spmla.list : !spmla.list
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %scale = spmla.score_scale : <16xf32, heads>
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %s = spmla.qk(%values) (%q) : (!spmla.shared<64x512xf8E4M3FN>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%mi = %m, %li = %l, %oi = %o) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %p = spmla.publish %s scaled by %scale against %mi into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.barrier
    %m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%mi, %li, %oi) with(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.yield %m1, %l1, %o1 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 with %maxima : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xf32>
}
