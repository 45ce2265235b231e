//===- RuntimeFixture.h - The C interface on the fake driver ----*- C++ -*-===//

#ifndef SPMLA_TEST_RUNTIMEFIXTURE_H
#define SPMLA_TEST_RUNTIMEFIXTURE_H

#include "FakeHip/FakeHip.h"
#include "KernelFiles.h"

#include "spmla-c/spmla.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

namespace spmla {
namespace test {

/// A problem that the kernel of KernelFiles serves: 2 queries of 5 heads on a
/// flat cache of 100 slots. The addresses are never followed.
inline spmla_attention goodProblem() {
  spmla_attention problem{};
  problem.struct_size = sizeof problem;
  problem.cache_format = SPMLA_CACHE_FP8_SCALAR;
  problem.cache_encoding = SPMLA_ENCODING_E4M3FN;
  problem.q_encoding = SPMLA_ENCODING_BF16;
  problem.latent = 512;
  problem.rope = 64;
  problem.value = 512;
  problem.queries = 2;
  problem.heads = 5;
  problem.q = reinterpret_cast<void *>(0x10000);
  problem.q_query_stride = 16 * 576;
  problem.q_head_stride = 576;
  problem.q_element_stride = 1;
  problem.cache = reinterpret_cast<void *>(0x20000);
  problem.cache_row_stride = 0;
  problem.cache_page_stride = 576;
  problem.page_size = 1;
  problem.num_slots = 100;
  problem.indices = reinterpret_cast<int32_t *>(0x30004);
  problem.indptr = reinterpret_cast<int32_t *>(0x40004);
  problem.out = reinterpret_cast<void *>(0x50000);
  problem.out_query_stride = 12 * 512;
  problem.out_head_stride = 512;
  problem.out_element_stride = 1;
  problem.lse = reinterpret_cast<float *>(0x60004);
  problem.lse_query_stride = 7;
  problem.lse_head_stride = 1;
  problem.softmax_scale = 0.0625f;
  problem.kv_scale_value = 0.5f;
  problem.kv_scale = reinterpret_cast<float *>(0x70004);
  problem.stream = reinterpret_cast<void *>(0x80000);
  problem.q_scale_value = 1;
  problem.out_encoding = SPMLA_ENCODING_BF16;
  return problem;
}

/// Each test starts with an idle fake driver and a runtime on it.
class RuntimeFixture : public ::testing::Test {
protected:
  void SetUp() override {
    void *library = dlopen(SPMLA_FAKEHIP, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << dlerror();
    auto state =
        reinterpret_cast<decltype(&fakeHip)>(dlsym(library, "fakeHip"));
    auto device = reinterpret_cast<decltype(&fakeHipDevice)>(
        dlsym(library, "fakeHipDevice"));
    ASSERT_TRUE(state && device);
    fake = state();
    fake->reset();
    currentDevice = device;
    *currentDevice() = 0;
  }

  void TearDown() override { spmla_runtime_destroy(runtime); }

  void create() {
    ASSERT_EQ(spmla_runtime_create(SPMLA_API_VERSION, SPMLA_FAKEHIP, &runtime),
              SPMLA_SUCCESS)
        << spmla_last_error();
    fake->calls.clear();
  }

  spmla_status load(spmla_kernel **kernel, int device = 0) {
    return spmla_kernel_load(runtime, device, files.hsaco().c_str(), kernel);
  }

  FakeHip *fake = nullptr;
  int *(*currentDevice)() = nullptr;
  spmla_runtime *runtime = nullptr;
  KernelFiles files;
};

/// A call that must fail with `status` and a text that matches `text`.
#define EXPECT_FAILS(CALL, STATUS, TEXT)                                       \
  do {                                                                         \
    EXPECT_EQ(CALL, STATUS);                                                   \
    EXPECT_THAT(spmla_last_error(), TEXT);                                     \
  } while (false)

} // namespace test
} // namespace spmla

#endif // SPMLA_TEST_RUNTIMEFIXTURE_H
