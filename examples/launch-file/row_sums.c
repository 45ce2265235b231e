//===- row_sums.c - Sums of the rows of a matrix ------------------------===//
//
// A kernel in plain C with LDS and barriers, for spmla-run to launch:
//
//   flags="-target amdgcn-amd-amdhsa -mcpu=gfx950 -nogpulib -O2"
//   clang-22 $flags -o row_sums.hsaco row_sums.c
//   spmla-run --hsaco row_sums.hsaco --launch row_sums.json --strict
//
// row_sums.json describes the launch and has the result written to sums.npy.
//
//===----------------------------------------------------------------------===//

#define GLOBAL __attribute__((address_space(1)))
// LDS has no initial value.
#define LDS __attribute__((address_space(3), loader_uninitialized))

enum { Threads = 256 };
static LDS float partial[Threads];

static void barrier(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// One workgroup per row.
__attribute__((amdgpu_kernel, visibility("protected"),
               amdgpu_flat_work_group_size(Threads, Threads))) void
row_sums(const GLOBAL float *matrix, GLOBAL float *sums, unsigned columns,
         float scale) {
  unsigned row = __builtin_amdgcn_workgroup_id_x();
  unsigned thread = __builtin_amdgcn_workitem_id_x();
  float sum = 0;
  for (unsigned column = thread; column < columns; column += Threads)
    sum += matrix[(unsigned long)row * columns + column];
  partial[thread] = sum;
  for (unsigned half = Threads / 2; half != 0; half /= 2) {
    barrier();
    if (thread < half)
      partial[thread] += partial[thread + half];
  }
  if (thread == 0)
    sums[row] = scale * partial[0];
}
