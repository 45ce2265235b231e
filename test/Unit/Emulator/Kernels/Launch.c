#include "Device.h"

// Everything a work-item can ask about its place, 16 words each.
KERNEL void places(GLOBAL u32 *out, u32 columns) {
  u32 gx = __builtin_amdgcn_workgroup_id_x();
  u32 gy = __builtin_amdgcn_workgroup_id_y();
  u32 gz = __builtin_amdgcn_workgroup_id_z();
  u32 x = __builtin_amdgcn_workitem_id_x();
  u32 y = __builtin_amdgcn_workitem_id_y();
  u32 z = __builtin_amdgcn_workitem_id_z();
  u32 sx = __builtin_amdgcn_workgroup_size_x();
  u32 sy = __builtin_amdgcn_workgroup_size_y();
  u32 sz = __builtin_amdgcn_workgroup_size_z();
  const u32 __attribute__((address_space(4))) *hidden =
      (const u32
       __attribute__((address_space(4))) *)__builtin_amdgcn_implicitarg_ptr();
  u32 bx = hidden[0], by = hidden[1], bz = hidden[2]; // block counts
  u32 item = ((z + gz * sz) * by * sy + (y + gy * sy)) * bx * sx + x + gx * sx;
  GLOBAL u32 *o = out + (u64)item * columns;
  o[0] = gx;
  o[1] = gy;
  o[2] = gz;
  o[3] = x;
  o[4] = y;
  o[5] = z;
  o[6] = sx;
  o[7] = sy;
  o[8] = sz;
  o[9] = bx;
  o[10] = by;
  o[11] = bz;
  o[12] = __builtin_amdgcn_grid_size_x();
  o[13] = __builtin_amdgcn_grid_size_y();
  o[14] = __builtin_amdgcn_grid_size_z();
  o[15] = columns;
}

// Arguments of every size and alignment.
struct Pair {
  float a;
  double b;
};
KERNEL void arguments(GLOBAL u64 *out, unsigned char c, unsigned short s, u32 i,
                      u64 l, float f, double d, struct Pair p) {
  if (localId())
    return;
  out[0] = c;
  out[1] = s;
  out[2] = i;
  out[3] = l;
  out[4] = (u64)f;
  out[5] = (u64)d;
  out[6] = (u64)p.a;
  out[7] = (u64)p.b;
}

// Sum over a workgroup of any size, a tree in LDS with a barrier per level.
KERNEL void sums(GLOBAL u32 *out, const GLOBAL u32 *in, u32 n) {
  static LDS u32 part[1024];
  u32 t = localId(), size = groupSize(), i = globalId();
  part[t] = i < n ? in[i] : 0;
  for (u32 step = 512; step; step >>= 1) {
    barrier();
    if (t < step && t + step < size)
      part[t] += part[t + step];
  }
  if (t == 0)
    out[groupId()] = part[0];
}

// The last words of a dynamically sized LDS block.
extern __attribute__((address_space(3))) u32 dynamicLds[];
KERNEL void dynamic(GLOBAL u32 *out, u32 words) {
  u32 t = localId();
  for (u32 i = t; i < words; i += groupSize())
    dynamicLds[i] = i * 3;
  barrier();
  for (u32 i = t; i < words; i += groupSize())
    out[i] = dynamicLds[words - 1 - i];
}

// One add per work-item, from all workgroups.
KERNEL void count(GLOBAL u32 *counter, GLOBAL float *total) {
  __atomic_fetch_add((u32 *)counter, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add((float *)total, 1.0f, __ATOMIC_RELAXED);
}

// Waves of one workgroup that wait for each other through memory, the first one
// for the last.
KERNEL void spin(GLOBAL u32 *flag, GLOBAL u32 *out) {
  u32 wave = __builtin_amdgcn_readfirstlane(localId() / 64);
  if (wave == 0)
    while (__atomic_load_n((u32 *)flag, __ATOMIC_RELAXED) == 0)
      ;
  if (wave == groupSize() / 64 - 1)
    __atomic_store_n((u32 *)flag, 1, __ATOMIC_RELAXED);
  out[localId()] = wave;
}

// Workgroups that meet `rounds` times, wherever they run. In each round each
// takes over its right neighbour's number of the round before, so that in the
// end it has that of the one `rounds` places on. `numbers` has two rows.
KERNEL void gridBarrier(GLOBAL u32 *arrived, GLOBAL u32 *numbers, u32 rounds) {
  u32 groups = __builtin_amdgcn_grid_size_x() / groupSize(), g = groupId();
  for (u32 r = 0; r < rounds; ++r) {
    if (localId() == 0) {
      numbers[(r + 1) % 2 * groups + g] =
          numbers[r % 2 * groups + (g + 1) % groups];
      __atomic_fetch_add((u32 *)arrived, 1, __ATOMIC_SEQ_CST);
      while (__atomic_fetch_or((u32 *)arrived, 0, __ATOMIC_SEQ_CST) <
             (r + 1) * groups)
        ;
    }
    barrier();
  }
}

// Each workgroup waits for the next; the last one stores at `end`.
KERNEL void chain(GLOBAL u32 *flags, u64 end) {
  u32 groups = __builtin_amdgcn_grid_size_x() / groupSize(), g = groupId();
  if (localId())
    return;
  if (g + 1 < groups)
    while (__atomic_load_n((u32 *)&flags[g + 1], __ATOMIC_RELAXED) == 0)
      ;
  else
    *(GLOBAL u32 *)end = 1;
  __atomic_store_n((u32 *)&flags[g], 1, __ATOMIC_RELAXED);
}

static const GLOBAL u32 table[4] = {11, 22, 33, 44};
static GLOBAL u32 variable = 5;
// Addresses in data need relocations.
static GLOBAL u32 other = 7;
static GLOBAL u32 *GLOBAL pointers[2] = {&variable, &other};
KERNEL void constants(GLOBAL u32 *out) {
  u32 t = localId();
  out[t] = table[t & 3] + *pointers[t >> 2 & 1];
  if (t > 1000) // keeps them variables
    pointers[t & 1] = out;
}

// A variable that the host may read and write.
__attribute__((visibility("protected"))) GLOBAL u32 settable[4] = {1, 2, 3, 4};
KERNEL void variables(GLOBAL u32 *out) {
  u32 t = localId();
  out[t] = settable[t & 3];
  if (t == 0)
    settable[3] = 99;
}
