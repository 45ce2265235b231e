// RUN: spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=0}))" -verify-diagnostics
// RUN: not spmla-opt %s -pass-pipeline="builtin.module(spmla.kernel(spmla-chunk-dequant{max-registers=7}))" 2>&1 | FileCheck %s

// One 16-byte load of codes is 8 registers of bf16.
// CHECK: expects max-registers to be at least 8, got 7

// expected-error@below {{expects max-registers to be at least 8, got 0}}
spmla.kernel @k attributes {access = #spmla.access<buffer>, arch = "gfx950", cache = #spmla.cache<fp8_scalar, e4m3fn>, geometry = #spmla.geometry<latent = 512, rope = 64, value = 512>, precision = #spmla.precision<q = bf16, dot = bf16, probabilities = bf16, out = bf16>, schedule = #spmla.schedule<staged, prefetch = 1, value_slots = 1, maxima = exact, gather = row>, tiling = #spmla.tiling<heads = 16, keys = 64, waves = 4>} {
}
