// RUN: spmla-opt %s -pass-pipeline="builtin.module(gpu.module(llvm.func(spmla-annotate-kernel)))" | FileCheck %s
// RUN: spmla-opt %s -pass-pipeline="builtin.module(gpu.module(llvm.func(spmla-annotate-kernel{waves-per-simd=1})))" | FileCheck %s --check-prefix=ONE

gpu.module @module {
  // Pointers do not alias; the number of waves is a bound from both sides.
  // CHECK: llvm.func @kernel(%{{.*}}: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i64, %{{.*}}: !llvm.ptr<1> {llvm.noalias})
  // CHECK-SAME: ["amdgpu-waves-per-eu", "2,2"], ["uniform-work-group-size", "true"]
  // ONE: llvm.func @kernel
  // ONE-SAME: ["amdgpu-waves-per-eu", "1,1"]
  llvm.func @kernel(%q: !llvm.ptr<1>, %stride: i64, %cache: !llvm.ptr<1>) attributes {rocdl.kernel} {
    llvm.return
  }

  // CHECK: llvm.func @declaration(!llvm.ptr<1> {llvm.noalias}) attributes {passthrough
  llvm.func @declaration(!llvm.ptr<1>) attributes {rocdl.kernel}

  // A function that is not a kernel stays as it is.
  // CHECK: llvm.func @function(%{{[a-z0-9]+}}: !llvm.ptr<1>) {
  llvm.func @function(%p: !llvm.ptr<1>) {
    llvm.return
  }
}
