//===- KernelTest.cpp - Loading kernels on the fake driver ----------------===//

#include "RuntimeFixture.h"

#include <filesystem>
#include <thread>

using namespace spmla;
using namespace spmla::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StrEq;

namespace {
class Kernel : public RuntimeFixture {
protected:
  void SetUp() override {
    RuntimeFixture::SetUp();
    fake->archs = {"gfx942:sramecc+:xnack-", "gfx950:sramecc+:xnack-"};
    create();
  }

  /// Loads onto the gfx950 device; must fail without a trace in the driver.
  void expectRefused(spmla_status status,
                     const ::testing::Matcher<std::string> &text) {
    EXPECT_FAILS(load(&kernel, 1), status, text);
    EXPECT_EQ(kernel, nullptr);
    EXPECT_THAT(fake->calls, ElementsAre());
  }

  spmla_kernel *kernel = nullptr;
};

TEST_F(Kernel, LoadsOntoItsDeviceAndUnloads) {
  ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS) << spmla_last_error();
  EXPECT_EQ(*currentDevice(), 0);
  ASSERT_EQ(fake->loads.size(), 1u);
  EXPECT_EQ(fake->loads[0].device, 1);
  EXPECT_THAT(fake->calls,
              ElementsAre("hipGetDevice", "hipSetDevice", "hipModuleLoadData",
                          "hipModuleGetFunction", "hipSetDevice"));
  EXPECT_EQ(spmla_kernel_destroy(kernel), SPMLA_SUCCESS);
  EXPECT_EQ(fake->unloads, 1u);
  EXPECT_EQ(*currentDevice(), 0);
}

TEST_F(Kernel, DescribesItself) {
  ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS);
  spmla_kernel_info info{};
  EXPECT_FAILS(spmla_kernel_get_info(kernel, &info), SPMLA_ERROR_VERSION,
               HasSubstr("expects struct_size of spmla_kernel_info to be"));
  info.struct_size = sizeof info;
  ASSERT_EQ(spmla_kernel_get_info(kernel, &info), SPMLA_SUCCESS);
  EXPECT_STREQ(info.name, KernelOfTest);
  EXPECT_STREQ(info.arch, "gfx950");
  EXPECT_EQ(info.cache_format, SPMLA_CACHE_FP8_SCALAR);
  EXPECT_EQ(info.cache_encoding, SPMLA_ENCODING_E4M3FN);
  EXPECT_EQ(info.q_encoding, SPMLA_ENCODING_BF16);
  EXPECT_EQ(info.latent, 512);
  EXPECT_EQ(info.rope, 64);
  EXPECT_EQ(info.value, 512);
  EXPECT_EQ(info.program_heads, 16);
  EXPECT_EQ(info.workgroup_size, 256);
  EXPECT_EQ(info.vgpr, 100);
  EXPECT_EQ(info.lds_bytes, 70000);
  EXPECT_EQ(info.out_encoding, SPMLA_ENCODING_BF16);
  EXPECT_EQ(info.cache_stride_alignment, 16);
  // A struct of version 1 ends before that.
  info.cache_stride_alignment = -1;
  info.struct_size = 88;
  EXPECT_EQ(spmla_kernel_get_info(kernel, &info), SPMLA_SUCCESS);
  EXPECT_EQ(info.cache_stride_alignment, -1);
  spmla_kernel_destroy(kernel);
}

// rocm-systems PR 938: an image of another processor never reaches the driver.
TEST_F(Kernel, IsRefusedOnAnotherProcessor) {
  EXPECT_FAILS(load(&kernel, 0), SPMLA_ERROR_ARCH,
               StrEq("kernel " + std::string(KernelOfTest) +
                     ": expects the device to be gfx950 "
                     "as its code object, got device 0, "
                     "gfx942:sramecc+:xnack-"));
  EXPECT_THAT(fake->calls, ElementsAre());
}

TEST_F(Kernel, IsRefusedIfManifestAndImageDisagreeOnTheProcessor) {
  auto manifest = goodManifest(emptyCodeObject(), {{"arch", "gfx942"}});
  files.writeManifest(manifest);
  expectRefused(SPMLA_ERROR_FILE,
                HasSubstr("expects the ELF flags' processor to be gfx942 as "
                          "its manifest says, got gfx950"));
}

// TheRock issue 7976, aiter PR 1812 and PR 2580: absent, empty, truncated and
// altered files have their names in the error.
TEST_F(Kernel, IsRefusedIfItsFilesAreNotWhole) {
  files.writeImage("");
  expectRefused(SPMLA_ERROR_FILE,
                HasSubstr("(kernel " + std::string(KernelOfTest) +
                          ") to be 120 bytes as its "
                          "manifest says, got 0"));
  files.writeImage(emptyCodeObject().substr(0, 100));
  expectRefused(SPMLA_ERROR_FILE, HasSubstr("got 100"));
  std::string altered = emptyCodeObject();
  altered.back() = 1;
  files.writeImage(altered);
  expectRefused(SPMLA_ERROR_FILE, HasSubstr("expects the SHA-256 of '"));
  std::filesystem::remove(files.hsaco());
  expectRefused(SPMLA_ERROR_FILE, StrEq("cannot open '" + files.hsaco() +
                                        "': No such file or directory"));
  std::filesystem::remove(files.json());
  expectRefused(SPMLA_ERROR_FILE, StrEq("cannot open '" + files.json() +
                                        "': No such file or directory"));
}

TEST_F(Kernel, IsRefusedIfDamagedTogetherWithItsManifest) {
  std::string relocatable = emptyCodeObject();
  relocatable[16] = 1; // e_type: ET_REL
  files.writeImage(relocatable);
  files.writeManifest(goodManifest(relocatable));
  expectRefused(SPMLA_ERROR_FILE, HasSubstr("a linked object"));
}

TEST_F(Kernel, IsRefusedIfItsManifestIsForAnotherFile) {
  auto manifest = goodManifest(emptyCodeObject());
  manifest["hsaco"]["file"] = "other.hsaco";
  files.writeManifest(manifest);
  expectRefused(SPMLA_ERROR_MANIFEST,
                HasSubstr("expects hsaco.file to be 'kernel.hsaco', got "
                          "'other.hsaco'"));
}

TEST_F(Kernel, ChecksItsArguments) {
  EXPECT_FAILS(spmla_kernel_load(nullptr, 0, "k.hsaco", &kernel),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects runtime to be a pointer, got null"));
  EXPECT_FAILS(spmla_kernel_load(runtime, 0, nullptr, &kernel),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects path to be a pointer, got null"));
  EXPECT_FAILS(spmla_kernel_load(runtime, 0, "k.hsaco", nullptr),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects kernel to be a pointer, got null"));
  EXPECT_FAILS(load(&kernel, 2), SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects device to be 0 to 1, got 2"));
  EXPECT_FAILS(load(&kernel, -1), SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects device to be 0 to 1, got -1"));
  EXPECT_FAILS(spmla_kernel_load(runtime, 0, "kernel.co", &kernel),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects the code object's path to be NAME.hsaco, got "
                     "'kernel.co'"));
  EXPECT_EQ(spmla_kernel_destroy(nullptr), SPMLA_SUCCESS);
}

// sglang PR 33120: a load that failed leaves nothing and can be repeated.
TEST_F(Kernel, CanBeLoadedAfterAFailure) {
  fake->failures["hipModuleLoadData"] = hip::hipErrorOutOfMemory;
  EXPECT_FAILS(load(&kernel, 1), SPMLA_ERROR_HIP,
               HasSubstr("returned 2 (hipErrorOutOfMemory: out of memory)"));
  EXPECT_EQ(kernel, nullptr);
  EXPECT_EQ(*currentDevice(), 0);
  fake->failures.clear();
  ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS) << spmla_last_error();
  spmla_kernel_destroy(kernel);
}

TEST_F(Kernel, WithoutRoomForAZeroRowIsUnloadedAgain) {
  auto manifest = goodManifest(emptyCodeObject(), {{"access", "global"}});
  files.writeManifest(manifest);
  fake->failures["hipMalloc"] = hip::hipErrorOutOfMemory;
  EXPECT_FAILS(load(&kernel, 1), SPMLA_ERROR_HIP, HasSubstr("hipMalloc of"));
  EXPECT_EQ(fake->unloads, 1u);
  fake->failures.clear();
  fake->failures["hipMemcpy"] = hip::hipErrorInvalidValue;
  fake->calls.clear();
  EXPECT_FAILS(load(&kernel, 1), SPMLA_ERROR_HIP, HasSubstr("hipMemcpy of"));
  EXPECT_THAT(fake->calls, ::testing::Contains("hipFree"));
  EXPECT_EQ(fake->unloads, 2u);
  EXPECT_EQ(*currentDevice(), 0);
}

// aotriton PR 238: a symbol that is not there, and a null function.
TEST_F(Kernel, WithoutItsSymbolIsUnloadedAgain) {
  fake->failures["hipModuleGetFunction"] = hip::hipErrorNotFound;
  EXPECT_FAILS(
      load(&kernel, 1), SPMLA_ERROR_HIP,
      HasSubstr("hipModuleGetFunction(" + std::string(KernelOfTest) + ") of"));
  EXPECT_EQ(fake->unloads, 1u);
  fake->failures.clear();
  fake->returnsNullFunction = true;
  EXPECT_FAILS(load(&kernel, 1), SPMLA_ERROR_HIP,
               HasSubstr("to be a function, got null"));
  EXPECT_EQ(fake->unloads, 2u);
  EXPECT_EQ(*currentDevice(), 0);
}

TEST_F(Kernel, ReportsAFailedUnload) {
  ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS);
  fake->failures["hipModuleUnload"] = hip::hipErrorDeinitialized;
  EXPECT_FAILS(spmla_kernel_destroy(kernel), SPMLA_ERROR_HIP,
               HasSubstr("hipModuleUnload"));
}

// aotriton PR 24 and hip issue 3220: a module belongs to one device.
TEST_F(Kernel, IsLoadedOncePerDevice) {
  fake->archs = std::vector<std::string>(8, "gfx950");
  spmla_runtime_destroy(runtime);
  create();
  spmla_kernel *kernels[8];
  for (int device = 0; device != 8; ++device)
    ASSERT_EQ(load(&kernels[device], device), SPMLA_SUCCESS);
  for (int device = 0; device != 8; ++device)
    EXPECT_EQ(fake->loads[size_t(device)].device, device);
  for (spmla_kernel *loaded : kernels)
    EXPECT_EQ(spmla_kernel_destroy(loaded), SPMLA_SUCCESS);
  EXPECT_EQ(fake->unloads, 8u);
}

TEST_F(Kernel, OutlivesTheRuntimeHandle) {
  ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS);
  spmla_runtime_destroy(runtime);
  runtime = nullptr;
  spmla_attention problem = goodProblem();
  EXPECT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS)
      << spmla_last_error();
  EXPECT_EQ(spmla_kernel_destroy(kernel), SPMLA_SUCCESS);
}

// triton PR 9444: as many unloads as loads.
TEST_F(Kernel, IsUnloadedAsOftenAsLoaded) {
  for (int i = 0; i != 1000; ++i) {
    ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS);
    ASSERT_EQ(spmla_kernel_destroy(kernel), SPMLA_SUCCESS);
  }
  EXPECT_EQ(fake->loads.size(), 1000u);
  EXPECT_EQ(fake->unloads, 1000u);
}

// aotriton PR 224, triton PR 11265: loads from many threads.
TEST_F(Kernel, LoadsFromManyThreads) {
  std::vector<std::thread> threads;
  std::vector<spmla_status> results(16, SPMLA_ERROR_INTERNAL);
  for (size_t i = 0; i != results.size(); ++i)
    threads.emplace_back([&, i] {
      spmla_kernel *own;
      results[i] = load(&own, 1);
      if (results[i] == SPMLA_SUCCESS)
        results[i] = spmla_kernel_destroy(own);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(results, ::testing::Each(SPMLA_SUCCESS));
  EXPECT_EQ(fake->unloads, 16u);
}
} // namespace
