//===- AttentionTest.cpp - Launches on the fake driver --------------------===//

#include "RuntimeFixture.h"

#include <cstring>
#include <thread>

using namespace spmla;
using namespace spmla::test;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StrEq;

namespace {
class Attention : public RuntimeFixture {
protected:
  void SetUp() override {
    RuntimeFixture::SetUp();
    fake->archs = {"gfx942:sramecc+:xnack-", "gfx950:sramecc+:xnack-"};
    create();
    ASSERT_EQ(load(&kernel, 1), SPMLA_SUCCESS) << spmla_last_error();
    fake->calls.clear();
  }

  void TearDown() override {
    EXPECT_EQ(spmla_kernel_destroy(kernel), SPMLA_SUCCESS);
    RuntimeFixture::TearDown();
  }

  template <typename T> T argument(size_t offset) {
    T value;
    std::memcpy(&value, fake->launches.back().arguments.data() + offset,
                sizeof value);
    return value;
  }

  spmla_kernel *kernel = nullptr;
  spmla_attention problem = goodProblem();
};

TEST_F(Attention, LaunchesOnce) {
  ASSERT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS)
      << spmla_last_error();
  ASSERT_EQ(fake->launches.size(), 1u);
  const FakeLaunch &launch = fake->launches[0];
  EXPECT_EQ(launch.kernel, KernelOfTest);
  EXPECT_EQ(launch.device, 1);
  EXPECT_THAT(launch.grid, ElementsAre(2, 1, 1));
  EXPECT_THAT(launch.block, ElementsAre(256, 1, 1));
  EXPECT_EQ(launch.sharedBytes, 0u);
  // aiter PR 2564: on the caller's stream, not the null stream.
  EXPECT_EQ(launch.stream, problem.stream);
}

// The bytes at the offsets that ArgumentBlock.def gives its members.
TEST_F(Attention, PacksTheArguments) {
  ASSERT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS);
  ASSERT_EQ(fake->launches[0].arguments.size(), 164u);
  EXPECT_EQ(argument<uint64_t>(0), 0x10000u);  // q
  EXPECT_EQ(argument<uint64_t>(8), 0x20000u);  // cache
  EXPECT_EQ(argument<uint64_t>(16), 0x30004u); // indices
  EXPECT_EQ(argument<uint64_t>(24), 0x40004u); // indptr
  EXPECT_EQ(argument<uint64_t>(32), 0x50000u); // out
  EXPECT_EQ(argument<uint64_t>(40), 0x60004u); // lse
  EXPECT_EQ(argument<uint64_t>(48), 0x70004u); // kv_scale
  EXPECT_EQ(argument<uint64_t>(56), 0u);       // q_scale
  EXPECT_EQ(argument<uint64_t>(64), 0u);       // zero_row
  EXPECT_EQ(argument<int64_t>(72), 16 * 576);  // q_query_stride
  EXPECT_EQ(argument<int64_t>(80), 576);       // q_head_stride
  EXPECT_EQ(argument<int64_t>(88), 12 * 512);  // out_query_stride
  EXPECT_EQ(argument<int64_t>(96), 512);       // out_head_stride
  EXPECT_EQ(argument<int64_t>(104), 7);        // lse_query_stride
  EXPECT_EQ(argument<int64_t>(112), 1);        // lse_head_stride
  EXPECT_EQ(argument<int64_t>(120), 576);      // cache_row_stride
  EXPECT_EQ(argument<int64_t>(128), 0);        // cache_page_skip
  EXPECT_EQ(argument<uint32_t>(136), 57600u);  // cache_span
  EXPECT_EQ(argument<uint32_t>(140), 100u);    // num_slots
  EXPECT_EQ(argument<uint32_t>(144), 0u);      // page_magic
  EXPECT_EQ(argument<uint32_t>(148), 0u);      // page_shift
  EXPECT_EQ(argument<uint32_t>(152), 5u);      // heads
  EXPECT_FLOAT_EQ(argument<float>(156), 0.03125f * 1.442695041f); // score_scale
  EXPECT_EQ(argument<float>(160), 0.5f);                          // value_scale
}

// The row of zeros is made once, when the kernel is loaded.
TEST_F(Attention, HandsOutAZeroRowForInvalidSlots) {
  auto manifest = goodManifest(emptyCodeObject(), {{"access", "global"}});
  files.writeManifest(manifest);
  spmla_kernel *wide = nullptr;
  ASSERT_EQ(load(&wide, 1), SPMLA_SUCCESS) << spmla_last_error();
  EXPECT_THAT(fake->calls,
              ElementsAre("hipGetDevice", "hipSetDevice", "hipModuleLoadData",
                          "hipModuleGetFunction", "hipMalloc", "hipMemcpy",
                          "hipSetDevice"));
  fake->calls.clear();
  ASSERT_EQ(spmla_attention_launch(wide, &problem), SPMLA_SUCCESS)
      << spmla_last_error();
  EXPECT_THAT(fake->calls,
              ElementsAre("hipGetDevice", "hipSetDevice",
                          "hipModuleLaunchKernel", "hipSetDevice"));
  auto *row = argument<const char *>(64);
  ASSERT_NE(row, nullptr);
  EXPECT_THAT(std::string(row, 576), Each('\0'));
  fake->calls.clear();
  EXPECT_EQ(spmla_kernel_destroy(wide), SPMLA_SUCCESS);
  EXPECT_THAT(fake->calls,
              ElementsAre("hipGetDevice", "hipSetDevice", "hipFree",
                          "hipModuleUnload", "hipSetDevice"));
}

// vllm PR 51171, aiter PR 5354, PR 5387, vllm PR 53818, soma-retargeter issue
// 15: no allocation, copy, query, synchronisation or lazy load in a launch, on
// a stream that the runtime never saw.
TEST_F(Attention, MakesNoOtherCall) {
  ASSERT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS);
  EXPECT_THAT(fake->calls,
              ElementsAre("hipGetDevice", "hipSetDevice",
                          "hipModuleLaunchKernel", "hipSetDevice"));
  fake->calls.clear();
  *currentDevice() = 1;
  ASSERT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS);
  EXPECT_THAT(fake->calls,
              ElementsAre("hipGetDevice", "hipModuleLaunchKernel"));
}

// rocm-systems PR 852, sglang PR 39059: the kernel's device, whatever is
// current, and back to the caller's also after an error.
TEST_F(Attention, RestoresTheDevice) {
  EXPECT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS);
  EXPECT_EQ(*currentDevice(), 0);
  fake->failures["hipModuleLaunchKernel"] = hip::hipErrorLaunchFailure;
  EXPECT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_ERROR_HIP);
  EXPECT_EQ(*currentDevice(), 0);
}

TEST_F(Attention, ReportsADeviceThatCannotBeSet) {
  fake->failures["hipSetDevice"] = hip::hipErrorInvalidDevice;
  EXPECT_FAILS(spmla_attention_launch(kernel, &problem), SPMLA_ERROR_HIP,
               HasSubstr("hipSetDevice of"));
  EXPECT_TRUE(fake->launches.empty());
  fake->failures.clear();
}

// composable_kernel PR 912: every result reaches the caller, and the next
// launch works.
TEST_F(Attention, PropagatesLaunchErrors) {
  for (unsigned code : {1, 2, 3, 4, 5, 719}) {
    fake->failures["hipModuleLaunchKernel"] = hip::hipError_t(code);
    EXPECT_FAILS(spmla_attention_launch(kernel, &problem), SPMLA_ERROR_HIP,
                 HasSubstr("hipModuleLaunchKernel(" +
                           std::string(KernelOfTest) + ") of " +
                           std::string(SPMLA_FAKEHIP) + " returned " +
                           std::to_string(code)));
    fake->failures.clear();
    EXPECT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS);
  }
}

// vllm PR 51489, PR 55695, sglang issue 31350: no query, no launch, no pointer.
TEST_F(Attention, OfNoQueriesIsASuccess) {
  spmla_attention empty{};
  empty.struct_size = sizeof empty;
  EXPECT_EQ(spmla_attention_launch(kernel, &empty), SPMLA_SUCCESS)
      << spmla_last_error();
  EXPECT_THAT(fake->calls, ElementsAre());
}

TEST_F(Attention, ChecksItsArguments) {
  EXPECT_FAILS(spmla_attention_launch(nullptr, &problem),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects kernel to be a pointer, got null"));
  EXPECT_FAILS(spmla_attention_launch(kernel, nullptr),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects problem to be a pointer, got null"));
  problem.queries = -1;
  EXPECT_FAILS(spmla_attention_launch(kernel, &problem),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects queries to be at least 0, got -1"));
  problem = goodProblem();
  problem.heads = 0;
  EXPECT_FAILS(spmla_attention_launch(kernel, &problem),
               SPMLA_ERROR_INVALID_ARGUMENT,
               StrEq("expects heads to be at least 1, got 0"));
  EXPECT_THAT(fake->calls, ElementsAre());
}

// vllm PR 46760, ROCm/vllm PR 902: a struct of another version is refused.
TEST_F(Attention, ChecksTheStructSize) {
  const size_t own = sizeof problem, first = offsetof(spmla_attention, q_scale);
  for (size_t size : {size_t(0), first - 8, own - 8, own + 8}) {
    problem.struct_size = size;
    EXPECT_FAILS(spmla_attention_launch(kernel, &problem), SPMLA_ERROR_VERSION,
                 StrEq("expects struct_size of spmla_attention to be " +
                       std::to_string(first) + " or " + std::to_string(own) +
                       " as in versions 1 to 2 of spmla.h, got " +
                       std::to_string(size)));
  }
  EXPECT_THAT(fake->calls, ElementsAre());
}

// A struct of version 1 ends before the q scale: what follows it in the
// caller's memory is not looked at.
TEST_F(Attention, AcceptsTheFirstVersionsStruct) {
  problem.struct_size = offsetof(spmla_attention, q_scale);
  problem.q_scale = reinterpret_cast<float *>(0x3);
  problem.q_scale_value = -1;
  problem.out_encoding = 77;
  ASSERT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS)
      << spmla_last_error();
  EXPECT_EQ(argument<uint64_t>(56), 0u);
  EXPECT_FLOAT_EQ(argument<float>(156), 0.03125f * 1.442695041f);
}

// flash-attention issue 2886: nothing is remembered from one launch to the
// next. aiter issues 2996 and 3095: each member reaches the kernel.
TEST_F(Attention, EachMemberChangesTheLaunch) {
  using Change = void (*)(spmla_attention &);
  const Change changes[] = {
      [](spmla_attention &p) { p.queries = 3; },
      [](spmla_attention &p) { p.heads = 4; },
      [](spmla_attention &p) { p.q = reinterpret_cast<void *>(0x90000); },
      [](spmla_attention &p) { p.q_query_stride += 576; },
      [](spmla_attention &p) { p.q_head_stride += 8; },
      [](spmla_attention &p) { p.cache = reinterpret_cast<void *>(0x90000); },
      [](spmla_attention &p) { p.cache_page_stride += 16; },
      [](spmla_attention &p) {
        p.page_size = 64;
        p.cache_row_stride = 576;
        p.cache_page_stride = 64 * 576;
      },
      [](spmla_attention &p) {
        p.page_size = 64;
        p.cache_row_stride = 592;
        p.cache_page_stride = 64 * 592;
      },
      [](spmla_attention &p) { p.num_slots = 99; },
      [](spmla_attention &p) { ++p.indices; },
      [](spmla_attention &p) { ++p.indptr; },
      [](spmla_attention &p) { p.out = reinterpret_cast<void *>(0x90000); },
      [](spmla_attention &p) { p.out_query_stride += 512; },
      [](spmla_attention &p) { p.out_head_stride += 8; },
      [](spmla_attention &p) { p.lse = nullptr; },
      [](spmla_attention &p) { ++p.lse_query_stride; },
      [](spmla_attention &p) {
        p.lse_query_stride = 1;
        p.lse_head_stride = 2;
      },
      [](spmla_attention &p) { p.softmax_scale = 0.125f; },
      [](spmla_attention &p) { p.kv_scale_value = 0.25f; },
      [](spmla_attention &p) { p.kv_scale = nullptr; },
      [](spmla_attention &p) { p.stream = nullptr; }};
  auto record = [&](const spmla_attention &launched) {
    EXPECT_EQ(spmla_attention_launch(kernel, &launched), SPMLA_SUCCESS)
        << spmla_last_error();
    const FakeLaunch &launch = fake->launches.back();
    return std::make_tuple(launch.arguments, launch.grid[0], launch.stream);
  };
  std::vector<decltype(record(problem))> seen = {record(problem)};
  for (const Change &change : changes) {
    spmla_attention changed = goodProblem();
    change(changed);
    auto launch = record(changed);
    EXPECT_THAT(seen, Each(::testing::Ne(launch))) << "change " << seen.size();
    seen.push_back(launch);
  }
  EXPECT_EQ(record(problem), seen[0]);
}

TEST_F(Attention, LaunchesFromManyThreads) {
  std::vector<std::thread> threads;
  std::vector<spmla_status> results(8, SPMLA_ERROR_INTERNAL);
  for (size_t i = 0; i != results.size(); ++i)
    threads.emplace_back([&, i] {
      spmla_attention own = goodProblem();
      own.heads = int64_t(1 + i % 5);
      for (int repeat = 0; repeat != 200; ++repeat)
        if ((results[i] = spmla_attention_launch(kernel, &own)))
          return;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(results, Each(SPMLA_SUCCESS));
  EXPECT_EQ(fake->launches.size(), 1600u);
}

TEST_F(Attention, ErrorsBelongToTheirThread) {
  problem.heads = 0;
  EXPECT_EQ(spmla_attention_launch(kernel, &problem),
            SPMLA_ERROR_INVALID_ARGUMENT);
  std::string other;
  std::thread([&] { other = spmla_last_error(); }).join();
  EXPECT_EQ(other, "");
  // A success leaves the text alone.
  problem = goodProblem();
  EXPECT_EQ(spmla_attention_launch(kernel, &problem), SPMLA_SUCCESS);
  EXPECT_STREQ(spmla_last_error(), "expects heads to be at least 1, got 0");
}
} // namespace
