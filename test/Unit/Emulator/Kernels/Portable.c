#include "Portable.h"
#include "Device.h"

KERNEL void portable_kernel(GLOBAL u32 *out, u32 which, u32 base) {
  u32 i = globalId();
  out[i] = portable(which, base + i);
}
