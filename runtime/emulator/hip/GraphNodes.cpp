//===- GraphNodes.cpp - Nodes of graphs, and their parameters -------------===//

#include "Graph.h"
#include "KernelWork.h"
#include "MemoryWork.h"
#include "State.h"

#include <algorithm>

using namespace spmla;
using namespace spmla::hip;
using emu::failed;
using emu::State;
using emu::WorkPtr;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

hipError_t nullPointer(const char *what) {
  return failed(hipErrorInvalidValue,
                std::string("expects ") + what + " to be no null pointer");
}

hipError_t checkGraph(hipGraph_t graph) {
  return State::get().graphs.count(graph)
             ? hipSuccess
             : failed(hipErrorInvalidValue,
                      "expects a live graph, got an unknown one");
}
hipError_t checkNode(hipGraphNode_t node) {
  for (hipGraph_t graph : State::get().graphs)
    if (graph->has(node))
      return hipSuccess;
  return failed(hipErrorInvalidValue,
                "expects a node of a live graph, got an unknown one");
}

// Adds a node that does `work`, once work and dependencies are checked.
hipError_t addNode(hipGraphNode_t *node, hipGraph_t graph,
                   const hipGraphNode_t *dependencies, size_t count,
                   const WorkPtr &work) {
  if (!node)
    return nullPointer("the node pointer");
  if (count && !dependencies)
    return nullPointer("dependencies");
  std::vector<hipGraphNode_t> before;
  for (size_t i = 0; i < count; ++i) {
    if (!graph->has(dependencies[i]))
      return failed(hipErrorInvalidValue,
                    "expects dependencies to be nodes of the same graph, got "
                    "another as number " +
                        std::to_string(i));
    if (std::count(before.begin(), before.end(), dependencies[i]))
      return failed(hipErrorInvalidValue,
                    "expects each dependency once, got number " +
                        std::to_string(i) + " again");
    before.push_back(dependencies[i]);
  }
  hipError_t error = work->check(emu::thisThread().device);
  if (error == hipSuccess)
    *node = graph->add(work, before);
  return error;
}

// A kernel node's work from its parameters.
hipError_t makeKernel(const hipKernelNodeParams *p, WorkPtr &work) {
  if (!p)
    return nullPointer("parameters");
  auto function = static_cast<hipFunction_t>(p->func);
  if (!State::get().functions.count(function))
    return failed(hipErrorInvalidDeviceFunction,
                  "expects func to be a function of hipModuleGetFunction, got "
                  "an unknown one");
  std::shared_ptr<const emu::KernelWork> kernel;
  hipError_t error = emu::KernelWork::make(
      function, {p->gridDim.x, p->gridDim.y, p->gridDim.z},
      {p->blockDim.x, p->blockDim.y, p->blockDim.z}, p->sharedMemBytes,
      p->kernelParams, p->extra, kernel);
  work = kernel;
  return error;
}

hipError_t checkKernelNode(hipGraphNode_t node) {
  hipError_t error = checkNode(node);
  if (error == hipSuccess && node->work->type() != hipGraphNodeTypeKernel)
    return failed(hipErrorInvalidValue,
                  "expects a kernel node, got one of type " +
                      std::to_string(node->work->type()));
  return error;
}

// HIP's way to return a list: its length if `out` is null, or as much of it as
// fits in `count` entries, the others null.
hipError_t give(const std::vector<hipGraphNode_t> &list, hipGraphNode_t *out,
                size_t *count) {
  if (!count)
    return nullPointer("the count");
  if (out)
    for (size_t i = 0; i < *count; ++i)
      out[i] = i < list.size() ? list[i] : nullptr;
  *count = out ? std::min(*count, list.size()) : list.size();
  return hipSuccess;
}

} // namespace

SPMLA_HIP_API hipError_t hipGraphAddKernelNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies,
    size_t count, const hipKernelNodeParams *parameters) {
  Lock lock(State::get().mutex);
  WorkPtr work;
  hipError_t error = checkGraph(graph);
  if (error == hipSuccess)
    error = makeKernel(parameters, work);
  return error == hipSuccess ? addNode(node, graph, dependencies, count, work)
                             : error;
}

SPMLA_HIP_API hipError_t hipGraphAddMemcpyNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies,
    size_t count, const hipMemcpy3DParms *p) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  if (error != hipSuccess)
    return error;
  if (!p)
    return nullPointer("parameters");
  if (p->srcArray || p->dstArray)
    return failed(hipErrorNotSupported,
                  "expects a copy between linear memory, got a hipArray");
  auto place = [](const hipPitchedPtr &whole, const hipPos &at) {
    size_t plane = whole.pitch * whole.ysize;
    // A null pointer stays one, and another may go anywhere: the copy checks
    // it.
    auto address = reinterpret_cast<uintptr_t>(whole.ptr);
    if (address)
      address += at.z * plane + at.y * whole.pitch + at.x;
    return emu::CopyWork::Place{reinterpret_cast<void *>(address), whole.pitch,
                                plane};
  };
  return addNode(node, graph, dependencies, count,
                 std::make_shared<emu::CopyWork>(place(p->dstPtr, p->dstPos),
                                                 place(p->srcPtr, p->srcPos),
                                                 p->extent, p->kind));
}
SPMLA_HIP_API hipError_t hipGraphAddMemcpyNode1D(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies,
    size_t count, void *to, const void *from, size_t size, hipMemcpyKind kind) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  return error == hipSuccess
             ? addNode(node, graph, dependencies, count,
                       std::make_shared<emu::CopyWork>(to, from, size, kind))
             : error;
}

SPMLA_HIP_API hipError_t hipGraphAddMemsetNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies,
    size_t count, const hipMemsetParams *parameters) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  if (error != hipSuccess)
    return error;
  if (!parameters)
    return nullPointer("parameters");
  return addNode(node, graph, dependencies, count,
                 std::make_shared<emu::FillWork>(*parameters));
}

SPMLA_HIP_API hipError_t
hipGraphAddEmptyNode(hipGraphNode_t *node, hipGraph_t graph,
                     const hipGraphNode_t *dependencies, size_t count) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  return error == hipSuccess ? addNode(node, graph, dependencies, count,
                                       std::make_shared<emu::EmptyWork>())
                             : error;
}

SPMLA_HIP_API hipError_t hipGraphAddDependencies(hipGraph_t graph,
                                                 const hipGraphNode_t *from,
                                                 const hipGraphNode_t *to,
                                                 size_t count) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  if (error != hipSuccess)
    return error;
  if (count && (!from || !to))
    return nullPointer("from and to");
  for (size_t i = 0; i < count; ++i) {
    if (!graph->has(from[i]) || !graph->has(to[i]) || from[i] == to[i])
      return failed(hipErrorInvalidValue,
                    "expects edges between two nodes of the graph, got others "
                    "as number " +
                        std::to_string(i));
    std::vector<hipGraphNode_t> &before = to[i]->dependencies;
    if (std::count(before.begin(), before.end(), from[i]))
      return failed(hipErrorInvalidValue,
                    "expects new edges, got an old one as number " +
                        std::to_string(i));
    before.push_back(from[i]);
  }
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipGraphGetNodes(hipGraph_t graph,
                                          hipGraphNode_t *nodes,
                                          size_t *count) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  if (error != hipSuccess)
    return error;
  std::vector<hipGraphNode_t> list;
  for (const auto &node : graph->nodes)
    list.push_back(node.get());
  return give(list, nodes, count);
}
SPMLA_HIP_API hipError_t hipGraphGetRootNodes(hipGraph_t graph,
                                              hipGraphNode_t *nodes,
                                              size_t *count) {
  Lock lock(State::get().mutex);
  hipError_t error = checkGraph(graph);
  if (error != hipSuccess)
    return error;
  std::vector<hipGraphNode_t> list;
  for (const auto &node : graph->nodes)
    if (node->dependencies.empty())
      list.push_back(node.get());
  return give(list, nodes, count);
}
SPMLA_HIP_API hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node,
                                                     hipGraphNode_t *nodes,
                                                     size_t *count) {
  Lock lock(State::get().mutex);
  hipError_t error = checkNode(node);
  return error == hipSuccess ? give(node->dependencies, nodes, count) : error;
}

SPMLA_HIP_API hipError_t hipGraphNodeGetType(hipGraphNode_t node,
                                             hipGraphNodeType *type) {
  if (!type)
    return nullPointer("the result pointer");
  Lock lock(State::get().mutex);
  hipError_t error = checkNode(node);
  if (error == hipSuccess)
    *type = node->work->type();
  return error;
}

SPMLA_HIP_API hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node,
                                                     hipKernelNodeParams *p) {
  if (!p)
    return nullPointer("the result pointer");
  Lock lock(State::get().mutex);
  hipError_t error = checkKernelNode(node);
  if (error == hipSuccess)
    *p = static_cast<const emu::KernelWork &>(*node->work).parameters();
  return error;
}
SPMLA_HIP_API hipError_t
hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *p) {
  Lock lock(State::get().mutex);
  WorkPtr work;
  hipError_t error = checkKernelNode(node);
  if (error == hipSuccess)
    error = makeKernel(p, work);
  if (error == hipSuccess)
    node->work = work;
  return error;
}
SPMLA_HIP_API hipError_t hipGraphExecKernelNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const hipKernelNodeParams *p) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.graphExecs.count(exec))
    return failed(hipErrorInvalidValue,
                  "expects a live executable graph, got an unknown one");
  WorkPtr work;
  hipError_t error = checkKernelNode(node);
  if (error != hipSuccess)
    return error;
  hipGraphExec::Step *step = exec->find(node->id);
  if (!step)
    return failed(hipErrorInvalidValue,
                  "expects a node of the graph that was instantiated, got "
                  "another");
  error = makeKernel(p, work);
  if (error == hipSuccess)
    step->work = work;
  return error;
}
