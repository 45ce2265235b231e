// RUN: spmla-opt %s -pass-pipeline="builtin.module(gpu.module(llvm.func(spmla-annotate-kernel{waves-per-simd=0})))" -verify-diagnostics
// RUN: not spmla-opt %s -pass-pipeline="builtin.module(gpu.module(llvm.func(spmla-annotate-kernel{waves-per-simd=9})))" 2>&1 | FileCheck %s

// A SIMD holds eight waves.
// CHECK: expects waves-per-simd to be from 1 to 8, got 9

gpu.module @module {
  // expected-error@below {{expects waves-per-simd to be from 1 to 8, got 0}}
  llvm.func @kernel(%q: !llvm.ptr<1>) attributes {rocdl.kernel} {
    llvm.return
  }
}
