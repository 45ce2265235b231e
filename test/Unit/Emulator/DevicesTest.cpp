//===- DevicesTest.cpp - Several devices of different architectures -------===//

#include "Graphs.h"

#include <thread>

using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

// Devices 0 and 2 are gfx950, device 1 is gfx942. Each object below is made on
// the device that its maker selects.
class SeveralDevices : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(spmla_emu_set_devices("gfx950,gfx942,gfx950"), 0);
  }
  static void use(int device) { ASSERT_EQ(hipSetDevice(device), hipSuccess); }
  template <class T, class... Arguments>
  static std::unique_ptr<T> on(int device, Arguments &&...arguments) {
    use(device);
    return std::make_unique<T>(std::forward<Arguments>(arguments)...);
  }
};

TEST_F(SeveralDevices, TheCurrentOneIsTheThreads) {
  use(1);
  int other = -1, own = -1;
  std::thread([&] {
    EXPECT_EQ(hipGetDevice(&other), hipSuccess);
    use(2);
  }).join();
  EXPECT_EQ(hipGetDevice(&own), hipSuccess);
  EXPECT_EQ(other, 0);
  EXPECT_EQ(own, 1);
}

TEST_F(SeveralDevices, HaveTheirOwnMemory) {
  size_t free[3], total[3];
  auto measure = [&] {
    for (int d = 0; d < 3; ++d) {
      use(d);
      ASSERT_EQ(hipMemGetInfo(&free[d], &total[d]), hipSuccess);
    }
  };
  auto buffer = on<Buffer>(1, 256, 0);
  measure();
  EXPECT_EQ(total[0] - free[0], 0u);
  EXPECT_EQ(total[1] - free[1], 1024u);
  EXPECT_LT(total[1], total[0]);
  hipPointerAttribute_t attributes;
  ASSERT_EQ(hipPointerGetAttributes(&attributes, *buffer->parameter()),
            hipSuccess);
  EXPECT_EQ(attributes.device, 1);
  // Freed from wherever.
  use(2);
  buffer.reset();
  measure();
  EXPECT_EQ(total[1] - free[1], 0u);
}

// Both architectures in one process, each with its own code.
TEST_F(SeveralDevices, RunTheirOwnCode) {
  for (auto [device, kernels] : {std::pair{0, "Launch"}, std::pair{1, "Gfx942"},
                                 std::pair{2, "Launch"}}) {
    auto module = on<Module>(device, kernels);
    Buffer in(64, 2), out(1, 0);
    uint32_t n = 64;
    EXPECT_EQ(
        module->launch("sums", 1, 64, {out.parameter(), in.parameter(), &n}),
        hipSuccess)
        << spmla_emu_last_error();
    EXPECT_EQ(out.read()[0], 128u);
  }
}

// Kernels see other devices' memory once it is allowed, in that direction only;
// copies always do.
TEST_F(SeveralDevices, AccessEachOtherAsPeers) {
  auto first = on<Module>(0, "Launch");
  auto in = on<Buffer>(0, 64, 3), out = on<Buffer>(0, 1, 0);
  auto second = on<Module>(1, "Gfx942");
  auto in2 = on<Buffer>(1, 64, 5), out2 = on<Buffer>(1, 1, 0);
  uint32_t n = 64;
  auto reads = [&](Module &module, Buffer &to, Buffer &from) {
    return module.launch("sums", 1, 64, {to.parameter(), from.parameter(), &n});
  };
  int can = -1;
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 0, 1), hipSuccess);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 1, 1), hipSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(hipDeviceCanAccessPeer(&can, 0, 3), hipErrorInvalidDevice);

  use(0);
  EXPECT_EQ(reads(*first, *out, *in2), hipErrorIllegalAddress);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 0), hipSuccess);
  EXPECT_EQ(hipDeviceEnablePeerAccess(1, 0), hipErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(hipDeviceEnablePeerAccess(0, 0), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceEnablePeerAccess(3, 0), hipErrorInvalidDevice);
  EXPECT_EQ(hipDeviceEnablePeerAccess(2, 1), hipErrorInvalidValue);
  EXPECT_EQ(reads(*first, *out, *in2), hipSuccess) << spmla_emu_last_error();
  EXPECT_EQ(out->read()[0], 320u);
  use(1);
  EXPECT_EQ(reads(*second, *out2, *in), hipErrorIllegalAddress);
  EXPECT_EQ(hipDeviceDisablePeerAccess(0), hipErrorPeerAccessNotEnabled);
  use(0);
  EXPECT_EQ(hipDeviceDisablePeerAccess(1), hipSuccess);
  EXPECT_EQ(reads(*first, *out, *in2), hipErrorIllegalAddress);

  EXPECT_EQ(hipMemcpyPeer(*in2->parameter(), 1, *in->parameter(), 0, 256),
            hipSuccess);
  EXPECT_EQ(in2->read()[63], 3u);
  EXPECT_EQ(hipMemcpyPeer(*in2->parameter(), 3, *in->parameter(), 0, 256),
            hipErrorInvalidDevice);
  EXPECT_EQ(hipMemcpyPeer(*in2->parameter(), 1, *in->parameter(), -1, 256),
            hipErrorInvalidDevice);
}

TEST_F(SeveralDevices, CopyAcrossInGraphs) {
  auto from = on<Buffer>(0, 4, 7), to = on<Buffer>(1, 4, 0);
  use(0);
  Stream stream;
  ASSERT_EQ(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  ASSERT_EQ(hipMemcpyPeerAsync(*to->parameter(), 1, *from->parameter(), 0, 16,
                               stream),
            hipSuccess);
  hipGraph_t captured = nullptr;
  ASSERT_EQ(hipStreamEndCapture(stream, &captured), hipSuccess);
  Graph graph(captured);
  EXPECT_EQ(graph.nodes().size(), 1u);
  EXPECT_EQ(to->read()[0], 0u);
  graph.instantiate();
  ASSERT_EQ(hipGraphLaunch(graph.exec, stream), hipSuccess);
  EXPECT_EQ(to->read()[0], 7u);
}

// Streams, events and functions belong to their device (ROCm/rocm-systems PR
// #852, ROCm/aotriton PR#24).
TEST_F(SeveralDevices, MixedHandlesAreErrors) {
  auto module = on<Module>(0, "Launch");
  auto out = on<Buffer>(0, 64, 0);
  auto stream = on<Stream>(0);
  auto event = on<Event>(0);
  auto stream2 = on<Stream>(2);
  auto event2 = on<Event>(2);
  void *parameters[] = {out->parameter()};
  auto launch = [&](hipStream_t to) {
    return hipModuleLaunchKernel(module->function("constants"), 1, 1, 1, 64, 1,
                                 1, 0, to, parameters, nullptr);
  };
  // The stream decides, not the current device.
  EXPECT_EQ(launch(*stream), hipSuccess);
  EXPECT_EQ(launch(*stream2), hipErrorInvalidHandle);
  EXPECT_EQ(launch(nullptr), hipErrorInvalidHandle);
  use(0);
  EXPECT_EQ(launch(nullptr), hipSuccess);
  EXPECT_EQ(hipEventRecord(*event, *stream), hipSuccess);
  EXPECT_EQ(hipEventRecord(*event, *stream2), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventRecord(*event2, *stream2), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(*stream2, *event, 0), hipSuccess);
  float ms = 0;
  EXPECT_EQ(hipEventElapsedTime(&ms, *event, *event2), hipErrorInvalidHandle);

  ASSERT_EQ(hipStreamBeginCapture(*stream, hipStreamCaptureModeGlobal),
            hipSuccess);
  ASSERT_EQ(launch(*stream), hipSuccess);
  hipGraph_t captured = nullptr;
  ASSERT_EQ(hipStreamEndCapture(*stream, &captured), hipSuccess);
  Graph graph(captured);
  graph.instantiate();
  EXPECT_EQ(hipGraphLaunch(graph.exec, *stream2), hipErrorInvalidHandle);
  EXPECT_EQ(hipGraphLaunch(graph.exec, *stream), hipSuccess);
}

TEST_F(SeveralDevices, FaultsAreOfTheirDevice) {
  auto module = on<Module>(2, "Memory");
  uint64_t none = 0, index = 0;
  EXPECT_EQ(module->launch("storeAt", 1, 64, {&none, &index}),
            hipErrorIllegalAddress);
  use(0);
  EXPECT_EQ(hipDeviceSynchronize(), hipSuccess);
  use(2);
  EXPECT_EQ(hipDeviceSynchronize(), hipErrorIllegalAddress);
}

} // namespace
