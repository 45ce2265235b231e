//===- GraphTest.cpp - Graphs built by hand, and launched -----------------===//

#include "Graphs.h"

#include <cstring>
#include <numeric>

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

using Nodes = std::vector<hipGraphNode_t>;

hipGraphNode_t addFill(hipGraph_t graph, const Buffer &buffer, unsigned value,
                       const Nodes &before) {
  hipMemsetParams p = {};
  p.dst = reinterpret_cast<void *>(buffer.address());
  p.elementSize = 4;
  p.width = p.height = 1;
  p.value = value;
  hipGraphNode_t node = nullptr;
  EXPECT_EQ(
      hipGraphAddMemsetNode(&node, graph, before.data(), before.size(), &p),
      hipSuccess)
      << spmla_emu_last_error();
  return node;
}
hipGraphNode_t addCopy(hipGraph_t graph, const Buffer &to, const Buffer &from,
                       const Nodes &before) {
  hipGraphNode_t node = nullptr;
  EXPECT_EQ(hipGraphAddMemcpyNode1D(&node, graph, before.data(), before.size(),
                                    reinterpret_cast<void *>(to.address()),
                                    reinterpret_cast<void *>(from.address()), 4,
                                    hipMemcpyDeviceToDevice),
            hipSuccess)
      << spmla_emu_last_error();
  return node;
}

// A kernel node's parameters: out[0] = sum of the first `n` words of in.
class Sum {
public:
  Sum(Module &module, Buffer &out, Buffer &in, uint32_t n)
      : n(n), pointers{out.parameter(), in.parameter(), &this->n} {
    parameters.func = module.function("sums");
    parameters.gridDim = {1, 1, 1};
    parameters.blockDim = {64, 1, 1};
    parameters.kernelParams = pointers;
  }
  hipKernelNodeParams parameters = {};

private:
  uint32_t n;
  void *pointers[3];
};

std::vector<uint32_t> counting(uint32_t count) {
  std::vector<uint32_t> words(count);
  std::iota(words.begin(), words.end(), 1);
  return words;
}

TEST(Graphs, RunInTheOrderOfTheirDependencies) {
  Module module("Launch");
  Buffer in(counting(64)), out(1, 0), copy(1, 0);
  Graph graph;
  // Added last to first: the order of adding alone would copy a 0.
  hipGraphNode_t copied = addCopy(graph, copy, out, {}), summed = nullptr;
  Sum sum(module, out, in, 64);
  ASSERT_EQ(hipGraphAddKernelNode(&summed, graph, nullptr, 0, &sum.parameters),
            hipSuccess)
      << spmla_emu_last_error();
  hipGraphNode_t filled = addFill(graph, out, 5, {}), barrier = nullptr;
  ASSERT_EQ(hipGraphAddEmptyNode(&barrier, graph, &filled, 1), hipSuccess);
  const hipGraphNode_t from[] = {barrier, summed}, to[] = {summed, copied};
  ASSERT_EQ(hipGraphAddDependencies(graph, from, to, 2), hipSuccess);
  graph.instantiate();
  ASSERT_EQ(hipGraphLaunch(graph.exec, nullptr), hipSuccess)
      << spmla_emu_last_error();
  EXPECT_EQ(copy.read()[0], 64u * 65 / 2);
}

TEST(Graphs, RefuseCyclesAndForeignNodes) {
  Buffer a(1, 0);
  Graph graph, other;
  hipGraphNode_t one = addFill(graph, a, 1, {}),
                 two = addFill(graph, a, 2, {one}),
                 foreign = addFill(other, a, 3, {}), made = nullptr;
  EXPECT_EQ(hipGraphAddDependencies(graph, &one, &two, 1),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddDependencies(graph, &one, &one, 1),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddDependencies(graph, &foreign, &one, 1),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddEmptyNode(&made, graph, &foreign, 1),
            hipErrorInvalidValue);
  const hipGraphNode_t twice[] = {one, one};
  EXPECT_EQ(hipGraphAddEmptyNode(&made, graph, twice, 2), hipErrorInvalidValue);
  EXPECT_EQ(graph.nodes(), (Nodes{one, two}));
  ASSERT_EQ(hipGraphAddDependencies(graph, &two, &one, 1), hipSuccess);
  hipGraphExec_t exec = nullptr;
  EXPECT_EQ(hipGraphInstantiateWithFlags(&exec, graph, 0),
            hipErrorInvalidValue);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("got a cycle"),
            std::string::npos);
}

// The length alone, part of a list, and more room than nodes.
TEST(Graphs, GiveListsInPieces) {
  Buffer a(1, 0);
  Graph graph;
  Nodes wanted = {addFill(graph, a, 1, {}), addFill(graph, a, 2, {})};
  wanted.push_back(addFill(graph, a, 3, {wanted[0], wanted[1]}));
  Nodes list(5, wanted[0]);
  size_t count = 5;
  ASSERT_EQ(hipGraphGetNodes(graph, list.data(), &count), hipSuccess);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(list, (Nodes{wanted[0], wanted[1], wanted[2], nullptr, nullptr}));
  count = 1;
  ASSERT_EQ(hipGraphGetRootNodes(graph, list.data(), &count), hipSuccess);
  EXPECT_EQ(count, 1u);
  count = 0;
  ASSERT_EQ(hipGraphGetRootNodes(graph, nullptr, &count), hipSuccess);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(dependenciesOf(wanted[2]), (Nodes{wanted[0], wanted[1]}));
  EXPECT_EQ(hipGraphGetNodes(graph, nullptr, nullptr), hipErrorInvalidValue);
}

// Two rows of three 16-bit elements, then the middle of a 4 x 2 x 2 block.
TEST(Graphs, FillAndCopyWithPitches) {
  Graph graph;
  Buffer filled(4, 0);
  hipMemsetParams fill = {};
  fill.dst = reinterpret_cast<void *>(filled.address());
  fill.elementSize = 2;
  fill.width = 3;
  fill.height = 2;
  fill.pitch = 8;
  fill.value = 0xabcd1234;
  hipGraphNode_t node = nullptr;
  ASSERT_EQ(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &fill), hipSuccess);

  Buffer from(counting(16)), to(16, 0);
  hipMemcpy3DParms copy = {};
  copy.srcPtr = {reinterpret_cast<void *>(from.address()), 16, 16, 2};
  copy.dstPtr = {reinterpret_cast<void *>(to.address()), 8, 8, 3};
  copy.srcPos = {4, 0, 1};
  copy.dstPos = {0, 1, 0};
  copy.extent = {8, 2, 1};
  copy.kind = hipMemcpyDeviceToDevice;
  ASSERT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy), hipSuccess)
      << spmla_emu_last_error();
  graph.instantiate();
  ASSERT_EQ(hipGraphLaunch(graph.exec, nullptr), hipSuccess);
  EXPECT_EQ(filled.read(),
            (std::vector<uint32_t>{0x12341234, 0x1234, 0x12341234, 0x1234}));
  std::vector<uint32_t> wanted(16, 0);
  wanted[2] = 10;
  wanted[3] = 11;
  wanted[4] = 14;
  wanted[5] = 15;
  EXPECT_EQ(to.read(), wanted);

  fill.elementSize = 3;
  EXPECT_EQ(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &fill),
            hipErrorInvalidValue);
  fill.elementSize = 4;
  EXPECT_EQ(hipGraphAddMemsetNode(&node, graph, nullptr, 0, &fill),
            hipErrorInvalidValue); // rows of 12 bytes every 8
  copy.extent.depth = 2;
  EXPECT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy),
            hipErrorInvalidValue); // behind the source's end
  copy.srcPos.z = 0;
  copy.srcPtr.pitch = SIZE_MAX / 2;
  EXPECT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy),
            hipErrorInvalidValue);
  copy.srcPos.y = 3; // times the pitch: round the address space
  EXPECT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy),
            hipErrorInvalidValue);
  copy.srcPtr.ptr = nullptr;
  EXPECT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy),
            hipErrorInvalidValue);
  EXPECT_STREQ(spmla_emu_last_error(),
               "expects the source to be no null pointer");
  copy.srcArray = reinterpret_cast<struct hipArray *>(&copy);
  EXPECT_EQ(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy),
            hipErrorNotSupported);
}

// Parameters of the graph's node and of the executable's are two things.
TEST(Graphs, KernelParametersCanBeReadAndReplaced) {
  Module module("Launch");
  Buffer in(counting(64)), out(1, 0);
  Graph graph;
  hipGraphNode_t node = nullptr;
  {
    Sum gone(module, out, in, 64);
    ASSERT_EQ(hipGraphAddKernelNode(&node, graph, nullptr, 0, &gone.parameters),
              hipSuccess);
  }
  hipKernelNodeParams p = {};
  ASSERT_EQ(hipGraphKernelNodeGetParams(node, &p), hipSuccess);
  EXPECT_EQ(p.func, module.function("sums"));
  EXPECT_EQ(p.blockDim.x, 64u);
  EXPECT_EQ(p.extra, nullptr);
  ASSERT_NE(p.kernelParams, nullptr);
  EXPECT_EQ(*static_cast<uint64_t *>(p.kernelParams[0]), out.address());
  EXPECT_EQ(*static_cast<uint32_t *>(p.kernelParams[2]), 64u);
  graph.instantiate();
  auto launched = [&] {
    EXPECT_EQ(hipGraphLaunch(graph.exec, nullptr), hipSuccess)
        << spmla_emu_last_error();
    return out.read()[0];
  };
  EXPECT_EQ(launched(), 64u * 65 / 2);

  // What was read can be given back in part.
  uint32_t n = 10;
  void *pointers[] = {p.kernelParams[0], p.kernelParams[1], &n};
  p.kernelParams = pointers;
  ASSERT_EQ(hipGraphKernelNodeSetParams(node, &p), hipSuccess);
  EXPECT_EQ(launched(), 64u * 65 / 2);
  n = 3;
  ASSERT_EQ(hipGraphKernelNodeGetParams(node, &p), hipSuccess);
  EXPECT_EQ(*static_cast<uint32_t *>(p.kernelParams[2]), 10u);
  ASSERT_EQ(hipGraphExecKernelNodeSetParams(graph.exec, node, &p), hipSuccess);
  EXPECT_EQ(launched(), 55u);

  Graph other;
  hipGraphNode_t foreign = nullptr, fill = addFill(graph, out, 1, {});
  ASSERT_EQ(hipGraphAddKernelNode(&foreign, other, nullptr, 0, &p), hipSuccess);
  EXPECT_EQ(hipGraphExecKernelNodeSetParams(graph.exec, foreign, &p),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphKernelNodeSetParams(fill, &p), hipErrorInvalidValue);
  p.func = &p;
  EXPECT_EQ(hipGraphKernelNodeSetParams(node, &p),
            hipErrorInvalidDeviceFunction);
  EXPECT_EQ(launched(), 55u);
}

TEST(Graphs, CanBeUpdatedByOneOfTheSameShape) {
  Buffer a(1, 0), b(1, 0);
  Graph graph, other;
  addCopy(graph, b, a, {addFill(graph, a, 1, {})});
  graph.instantiate();
  hipGraphNode_t fill = addFill(other, a, 7, {}),
                 copy = addCopy(other, b, a, {fill}), node = nullptr;
  hipGraphExecUpdateResult result;
  ASSERT_EQ(hipGraphExecUpdate(graph.exec, other, &node, &result), hipSuccess);
  EXPECT_EQ(result, hipGraphExecUpdateSuccess);
  ASSERT_EQ(hipGraphLaunch(graph.exec, nullptr), hipSuccess);
  EXPECT_EQ(b.read()[0], 7u);

  auto update = [&](hipGraph_t with) {
    EXPECT_EQ(hipGraphExecUpdate(graph.exec, with, &node, &result),
              hipErrorGraphExecUpdateFailure);
    return result;
  };
  Graph types;
  hipGraphNode_t first = addFill(types, a, 1, {});
  Graph edges;
  addFill(edges, a, 1, {});
  hipGraphNode_t second = addCopy(edges, b, a, {});
  hipGraphNode_t wrong = addFill(types, b, 1, {first});
  EXPECT_EQ(update(types), hipGraphExecUpdateErrorNodeTypeChanged);
  EXPECT_EQ(node, wrong);
  EXPECT_EQ(update(edges), hipGraphExecUpdateErrorTopologyChanged);
  EXPECT_EQ(node, second);
  addFill(other, a, 1, {copy});
  EXPECT_EQ(update(other), hipGraphExecUpdateErrorTopologyChanged);
  EXPECT_EQ(node, nullptr);
  // A failed update changes nothing.
  ASSERT_EQ(hipGraphLaunch(graph.exec, nullptr), hipSuccess);
  EXPECT_EQ(b.read()[0], 7u);
}

// An executable graph does not need the graph, but the graph's module.
TEST(Graphs, OutliveTheGraphButNotTheModule) {
  auto module = std::make_unique<Module>("Launch");
  Buffer in(counting(64)), out(1, 0);
  Sum sum(*module, out, in, 64);
  hipGraphExec_t exec = nullptr;
  {
    Graph graph;
    hipGraphNode_t node = nullptr;
    ASSERT_EQ(hipGraphAddKernelNode(&node, graph, nullptr, 0, &sum.parameters),
              hipSuccess);
    ASSERT_EQ(hipGraphInstantiateWithFlags(&exec, graph,
                                           kGraphInstantiateAutoFreeOnLaunch),
              hipSuccess);
  }
  EXPECT_EQ(hipGraphUpload(exec, nullptr), hipSuccess);
  EXPECT_EQ(hipGraphLaunch(exec, nullptr), hipSuccess);
  EXPECT_EQ(out.read()[0], 64u * 65 / 2);
  module.reset();
  EXPECT_EQ(hipGraphLaunch(exec, nullptr), hipErrorInvalidHandle);
  EXPECT_NE(std::string(spmla_emu_last_error())
                .find("expects the module of kernel sums to be loaded"),
            std::string::npos)
      << spmla_emu_last_error();
  EXPECT_EQ(hipGraphExecDestroy(exec), hipSuccess);
}

// Memory that is freed while a graph holds its address (ROCm/aiter#5193, PR
// #4587) is an error of the launch, and what depends on it does not run.
TEST(Graphs, FaultWhereTheirMemoryIsGone) {
  Module module("Launch");
  Stream stream;
  auto in = std::make_unique<Buffer>(counting(64));
  Buffer out(1, 0), after(1, 0);
  Graph graph, copies;
  Sum sum(module, out, *in, 64);
  hipGraphNode_t node = nullptr;
  ASSERT_EQ(hipGraphAddKernelNode(&node, graph, nullptr, 0, &sum.parameters),
            hipSuccess);
  addFill(graph, after, 1, {node});
  addCopy(copies, out, *in, {});
  graph.instantiate();
  copies.instantiate();
  in.reset();
  EXPECT_EQ(hipGraphLaunch(graph.exec, stream), hipErrorIllegalAddress);
  EXPECT_EQ(hipStreamSynchronize(stream), hipErrorIllegalAddress);
  EXPECT_EQ(after.read()[0], 0u);
  EXPECT_EQ(hipGraphLaunch(copies.exec, nullptr), hipErrorInvalidValue);
}

TEST(Graphs, ErrorsOfHandlesAndFlags) {
  auto *noGraph = reinterpret_cast<hipGraph_t>(8);
  auto *noExec = reinterpret_cast<hipGraphExec_t>(8);
  auto *noNode = reinterpret_cast<hipGraphNode_t>(8);
  Buffer a(1, 0);
  Graph graph;
  hipGraph_t made = nullptr;
  hipGraphExec_t exec = nullptr;
  hipGraphNode_t node = addFill(graph, a, 1, {});
  hipGraphNodeType type;
  hipGraphExecUpdateResult result;
  size_t count = 0;
  EXPECT_EQ(hipGraphCreate(nullptr, 0), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphCreate(&made, 1), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphDestroy(noGraph), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphInstantiate(&exec, noGraph, nullptr, nullptr, 0),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphInstantiate(nullptr, graph, nullptr, nullptr, 0),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphInstantiateWithFlags(&exec, graph, 4),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphExecDestroy(noExec), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphLaunch(noExec, nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphUpload(noExec, nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphExecUpdate(noExec, graph, &node, &result),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddEmptyNode(&node, noGraph, nullptr, 0),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddEmptyNode(nullptr, graph, nullptr, 0),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddKernelNode(&node, graph, nullptr, 0, nullptr),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGraphGetNodes(noGraph, nullptr, &count), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphNodeGetType(noNode, &type), hipErrorInvalidValue);
  EXPECT_EQ(hipGraphNodeGetDependencies(noNode, nullptr, &count),
            hipErrorInvalidValue);
  // Devices stay while graphs exist.
  EXPECT_EQ(spmla_emu_set_devices("gfx942"), -1);
}

} // namespace
