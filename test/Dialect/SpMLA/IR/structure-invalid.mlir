// RUN: spmla-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

// expected-error@below {{expects arch to be gfx950 or gfx942, got gfx90a}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx90a", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects latent to be from 1 to 999999999, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 0, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects latent to be from 1 to 999999999, got 4294967808}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 4294967808, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects rope to be from 0 to 999999999, got -1}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = -1, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects value to be from 1 to 999999999, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 0>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects value to be at most latent + rope = 576, got 577}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 577>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects heads to be from 1 to 999999999, got -16}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = -16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects keys to be from 1 to 999999999, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 0, waves = 4>} {}

// -----

// expected-error@below {{expects waves to be from 1 to 999999999, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 0>} {}

// -----

// expected-error@below {{expects prefetch to be from 1 to 999999999, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 0, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{requires attribute 'cache'}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{attribute 'tiling' failed to satisfy constraint}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = 64 : i64} {}

// -----

// expected-error@below {{expects its body to have no arguments, got 1}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
^bb0(%x: i32):
  spmla.return
}

// -----

// expected-error@below {{expects region #0 to have 0 or 1 blocks}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  spmla.return
^bb1:
  spmla.return
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects parent op 'builtin.module'}}
  spmla.kernel @inner attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}
}

// -----

// expected-error@below {{expected valid '@'-identifier for symbol name}}
spmla.kernel attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {}

// -----

// expected-error@below {{expects parent op 'spmla.kernel'}}
spmla.return

// -----

%list = spmla.list : !spmla.list
// expected-error@below {{expects parent op 'spmla.kernel'}}
spmla.segment %list tile %t carry() {
  spmla.yield
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  spmla.segment %list tile %t carry() {
// expected-error@below {{expects parent op 'spmla.kernel'}}
    spmla.segment %list tile %u carry() {
      spmla.yield
    }
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects parent op 'spmla.segment'}}
  spmla.yield
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
// expected-error@below {{expects the first argument of its body to be the tile, an index}}
  "spmla.segment"(%list) ({
  ^bb0:
    spmla.yield
  }) : (!spmla.list) -> ()
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
// expected-error@below {{expects the first argument of its body to be the tile, an index}}
  "spmla.segment"(%list) ({
  ^bb0(%t: i32):
    spmla.yield
  }) : (!spmla.list) -> ()
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
// expected-error@below {{expects its body to end in spmla.yield}}
  "spmla.segment"(%list) ({
  ^bb0(%t: index):
    "test.end"() : () -> ()
  }) : (!spmla.list) -> ()
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %s = spmla.score_scale : <16xf32, heads>
// expected-error@below {{expects the types of its carried arguments to be those of the initial values}}
  %r = "spmla.segment"(%list, %s) ({
  ^bb0(%t: index):
    spmla.yield %s : !spmla.tile<16xf32, heads>
  }) : (!spmla.list, !spmla.tile<16xf32, heads>) -> !spmla.tile<16xf32, heads>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %s = spmla.score_scale : <16xf32, heads>
// expected-error@below {{expects the types of its yielded values to be those of the initial values}}
  %r = spmla.segment %list tile %t carry(%a = %s) : !spmla.tile<16xf32, heads> {
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %s = spmla.score_scale : <16xf32, heads>
// expected-error@below {{expects the types of its results to be those of the initial values}}
  "spmla.segment"(%list, %s) ({
  ^bb0(%t: index, %a: !spmla.tile<16xf32, heads>):
    spmla.yield %a : !spmla.tile<16xf32, heads>
  }) : (!spmla.list, !spmla.tile<16xf32, heads>) -> ()
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %s = spmla.score_scale : <16xf32, heads>
// expected-error@below {{expects one type for each of the 1 carried values, got 2}}
  %r:2 = spmla.segment %list tile %t carry(%a = %s) : !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads> {
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %s = spmla.score_scale : <16xf32, heads>
// expected-error@below {{expects one type for each of the 1 carried values, got 0}}
  %r = spmla.segment %list tile %t carry(%a = %s) {
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  %v = spmla.shared "values" : <64x512xbf16>
// expected-error@below {{operand #1 must be variadic of}}
  %r = spmla.segment %list tile %t carry(%a = %v) : !spmla.shared<64x512xbf16> {
    spmla.yield %a : !spmla.shared<64x512xbf16>
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
// expected-error@below {{expects a non-empty block}}
  spmla.segment %list tile %t carry() {
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %list = spmla.list : !spmla.list
  spmla.segment %list tile %t carry() {
// expected-error@below {{expects parent op 'spmla.kernel'}}
    %v = spmla.shared "values" : <64x512xbf16>
    spmla.yield
  }
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its offset to be a multiple of 16 from 0 to 1048576, got 8}}
  %v = spmla.shared "v" at <offset = 8, pitch = 1024, block = 16384, slot = 65536> : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its offset to be a multiple of 16 from 0 to 1048576, got -16}}
  %v = spmla.shared "v" at <offset = -16, pitch = 1024, block = 16384, slot = 65536> : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its offset to be a multiple of 16 from 0 to 1048576, got 1152921504606846976}}
  %v = spmla.shared "v" at <offset = 1152921504606846976, pitch = 1024, block = 16384, slot = 65536> : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its pitch to be a multiple of 1 from 1024 to 1048576, got 1008}}
  %v = spmla.shared "v" at <offset = 0, pitch = 1008, block = 16384, slot = 65536> : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its pitch to be a multiple of 1 from 1024 to 1048576, got 1152921504606846976}}
  %v = spmla.shared "v" at <offset = 0, pitch = 1152921504606846976, block = 16384, slot = 65536> : <64x512xbf16>
}

// -----

// expected-error@below {{expects value slots to be from 1 to 999999999, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 0, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its block to be a multiple of 1 from 16384 to 1048576, got 16383}}
  %v = spmla.shared "v" at <offset = 0, pitch = 1024, block = 16383, slot = 65536> : <64x512xbf16>
}

// -----

// Four blocks, each 16 bytes further than its rows need.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its slot to be a multiple of 16 from 65600 to 1048576, got 65584}}
  %v = spmla.shared "v" at <offset = 0, pitch = 1024, block = 16400, slot = 65584> : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its slot to be a multiple of 16 from 65536 to 1048576, got 65544}}
  %v = spmla.shared "v" slots 2 at <offset = 0, pitch = 1024, block = 16384, slot = 65544> : <64x512xbf16>
}

// -----

// Three rows behind a whole block of sixteen.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its slot to be a multiple of 16 from 19456 to 1048576, got 19440}}
  %v = spmla.shared "v" at <offset = 0, pitch = 1024, block = 16384, slot = 19440> : <19x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
// expected-error@below {{expects its slots to be 1 or 2, got 3}}
  %v = spmla.shared "v" slots 3 : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %v = spmla.shared "v" slots 2 : <64x512xbf16>
// expected-error@below {{expects ahead to be 0 or more, got -1}}
  %slot = spmla.slot %v ahead -1 : <64x512xbf16>
}

// -----

// Slot 1 would lie behind the tile.
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %v = spmla.shared "v" : <64x512xbf16>
// expected-error@below {{expects v to have 2 slots, got 1}}
  %slot = spmla.slot %v : <64x512xbf16>
}

// -----

spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<bf16, none>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
  %v = spmla.shared "v" slots 2 : <64x512xbf16>
  %slot = spmla.slot %v : <64x512xbf16>
// expected-error@below {{expects a shared tile, got a slot of one}}
  %again = spmla.slot %slot ahead 1 : <64x512xbf16>
}
