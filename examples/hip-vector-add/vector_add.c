//===- vector_add.c - A program that knows HIP only ---------------------===//
//
// Loads a code object, launches its kernel and reads the result, with the
// module functions of HIP and nothing of this project. What it runs on is
// the libamdhip64 that the dynamic linker finds: a GPU's, or the emulator's.
//
//   flags="-target amdgcn-amd-amdhsa -mcpu=gfx950 -nogpulib -O2"
//   clang-22 $flags -o kernel.hsaco kernel.c
//   cc vector_add.c -L/opt/rocm/lib -lamdhip64 -o vector_add
//   ./vector_add kernel.hsaco                                on a GPU
//   LD_LIBRARY_PATH=build/lib/hip ./vector_add kernel.hsaco  on the emulator
//
// Without ROCm, link with -Lbuild/lib/hip instead. The declarations below
// are those of <hip/hip_runtime_api.h>, so that the example needs no headers.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <stdlib.h>

typedef int hipError_t;
typedef void *hipModule_t, *hipFunction_t, *hipStream_t;
enum { hipMemcpyHostToDevice = 1, hipMemcpyDeviceToHost = 2 };
hipError_t hipInit(unsigned flags);
hipError_t hipDeviceGetName(char *name, int length, int device);
hipError_t hipMalloc(void **pointer, size_t bytes);
hipError_t hipFree(void *pointer);
hipError_t hipMemcpy(void *to, const void *from, size_t bytes, int kind);
hipError_t hipModuleLoad(hipModule_t *module, const char *path);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module,
                                const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX,
                                 unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY,
                                 unsigned blockZ, unsigned sharedBytes,
                                 hipStream_t stream, void **arguments,
                                 void **extra);
hipError_t hipDeviceSynchronize(void);
const char *hipGetErrorString(hipError_t error);

static void check(hipError_t error, const char *call) {
  if (error != 0) {
    fprintf(stderr, "%s: %s\n", call, hipGetErrorString(error));
    exit(1);
  }
}
#define CHECK(call) check(call, #call)

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: vector_add KERNEL.hsaco\n");
    return 1;
  }
  enum { COUNT = 1000, BLOCK = 256 };
  static float a[COUNT], b[COUNT], sum[COUNT];
  for (int i = 0; i < COUNT; ++i) {
    a[i] = 0.5f * i;
    b[i] = 1000 - i;
  }

  CHECK(hipInit(0));
  char name[256];
  CHECK(hipDeviceGetName(name, sizeof name, 0));
  printf("device: %s\n", name);

  hipModule_t module;
  hipFunction_t kernel;
  CHECK(hipModuleLoad(&module, argv[1]));
  CHECK(hipModuleGetFunction(&kernel, module, "vector_add"));

  void *deviceA, *deviceB, *deviceSum;
  CHECK(hipMalloc(&deviceA, sizeof a));
  CHECK(hipMalloc(&deviceB, sizeof b));
  CHECK(hipMalloc(&deviceSum, sizeof sum));
  CHECK(hipMemcpy(deviceA, a, sizeof a, hipMemcpyHostToDevice));
  CHECK(hipMemcpy(deviceB, b, sizeof b, hipMemcpyHostToDevice));

  unsigned count = COUNT;
  void *arguments[] = {&deviceA, &deviceB, &deviceSum, &count};
  CHECK(hipModuleLaunchKernel(kernel, (COUNT + BLOCK - 1) / BLOCK, 1, 1, BLOCK,
                              1, 1, 0, NULL, arguments, NULL));
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpy(sum, deviceSum, sizeof sum, hipMemcpyDeviceToHost));

  int wrong = 0;
  for (int i = 0; i < COUNT; ++i)
    wrong += sum[i] != a[i] + b[i];
  printf("%d of %d sums are wrong\n", wrong, COUNT);

  CHECK(hipFree(deviceA));
  CHECK(hipFree(deviceB));
  CHECK(hipFree(deviceSum));
  CHECK(hipModuleUnload(module));
  return wrong != 0;
}
