#include "Device.h"

// One word at an index the caller chooses.
KERNEL void loadAt(GLOBAL u32 *out, const GLOBAL u32 *in, u64 index) {
  out[localId()] = in[index];
}
KERNEL void storeAt(GLOBAL u32 *out, u64 index) { out[index] = 7; }

// Every workgroup faults, the first one after a while.
KERNEL void faultSlowly(GLOBAL u32 *out, u64 index, u32 rounds) {
  u32 x = localId();
  if (groupId() == 0)
    for (u32 i = 0; i < rounds; ++i)
      x = x * 1664525u + 1013904223u;
  out[index] = x;
}

typedef u32 u32x4 __attribute__((ext_vector_type(4)));

// 16 bytes per lane through a buffer of `bytes` bytes, from a byte offset.
KERNEL void bufferLoad(GLOBAL u32 *out, GLOBAL u32 *in, u32 bytes, u32 first,
                       u32 scalarOffset) {
  __amdgpu_buffer_rsrc_t r =
      __builtin_amdgcn_make_buffer_rsrc((void *)in, 0, bytes, 0x20000);
  u32 t = localId();
  u32x4 v =
      __builtin_amdgcn_raw_buffer_load_b128(r, first + 16 * t, scalarOffset, 0);
  for (int i = 0; i < 4; ++i)
    out[4 * t + i] = v[i];
}
KERNEL void bufferStore(GLOBAL u32 *out, u32 bytes) {
  __amdgpu_buffer_rsrc_t r =
      __builtin_amdgcn_make_buffer_rsrc((void *)out, 0, bytes, 0x20000);
  u32 t = localId();
  u32x4 v = {t, t, t, t};
  __builtin_amdgcn_raw_buffer_store_b128(v, r, 16 * t, 0, 0);
}

// Generic pointers into LDS, private and global memory.
__attribute__((noinline)) static u32 sum(const u32 *p, u32 n) {
  u32 s = 0;
  for (u32 i = 0; i < n; ++i)
    s += p[i];
  return s;
}
KERNEL void generic(GLOBAL u32 *out, GLOBAL u32 *in) {
  static LDS u32 shared[64];
  u32 own[8];
  u32 t = localId();
  shared[t] = t;
  for (u32 i = 0; i < 8; ++i)
    own[i] = t + i;
  barrier();
  out[t] = sum((const u32 *)shared, 64) + sum(own, 8) + sum((u32 *)in, 4);
}
