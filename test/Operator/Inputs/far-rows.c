/* Queries and heads that lie gigabytes apart: their offsets exceed 31 and 32
 * bits of elements and bytes. Device memory that nothing touches costs nothing
 * on the emulator.
 *
 *   far-rows KERNEL.hsaco HIP_LIBRARY
 *
 * KERNEL is an fp8_scalar kernel of 512 + 64 columns. */

#include "spmla-c/spmla.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADS = 3, QUERIES = 3, LATENT = 512, ROW = 576, SLOTS = 64 };
enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2 };

static int (*deviceMalloc)(void **, size_t);
static int (*deviceCopy)(void *, const void *, size_t, int);
static int (*deviceFree)(void *);

static void require(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "%s failed: %s\n", what, spmla_last_error());
  exit(1);
}

static char *allocate(size_t bytes) {
  void *pointer;
  require(deviceMalloc(&pointer, bytes) == 0, "hipMalloc");
  return pointer;
}

static void copy(void *to, const void *from, size_t bytes, int direction) {
  require(deviceCopy(to, from, bytes, direction) == 0, "hipMemcpy");
}

static float fromBf16(uint16_t bits) {
  uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof value);
  return value;
}

/* Query c and head h give their slot 3 * c + h a weight near 1, and every other
 * slot next to none: q is 64 at column 3 * c + h, rows are 1.0 at their own
 * column and s in column 511 (e4m3fn holds 0 to 8 exactly). */
static int run(spmla_kernel *kernel, int64_t queryStride, int64_t headStride) {
  size_t elements =
      (size_t)((QUERIES - 1) * queryStride + (HEADS - 1) * headStride + ROW);
  char *q = allocate(2 * elements), *out = allocate(2 * elements);
  char *lse = allocate(4 * elements);
  unsigned char rows[SLOTS * ROW];
  static const unsigned char codes[] = {0x00, 0x38, 0x40, 0x44, 0x48,
                                        0x4a, 0x4c, 0x4e, 0x50};
  memset(rows, 0, sizeof rows);
  int32_t indices[QUERIES * 9], indptr[QUERIES + 1];
  for (int slot = 0; slot < 9; ++slot) {
    rows[slot * ROW + slot] = 0x38;
    rows[slot * ROW + 511] = codes[slot];
  }
  for (int i = 0; i < QUERIES * 9; ++i)
    indices[i] = i % 9;
  for (int i = 0; i <= QUERIES; ++i)
    indptr[i] = 9 * i;
  char *cache = allocate(sizeof rows), *list = allocate(sizeof indices),
       *starts = allocate(sizeof indptr);
  copy(cache, rows, sizeof rows, HOST_TO_DEVICE);
  copy(list, indices, sizeof indices, HOST_TO_DEVICE);
  copy(starts, indptr, sizeof indptr, HOST_TO_DEVICE);
  for (int c = 0; c < QUERIES; ++c)
    for (int h = 0; h < HEADS; ++h) {
      uint16_t row[ROW] = {0};
      row[3 * c + h] = 0x4280; /* 64 */
      copy(q + 2 * (c * queryStride + h * headStride), row, sizeof row,
           HOST_TO_DEVICE);
    }

  spmla_attention problem;
  memset(&problem, 0, sizeof problem);
  problem.struct_size = sizeof problem;
  problem.cache_format = SPMLA_CACHE_FP8_SCALAR;
  problem.cache_encoding = SPMLA_ENCODING_E4M3FN;
  problem.q_encoding = SPMLA_ENCODING_BF16;
  problem.latent = LATENT;
  problem.rope = ROW - LATENT;
  problem.value = LATENT;
  problem.queries = QUERIES;
  problem.heads = HEADS;
  problem.q = q;
  problem.cache = cache;
  problem.cache_page_stride = ROW;
  problem.page_size = 1;
  problem.num_slots = SLOTS;
  problem.indices = (const int32_t *)list;
  problem.indptr = (const int32_t *)starts;
  problem.out = out;
  problem.lse = (float *)lse;
  problem.q_query_stride = problem.out_query_stride = problem.lse_query_stride =
      queryStride;
  problem.q_head_stride = problem.out_head_stride = problem.lse_head_stride =
      headStride;
  problem.q_element_stride = problem.out_element_stride = 1;
  problem.softmax_scale = 1;
  problem.kv_scale_value = 1;
  require(spmla_attention_launch(kernel, &problem) == SPMLA_SUCCESS, "launch");

  int wrong = 0;
  for (int c = 0; c < QUERIES; ++c)
    for (int h = 0; h < HEADS; ++h) {
      int64_t at = c * queryStride + h * headStride;
      uint16_t row[LATENT];
      float logSum;
      copy(row, out + 2 * at, sizeof row, DEVICE_TO_HOST);
      copy(&logSum, lse + 4 * at, sizeof logSum, DEVICE_TO_HOST);
      float got = fromBf16(row[511]);
      if (fabsf(got - (float)(3 * c + h)) > 1e-3f ||
          fabsf(logSum - 64) > 1e-3f) {
        printf("query %d, head %d: out %g, lse %g\n", c, h, got, logSum);
        ++wrong;
      }
    }
  deviceFree(q);
  deviceFree(out);
  deviceFree(lse);
  deviceFree(cache);
  deviceFree(list);
  deviceFree(starts);
  printf("strides %lld %lld: %d wrong\n", (long long)queryStride,
         (long long)headStride, wrong);
  return wrong;
}

int main(int argc, char **argv) {
  require(argc == 3, "far-rows KERNEL.hsaco HIP_LIBRARY");
  spmla_runtime *runtime;
  spmla_kernel *kernel;
  require(spmla_runtime_create(SPMLA_API_VERSION, argv[2], &runtime) ==
              SPMLA_SUCCESS,
          "create");
  require(spmla_kernel_load(runtime, 0, argv[1], &kernel) == SPMLA_SUCCESS,
          "load");
  void *library = dlopen(spmla_runtime_library(runtime), RTLD_NOW);
  require(library != NULL, "dlopen");
  *(void **)&deviceMalloc = dlsym(library, "hipMalloc");
  *(void **)&deviceCopy = dlsym(library, "hipMemcpy");
  *(void **)&deviceFree = dlsym(library, "hipFree");
  require(deviceMalloc && deviceCopy && deviceFree, "dlsym");

  int wrong = run(kernel, HEADS * ROW, ROW);
  /* Queries 2^31 elements apart; the last is past 2^32. */
  wrong += run(kernel, (int64_t)1 << 31, ROW);
  /* Heads 2^30 bytes apart, 2^31, and 2^32. */
  wrong += run(kernel, ROW, (int64_t)1 << 29);
  wrong += run(kernel, ROW, (int64_t)1 << 30);
  wrong += run(kernel, ROW, (int64_t)1 << 31);

  spmla_kernel_destroy(kernel);
  spmla_runtime_destroy(runtime);
  return wrong != 0;
}
