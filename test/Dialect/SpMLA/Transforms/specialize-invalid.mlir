// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-specialize))" -split-input-file -verify-diagnostics

// A combination that no kernel exists for names the field, what is supported and
// what it got.

// expected-error@below {{expects arch to be gfx950 with schedule staged, got gfx942}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx942", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects encoding to be none with format bf16, got e4m3fn}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects encoding to be none or e4m3fn with arch gfx950, got e4m3fnuz}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fnuz>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects latent to be 512 with schedule staged, got 448}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 448, rope = 64, value = 448>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects rope to be 0 or 64 with schedule staged, got 32}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 32, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects value to be 512 with schedule staged, got 256}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 256>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects program heads to be 8, 16, 32 or 64, got 7}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 7, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects program heads to be 16 with schedule staged, got 32}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 32, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects key tile to be 64 with schedule staged, got 128}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 128, waves = 4>} {
}

// -----

// expected-error@below {{expects waves to be 4 with schedule staged, got 8}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 8>} {
}

// -----

// expected-error@below {{expects prefetch to be 1 with schedule staged, got 2}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 2, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects q type to be bf16 with schedule staged, got e4m3fn}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects dot to be bf16 with schedule staged, got fp8}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = fp8, probabilities = e4m3, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects its algorithm to have one spmla.load_q, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

// expected-error@below {{expects its algorithm to have one spmla.gather, got 2}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %again = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

// expected-error@below {{expects its algorithm to have one spmla.finalize, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  // expected-error@below {{expects '!spmla.tile<16x576xbf16>' from column 0 in algorithm form, got '!spmla.tile<16x512xbf16>' from 0}}
  %q = spmla.load_q from 0 : <16x512xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x512xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x512xbf16>) (!spmla.tile<16x512xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x512xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    // expected-error@below {{expects '!spmla.tile<64x576xbf16>' from column 0 in algorithm form, got '!spmla.tile<64x576xbf16>' from 64}}
    %keys = spmla.gather %rows from 64 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %none = builtin.unrealized_conversion_cast to !spmla.tile<64x576xbf16>
  %out:4 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0, %last = %none) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>, !spmla.tile<64x576xbf16> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    // expected-error@below {{expects not to use the result of spmla.gather, which only the products use}}
    spmla.yield %m1, %l1, %o2, %keys : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>, !spmla.tile<64x576xbf16>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %other = builtin.unrealized_conversion_cast to !spmla.tile<64x576xbf16>
    // expected-error@below {{expects to multiply the gathered rows and q}}
    %s = spmla.qk(%other) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    // expected-error@below {{expects to multiply the gathered rows and the probabilities of spmla.online_softmax}}
    %o2 = spmla.pv %keys, (%s), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x576xbf16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m0, %l0, %o0 = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %out:3 = spmla.segment %list tile %tile carry(%m = %m0, %l = %l0, %o = %o0) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %keys = spmla.gather %rows from 0 : <64> -> <64x576xbf16>
    %s = spmla.qk(%keys) (%q) : (!spmla.tile<64x576xbf16>) (!spmla.tile<16x576xbf16>) -> <64x16xf32, accumulator>
    %other = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
    // expected-error@below {{expects the scores of spmla.qk}}
    %p, %m1, %l1, %o1 = spmla.online_softmax %other masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)
    %o2 = spmla.pv %keys, (%p), %o1 : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32, accumulator>
    spmla.yield %m1, %l1, %o2 : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.tile<512x16xf32, accumulator>
  }
  spmla.finalize %out#0, %out#1, %out#2 : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
}
