/* The host's side of the comparison: the same source, compiled for the CPU. */
#include "Kernels/Portable.h"

p32 portable_on_host(p32 which, p32 seed);
p32 portable_on_host(p32 which, p32 seed) { return portable(which, seed); }
