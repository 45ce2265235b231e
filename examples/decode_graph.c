/*===- decode_graph.c - A decode step in a HIP graph ------------*- C -*-===*\
|*                                                                        *|
|* What a server does to save its launches: it captures a decode step of  *|
|* a fixed batch size once, and from then on writes each step's queries,  *|
|* lists and cache rows into the same buffers and launches the graph.     *|
|* A step with fewer tokens gives its last rows empty lists: their output *|
|* is zero, and their log-sum-exp -inf.                                   *|
|*                                                                        *|
|*   spmla-gen --format fp8_scalar -o kernels                             *|
|*   cc decode_graph.c -lspmla_runtime -ldl -o decode_graph               *|
|*   ./decode_graph kernels/NAME.hsaco                    on a GPU        *|
|*   ./decode_graph kernels/NAME.hsaco libspmla_hipemu.so on the emulator *|
|*                                                                        *|
|* Every step is launched directly, too, and must give the same bits.     *|
|*                                                                        *|
|* A server is linked with HIP. This file needs no ROCm to build, so it   *|
|* takes the HIP functions from the library that the runtime found.       *|
|*                                                                        *|
\*===--------------------------------------------------------------------===*/

#include "spmla-c/spmla.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 4, HEADS = 8, LATENT = 512, ROPE = 64, ROW = LATENT + ROPE };
enum { SLOTS = 300, LISTED = 100, STEPS = 3 };
enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2, CAPTURE_GLOBAL = 0 };

static int (*hipMalloc)(void **, size_t);
static int (*hipFree)(void *);
static int (*hipMemcpy)(void *, const void *, size_t, int);
static int (*hipMemset)(void *, int, size_t);
static int (*hipStreamCreate)(void **);
static int (*hipStreamDestroy)(void *);
static int (*hipStreamSynchronize)(void *);
static int (*hipStreamBeginCapture)(void *, int);
static int (*hipStreamEndCapture)(void *, void **);
static int (*hipGraphGetNodes)(void *, void **, size_t *);
static int (*hipGraphInstantiate)(void **, void *, void **, char *, size_t);
static int (*hipGraphLaunch)(void *, void *);
static int (*hipGraphExecDestroy)(void *);
static int (*hipGraphDestroy)(void *);

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
#define FIND(NAME)                                                             \
  if (!(*(void **)&NAME = dlsym(library, #NAME)))                              \
  fail(path, "lacks " #NAME)
  FIND(hipMalloc);
  FIND(hipFree);
  FIND(hipMemcpy);
  FIND(hipMemset);
  FIND(hipStreamCreate);
  FIND(hipStreamDestroy);
  FIND(hipStreamSynchronize);
  FIND(hipStreamBeginCapture);
  FIND(hipStreamEndCapture);
  FIND(hipGraphGetNodes);
  FIND(hipGraphInstantiate);
  FIND(hipGraphLaunch);
  FIND(hipGraphExecDestroy);
  FIND(hipGraphDestroy);
}

/* What the kernel reads in one step. */
typedef struct {
  uint16_t q[TOKENS * HEADS * ROW]; /* bf16 */
  uint8_t cache[SLOTS * ROW];       /* e4m3fn */
  int32_t indices[TOKENS * LISTED];
  int32_t indptr[TOKENS + 1];
  float kvScale;
} Inputs;

/* What it writes. */
typedef struct {
  uint16_t out[TOKENS * HEADS * LATENT]; /* bf16 */
  float lse[TOKENS * HEADS];
} Outputs;

static uint32_t randomBits(void) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

/* The step of `tokens` tokens, each with another number of slots, one of them
 * a hole. */
static void fill(Inputs *in, int tokens) {
  for (size_t i = 0; i < sizeof in->q / sizeof *in->q; ++i) /* +-[0.5, 2) */
    in->q[i] = (uint16_t)(0x3f00 + randomBits() % 256 +
                          (randomBits() % 2 ? 0x8000 : 0));
  for (size_t i = 0; i < sizeof in->cache; ++i) /* any but the NaNs */
    in->cache[i] =
        (uint8_t)(randomBits() % 0x7f + (randomBits() % 2 ? 128 : 0));
  in->indptr[0] = 0;
  for (int t = 0; t < TOKENS; ++t) {
    int listed = t < tokens ? LISTED / (t + 1) : 0;
    in->indptr[t + 1] = in->indptr[t] + listed;
    for (int i = in->indptr[t]; i < in->indptr[t + 1]; ++i)
      in->indices[i] = i % 7 == 3 ? -1 : (int32_t)(randomBits() % SLOTS);
  }
  in->kvScale = 1.0f / (float)(1 + tokens);
}

static void upload(Inputs *device, const Inputs *host) {
  checkHip(hipMemcpy(device, host, sizeof *host, HOST_TO_DEVICE), "hipMemcpy");
}

/* The results, which are overwritten with NaNs behind the call. */
static void take(Outputs *host, Outputs *device) {
  checkHip(hipMemcpy(host, device, sizeof *host, DEVICE_TO_HOST), "hipMemcpy");
  checkHip(hipMemset(device, 0xff, sizeof *device), "hipMemset");
}

int main(int argc, char **argv) {
  if (argc < 2)
    fail("usage", "decode_graph KERNEL.hsaco [HIP_LIBRARY]");
  spmla_runtime *runtime;
  check(spmla_runtime_create(SPMLA_API_VERSION, argc > 2 ? argv[2] : NULL,
                             &runtime),
        "spmla_runtime_create");
  findHip(spmla_runtime_library(runtime));
  spmla_kernel *kernel;
  check(spmla_kernel_load(runtime, 0, argv[1], &kernel), "spmla_kernel_load");

  static Inputs in;
  static Outputs direct, replayed;
  Inputs *deviceIn;
  Outputs *deviceOut;
  checkHip(hipMalloc((void **)&deviceIn, sizeof in), "hipMalloc");
  checkHip(hipMalloc((void **)&deviceOut, sizeof direct), "hipMalloc");
  checkHip(hipMemset(deviceOut, 0xff, sizeof direct), "hipMemset");

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
  problem.q = deviceIn->q;
  problem.q_query_stride = HEADS * ROW;
  problem.q_head_stride = ROW;
  problem.q_element_stride = 1;
  problem.cache = deviceIn->cache;
  problem.cache_page_stride = ROW;
  problem.page_size = 1;
  problem.num_slots = SLOTS;
  problem.indices = deviceIn->indices;
  problem.indptr = deviceIn->indptr;
  problem.out = deviceOut->out;
  problem.out_query_stride = HEADS * LATENT;
  problem.out_head_stride = LATENT;
  problem.out_element_stride = 1;
  problem.lse = deviceOut->lse;
  problem.lse_query_stride = HEADS;
  problem.lse_head_stride = 1;
  problem.softmax_scale = 1.0f / 64;
  problem.kv_scale_value = 1;
  problem.kv_scale = &deviceIn->kvScale;
  void *stream;
  checkHip(hipStreamCreate(&stream), "hipStreamCreate");
  problem.stream = stream;

  /* The stream's first launch is the captured one: nothing has to be warm. */
  void *graph, *exec;
  size_t nodes = 0;
  checkHip(hipStreamBeginCapture(stream, CAPTURE_GLOBAL),
           "hipStreamBeginCapture");
  check(spmla_attention_launch(kernel, &problem), "spmla_attention_launch");
  checkHip(hipStreamEndCapture(stream, &graph), "hipStreamEndCapture");
  checkHip(hipGraphGetNodes(graph, NULL, &nodes), "hipGraphGetNodes");
  printf("nodes: %zu\n", nodes);
  checkHip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0),
           "hipGraphInstantiate");

  int wrong = 0;
  for (int step = 0; step < STEPS; ++step) {
    int tokens = TOKENS - step;
    fill(&in, tokens);
    upload(deviceIn, &in);
    checkHip(hipGraphLaunch(exec, stream), "hipGraphLaunch");
    checkHip(hipStreamSynchronize(stream), "hipStreamSynchronize");
    take(&replayed, deviceOut);
    check(spmla_attention_launch(kernel, &problem), "spmla_attention_launch");
    checkHip(hipStreamSynchronize(stream), "hipStreamSynchronize");
    take(&direct, deviceOut);

    int same = memcmp(&replayed, &direct, sizeof direct) == 0, empty = 1;
    for (int i = tokens * HEADS * LATENT; i < TOKENS * HEADS * LATENT; ++i)
      empty = empty && replayed.out[i] == 0;
    for (int i = tokens * HEADS; i < TOKENS * HEADS; ++i)
      empty = empty && replayed.lse[i] == -INFINITY;
    printf("step of %d tokens: replay %s, other rows %s, lse %.4f\n", tokens,
           same ? "as direct launch" : "DIFFERS", empty ? "empty" : "NOT EMPTY",
           replayed.lse[0]);
    wrong += !same || !empty;
  }

  checkHip(hipGraphExecDestroy(exec), "hipGraphExecDestroy");
  checkHip(hipGraphDestroy(graph), "hipGraphDestroy");
  checkHip(hipStreamDestroy(stream), "hipStreamDestroy");
  checkHip(hipFree(deviceIn), "hipFree");
  checkHip(hipFree(deviceOut), "hipFree");
  check(spmla_kernel_destroy(kernel), "spmla_kernel_destroy");
  spmla_runtime_destroy(runtime);
  return wrong != 0;
}
