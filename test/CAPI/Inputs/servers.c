/* Threads that serve at once, on two devices by turns: each loads the kernel,
 * captures a launch of it on a stream of its own and replays that, while
 * another thread loads and unloads the same kernel. All results must be those
 * of one direct launch. */

#include "spmla-c/spmla.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  TOKENS = 2,
  HEADS = 8,
  LATENT = 512,
  ROW = 576,
  SLOTS = 64,
  LISTED = 70
};
enum { DEVICES = 2, THREADS = 4, ROUNDS = 2, REPLAYS = 2 };
enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2, CAPTURE_THREAD_LOCAL = 1 };

static int (*hipSetDevice)(int);
static int (*hipMalloc)(void **, size_t);
static int (*hipFree)(void *);
static int (*hipMemcpyAsync)(void *, const void *, size_t, int, void *);
static int (*hipStreamCreate)(void **);
static int (*hipStreamDestroy)(void *);
static int (*hipStreamSynchronize)(void *);
static int (*hipStreamBeginCapture)(void *, int);
static int (*hipStreamEndCapture)(void *, void **);
static int (*hipGraphInstantiate)(void **, void *, void **, char *, size_t);
static int (*hipGraphLaunch)(void *, void *);
static int (*hipGraphExecDestroy)(void *);
static int (*hipGraphDestroy)(void *);

typedef struct {
  uint16_t q[TOKENS * HEADS * ROW]; /* bf16 */
  uint8_t cache[SLOTS * ROW];       /* e4m3fn */
  int32_t indices[TOKENS * LISTED];
  int32_t indptr[TOKENS + 1];
  float kvScale;
} Inputs;
typedef struct {
  uint16_t out[TOKENS * HEADS * LATENT]; /* bf16 */
} Outputs;

static const char *hsaco;
static spmla_runtime *runtime;
static Inputs inputs;
static Outputs expected;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int served; /* threads that are done; guarded by mutex */

static void hip(int code, const char *call) {
  if (code != 0) {
    fprintf(stderr, "%s returned %d\n", call, code);
    exit(1);
  }
}
#define HIP(CALL) hip(CALL, #CALL)

static void check(spmla_status status) {
  if (status != SPMLA_SUCCESS) {
    fprintf(stderr, "%s\n", spmla_last_error());
    exit(1);
  }
}

static void findHip(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
#define FIND(NAME)                                                             \
  if (!library || !(*(void **)&NAME = dlsym(library, #NAME)))                  \
  exit(1)
  FIND(hipSetDevice);
  FIND(hipMalloc);
  FIND(hipFree);
  FIND(hipMemcpyAsync);
  FIND(hipStreamCreate);
  FIND(hipStreamDestroy);
  FIND(hipStreamSynchronize);
  FIND(hipStreamBeginCapture);
  FIND(hipStreamEndCapture);
  FIND(hipGraphInstantiate);
  FIND(hipGraphLaunch);
  FIND(hipGraphExecDestroy);
  FIND(hipGraphDestroy);
}

static void fill(void) {
  for (size_t i = 0; i < sizeof inputs.q / sizeof *inputs.q; ++i)
    inputs.q[i] = (uint16_t)(0x3e80 + i * 37 % 256);
  for (size_t i = 0; i < sizeof inputs.cache; ++i)
    inputs.cache[i] = (uint8_t)(i * 101 % 0x7f + i / 7 % 2 * 128);
  for (int i = 0; i < TOKENS * LISTED; ++i)
    inputs.indices[i] = i * 11 % SLOTS;
  for (int i = 0; i <= TOKENS; ++i)
    inputs.indptr[i] = i * LISTED;
  inputs.kvScale = 0.25f;
}

static spmla_attention describe(Inputs *in, Outputs *out, void *stream) {
  spmla_attention problem;
  memset(&problem, 0, sizeof problem);
  problem.struct_size = sizeof problem;
  problem.cache_format = SPMLA_CACHE_FP8_SCALAR;
  problem.cache_encoding = SPMLA_ENCODING_E4M3FN;
  problem.q_encoding = SPMLA_ENCODING_BF16;
  problem.latent = LATENT;
  problem.rope = ROW - LATENT;
  problem.value = LATENT;
  problem.queries = TOKENS;
  problem.heads = HEADS;
  problem.q = in->q;
  problem.q_query_stride = HEADS * ROW;
  problem.q_head_stride = ROW;
  problem.q_element_stride = 1;
  problem.cache = in->cache;
  problem.cache_page_stride = ROW;
  problem.page_size = 1;
  problem.num_slots = SLOTS;
  problem.indices = in->indices;
  problem.indptr = in->indptr;
  problem.out = out->out;
  problem.out_query_stride = HEADS * LATENT;
  problem.out_head_stride = LATENT;
  problem.out_element_stride = 1;
  problem.softmax_scale = 1.0f / 64;
  problem.kv_scale_value = 1;
  problem.kv_scale = &in->kvScale;
  problem.stream = stream;
  return problem;
}

/* What a thread holds for one round. */
typedef struct {
  spmla_kernel *kernel;
  Inputs *in;
  Outputs *out;
  void *stream;
  spmla_attention problem;
} Session;

static Session begin(int device) {
  Session s;
  HIP(hipSetDevice(device));
  check(spmla_kernel_load(runtime, device, hsaco, &s.kernel));
  HIP(hipMalloc((void **)&s.in, sizeof *s.in));
  HIP(hipMalloc((void **)&s.out, sizeof *s.out));
  HIP(hipStreamCreate(&s.stream));
  HIP(hipMemcpyAsync(s.in, &inputs, sizeof inputs, HOST_TO_DEVICE, s.stream));
  s.problem = describe(s.in, s.out, s.stream);
  return s;
}

/* A launch, and the copy of its result. */
static void enqueue(const Session *s, Outputs *result) {
  check(spmla_attention_launch(s->kernel, &s->problem));
  HIP(hipMemcpyAsync(result, s->out, sizeof *result, DEVICE_TO_HOST,
                     s->stream));
}

static void end(const Session *s) {
  HIP(hipStreamDestroy(s->stream));
  HIP(hipFree(s->in));
  HIP(hipFree(s->out));
  check(spmla_kernel_destroy(s->kernel));
}

static void serveRound(int device) {
  Session s = begin(device);
  Outputs result;
  void *graph, *exec;
  HIP(hipStreamBeginCapture(s.stream, CAPTURE_THREAD_LOCAL));
  enqueue(&s, &result);
  HIP(hipStreamEndCapture(s.stream, &graph));
  HIP(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
  HIP(hipGraphDestroy(graph));
  for (int i = 0; i < REPLAYS; ++i) {
    memset(&result, 0xff, sizeof result);
    HIP(hipGraphLaunch(exec, s.stream));
    HIP(hipStreamSynchronize(s.stream));
    if (memcmp(&result, &expected, sizeof result) != 0) {
      fprintf(stderr, "device %d, replay %d: other results\n", device, i);
      exit(1);
    }
  }
  HIP(hipGraphExecDestroy(exec));
  end(&s);
}

static void *serve(void *number) {
  for (int round = 0; round < ROUNDS; ++round)
    serveRound((*(int *)number + round) % DEVICES);
  pthread_mutex_lock(&mutex);
  ++served;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *loadAndUnload(void *unused) {
  (void)unused;
  for (int goOn = 1; goOn;) {
    for (int device = 0; device < DEVICES; ++device) {
      Session s = begin(device);
      end(&s);
    }
    pthread_mutex_lock(&mutex);
    goOn = served < THREADS;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  hsaco = argv[1];
  check(spmla_runtime_create(SPMLA_API_VERSION, argv[2], &runtime));
  findHip(argv[2]);
  printf("devices: %d\n", spmla_runtime_device_count(runtime));
  fill();
  Session direct = begin(0);
  enqueue(&direct, &expected);
  HIP(hipStreamSynchronize(direct.stream));
  end(&direct);
  printf("direct: %s\n", expected.out[0] ? "not zero" : "zero");

  pthread_t servers[THREADS], other;
  int numbers[THREADS];
  pthread_create(&other, NULL, loadAndUnload, NULL);
  for (int i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    pthread_create(&servers[i], NULL, serve, &numbers[i]);
  }
  for (int i = 0; i < THREADS; ++i)
    pthread_join(servers[i], NULL);
  pthread_join(other, NULL);
  spmla_runtime_destroy(runtime);
  printf("served: %d\n", served);
  return 0;
}
