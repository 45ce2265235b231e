//===- Graphs.h - HIP's calls for captures and graphs ---------*- C++ -*-===//

#ifndef SPMLA_UNITTESTS_EMULATOR_GRAPHS_H
#define SPMLA_UNITTESTS_EMULATOR_GRAPHS_H

#include "Device.h"

namespace spmla {
namespace hip {
extern "C" {
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipMemsetAsync(void *to, int value, size_t size, hipStream_t stream);
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph);
hipError_t hipStreamIsCapturing(hipStream_t stream,
                                hipStreamCaptureStatus *status);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream,
                                      hipStreamCaptureStatus *status,
                                      unsigned long long *id, hipGraph_t *graph,
                                      const hipGraphNode_t **dependencies,
                                      size_t *count);
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode);
hipError_t hipGraphCreate(hipGraph_t *graph, unsigned flags);
hipError_t hipGraphDestroy(hipGraph_t graph);
hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph,
                               hipGraphNode_t *errorNode, char *log,
                               size_t logBytes);
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *exec, hipGraph_t graph,
                                        unsigned long long flags);
hipError_t hipGraphExecDestroy(hipGraphExec_t exec);
hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t stream);
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream);
hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph,
                              hipGraphNode_t *errorNode,
                              hipGraphExecUpdateResult *result);
hipError_t hipGraphAddKernelNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *dependencies,
                                 size_t count,
                                 const hipKernelNodeParams *parameters);
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *dependencies,
                                 size_t count,
                                 const hipMemcpy3DParms *parameters);
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *node, hipGraph_t graph,
                                   const hipGraphNode_t *dependencies,
                                   size_t count, void *to, const void *from,
                                   size_t size, hipMemcpyKind kind);
hipError_t hipGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *dependencies,
                                 size_t count,
                                 const hipMemsetParams *parameters);
hipError_t hipGraphAddEmptyNode(hipGraphNode_t *node, hipGraph_t graph,
                                const hipGraphNode_t *dependencies,
                                size_t count);
hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                   const hipGraphNode_t *to, size_t count);
hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes,
                            size_t *count);
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *nodes,
                                size_t *count);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node,
                                       hipGraphNode_t *nodes, size_t *count);
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *type);
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node,
                                       hipKernelNodeParams *parameters);
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node,
                                       const hipKernelNodeParams *parameters);
hipError_t
hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                const hipKernelNodeParams *parameters);
}
} // namespace hip

namespace emutest {

// A stream that is destroyed with the object.
class Stream {
public:
  explicit Stream(unsigned flags = hip::kStreamDefault) {
    EXPECT_EQ(hip::hipStreamCreateWithFlags(&stream, flags), hip::hipSuccess);
  }
  ~Stream() { EXPECT_EQ(hip::hipStreamDestroy(stream), hip::hipSuccess); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  operator hip::hipStream_t() const { return stream; }

private:
  hip::hipStream_t stream = nullptr;
};

class Event {
public:
  Event() { EXPECT_EQ(hip::hipEventCreate(&event), hip::hipSuccess); }
  ~Event() { EXPECT_EQ(hip::hipEventDestroy(event), hip::hipSuccess); }
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  operator hip::hipEvent_t() const { return event; }

private:
  hip::hipEvent_t event = nullptr;
};

// Owns a graph and what was instantiated of it.
class Graph {
public:
  explicit Graph(hip::hipGraph_t graph) : graph(graph) {}
  Graph() { EXPECT_EQ(hip::hipGraphCreate(&graph, 0), hip::hipSuccess); }
  ~Graph() {
    if (exec) {
      EXPECT_EQ(hip::hipGraphExecDestroy(exec), hip::hipSuccess);
    }
    EXPECT_EQ(hip::hipGraphDestroy(graph), hip::hipSuccess);
  }
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;
  operator hip::hipGraph_t() const { return graph; }

  void instantiate() {
    EXPECT_EQ(hip::hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0),
              hip::hipSuccess)
        << spmla_emu_last_error();
  }
  std::vector<hip::hipGraphNode_t> nodes() const {
    size_t count = 0;
    EXPECT_EQ(hip::hipGraphGetNodes(graph, nullptr, &count), hip::hipSuccess);
    std::vector<hip::hipGraphNode_t> list(count);
    EXPECT_EQ(hip::hipGraphGetNodes(graph, list.data(), &count),
              hip::hipSuccess);
    return list;
  }

  hip::hipGraphExec_t exec = nullptr;

private:
  hip::hipGraph_t graph = nullptr;
};

inline std::vector<hip::hipGraphNode_t>
dependenciesOf(hip::hipGraphNode_t node) {
  size_t count = 0;
  EXPECT_EQ(hip::hipGraphNodeGetDependencies(node, nullptr, &count),
            hip::hipSuccess);
  std::vector<hip::hipGraphNode_t> list(count);
  EXPECT_EQ(hip::hipGraphNodeGetDependencies(node, list.data(), &count),
            hip::hipSuccess);
  return list;
}

} // namespace emutest
} // namespace spmla

#endif // SPMLA_UNITTESTS_EMULATOR_GRAPHS_H
