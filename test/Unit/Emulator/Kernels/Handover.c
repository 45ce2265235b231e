#include "Device.h"

// Ways in which workgroups hand results to each other, as clang translates
// them. `sync` starts as zeros; every kernel runs in kGroups workgroups.
enum { kGroups = 4, kAgent = 4 }; // kAgent: scope of __hip_atomic_*

static inline void deviceFence(void) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
}

// The last workgroup to arrive adds up what all of them have written.
KERNEL void last_adds(GLOBAL u32 *out, GLOBAL u32 *work, GLOBAL u32 *sync) {
  static LDS u32 before;
  u32 size = groupSize(), t = localId();
  work[globalId()] = globalId() + 1;
  deviceFence();
  barrier();
  if (t == 0)
    before = __hip_atomic_fetch_add(sync, 1, __ATOMIC_RELAXED, kAgent);
  barrier();
  if (before != kGroups - 1)
    return;
  deviceFence();
  u32 sum = 0;
  for (u32 g = 0; g < kGroups; ++g)
    sum += work[g * size + t];
  out[t] = sum;
}

static inline void gridBarrier(GLOBAL u32 *arrived, u32 goal) {
  barrier();
  if (localId() == 0) {
    __hip_atomic_fetch_add(arrived, 1, __ATOMIC_RELEASE, kAgent);
    while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, kAgent) < goal)
      ;
  }
  barrier();
}

// Passes values on to the next workgroup, several times.
KERNEL void rounds(GLOBAL u32 *out, GLOBAL u32 *work, GLOBAL u32 *sync) {
  u32 size = groupSize(), next = (globalId() + size) % (kGroups * size);
  u32 value = globalId() + 1, goal = 0;
  for (u32 round = 0; round < 3; ++round) {
    work[globalId()] = value;
    gridBarrier(sync, goal += kGroups);
    value = work[next];
    gridBarrier(sync, goal += kGroups);
  }
  out[globalId()] = value;
}

// Workgroups with odd numbers write, those before them wait for a flag.
KERNEL void flags(GLOBAL u32 *out, GLOBAL u32 *work, GLOBAL u32 *sync) {
  u32 size = groupSize();
  if (groupId() % 2) {
    work[globalId()] = globalId() + 1;
    barrier();
    if (localId() == 0)
      __hip_atomic_store(&sync[groupId()], 1, __ATOMIC_RELEASE, kAgent);
    return;
  }
  if (localId() == 0)
    while (!__hip_atomic_load(&sync[groupId() + 1], __ATOMIC_ACQUIRE, kAgent))
      ;
  barrier();
  out[globalId()] = work[globalId() + size];
}

// The same by flags that are volatile, with fences.
KERNEL void volatile_flags(GLOBAL u32 *out, GLOBAL u32 *work,
                           GLOBAL volatile u32 *sync) {
  u32 size = groupSize();
  if (groupId() % 2) {
    work[globalId()] = globalId() + 1;
    deviceFence();
    barrier();
    if (localId() == 0)
      sync[groupId()] = 1;
    return;
  }
  if (localId() == 0)
    while (!sync[groupId() + 1])
      ;
  barrier();
  deviceFence();
  out[globalId()] = work[globalId() + size];
}

// One workgroup after the other, in any order, adds its part under a lock.
KERNEL void lock(GLOBAL u32 *out, GLOBAL u32 *work, GLOBAL u32 *sync) {
  (void)out;
  if (localId())
    return;
  u32 open = 0;
  while (!__hip_atomic_compare_exchange_strong(sync, &open, 1, __ATOMIC_ACQUIRE,
                                               __ATOMIC_RELAXED, kAgent))
    open = 0;
  for (u32 i = 0; i < 4; ++i)
    work[i] += groupId() + i;
  __hip_atomic_store(sync, 0, __ATOMIC_RELEASE, kAgent);
}

// Sums of all workgroups up to this one: each waits for the one before it, and
// flag and value are one word.
KERNEL void chain(GLOBAL u32 *out, GLOBAL u32 *work, GLOBAL u64 *sync) {
  (void)work;
  u64 before = 0;
  if (localId())
    return;
  if (groupId())
    while (!((before = __hip_atomic_load(&sync[groupId() - 1], __ATOMIC_RELAXED,
                                         kAgent)) >>
             32))
      ;
  u32 sum = (u32)before + groupId() + 1;
  __hip_atomic_store(&sync[groupId()], (u64)1 << 32 | sum, __ATOMIC_RELAXED,
                     kAgent);
  out[groupId()] = sum;
}

// No instruction does this: a loop around a compare and swap, which begins with
// a plain load.
KERNEL void swaps(GLOBAL u32 *out, GLOBAL float *work, GLOBAL u32 *sync) {
  (void)out;
  (void)sync;
  __hip_atomic_fetch_max(&work[localId()], (float)(groupId() + 1),
                         __ATOMIC_RELAXED, kAgent);
}
