// Kernels with arguments of every kind.

#define KERNEL __attribute__((amdgpu_kernel, visibility("protected"))) void
#define GLOBAL __attribute__((address_space(1)))
#define LDS __attribute__((address_space(3)))

static unsigned thread(void) { return __builtin_amdgcn_workitem_id_x(); }

// The bytes of each scalar, 8 to a slot; unused ones are left alone.
KERNEL echo(GLOBAL unsigned char *out, signed char a, short b, int c, long d,
            unsigned char e, unsigned short f, unsigned g, unsigned long h,
            _Float16 i, __bf16 j, float k, double l) {
  *(GLOBAL signed char *)(out + 0) = a;
  *(GLOBAL short *)(out + 8) = b;
  *(GLOBAL int *)(out + 16) = c;
  *(GLOBAL long *)(out + 24) = d;
  *(GLOBAL unsigned char *)(out + 32) = e;
  *(GLOBAL unsigned short *)(out + 40) = f;
  *(GLOBAL unsigned *)(out + 48) = g;
  *(GLOBAL unsigned long *)(out + 56) = h;
  *(GLOBAL _Float16 *)(out + 64) = i;
  *(GLOBAL __bf16 *)(out + 72) = j;
  *(GLOBAL float *)(out + 80) = k;
  *(GLOBAL double *)(out + 88) = l;
}

struct Scaled {
  const GLOBAL float *input;
  float factor;
  unsigned count;
};

KERNEL scale(struct Scaled s, GLOBAL float *out, const GLOBAL float *bias) {
  unsigned i = thread();
  if (i < s.count)
    out[i] = s.factor * s.input[i] + (bias ? bias[i] : 0);
}

extern LDS unsigned dynamic[];

KERNEL reverse(GLOBAL unsigned *out) {
  unsigned i = thread();
  dynamic[i] = i;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  out[i] = dynamic[__builtin_amdgcn_workgroup_size_x() - 1 - i];
}
