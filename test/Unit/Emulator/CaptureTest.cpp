//===- CaptureTest.cpp - What stream capture records and refuses ----------===//

#include "Graphs.h"

#include <functional>
#include <thread>

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

hipStream_t perThread() { return reinterpret_cast<hipStream_t>(2); }

hipStreamCaptureStatus statusOf(hipStream_t stream) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  EXPECT_EQ(hipStreamIsCapturing(stream, &status), hipSuccess);
  return status;
}

hipGraph_t endCapture(hipStream_t stream) {
  hipGraph_t graph = nullptr;
  EXPECT_EQ(hipStreamEndCapture(stream, &graph), hipSuccess)
      << spmla_emu_last_error();
  return graph;
}

// Ends a capture that must have been invalidated.
void endInvalidated(hipStream_t stream) {
  EXPECT_EQ(statusOf(stream), hipStreamCaptureStatusInvalidated);
  hipGraph_t graph = reinterpret_cast<hipGraph_t>(1);
  EXPECT_EQ(hipStreamEndCapture(stream, &graph),
            hipErrorStreamCaptureInvalidated);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(statusOf(stream), hipStreamCaptureStatusNone);
}

// Whether it calls in this thread or in another one.
hipError_t callIn(bool otherThread, const std::function<hipError_t()> &call) {
  if (!otherThread)
    return call();
  hipError_t error = hipSuccess;
  std::thread([&] { error = call(); }).join();
  return error;
}

// out = fill + sum of in, in three steps that captures know.
class Step {
public:
  hipError_t enqueue(hipStream_t stream) {
    uint32_t n = 64;
    hipError_t error = hipMemsetAsync(*out.parameter(), 0, 4, stream);
    void *parameters[] = {out.parameter(), in.parameter(), &n};
    if (error == hipSuccess)
      error = hipModuleLaunchKernel(module.function("sums"), 1, 1, 1, 64, 1, 1,
                                    0, stream, parameters, nullptr);
    // What was pointed at may change once the call is back.
    n = 0;
    parameters[0] = parameters[1] = nullptr;
    if (error == hipSuccess)
      error = hipMemcpyAsync(*copy.parameter(), *out.parameter(), 4,
                             hipMemcpyDeviceToDevice, stream);
    return error;
  }
  void setInput(uint32_t value) {
    std::vector<uint32_t> words(64, value);
    ASSERT_EQ(
        hipMemcpy(*in.parameter(), words.data(), 256, hipMemcpyHostToDevice),
        hipSuccess);
  }
  uint32_t result() const { return copy.read()[0]; }

private:
  Module module{"Launch"};
  Buffer in{64, 1}, out{1, 7}, copy{1, 9};
};

TEST(Capture, RecordsAndRunsNothing) {
  Stream stream;
  Step step;
  EXPECT_EQ(statusOf(stream), hipStreamCaptureStatusNone);
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  EXPECT_EQ(statusOf(stream), hipStreamCaptureStatusActive);
  spmla_emu_reset_counters();
  ASSERT_EQ(step.enqueue(stream), hipSuccess) << spmla_emu_last_error();
  Graph graph(endCapture(stream));
  EXPECT_EQ(statusOf(stream), hipStreamCaptureStatusNone);
  spmla_emu_counters counters;
  spmla_emu_get_counters(&counters);
  EXPECT_EQ(counters.total, 0u);
  EXPECT_EQ(step.result(), 9u);

  std::vector<hipGraphNode_t> nodes = graph.nodes();
  ASSERT_EQ(nodes.size(), 3u);
  const hipGraphNodeType types[] = {
      hipGraphNodeTypeMemset, hipGraphNodeTypeKernel, hipGraphNodeTypeMemcpy};
  for (size_t i = 0; i < 3; ++i) {
    hipGraphNodeType type;
    ASSERT_EQ(hipGraphNodeGetType(nodes[i], &type), hipSuccess);
    EXPECT_EQ(type, types[i]);
    EXPECT_EQ(dependenciesOf(nodes[i]),
              i ? std::vector<hipGraphNode_t>{nodes[i - 1]}
                : std::vector<hipGraphNode_t>{});
  }

  // Every launch sees what the buffers hold then.
  graph.instantiate();
  EXPECT_EQ(step.result(), 9u);
  for (uint32_t value : {1u, 5u, 3u}) {
    step.setInput(value);
    ASSERT_EQ(hipGraphLaunch(graph.exec, stream), hipSuccess)
        << spmla_emu_last_error();
    EXPECT_EQ(hipStreamSynchronize(stream), hipSuccess);
    EXPECT_EQ(step.result(), 64 * value);
  }
}

TEST(Capture, OfNothingIsAGraphWithoutNodes) {
  Stream stream;
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  Graph graph(endCapture(stream));
  EXPECT_TRUE(graph.nodes().empty());
  graph.instantiate();
  EXPECT_EQ(hipGraphLaunch(graph.exec, stream), hipSuccess);
}

// Events fork other streams off and join them again.
TEST(Capture, FollowsEventsAcrossStreams) {
  Stream main, side;
  Event fork, join;
  Buffer a(1, 0), b(1, 0), c(1, 0);
  auto fill = [](const Buffer &, void *to, int byte, hipStream_t stream) {
    EXPECT_EQ(hipMemsetAsync(to, byte, 4, stream), hipSuccess);
  };
  ASSERT_EQ(hipStreamBeginCapture(main, hipStreamCaptureModeGlobal),
            hipSuccess);
  fill(a, *a.parameter(), 1, main);
  ASSERT_EQ(hipEventRecord(fork, main), hipSuccess);
  EXPECT_EQ(statusOf(side), hipStreamCaptureStatusNone);
  ASSERT_EQ(hipStreamWaitEvent(side, fork, 0), hipSuccess);
  EXPECT_EQ(statusOf(side), hipStreamCaptureStatusActive);
  fill(b, *b.parameter(), 2, side);
  fill(c, *c.parameter(), 3, main);
  ASSERT_EQ(hipEventRecord(join, side), hipSuccess);
  ASSERT_EQ(hipStreamWaitEvent(main, join, 0), hipSuccess);
  ASSERT_EQ(hipMemcpyAsync(*a.parameter(), *b.parameter(), 4,
                           hipMemcpyDeviceToDevice, main),
            hipSuccess);
  Graph graph(endCapture(main));
  EXPECT_EQ(statusOf(side), hipStreamCaptureStatusNone);

  std::vector<hipGraphNode_t> n = graph.nodes();
  ASSERT_EQ(n.size(), 4u);
  using Nodes = std::vector<hipGraphNode_t>;
  EXPECT_EQ(dependenciesOf(n[0]), Nodes{});
  EXPECT_EQ(dependenciesOf(n[1]), Nodes{n[0]});
  EXPECT_EQ(dependenciesOf(n[2]), Nodes{n[0]});
  EXPECT_EQ(dependenciesOf(n[3]), (Nodes{n[2], n[1]}));
  size_t roots = 0;
  EXPECT_EQ(hipGraphGetRootNodes(graph, nullptr, &roots), hipSuccess);
  EXPECT_EQ(roots, 1u);
  // A record in a capture leaves no time behind.
  float ms = 0;
  EXPECT_EQ(hipEventElapsedTime(&ms, fork, join), hipErrorInvalidHandle);
  graph.instantiate();
  EXPECT_EQ(hipGraphLaunch(graph.exec, side), hipSuccess);
  EXPECT_EQ(a.read()[0], 0x02020202u);
  EXPECT_EQ(c.read()[0], 0x03030303u);
}

TEST(Capture, WantsForksToBeJoined) {
  Stream main, side;
  Event fork;
  Buffer a(1, 0);
  for (bool work : {true, false}) {
    ASSERT_EQ(hipStreamBeginCapture(main, hipStreamCaptureModeGlobal),
              hipSuccess);
    ASSERT_EQ(hipEventRecord(fork, main), hipSuccess);
    ASSERT_EQ(hipStreamWaitEvent(side, fork, 0), hipSuccess);
    if (work) {
      ASSERT_EQ(hipMemsetAsync(*a.parameter(), 1, 4, side), hipSuccess);
    }
    hipGraph_t graph = nullptr;
    // A stream that did nothing leaves nothing to wait for.
    EXPECT_EQ(hipStreamEndCapture(main, &graph),
              work ? hipErrorStreamCaptureUnjoined : hipSuccess);
    EXPECT_EQ(graph == nullptr, work);
    if (graph) {
      EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
    }
    EXPECT_EQ(statusOf(main), hipStreamCaptureStatusNone);
    EXPECT_EQ(statusOf(side), hipStreamCaptureStatusNone);
  }
  EXPECT_EQ(hipStreamSynchronize(side), hipSuccess);
}

TEST(Capture, MayNotMergeNorLookOutside) {
  Stream one, two, outside;
  Event event, foreign;
  ASSERT_EQ(hipEventRecord(foreign, outside), hipSuccess);
  auto begin = [](hipStream_t stream) {
    ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed),
              hipSuccess);
  };
  begin(one);
  begin(two);
  ASSERT_EQ(hipEventRecord(event, one), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(two, event, 0), hipErrorStreamCaptureMerge);
  endInvalidated(one);
  endInvalidated(two);

  begin(one);
  EXPECT_EQ(hipStreamWaitEvent(one, foreign, 0),
            hipErrorStreamCaptureIsolation);
  endInvalidated(one);
}

TEST(Capture, BeginsAndEndsOnItsStreamAndThread) {
  Stream stream, other;
  hipGraph_t graph = nullptr;
  auto begin = [&](hipStreamCaptureMode mode) {
    return hipStreamBeginCapture(stream, mode);
  };
  EXPECT_EQ(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal),
            hipErrorStreamCaptureUnsupported);
  EXPECT_EQ(begin(static_cast<hipStreamCaptureMode>(3)), hipErrorInvalidValue);
  EXPECT_EQ(hipStreamEndCapture(stream, &graph), hipErrorIllegalState);
  EXPECT_EQ(hipStreamEndCapture(stream, nullptr), hipErrorInvalidValue);
  ASSERT_EQ(begin(hipStreamCaptureModeGlobal), hipSuccess);
  EXPECT_EQ(begin(hipStreamCaptureModeGlobal), hipErrorIllegalState);
  EXPECT_EQ(hipStreamEndCapture(other, &graph), hipErrorIllegalState);

  Event event;
  ASSERT_EQ(hipEventRecord(event, stream), hipSuccess);
  ASSERT_EQ(hipStreamWaitEvent(other, event, 0), hipSuccess);
  EXPECT_EQ(hipStreamEndCapture(other, &graph), hipErrorStreamCaptureUnmatched);
  auto end = [&] { return hipStreamEndCapture(stream, &graph); };
  EXPECT_EQ(callIn(true, end), hipErrorStreamCaptureWrongThread);
  EXPECT_EQ(graph, nullptr);
  EXPECT_EQ(end(), hipSuccess);
  EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);

  ASSERT_EQ(begin(hipStreamCaptureModeRelaxed), hipSuccess);
  EXPECT_EQ(callIn(true, end), hipSuccess);
  EXPECT_EQ(hipGraphDestroy(graph), hipSuccess);
}

TEST(Capture, TellsAboutItself) {
  Stream stream;
  Buffer a(1, 0);
  hipStreamCaptureStatus status;
  unsigned long long ids[2] = {0, 0};
  for (unsigned long long &id : ids) {
    ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
              hipSuccess);
    hipGraph_t graph = nullptr;
    const hipGraphNode_t *tail = nullptr;
    size_t count = 7;
    ASSERT_EQ(
        hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &tail, &count),
        hipSuccess);
    EXPECT_EQ(status, hipStreamCaptureStatusActive);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(hipGraphDestroy(graph), hipErrorIllegalState);
    ASSERT_EQ(hipMemsetAsync(*a.parameter(), 1, 4, stream), hipSuccess);
    ASSERT_EQ(hipStreamGetCaptureInfo_v2(stream, &status, nullptr, nullptr,
                                         &tail, &count),
              hipSuccess);
    ASSERT_EQ(count, 1u);
    hipGraphNode_t last = tail[0];
    Graph ended(endCapture(stream));
    EXPECT_EQ(graph, static_cast<hipGraph_t>(ended));
    EXPECT_EQ(ended.nodes(), std::vector<hipGraphNode_t>{last});
  }
  EXPECT_NE(ids[0], ids[1]);
}

// One call that HIP refuses, on a stream that is captured or beside it.
struct Refusal {
  const char *name;
  hipError_t error;
  std::function<hipError_t(hipStream_t captured)> call;
};

const Refusal kAlways[] = {
    {"hipStreamSynchronize", hipErrorStreamCaptureUnsupported,
     [](hipStream_t s) { return hipStreamSynchronize(s); }},
    {"hipStreamQuery", hipErrorStreamCaptureUnsupported,
     [](hipStream_t s) { return hipStreamQuery(s); }},
    {"hipDeviceSynchronize", hipErrorStreamCaptureUnsupported,
     [](hipStream_t) { return hipDeviceSynchronize(); }},
    {"hipMemcpy", hipErrorStreamCaptureImplicit,
     [](hipStream_t) {
       int a = 0, b = 0;
       return hipMemcpy(&a, &b, sizeof a, hipMemcpyHostToHost);
     }},
    {"hipMemset", hipErrorStreamCaptureImplicit,
     [](hipStream_t) { return hipMemset(nullptr, 0, 4); }},
    {"work on the default stream", hipErrorStreamCaptureImplicit,
     [](hipStream_t) { return hipMemsetAsync(nullptr, 0, 4, nullptr); }},
    {"a record on the default stream", hipErrorStreamCaptureImplicit,
     [](hipStream_t) {
       Event event;
       return hipEventRecord(event, nullptr);
     }},
    {"hipStreamSynchronize of the default stream",
     hipErrorStreamCaptureImplicit,
     [](hipStream_t) { return hipStreamSynchronize(nullptr); }},
    {"hipEventQuery", hipErrorCapturedEvent,
     [](hipStream_t s) {
       Event event;
       EXPECT_EQ(hipEventRecord(event, s), hipSuccess);
       return hipEventQuery(event);
     }},
    {"hipEventSynchronize", hipErrorCapturedEvent,
     [](hipStream_t s) {
       Event event;
       EXPECT_EQ(hipEventRecord(event, s), hipSuccess);
       return hipEventSynchronize(event);
     }},
    {"hipGraphLaunch", hipErrorStreamCaptureUnsupported,
     [](hipStream_t s) {
       Graph graph;
       graph.instantiate();
       return hipGraphLaunch(graph.exec, s);
     }},
};

// Refused whatever the mode, and whoever calls.
TEST(Capture, IsEndedByCallsThatWait) {
  for (const Refusal &refusal : kAlways)
    for (hipStreamCaptureMode mode :
         {hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal,
          hipStreamCaptureModeRelaxed})
      for (bool otherThread : {false, true}) {
        SCOPED_TRACE(std::string(refusal.name) + ", mode " +
                     std::to_string(mode) +
                     (otherThread ? ", other thread" : ""));
        Stream stream;
        ASSERT_EQ(hipStreamBeginCapture(stream, mode), hipSuccess);
        EXPECT_EQ(callIn(otherThread, [&] { return refusal.call(stream); }),
                  refusal.error)
            << spmla_emu_last_error();
        EXPECT_EQ(hipMemsetAsync(nullptr, 0, 0, stream),
                  hipErrorStreamCaptureInvalidated);
        endInvalidated(stream);
      }
}

// A stream that does not synchronise with the default stream lets it work.
TEST(Capture, OfANonBlockingStreamIgnoresTheDefaultStream) {
  Stream stream(kStreamNonBlocking);
  Buffer a(1, 0);
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  hipStreamCaptureStatus status = hipStreamCaptureStatusActive;
  EXPECT_EQ(hipStreamIsCapturing(nullptr, &status), hipSuccess);
  EXPECT_EQ(status, hipStreamCaptureStatusNone);
  EXPECT_EQ(hipMemsetAsync(*a.parameter(), 1, 4, nullptr), hipSuccess);
  // It cannot take part, though.
  Event event;
  ASSERT_EQ(hipEventRecord(event, stream), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(nullptr, event, 0),
            hipErrorStreamCaptureUnsupported);
  EXPECT_EQ(hipGraphDestroy(endCapture(stream)), hipSuccess);
  EXPECT_EQ(a.read()[0], 0x01010101u);

  Stream blocking;
  ASSERT_EQ(hipStreamBeginCapture(blocking, hipStreamCaptureModeGlobal),
            hipSuccess);
  EXPECT_EQ(hipStreamIsCapturing(nullptr, &status),
            hipErrorStreamCaptureImplicit);
  EXPECT_EQ(hipGraphDestroy(endCapture(blocking)), hipSuccess);
}

// Allocations and the like: the modes of the capture and of the caller decide.
// First letter: capture; second: caller.
struct ModeCase {
  hipStreamCaptureMode capture, caller;
  bool otherThread, refused;
};
TEST(Capture, ModesDecideAboutAllocations) {
  constexpr hipStreamCaptureMode G = hipStreamCaptureModeGlobal,
                                 T = hipStreamCaptureModeThreadLocal,
                                 R = hipStreamCaptureModeRelaxed;
  const ModeCase cases[] = {
      {G, G, false, true}, {G, G, true, true},   {G, T, false, true},
      {G, T, true, false}, {G, R, false, false}, {G, R, true, false},
      {T, G, false, true}, {T, G, true, false},  {T, T, false, true},
      {T, T, true, false}, {T, R, false, false}, {R, G, false, false},
      {R, G, true, false}, {R, T, false, false}, {R, R, false, false},
  };
  void *memory = nullptr, *host = nullptr;
  ASSERT_EQ(hipMalloc(&memory, 16), hipSuccess);
  ASSERT_EQ(hipHostMalloc(&host, 16, 0), hipSuccess);
  Stream other;
  Event event;
  std::vector<uint8_t> image = readKernels("Launch");
  hipModule_t module = nullptr;
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess);
  const std::function<hipError_t()> calls[] = {
      [&] {
        void *p = nullptr;
        hipError_t error = hipMalloc(&p, 16);
        return error == hipSuccess ? hipFree(p) : error;
      },
      [&] {
        void *p = nullptr;
        hipError_t error = hipHostMalloc(&p, 16, 0);
        return error == hipSuccess ? hipHostFree(p) : error;
      },
      [&] { return hipFree(memory); },
      [&] { return hipHostFree(host); },
      [&] { return hipModuleUnload(module); },
      [&] { return hipStreamSynchronize(other); },
      [&] { return hipEventSynchronize(event); },
  };
  for (const ModeCase &c : cases) {
    size_t index = 0;
    for (const auto &call : calls) {
      SCOPED_TRACE("capture " + std::to_string(c.capture) + ", caller " +
                   std::to_string(c.caller) + ", other thread " +
                   std::to_string(c.otherThread) + ", call " +
                   std::to_string(index++));
      // The three that would give something back do so at the end.
      if (!c.refused && index >= 3 && index <= 5)
        continue;
      Stream stream;
      ASSERT_EQ(hipStreamBeginCapture(stream, c.capture), hipSuccess);
      EXPECT_EQ(callIn(c.otherThread,
                       [&] {
                         hipStreamCaptureMode mode = c.caller;
                         EXPECT_EQ(hipThreadExchangeStreamCaptureMode(&mode),
                                   hipSuccess);
                         EXPECT_EQ(mode, G);
                         hipError_t error = call();
                         EXPECT_EQ(hipThreadExchangeStreamCaptureMode(&mode),
                                   hipSuccess);
                         EXPECT_EQ(mode, c.caller);
                         return error;
                       }),
                c.refused ? hipErrorStreamCaptureUnsupported : hipSuccess);
      if (c.refused)
        endInvalidated(stream);
      else
        EXPECT_EQ(hipGraphDestroy(endCapture(stream)), hipSuccess);
    }
  }
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
  EXPECT_EQ(hipFree(memory), hipSuccess);
  EXPECT_EQ(hipHostFree(host), hipSuccess);
  hipStreamCaptureMode mode = static_cast<hipStreamCaptureMode>(3);
  EXPECT_EQ(hipThreadExchangeStreamCaptureMode(&mode), hipErrorInvalidValue);
}

// What HIP allows: other streams work, modules load (unlike in CUDA).
TEST(Capture, LeavesTheRestOfTheProgramAlone) {
  Stream stream, other;
  Event event;
  Buffer a(1, 0);
  std::vector<uint8_t> image = readKernels("Launch");
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  EXPECT_EQ(hipMemsetAsync(*a.parameter(), 1, 4, other), hipSuccess);
  EXPECT_EQ(hipEventRecord(event, other), hipSuccess);
  EXPECT_EQ(hipEventQuery(event), hipSuccess);
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess);
  EXPECT_EQ(hipModuleGetFunction(&function, module, "sums"), hipSuccess);
  EXPECT_EQ(hipGraphDestroy(endCapture(stream)), hipSuccess);
  EXPECT_EQ(a.read()[0], 0x01010101u);
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
}

// A launch that HIP would refuse is refused when it is captured.
TEST(Capture, ChecksWhatItRecords) {
  Stream stream;
  Buffer a(1, 0);
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  EXPECT_EQ(hipMemsetAsync(*a.parameter(), 1, 8, stream), hipErrorInvalidValue);
  EXPECT_EQ(hipModuleLaunchKernel(nullptr, 1, 1, 1, 64, 1, 1, 0, stream,
                                  nullptr, nullptr),
            hipErrorInvalidHandle);
  Graph graph(endCapture(stream));
  EXPECT_TRUE(graph.nodes().empty());
}

TEST(Capture, EndsWithItsStream) {
  hipStream_t origin = nullptr, side = nullptr;
  Event event;
  for (bool originGoes : {true, false}) {
    ASSERT_EQ(hipStreamCreate(&origin), hipSuccess);
    ASSERT_EQ(hipStreamCreate(&side), hipSuccess);
    ASSERT_EQ(hipStreamBeginCapture(origin, hipStreamCaptureModeGlobal),
              hipSuccess);
    ASSERT_EQ(hipEventRecord(event, origin), hipSuccess);
    ASSERT_EQ(hipStreamWaitEvent(side, event, 0), hipSuccess);
    EXPECT_EQ(hipStreamDestroy(originGoes ? origin : side), hipSuccess);
    if (originGoes)
      EXPECT_EQ(statusOf(side), hipStreamCaptureStatusNone);
    else
      endInvalidated(origin);
    EXPECT_EQ(hipStreamDestroy(originGoes ? side : origin), hipSuccess);
    // The event is of no capture any more.
    EXPECT_EQ(hipEventSynchronize(event), hipSuccess);
  }
}

// Each thread's default stream can be captured, and is its own.
TEST(Capture, OfThePerThreadStream) {
  Buffer a(1, 0);
  ASSERT_EQ(hipStreamBeginCapture(perThread(), hipStreamCaptureModeThreadLocal),
            hipSuccess);
  EXPECT_EQ(callIn(true,
                   [&] {
                     EXPECT_EQ(statusOf(perThread()),
                               hipStreamCaptureStatusNone);
                     return hipMemsetAsync(*a.parameter(), 1, 4, perThread());
                   }),
            hipSuccess);
  EXPECT_EQ(hipMemsetAsync(*a.parameter(), 2, 4, perThread()), hipSuccess);
  Graph graph(endCapture(perThread()));
  EXPECT_EQ(graph.nodes().size(), 1u);
  EXPECT_EQ(a.read()[0], 0x01010101u);
}

} // namespace
