//===- GraphApi.cpp - Graphs as a whole -----------------------------------===//

#include "Capture.h"
#include "Graph.h"
#include "State.h"

#include <algorithm>

using namespace spmla;
using namespace spmla::hip;
using emu::failed;
using emu::State;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

hipError_t nullPointer() {
  return failed(hipErrorInvalidValue,
                "expects the result pointer to be no null pointer");
}
hipError_t unknown(const char *what) {
  return failed(hipErrorInvalidValue,
                std::string("expects a live ") + what + ", got an unknown one");
}

} // namespace

SPMLA_HIP_API hipError_t hipGraphCreate(hipGraph_t *graph, unsigned flags) {
  if (!graph || flags)
    return failed(hipErrorInvalidValue,
                  "expects a graph pointer and flags of 0, got flags " +
                      std::to_string(flags));
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  State &s = State::get();
  Lock lock(s.mutex);
  *graph = new ihipGraph();
  s.graphs.insert(*graph);
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipGraphDestroy(hipGraph_t graph) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.graphs.count(graph))
    return unknown("graph");
  for (const emu::CapturePtr &capture : s.captures())
    if (capture->graph == graph)
      return failed(hipErrorIllegalState,
                    "expects the graph's capture to have ended, got capture " +
                        std::to_string(capture->id));
  s.graphs.erase(graph);
  delete graph;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipGraphInstantiateWithFlags(
    hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags) {
  if (!exec)
    return nullPointer();
  if (flags &
      ~(kGraphInstantiateAutoFreeOnLaunch | kGraphInstantiateUseNodePriority))
    return failed(
        hipErrorInvalidValue,
        "expects flags of AutoFreeOnLaunch and UseNodePriority, got " +
            std::to_string(flags));
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.graphs.count(graph))
    return unknown("graph");
  auto made = std::make_unique<hipGraphExec>();
  made->steps = emu::stepsOf(*graph);
  made->order = emu::orderOf(made->steps);
  if (made->order.size() < made->steps.size())
    return failed(hipErrorInvalidValue,
                  "expects no node to depend on itself, got a cycle");
  *exec = made.release();
  s.graphExecs.insert(*exec);
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipGraphInstantiate(hipGraphExec_t *exec,
                                             hipGraph_t graph,
                                             hipGraphNode_t *errorNode,
                                             char *log, size_t logBytes) {
  if (errorNode)
    *errorNode = nullptr;
  if (log && logBytes)
    *log = 0;
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}

SPMLA_HIP_API hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.graphExecs.erase(exec))
    return unknown("executable graph");
  delete exec;
  return hipSuccess;
}

// Nothing has to be prepared.
SPMLA_HIP_API hipError_t hipGraphUpload(hipGraphExec_t exec,
                                        hipStream_t stream) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.graphExecs.count(exec))
    return unknown("executable graph");
  return emu::findStream(stream) ? hipSuccess : emu::unknownStream();
}

SPMLA_HIP_API hipError_t hipGraphLaunch(hipGraphExec_t exec,
                                        hipStream_t stream) {
  std::vector<emu::WorkPtr> works;
  {
    State &s = State::get();
    Lock lock(s.mutex);
    if (!s.graphExecs.count(exec))
      return unknown("executable graph");
    ihipStream_t *found = nullptr;
    hipError_t error = emu::streamForWork(stream, found);
    if (error != hipSuccess)
      return error;
    if (found->capture) {
      found->capture->invalidated = true;
      return failed(hipErrorStreamCaptureUnsupported,
                    "expects a graph to be launched on a stream that is not "
                    "captured, got one of capture " +
                        std::to_string(found->capture->id));
    }
    for (size_t step : exec->order) {
      works.push_back(exec->steps[step].work);
      error = works.back()->check(found->device);
      if (error != hipSuccess)
        return error;
    }
  }
  for (const emu::WorkPtr &work : works) {
    hipError_t error = emu::runOn(stream, *work);
    if (error != hipSuccess)
      return error;
  }
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipGraphExecUpdate(hipGraphExec_t exec,
                                            hipGraph_t graph,
                                            hipGraphNode_t *errorNode,
                                            hipGraphExecUpdateResult *result) {
  if (!errorNode || !result)
    return nullPointer();
  *errorNode = nullptr;
  *result = hipGraphExecUpdateError;
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.graphExecs.count(exec))
    return unknown("executable graph");
  if (!s.graphs.count(graph))
    return unknown("graph");
  auto refused = [&](hipGraphExecUpdateResult why, const std::string &text) {
    *result = why;
    return failed(hipErrorGraphExecUpdateFailure, text);
  };
  std::vector<hipGraphExec::Step> steps = emu::stepsOf(*graph);
  if (steps.size() != exec->steps.size())
    return refused(hipGraphExecUpdateErrorTopologyChanged,
                   "expects a graph of " + std::to_string(exec->steps.size()) +
                       " nodes as before, got " + std::to_string(steps.size()));
  for (size_t i = 0; i < steps.size(); ++i) {
    const hipGraphExec::Step &before = exec->steps[i];
    *errorNode = graph->nodes[i].get();
    if (steps[i].work->type() != before.work->type())
      return refused(hipGraphExecUpdateErrorNodeTypeChanged,
                     "expects node " + std::to_string(i) +
                         " to be of its former type, " +
                         std::to_string(before.work->type()) + ", got " +
                         std::to_string(steps[i].work->type()));
    if (steps[i].dependencies != before.dependencies)
      return refused(hipGraphExecUpdateErrorTopologyChanged,
                     "expects node " + std::to_string(i) +
                         " to have its former dependencies, got others");
  }
  // The nodes' ids stay those of the graph it was instantiated from.
  for (size_t i = 0; i < steps.size(); ++i)
    exec->steps[i].work = steps[i].work;
  *errorNode = nullptr;
  *result = hipGraphExecUpdateSuccess;
  return hipSuccess;
}
