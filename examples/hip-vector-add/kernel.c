//===- kernel.c - Adds two vectors --------------------------------------===//
//
// A kernel in plain C, for clang's AMDGPU target: one work-item per element.
//
//===----------------------------------------------------------------------===//

#define GLOBAL __attribute__((address_space(1)))

__attribute__((amdgpu_kernel, visibility("protected"))) void
vector_add(const GLOBAL float *a, const GLOBAL float *b, GLOBAL float *sum,
           unsigned count) {
  unsigned i =
      __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() +
      __builtin_amdgcn_workitem_id_x();
  if (i < count)
    sum[i] = a[i] + b[i];
}
