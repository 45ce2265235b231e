// What the test kernels need of a device, in plain C.
#ifndef DEVICE_H
#define DEVICE_H

#define KERNEL __attribute__((amdgpu_kernel, visibility("protected")))
#define GLOBAL __attribute__((address_space(1)))
// LDS has no initial value.
#define LDS __attribute__((address_space(3), loader_uninitialized))
typedef unsigned int u32;
typedef unsigned long u64;

static inline u32 groupId(void) { return __builtin_amdgcn_workgroup_id_x(); }
static inline u32 localId(void) { return __builtin_amdgcn_workitem_id_x(); }
static inline u32 groupSize(void) {
  return __builtin_amdgcn_workgroup_size_x();
}
static inline u32 globalId(void) { return groupId() * groupSize() + localId(); }
static inline void barrier(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

#endif
