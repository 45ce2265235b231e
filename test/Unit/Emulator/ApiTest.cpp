//===- ApiTest.cpp - Devices, handles, error codes ------------------------===//

#include "Device.h"
#include "emulator/hip/State.h"

#include <cstring>
#include <tuple>

using namespace spmla;
using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

TEST(Devices, DefaultIsOneGfx950) {
  EXPECT_EQ(hipInit(0), hipSuccess);
  EXPECT_EQ(hipInit(1), hipErrorInvalidValue);
  int count = 0;
  EXPECT_EQ(hipGetDeviceCount(&count), hipSuccess);
  EXPECT_EQ(count, 1);
  EXPECT_STREQ(spmla_emu_device_arch(0), "gfx950");
  EXPECT_EQ(spmla_emu_device_arch(1), nullptr);
  EXPECT_EQ(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipSetDevice(1), hipErrorInvalidDevice);
  EXPECT_EQ(hipSetDevice(-1), hipErrorInvalidDevice);
}

TEST(Devices, NoneIsAnError) {
  ASSERT_EQ(spmla_emu_set_devices(""), 0);
  int count = 5;
  EXPECT_EQ(hipGetDeviceCount(&count), hipErrorNoDevice);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(hipInit(0), hipErrorNoDevice);
  void *p;
  EXPECT_EQ(hipMalloc(&p, 16), hipErrorNoDevice);
}

TEST(Devices, UnknownArchitectureIsNamed) {
  EXPECT_EQ(spmla_emu_set_devices("gfx950,gfx90a"), -1);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("gfx90a"),
            std::string::npos);
  EXPECT_EQ(spmla_emu_device_count(), 1);
}

TEST(Devices, EnvironmentIsUnderstoodOrRefused) {
  emu::State &s = emu::State::get();
  s.configure("gfx942,gfx950", "fast");
  EXPECT_EQ(spmla_emu_device_count(), 2);
  EXPECT_STREQ(spmla_emu_device_arch(0), "gfx942");
  EXPECT_EQ(spmla_emu_strict(), 0);
  s.configure("gfx950", "strict");
  EXPECT_EQ(spmla_emu_strict(), 1);
  s.configure(nullptr, nullptr);
  EXPECT_EQ(spmla_emu_device_count(), 1);
  EXPECT_EQ(spmla_emu_strict(), 0);
  // Unset, empty and wrong are three things (ROCm/aiter PR#1812).
  for (auto [devices, mode, text] :
       {std::tuple{"", (const char *)nullptr, "got none"},
        std::tuple{"gfx950;gfx942", (const char *)nullptr, "gfx950;gfx942"},
        std::tuple{"gfx950,", (const char *)nullptr, "got gfx950,"},
        std::tuple{"gfx950", "slow",
                   "SPMLA_EMU_MODE to be fast or strict, got slow"}}) {
    s.configure(devices, mode);
    int count = 7;
    EXPECT_EQ(hipGetDeviceCount(&count), hipErrorNoDevice);
    EXPECT_EQ(count, 0);
    EXPECT_NE(std::string(spmla_emu_last_error()).find(text), std::string::npos)
        << spmla_emu_last_error();
  }
  // Devices that a program sets do not hide that the mode is wrong.
  EXPECT_EQ(spmla_emu_set_devices("gfx950"), -1);
  EXPECT_STREQ(spmla_emu_last_error(),
               "expects SPMLA_EMU_MODE to be fast or strict, got slow");
  s.configure(nullptr, nullptr);
  EXPECT_EQ(spmla_emu_set_devices("gfx950"), 0);
}

TEST(Devices, StayWhileInUse) {
  Buffer b(4, 0);
  EXPECT_EQ(spmla_emu_set_devices("gfx942"), -1);
}

// The limits of both targets (tokenspeed PR#119: 64 KiB assumed on gfx950).
TEST(Devices, PropertiesInBothLayouts) {
  ASSERT_EQ(spmla_emu_set_devices("gfx950,gfx942"), 0);
  hipDeviceProp_tR0600 p6;
  hipDeviceProp_t p5;
  struct {
    const char *arch;
    size_t lds;
    int units;
  } wanted[] = {{"gfx950:sramecc+:xnack-", 163840, 256},
                {"gfx942:sramecc+:xnack-", 65536, 304}};
  for (int d = 0; d < 2; ++d) {
    ASSERT_EQ(hipGetDevicePropertiesR0600(&p6, d), hipSuccess);
    ASSERT_EQ(hipGetDeviceProperties(&p5, d), hipSuccess);
    EXPECT_STREQ(p6.gcnArchName, wanted[d].arch);
    EXPECT_STREQ(p5.gcnArchName, wanted[d].arch);
    EXPECT_EQ(p6.sharedMemPerBlock, wanted[d].lds);
    EXPECT_EQ(p5.sharedMemPerBlock, wanted[d].lds);
    EXPECT_EQ(p6.multiProcessorCount, wanted[d].units);
    EXPECT_EQ(p5.multiProcessorCount, wanted[d].units);
    EXPECT_EQ(p6.warpSize, 64);
    EXPECT_EQ(p5.warpSize, 64);
    int value = 0;
    ASSERT_EQ(hipDeviceGetAttribute(
                  &value, hipDeviceAttributeMaxSharedMemoryPerBlock, d),
              hipSuccess);
    EXPECT_EQ(size_t(value), wanted[d].lds);
  }
  int value;
  EXPECT_EQ(hipDeviceGetAttribute(&value,
                                  static_cast<hipDeviceAttribute_t>(12345), 0),
            hipErrorInvalidValue);
  EXPECT_EQ(hipGetDevicePropertiesR0600(&p6, 2), hipErrorInvalidDevice);
}

// A module belongs to the device it was loaded on (ROCm/aotriton PR#24).
TEST(Devices, ModulesArePerDevice) {
  ASSERT_EQ(spmla_emu_set_devices("gfx950,gfx942,gfx950"), 0);
  std::vector<uint8_t> image = readKernels("Launch");
  hipModule_t module = nullptr;
  ASSERT_EQ(hipSetDevice(1), hipSuccess);
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), hipErrorNoBinaryForGpu);
  ASSERT_EQ(hipSetDevice(0), hipSuccess);
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess);
  hipFunction_t function = nullptr;
  ASSERT_EQ(hipModuleGetFunction(&function, module, "constants"), hipSuccess);
  ASSERT_EQ(hipSetDevice(2), hipSuccess);
  Buffer out(64, 0);
  void *parameters[] = {out.parameter()};
  EXPECT_EQ(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr,
                                  parameters, nullptr),
            hipErrorInvalidHandle);
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
}

TEST(Modules, ErrorsOfHandlesAndNames) {
  hipModule_t module = nullptr;
  EXPECT_EQ(hipModuleLoad(&module, "/no/such/file"), hipErrorFileNotFound);
  EXPECT_EQ(hipModuleLoadData(nullptr, &module), hipErrorInvalidValue);
  EXPECT_EQ(hipModuleLoadData(&module, nullptr), hipErrorInvalidValue);
  EXPECT_EQ(hipModuleUnload(module), hipErrorInvalidHandle);
  std::vector<uint8_t> image = readKernels("Launch");
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess);
  hipFunction_t function = nullptr;
  EXPECT_EQ(hipModuleGetFunction(&function, module, "missing"),
            hipErrorNotFound);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("missing"),
            std::string::npos);
  ASSERT_EQ(hipModuleGetFunction(&function, module, "sums"), hipSuccess);
  int value = 0;
  EXPECT_EQ(hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                function),
            hipSuccess);
  EXPECT_EQ(value, 4096);
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
  EXPECT_EQ(hipModuleUnload(module), hipErrorInvalidHandle);
  EXPECT_EQ(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr,
                                  nullptr, nullptr),
            hipErrorInvalidHandle);
}

// A module's variables are memory like any other, until it is unloaded.
TEST(Modules, VariablesCanBeReadAndWritten) {
  std::vector<uint8_t> image = readKernels("Launch");
  hipModule_t module = nullptr;
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess);
  hipDeviceptr_t pointer = nullptr;
  size_t bytes = 0;
  ASSERT_EQ(hipModuleGetGlobal(&pointer, &bytes, module, "settable"),
            hipSuccess)
      << spmla_emu_last_error();
  EXPECT_EQ(bytes, 16u);
  uint32_t words[4];
  ASSERT_EQ(hipMemcpy(words, pointer, 16, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(words[2], 3u);
  words[2] = 33;
  ASSERT_EQ(hipMemcpy(pointer, words, 16, hipMemcpyHostToDevice), hipSuccess);
  Buffer out(64, 0);
  hipFunction_t function = nullptr;
  ASSERT_EQ(hipModuleGetFunction(&function, module, "variables"), hipSuccess);
  void *parameters[] = {out.parameter()};
  ASSERT_EQ(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr,
                                  parameters, nullptr),
            hipSuccess)
      << spmla_emu_last_error();
  EXPECT_EQ(out.read()[2], 33u);
  ASSERT_EQ(hipMemcpy(words, pointer, 16, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(words[3], 99u);

  // Another module of the same file has its own.
  Module other("Launch");
  ASSERT_EQ(other.launch("variables", 1, 64, {out.parameter()}), hipSuccess);
  EXPECT_EQ(out.read()[2], 3u);

  EXPECT_EQ(hipModuleGetGlobal(nullptr, &bytes, module, "settable"),
            hipSuccess);
  EXPECT_EQ(hipModuleGetGlobal(nullptr, nullptr, module, "settable"),
            hipErrorInvalidValue);
  EXPECT_EQ(hipModuleGetGlobal(&pointer, &bytes, nullptr, "settable"),
            hipErrorInvalidHandle);
  // Neither a kernel, nor its descriptor, nor what is not exported.
  for (const char *name : {"sums", "sums.kd", "table", ""})
    EXPECT_EQ(hipModuleGetGlobal(&pointer, &bytes, module, name),
              hipErrorNotFound)
        << name;
  // Nor can it be freed: one of these pages is the first of the module.
  for (uintptr_t back = 0; back < 32; ++back) {
    uintptr_t page =
        (reinterpret_cast<uintptr_t>(pointer) / 4096 - back) * 4096;
    if (page != out.address())
      EXPECT_EQ(hipFree(reinterpret_cast<void *>(page)), hipErrorInvalidValue);
  }
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
  EXPECT_EQ(hipMemcpy(words, pointer, 16, hipMemcpyDeviceToHost),
            hipErrorInvalidValue);
}

// Loads and unloads without end must not wear anything out (triton PR#9444).
TEST(Modules, ComeAndGo) {
  std::vector<uint8_t> image = readKernels("Matrix");
  for (int i = 0; i < 300; ++i) {
    hipModule_t module = nullptr;
    ASSERT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess);
    ASSERT_EQ(hipModuleUnload(module), hipSuccess);
  }
}

TEST(Launch, LimitsAreErrors) {
  Module module("Launch");
  hipFunction_t f = module.function("dynamic");
  Buffer out(64, 0);
  uint32_t words = 1;
  void *parameters[] = {out.parameter(), &words};
  auto launch = [&](unsigned gx, unsigned bx, unsigned by, unsigned lds) {
    return hipModuleLaunchKernel(f, gx, 1, 1, bx, by, 1, lds, nullptr,
                                 parameters, nullptr);
  };
  EXPECT_EQ(launch(1, 64, 1, 4), hipSuccess);
  EXPECT_EQ(launch(0, 64, 1, 4), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 0, 1, 4), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 1025, 1, 4), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 64, 32, 4), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(0x80000000u, 64, 1, 4), hipErrorInvalidConfiguration);
  EXPECT_EQ(launch(1, 64, 1, 163841), hipErrorInvalidValue);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("163840"),
            std::string::npos);
  void *none[] = {nullptr, nullptr};
  EXPECT_EQ(
      hipModuleLaunchKernel(f, 1, 1, 1, 64, 1, 1, 4, nullptr, none, nullptr),
      hipErrorInvalidValue);
  EXPECT_EQ(hipModuleLaunchKernel(nullptr, 1, 1, 1, 64, 1, 1, 4, nullptr, none,
                                  nullptr),
            hipErrorInvalidHandle);
}

TEST(Streams, OrderAndHandles) {
  hipStream_t stream = nullptr;
  hipEvent_t start = nullptr, stop = nullptr, untimed = nullptr;
  ASSERT_EQ(hipStreamCreate(&stream), hipSuccess);
  ASSERT_EQ(hipEventCreate(&start), hipSuccess);
  ASSERT_EQ(hipEventCreate(&stop), hipSuccess);
  ASSERT_EQ(hipEventCreateWithFlags(&untimed, kEventDisableTiming), hipSuccess);
  float ms = -1;
  EXPECT_EQ(hipEventElapsedTime(&ms, start, stop), hipErrorInvalidHandle);
  EXPECT_EQ(hipEventRecord(start, stream), hipSuccess);
  Buffer buffer(64, 0);
  uint32_t word = 3;
  EXPECT_EQ(hipMemcpyAsync(*buffer.parameter(), &word, 4, hipMemcpyHostToDevice,
                           stream),
            hipSuccess);
  EXPECT_EQ(hipEventRecord(stop, stream), hipSuccess);
  EXPECT_EQ(hipStreamWaitEvent(nullptr, stop, 0), hipSuccess);
  EXPECT_EQ(hipEventSynchronize(stop), hipSuccess);
  EXPECT_EQ(hipEventElapsedTime(&ms, start, stop), hipSuccess);
  EXPECT_GE(ms, 0.0f);
  EXPECT_EQ(hipEventRecord(untimed, stream), hipSuccess);
  EXPECT_EQ(hipEventElapsedTime(&ms, start, untimed), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamSynchronize(stream), hipSuccess);
  EXPECT_EQ(buffer.read()[0], 3u);

  EXPECT_EQ(hipStreamDestroy(stream), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipStreamSynchronize(stream), hipErrorInvalidHandle);
  EXPECT_EQ(hipMemcpyAsync(*buffer.parameter(), &word, 4, hipMemcpyHostToDevice,
                           stream),
            hipErrorInvalidHandle);
  for (hipEvent_t event : {start, stop, untimed})
    EXPECT_EQ(hipEventDestroy(event), hipSuccess);
  EXPECT_EQ(hipEventRecord(start, nullptr), hipErrorInvalidHandle);
}

// A fault is seen on its stream and in events recorded behind it.
TEST(Streams, FaultsAreOfTheirStream) {
  Module module("Memory");
  hipStream_t faulty = nullptr, other = nullptr;
  hipEvent_t event = nullptr;
  ASSERT_EQ(hipStreamCreate(&faulty), hipSuccess);
  ASSERT_EQ(hipStreamCreate(&other), hipSuccess);
  ASSERT_EQ(hipEventCreate(&event), hipSuccess);
  uint64_t none = 0, index = 0;
  void *parameters[] = {&none, &index};
  EXPECT_EQ(hipModuleLaunchKernel(module.function("storeAt"), 1, 1, 1, 64, 1, 1,
                                  0, faulty, parameters, nullptr),
            hipErrorIllegalAddress);
  EXPECT_EQ(hipEventRecord(event, faulty), hipSuccess);
  EXPECT_EQ(hipEventSynchronize(event), hipErrorIllegalAddress);
  EXPECT_EQ(hipStreamSynchronize(faulty), hipErrorIllegalAddress);
  EXPECT_EQ(hipStreamSynchronize(other), hipSuccess);
  EXPECT_EQ(hipDeviceSynchronize(), hipErrorIllegalAddress);
  EXPECT_EQ(hipEventDestroy(event), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(faulty), hipSuccess);
  EXPECT_EQ(hipStreamDestroy(other), hipSuccess);
}

TEST(Errors, NamesAndTexts) {
  EXPECT_STREQ(hipGetErrorName(hipSuccess), "hipSuccess");
  EXPECT_STREQ(hipGetErrorName(hipErrorNoBinaryForGpu),
               "hipErrorNoBinaryForGpu");
  EXPECT_STREQ(hipGetErrorString(hipErrorNoBinaryForGpu),
               "no kernel image is available for execution on the device");
  EXPECT_STREQ(hipGetErrorName(static_cast<hipError_t>(12345)),
               "hipErrorUnknown");
  EXPECT_EQ(hipSetDevice(99), hipErrorInvalidDevice);
  EXPECT_EQ(hipPeekAtLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipGetLastError(), hipErrorInvalidDevice);
  EXPECT_EQ(hipPeekAtLastError(), hipSuccess);
}

} // namespace
