// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-pipeline))" -split-input-file -verify-diagnostics

// expected-error@below {{expects prefetch to be 1 or 2, got 3}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 3, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  // expected-error@below {{expects its body to have one spmla.slots, got 2}}
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %more = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  // expected-error@below {{expects its body to have one spmla.slots, got 0}}
  spmla.segment %list tile %tile carry() {
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %s = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  // expected-error@below {{expects its body to have a spmla.gather, got none}}
  spmla.segment %list tile %tile carry() {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %other = spmla.list : !spmla.list
    // expected-error@below {{expects to read the list of its segment}}
    %slots = spmla.slots %other, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %other = spmla.list : !spmla.list
    // expected-error@below {{expects to read the list of its segment}}
    %rows = spmla.rows %other, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    // expected-error@below {{expects to be of the tile of its segment, and not ahead of it}}
    %slots = spmla.slots %list : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    // expected-error@below {{expects to be of the tile of its segment, and not ahead of it}}
    %slots = spmla.slots %list, %tile ahead 1 : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    // expected-error@below {{expects to be of the tile of its segment, and not ahead of it}}
    %rows = spmla.rows %list, %slots : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    // expected-error@below {{expects to be of the tile of its segment, and not ahead of it}}
    %rows = spmla.rows %list, %slots, %tile ahead 1 : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %before = builtin.unrealized_conversion_cast to !spmla.slots<64>
    // expected-error@below {{expects to be the one use of the slots of its segment}}
    %rows = spmla.rows %list, %before, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %other = builtin.unrealized_conversion_cast to !spmla.rows<64>
    // expected-error@below {{expects the rows of its segment}}
    %latent = spmla.gather %other from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %out = spmla.segment %list tile %tile carry(%last = %acc) : !spmla.tile<64x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    // expected-error@below {{expects its last use to be one of the ops that make the scores of its segment}}
    %unused = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked : !spmla.tile<64x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %values = spmla.shared "values" : <64x512xbf16>
  %q = spmla.load_q from 0 : <16x512xbf16, operand8>
  %q_rope = spmla.load_q from 512 : <16x64xbf16, operand8>
  %acc = builtin.unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
  %none = builtin.unrealized_conversion_cast to !spmla.tile<64x16xbf16>
  %out:2 = spmla.segment %list tile %tile carry(%last = %acc, %k = %none) : !spmla.tile<64x16xf32, accumulator>, !spmla.tile<64x16xbf16> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xbf16, rows8>
    // expected-error@below {{expects its last use to be one of the ops that make the scores of its segment}}
    %kept = spmla.gather %rows from 0 : <64> -> <64x16xbf16>
    %rope = spmla.gather %rows from 512 : <64> -> <64x64xbf16, operand8>
    spmla.barrier
    spmla.stage %latent into %values : <64x512xbf16, rows8>, <64x512xbf16>
    %s = spmla.qk(%values, %rope) (%q, %q_rope) : (!spmla.shared<64x512xbf16>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x512xbf16, operand8>, !spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %masked, %kept : !spmla.tile<64x16xf32, accumulator>, !spmla.tile<64x16xbf16>
  }
}

// -----

// Scores run ahead of what they are accumulated with: both must be there.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" : <16x4xf32>
  // expected-error@below {{expects its body to have one spmla.publish, got 0}}
  %out = spmla.segment %list tile %tile carry(%acc = %o) : !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    %s = spmla.qk(%latent) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    spmla.yield %acc : !spmla.tile<512x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" : <16x4xf32>
  // expected-error@below {{expects its body to have one spmla.publish, got 2}}
  %out = spmla.segment %list tile %tile carry(%acc = %o) : !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    %s = spmla.qk(%latent) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %p = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    %p2 = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.yield %acc : !spmla.tile<512x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 2, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" : <16x4xf32>
  // expected-error@below {{expects its body to have one spmla.pv, got 0}}
  %out = spmla.segment %list tile %tile carry(%acc = %o) : !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    %s = spmla.qk(%latent) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %p = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.yield %acc : !spmla.tile<512x16xf32, accumulator>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = e4m3fn, dot = bf16, probabilities = e4m3x2, out = bf16>, schedule = #spmla.schedule<direct, prefetch = 1, value_slots = 2, maxima = lazy, gather = half>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %q = spmla.load_q from 0 : <16x512xf8E4M3FN, operand16>
  %scale = spmla.score_scale : <16xf32, heads>
  %m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>
  %published = spmla.shared "published" : <64x16xf8E4M3FN, keys>
  %maxima = spmla.shared "maxima" : <16x4xf32>
  // expected-error@below {{expects its body to have one spmla.mask, got 2}}
  %out = spmla.segment %list tile %tile carry(%acc = %o) : !spmla.tile<512x16xf32, accumulator> {
    %slots = spmla.slots %list, %tile : <64>
    %rows = spmla.rows %list, %slots, %tile : <64> -> <64>
    %latent = spmla.gather %rows from 0 : <64> -> <64x512xf8E4M3FN, operand16>
    %s = spmla.qk(%latent) (%q) : (!spmla.tile<64x512xf8E4M3FN, operand16>) (!spmla.tile<16x512xf8E4M3FN, operand16>) -> <64x16xf32, accumulator>
    %twice = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %masked = spmla.mask %s, %rows : <64x16xf32, accumulator>, <64>
    %p = spmla.publish %masked scaled by %scale against %m into(%published) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>
    spmla.yield %acc : !spmla.tile<512x16xf32, accumulator>
  }
}
