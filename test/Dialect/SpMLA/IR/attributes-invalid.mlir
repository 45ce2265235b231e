// RUN: spmla-opt %s -split-input-file -verify-diagnostics

// expected-error@below {{expects format to be bf16 or fp8_scalar, got int4}}
// expected-error@below {{failed to parse SpMLA_CacheAttr parameter 'format'}}
module attributes {test.value = #spmla.cache<int4, none>} {}

// -----

// expected-error@below {{expects encoding to be none, e4m3fn or e4m3fnuz, got e5m2}}
// expected-error@below {{failed to parse SpMLA_CacheAttr parameter 'encoding'}}
module attributes {test.value = #spmla.cache<bf16, e5m2>} {}

// -----

// expected-error@below {{expected ','}}
module attributes {test.value = #spmla.cache<bf16>} {}

// -----

// expected-error@below {{expected ','}}
module attributes {test.value = #spmla.geometry<latent = 512, rope = 64>} {}

// -----

// expected-error@below {{duplicate or unknown struct parameter name: latent}}
module attributes {test.value = #spmla.geometry<latent = 512, latent = 64, value = 512>} {}

// -----

// expected-error@below {{expected valid keyword}}
// expected-error@below {{expected a parameter name in struct}}
module attributes {test.value = #spmla.geometry<512, 64, 512>} {}

// -----

// expected-error@below {{duplicate or unknown struct parameter name: lanes}}
module attributes {test.value = #spmla.tiling<heads = 16, keys = 64, lanes = 4>} {}

// -----

// expected-error@below {{expects schedule to be staged, direct or solo, got split}}
// expected-error@below {{failed to parse SpMLA_ScheduleAttr parameter 'kind'}}
module attributes {test.value = #spmla.schedule<split, prefetch = 1, value_slots = 1, maxima = exact, gather = row>} {}

// -----

// expected-error@below {{expected ','}}
module attributes {test.value = #spmla.schedule<staged>} {}

// -----

// expected-error@below {{expected integer value}}
// expected-error@below {{failed to parse SpMLA_ScheduleAttr parameter 'prefetch'}}
module attributes {test.value = #spmla.schedule<staged, prefetch = one, value_slots = 1, maxima = exact, gather = row>} {}

// -----

// expected-error@below {{expected 'maxima'}}
module attributes {test.value = #spmla.schedule<staged, prefetch = 1, value_slots = 1, gather = row>} {}

// -----

// expected-error@below {{expects maxima to be lazy or exact, got late}}
// expected-error@below {{failed to parse SpMLA_ScheduleAttr parameter 'maxima'}}
module attributes {test.value = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = late, gather = row>} {}

// -----

// expected-error@below {{expects gather to be row, half or line, got quarter}}
// expected-error@below {{failed to parse SpMLA_ScheduleAttr parameter 'gather'}}
module attributes {test.value = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = quarter>} {}

// -----

// expected-error@below {{expects probabilities to be bf16, e4m3 or e4m3x2, got e5m2}}
// expected-error@below {{failed to parse SpMLA_PrecisionAttr parameter 'probabilities'}}
module attributes {test.value = #spmla.precision<q = bf16, dot = bf16, probabilities = e5m2, out = bf16>} {}

// -----

// expected-error@below {{expects q type to be bf16 or e4m3fn, got f16}}
// expected-error@below {{failed to parse SpMLA_PrecisionAttr parameter 'q'}}
module attributes {test.value = #spmla.precision<q = f16, dot = bf16, probabilities = bf16, out = bf16>} {}

// -----

// expected-error@below {{expects dot to be bf16 or fp8, got f16}}
// expected-error@below {{failed to parse SpMLA_PrecisionAttr parameter 'dot'}}
module attributes {test.value = #spmla.precision<q = bf16, dot = f16, probabilities = bf16, out = bf16>} {}

// -----

// expected-error@below {{expects output to be bf16 or f32, got f16}}
// expected-error@below {{failed to parse SpMLA_PrecisionAttr parameter 'out'}}
module attributes {test.value = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = f16>} {}

// -----

// expected-error@below {{expects access to be buffer or global, got flat}}
// expected-error@below {{failed to parse SpMLA_AccessAttr parameter 'path'}}
module attributes {test.value = #spmla.access<flat>} {}

// -----

// expected-error@below {{expected valid keyword}}
// expected-error@below {{failed to parse SpMLA_AccessAttr parameter 'path'}}
module attributes {test.value = #spmla.access<64>} {}

// -----

// expected-error@below {{expected ','}}
module attributes {test.value = #spmla.place<offset = 0>} {}

// -----

// expected-error@below {{unknown attribute `layout` in dialect `spmla`}}
module attributes {test.value = #spmla.layout<rows8>} {}
