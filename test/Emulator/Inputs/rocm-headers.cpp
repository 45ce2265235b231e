// Graphs, capture and modules through ROCm's own header: types, numbers and
// functions are what AMD declares. Adds vectors with the kernel of
// examples/hip-vector-add.

#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(CALL)                                                            \
  do {                                                                         \
    if (hipError_t error = (CALL)) {                                           \
      std::printf("%s: %s\n", #CALL, hipGetErrorName(error));                  \
      std::exit(1);                                                            \
    }                                                                          \
  } while (false)

int main(int, char **argv) {
  constexpr unsigned count = 100;
  constexpr size_t bytes = count * sizeof(float);
  hipModule_t module;
  hipFunction_t add;
  CHECK(hipModuleLoad(&module, argv[1]));
  CHECK(hipModuleGetFunction(&add, module, "vector_add"));
  void *a, *b, *sum;
  CHECK(hipMalloc(&a, bytes));
  CHECK(hipMalloc(&b, bytes));
  CHECK(hipMalloc(&sum, bytes));
  std::vector<float> host(count, 0);
  auto read = [&] {
    CHECK(hipMemcpy(host.data(), sum, bytes, hipMemcpyDeviceToHost));
    return host[count - 1];
  };

  // A graph by hand: a = 1.0, b = a, sum = a + b.
  hipGraph_t graph;
  hipGraphNode_t fill, copy, launch;
  CHECK(hipGraphCreate(&graph, 0));
  hipMemsetParams ones = {};
  ones.dst = a;
  ones.elementSize = 4;
  ones.width = count;
  ones.height = 1;
  ones.value = 0x3f800000;
  CHECK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &ones));
  hipMemcpy3DParms block = {};
  block.srcPtr = make_hipPitchedPtr(a, bytes, bytes, 1);
  block.dstPtr = make_hipPitchedPtr(b, bytes, bytes, 1);
  block.extent = make_hipExtent(bytes, 1, 1);
  block.kind = hipMemcpyDeviceToDevice;
  CHECK(hipGraphAddMemcpyNode(&copy, graph, &fill, 1, &block));
  unsigned n = count;
  void *arguments[] = {&a, &b, &sum, &n};
  hipKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void *>(add);
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = arguments;
  CHECK(hipGraphAddKernelNode(&launch, graph, &copy, 1, &kernel));
  hipGraphExec_t exec;
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(exec, nullptr));
  std::printf("by hand: %g\n", read());

  hipKernelNodeParams back;
  CHECK(hipGraphKernelNodeGetParams(launch, &back));
  std::printf("block %u x %u x %u, count %u\n", back.blockDim.x,
              back.blockDim.y, back.blockDim.z,
              *static_cast<unsigned *>(back.kernelParams[3]));
  void *others[] = {&a, &sum, &sum, &n};
  kernel.kernelParams = others;
  CHECK(hipGraphExecKernelNodeSetParams(exec, launch, &kernel));
  CHECK(hipGraphLaunch(exec, nullptr));
  std::printf("other arguments: %g\n", read());

  // A captured one, with a fork: sum = 1.0 + 3.0.
  hipStream_t stream, side;
  hipEvent_t fork, join;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipStreamCreate(&side));
  CHECK(hipEventCreate(&fork));
  CHECK(hipEventCreate(&join));
  std::vector<float> threes(count, 3);
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  CHECK(hipEventRecord(fork, stream));
  CHECK(hipStreamWaitEvent(side, fork, 0));
  CHECK(hipMemcpyAsync(b, threes.data(), bytes, hipMemcpyHostToDevice, side));
  CHECK(hipEventRecord(join, side));
  CHECK(hipStreamWaitEvent(stream, join, 0));
  CHECK(hipModuleLaunchKernel(add, 1, 1, 1, 128, 1, 1, 0, stream, arguments,
                              nullptr));
  hipStreamCaptureStatus status;
  unsigned long long id;
  CHECK(hipStreamGetCaptureInfo(side, &status, &id));
  hipGraph_t captured;
  hipGraphExec_t capturedExec;
  CHECK(hipStreamEndCapture(stream, &captured));
  size_t nodes = 0;
  CHECK(hipGraphGetNodes(captured, nullptr, &nodes));
  std::printf("captured %zu nodes, status was %d\n", nodes, status);
  CHECK(hipGraphInstantiateWithFlags(&capturedExec, captured, 0));
  CHECK(hipGraphLaunch(capturedExec, stream));
  CHECK(hipStreamSynchronize(stream));
  std::printf("captured: %g\n", read());

  // What HIP refuses, by its own names.
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  std::printf("%s\n", hipGetErrorName(hipDeviceSynchronize()));
  std::printf("%s\n", hipGetErrorName(hipStreamEndCapture(stream, &captured)));
  hipGraphNode_t errorNode;
  hipGraphExecUpdateResult result;
  std::printf("%s\n", hipGetErrorName(hipGraphExecUpdate(capturedExec, graph,
                                                         &errorNode, &result)));
  std::printf("topology changed: %d\n",
              result == hipGraphExecUpdateErrorTopologyChanged);
}
