/*===- decode.c - One decode step through the C interface
------------------===*\
|*                                                                            *|
|* What a server does: load a kernel once, then launch it on its own stream   *|
|* and buffers. Two tokens with 8 heads each attend to fp8 cache rows of      *|
|* 512 latent and 64 rope elements.                                           *|
|*                                                                            *|
|*   spmla-gen --format fp8_scalar -o kernels                                 *|
|*   cc decode.c -lspmla_runtime -ldl -lm -o decode                           *|
|*   ./decode kernels/NAME.hsaco                         on a GPU             *|
|*   ./decode kernels/NAME.hsaco libspmla_hipemu.so      on the emulator      *|
|*                                                                            *|
|* A server is linked with HIP. This file needs no ROCm to build, so it takes *|
|* the few HIP functions of a server from the library that the runtime found. *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "spmla-c/spmla.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 2, HEADS = 8, LATENT = 512, ROPE = 64, ROW = LATENT + ROPE };
enum { SLOTS = 1024, HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2 };

static int (*hipMalloc)(void **, size_t);
static int (*hipMemcpy)(void *, const void *, size_t, int);
static int (*hipFree)(void *);
static int (*hipStreamCreate)(void **);
static int (*hipStreamSynchronize)(void *);
static int (*hipStreamDestroy)(void *);

static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}

static void check(spmla_status status, const char *what) {
  if (status != SPMLA_SUCCESS)
    fail(what, spmla_last_error());
}

static void checkHip(int code, const char *what) {
  if (code != 0)
    fail(what, "HIP reported an error");
}

static void findHip(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library)
    fail(path, dlerror());
  /* POSIX: an object pointer from dlsym may be stored in a function pointer. */
  *(void **)&hipMalloc = dlsym(library, "hipMalloc");
  *(void **)&hipMemcpy = dlsym(library, "hipMemcpy");
  *(void **)&hipFree = dlsym(library, "hipFree");
  *(void **)&hipStreamCreate = dlsym(library, "hipStreamCreate");
  *(void **)&hipStreamSynchronize = dlsym(library, "hipStreamSynchronize");
  *(void **)&hipStreamDestroy = dlsym(library, "hipStreamDestroy");
  if (!hipMalloc || !hipMemcpy || !hipFree || !hipStreamCreate ||
      !hipStreamSynchronize || !hipStreamDestroy)
    fail(path, "lacks a HIP function");
}

static void *toDevice(const void *data, size_t bytes) {
  void *pointer;
  checkHip(hipMalloc(&pointer, bytes), "hipMalloc");
  checkHip(hipMemcpy(pointer, data, bytes, HOST_TO_DEVICE), "hipMemcpy");
  return pointer;
}

int main(int argc, char **argv) {
  if (argc < 2)
    fail("usage", "decode KERNEL.hsaco [HIP_LIBRARY]");
  spmla_runtime *runtime;
  check(spmla_runtime_create(SPMLA_API_VERSION, argc > 2 ? argv[2] : NULL,
                             &runtime),
        "spmla_runtime_create");
  printf("HIP library: %s, device: %s\n", spmla_runtime_library(runtime),
         spmla_runtime_device_arch(runtime, 0));
  findHip(spmla_runtime_library(runtime));

  spmla_kernel *kernel;
  check(spmla_kernel_load(runtime, 0, argv[1], &kernel), "spmla_kernel_load");

  /* Row s of the cache holds e4m3fn 1.0 (code 0x38) in every latent column, or
   * 2.0 (0x40) if s is odd, and 0 in the rope columns. */
  unsigned char *rows = calloc(SLOTS, ROW);
  if (!rows)
    fail("calloc", "out of memory");
  for (int slot = 0; slot < SLOTS; ++slot)
    memset(rows + slot * ROW, slot % 2 ? 0x40 : 0x38, LATENT);
  /* bf16 zeros: every listed row gets the same weight. */
  uint16_t q[TOKENS * HEADS * ROW] = {0};
  uint16_t out[TOKENS * HEADS * LATENT];
  float lse[TOKENS * HEADS];
  /* Token 0 lists two slots and a hole, token 1 three. */
  const int32_t indices[] = {10, -1, 11, 1, 3, 1022};
  const int32_t indptr[] = {0, 3, 6};
  const float kvScale = 0.5f;

  spmla_attention problem;
  memset(&problem, 0, sizeof problem);
  problem.struct_size = sizeof problem;
  problem.cache_format = SPMLA_CACHE_FP8_SCALAR;
  problem.cache_encoding = SPMLA_ENCODING_E4M3FN;
  problem.q_encoding = SPMLA_ENCODING_BF16;
  problem.latent = LATENT;
  problem.rope = ROPE;
  problem.value = LATENT;
  problem.queries = TOKENS;
  problem.heads = HEADS;
  problem.q = toDevice(q, sizeof q);
  problem.q_query_stride = HEADS * ROW;
  problem.q_head_stride = ROW;
  problem.q_element_stride = 1;
  problem.cache = toDevice(rows, (size_t)SLOTS * ROW);
  problem.cache_page_stride = ROW;
  problem.page_size = 1;
  problem.num_slots = SLOTS;
  problem.indices = toDevice(indices, sizeof indices);
  problem.indptr = toDevice(indptr, sizeof indptr);
  problem.out = toDevice(out, sizeof out);
  problem.out_query_stride = HEADS * LATENT;
  problem.out_head_stride = LATENT;
  problem.out_element_stride = 1;
  problem.lse = toDevice(lse, sizeof lse);
  problem.lse_query_stride = HEADS;
  problem.lse_head_stride = 1;
  problem.softmax_scale = 0.0625f;
  problem.kv_scale_value = 1;
  problem.kv_scale = toDevice(&kvScale, sizeof kvScale);
  checkHip(hipStreamCreate(&problem.stream), "hipStreamCreate");

  check(spmla_attention_launch(kernel, &problem), "spmla_attention_launch");
  checkHip(hipStreamSynchronize(problem.stream), "hipStreamSynchronize");
  checkHip(hipMemcpy(out, problem.out, sizeof out, DEVICE_TO_HOST),
           "hipMemcpy");
  checkHip(hipMemcpy(lse, problem.lse, sizeof lse, DEVICE_TO_HOST),
           "hipMemcpy");
  for (int token = 0; token < TOKENS; ++token) {
    uint32_t bits = (uint32_t)out[token * HEADS * LATENT] << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    printf("token %d: out %.3f, exp(lse) %.3f\n", token, value,
           exp(lse[token * HEADS]));
  }

  hipFree((void *)problem.q);
  hipFree((void *)problem.cache);
  hipFree((void *)problem.indices);
  hipFree((void *)problem.indptr);
  hipFree(problem.out);
  hipFree(problem.lse);
  hipFree((void *)problem.kv_scale);
  hipStreamDestroy(problem.stream);
  free(rows);
  check(spmla_kernel_destroy(kernel), "spmla_kernel_destroy");
  spmla_runtime_destroy(runtime);
  return 0;
}
