//===- LaunchPlanTest.cpp -------------------------------------------------===//

#include "LaunchPlan.h"

#include "Error.h"
#include "Manifest.h"
#include "RuntimeFixture.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace spmla;
using namespace spmla::runtime;
using test::goodProblem;

namespace {
Manifest goodKernel() {
  return parseManifest(test::goodManifest(test::emptyCodeObject()).dump(),
                       "k.json");
}

std::string planError(const spmla_attention &problem,
                      spmla_status status = SPMLA_ERROR_INVALID_ARGUMENT) {
  try {
    planLaunch(goodKernel(), problem);
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), status) << error.what();
    return error.what();
  }
  return "accepted";
}

TEST(LaunchPlan, FillsTheBlock) {
  spmla_attention problem = goodProblem();
  LaunchPlan plan = planLaunch(goodKernel(), problem);
  EXPECT_EQ(plan.gridX, 2u);
  EXPECT_EQ(plan.gridZ, 1u);
  EXPECT_EQ(plan.workgroupSize, 256u);
  const ArgumentBlock &arguments = plan.arguments;
  EXPECT_EQ(arguments.q, problem.q);
  EXPECT_EQ(arguments.cache, problem.cache);
  EXPECT_EQ(arguments.indices, problem.indices);
  EXPECT_EQ(arguments.indptr, problem.indptr);
  EXPECT_EQ(arguments.out, problem.out);
  EXPECT_EQ(arguments.lse, problem.lse);
  EXPECT_EQ(arguments.kv_scale, problem.kv_scale);
  EXPECT_EQ(arguments.q_scale, nullptr);
  EXPECT_EQ(arguments.q_query_stride, 16 * 576);
  EXPECT_EQ(arguments.q_head_stride, 576);
  EXPECT_EQ(arguments.out_query_stride, 12 * 512);
  EXPECT_EQ(arguments.out_head_stride, 512);
  EXPECT_EQ(arguments.lse_query_stride, 7);
  EXPECT_EQ(arguments.lse_head_stride, 1);
  EXPECT_EQ(arguments.cache_row_stride, 576);
  EXPECT_EQ(arguments.cache_page_skip, 0);
  EXPECT_EQ(arguments.cache_span, 57600u);
  EXPECT_EQ(arguments.num_slots, 100u);
  EXPECT_EQ(arguments.page_magic, 0u);
  EXPECT_EQ(arguments.heads, 5u);
  EXPECT_FLOAT_EQ(arguments.score_scale, 0.0625f * 0.5f * 1.4426950408889634f);
  EXPECT_EQ(arguments.value_scale, 0.5f);
}

// ArgumentBlock.def promises the layout of the C struct.
TEST(LaunchPlan, BlockHasNoHoles) {
  EXPECT_EQ(offsetof(ArgumentBlock, q), 0u);
  EXPECT_EQ(offsetof(ArgumentBlock, q_query_stride), 72u);
  EXPECT_EQ(offsetof(ArgumentBlock, cache_span), 136u);
  EXPECT_EQ(offsetof(ArgumentBlock, value_scale), 160u);
  EXPECT_EQ(argumentBytes(), 164u);
}

// sglang issue 34947, vllm PR 52381: query counts above 65,535 are on x alone.
TEST(LaunchPlan, PutsQueriesOnX) {
  spmla_attention problem = goodProblem();
  for (int64_t queries : {65535, 65536, 200000, 16777215}) {
    problem.queries = queries;
    LaunchPlan plan = planLaunch(goodKernel(), problem);
    EXPECT_EQ(plan.gridX, queries);
    EXPECT_EQ(plan.gridZ, 1u);
  }
  problem.queries = 16777216;
  EXPECT_EQ(planError(problem),
            "expects queries to be at most 16777215, got 16777216");
}

TEST(LaunchPlan, RoundsHeadsUpToPrograms) {
  spmla_attention problem = goodProblem();
  problem.queries = 1;
  const int64_t cases[][2] = {{1, 1},  {8, 1},   {12, 1},         {16, 1},
                              {17, 2}, {24, 2},  {32, 2},         {48, 3},
                              {96, 6}, {128, 8}, {1048560, 65535}};
  for (const auto &entry : cases) {
    problem.heads = entry[0];
    EXPECT_EQ(planLaunch(goodKernel(), problem).gridZ, entry[1]);
  }
  problem.heads = 1048561;
  EXPECT_EQ(planError(problem),
            "expects heads to be at most 1048560, got 1048561");
}

// vllm PR 56314, flashinfer issue 3856, aiter PR 3498: the pitch of a page is
// an input of its own.
TEST(LaunchPlan, DescribesPages) {
  spmla_attention problem = goodProblem();
  problem.page_size = 61;
  problem.cache_row_stride = 592;
  problem.cache_page_stride = 61 * 592 + 320;
  problem.num_slots = 3 * 61 + 7;
  ArgumentBlock arguments = planLaunch(goodKernel(), problem).arguments;
  EXPECT_EQ(arguments.cache_row_stride, 592);
  EXPECT_EQ(arguments.cache_page_skip, 320);
  EXPECT_EQ(arguments.cache_span, 3 * (61 * 592 + 320) + 6 * 592 + 576u);
  EXPECT_EQ(uint64_t(189) * arguments.page_magic >> 32 >> arguments.page_shift,
            3u);
}

// A layer of a pool [pages, 4 layers, page] is a view with a wide pitch (vllm
// PR 45111, vllm PR 54465).
TEST(LaunchPlan, DescribesALayerOfACrossLayerPool) {
  spmla_attention problem = goodProblem();
  problem.page_size = 64;
  problem.cache_row_stride = 576;
  problem.cache_page_stride = 4 * 64 * 576;
  problem.num_slots = 640;
  ArgumentBlock arguments = planLaunch(goodKernel(), problem).arguments;
  EXPECT_EQ(arguments.cache_page_skip, 3 * 64 * 576);
  EXPECT_EQ(arguments.cache_span, 9u * 4 * 64 * 576 + 64 * 576);
}

TEST(LaunchPlan, LooksOnlyAtStridesThatStep) {
  spmla_attention problem = goodProblem();
  problem.queries = 1;
  problem.q_query_stride = problem.out_query_stride = -1;
  problem.lse_query_stride = 0;
  EXPECT_EQ(planError(problem), "accepted");
  problem = goodProblem();
  problem.heads = 1;
  problem.q_head_stride = problem.out_head_stride = 3;
  problem.lse_head_stride = 0;
  EXPECT_EQ(planError(problem), "accepted");
  problem = goodProblem();
  problem.lse = nullptr;
  problem.lse_query_stride = problem.lse_head_stride = -5;
  EXPECT_EQ(planError(problem), "accepted");
  problem = goodProblem();
  problem.num_slots = 1;
  problem.cache_page_stride = 3;
  EXPECT_EQ(planError(problem), "accepted");
  problem.num_slots = 0;
  problem.cache = nullptr;
  EXPECT_EQ(planError(problem), "accepted");
}

TEST(LaunchPlan, AcceptsHeadsOutermost) {
  spmla_attention problem = goodProblem();
  problem.q_query_stride = 576;
  problem.q_head_stride = 2 * 576;
  problem.out_query_stride = 512;
  problem.out_head_stride = 2 * 512;
  problem.lse_query_stride = 1;
  problem.lse_head_stride = 2;
  EXPECT_EQ(planError(problem), "accepted");
}

// The address of a slot as the kernel computes it, in 32 bits, is the true one
// for every slot that it may load (vllm PR 46222, PR 47671, PR 54019,
// aiter PR 4427).
TEST(LaunchPlan, BufferOffsetsFitAnyAcceptedCache) {
  std::mt19937_64 random(3);
  unsigned accepted = 0;
  for (int i = 0; i != 20000; ++i) {
    spmla_attention problem = goodProblem();
    problem.page_size = 1 + int64_t(random() % 300);
    problem.cache_row_stride = 576 + 16 * int64_t(random() % 8);
    problem.cache_page_stride = problem.page_size * problem.cache_row_stride +
                                16 * int64_t(random() % 100000);
    problem.num_slots = 1 + int64_t(random() % 16000000);
    ArgumentBlock arguments;
    try {
      arguments = planLaunch(goodKernel(), problem).arguments;
    } catch (const Error &) {
      continue;
    }
    ++accepted;
    for (int64_t slot : {int64_t(0), problem.num_slots - 1,
                         int64_t(random() % uint64_t(problem.num_slots))}) {
      int64_t address = slot / problem.page_size * problem.cache_page_stride +
                        (problem.page_size == 1 ? 0
                                                : slot % problem.page_size *
                                                      problem.cache_row_stride);
      uint32_t page = uint32_t(uint64_t(slot) * arguments.page_magic >> 32) >>
                      arguments.page_shift;
      uint32_t offset = uint32_t(slot) * uint32_t(arguments.cache_row_stride) +
                        page * uint32_t(arguments.cache_page_skip);
      ASSERT_EQ(offset, address);
      ASSERT_LE(address + 576, int64_t(arguments.cache_span));
    }
    // An invalid slot's column offset stays out of range and does not wrap.
    ASSERT_LE(uint64_t(arguments.cache_span) + 576, uint64_t(1) << 32);
  }
  EXPECT_GT(accepted, 1000u);
}

// aiter PR 4673, PR 4474, composable_kernel issue 3722, ROCm/triton issue 944,
// vllm PR 57602: the span decides, never a product that wrapped.
TEST(LaunchPlan, RefusesACacheBeyondBufferLoads) {
  spmla_attention problem = goodProblem();
  // The most rows of 576 bytes whose span and one row more fit 2^32 - 4096.
  problem.num_slots = ((int64_t(1) << 32) - 4096) / 576 - 1;
  EXPECT_EQ(planError(problem), "accepted");
  EXPECT_EQ(planLaunch(goodKernel(), problem).arguments.cache_span,
            uint64_t(problem.num_slots) * 576);
  ++problem.num_slots;
  EXPECT_EQ(planError(problem, SPMLA_ERROR_UNSUPPORTED),
            "expects the cache's span plus one row to be at most 4294963200 "
            "bytes, the reach of this kernel's buffer loads, got 4294963584");
  problem.num_slots = int64_t(1) << 31;
  EXPECT_NE(planError(problem, SPMLA_ERROR_UNSUPPORTED), "accepted");
  // A small tensor with a wide pitch: 47,233 pages, 1.4 MB apart.
  problem = goodProblem();
  problem.page_size = 64;
  problem.cache_row_stride = 576;
  problem.cache_page_stride = 1435968;
  problem.num_slots = 47233 * 64;
  EXPECT_NE(planError(problem, SPMLA_ERROR_UNSUPPORTED), "accepted");
  problem.num_slots = 2990 * 64;
  EXPECT_EQ(planError(problem), "accepted");
  // Strides whose product exceeds 64 bits.
  problem.cache_page_stride = std::numeric_limits<int64_t>::max() / 16 * 16;
  EXPECT_NE(planError(problem, SPMLA_ERROR_UNSUPPORTED), "accepted");
}

struct Bad {
  const char *name;
  std::function<void(spmla_attention &)> change;
  const char *message;
  spmla_status status = SPMLA_ERROR_INVALID_ARGUMENT;
};

void PrintTo(const Bad &bad, std::ostream *stream) { *stream << bad.name; }

class LaunchPlanRefusal : public ::testing::TestWithParam<Bad> {};

TEST_P(LaunchPlanRefusal, NamesTheMember) {
  spmla_attention problem = goodProblem();
  GetParam().change(problem);
  EXPECT_EQ(planError(problem, GetParam().status),
            std::string("expects ") + GetParam().message);
}

#define CHANGE(...) [](spmla_attention &p) { __VA_ARGS__; }
const float Infinity = std::numeric_limits<float>::infinity();
template <typename T> T *address(uintptr_t value) {
  return reinterpret_cast<T *>(value);
}

INSTANTIATE_TEST_SUITE_P(
    Counts, LaunchPlanRefusal,
    ::testing::Values(
        Bad{"NoHeads", CHANGE(p.heads = 0), "heads to be at least 1, got 0"},
        Bad{"NegativeHeads", CHANGE(p.heads = -16),
            "heads to be at least 1, got -16"},
        Bad{"NegativeSlots", CHANGE(p.num_slots = -1),
            "num_slots to be at least 0, got -1"},
        Bad{"TooManySlots", CHANGE(p.num_slots = (1ll << 31) + 1),
            "num_slots to be at most 2147483648, got 2147483649"},
        Bad{"NoPage", CHANGE(p.page_size = 0),
            "page_size to be at least 1, got 0"},
        Bad{"HugePage", CHANGE(p.page_size = 1ll << 32),
            "page_size to be at most 2147483648, got 4294967296"}));

INSTANTIATE_TEST_SUITE_P(
    Pointers, LaunchPlanRefusal,
    ::testing::Values(
        Bad{"Q", CHANGE(p.q = nullptr), "q to be a device pointer, got null"},
        Bad{"Cache", CHANGE(p.cache = nullptr),
            "cache to be a device pointer, got null"},
        Bad{"Indices", CHANGE(p.indices = nullptr),
            "indices to be a device pointer, got null"},
        Bad{"Indptr", CHANGE(p.indptr = nullptr),
            "indptr to be a device pointer, got null"},
        Bad{"Out", CHANGE(p.out = nullptr),
            "out to be a device pointer, got null"},
        // vllm PR 55528: vector loads of a cache that lost its alignment.
        Bad{"CacheAlignment", CHANGE(p.cache = address<void>(0x20008)),
            "cache to be aligned to 16 bytes, got an address 8 bytes past "
            "that"},
        Bad{"QAlignment", CHANGE(p.q = address<void>(0x10002)),
            "q to be aligned to 16 bytes, got an address 2 bytes past that"},
        Bad{"OutAlignment", CHANGE(p.out = address<void>(0x50004)),
            "out to be aligned to 16 bytes, got an address 4 bytes past that"},
        Bad{"LseAlignment", CHANGE(p.lse = address<float>(0x60001)),
            "lse to be aligned to 4 bytes, got an address 1 bytes past that"},
        Bad{"IndicesAlignment", CHANGE(p.indices = address<int32_t>(0x30002)),
            "indices to be aligned to 4 bytes, got an address 2 bytes past "
            "that"},
        Bad{"ScaleAlignment", CHANGE(p.kv_scale = address<float>(0x70003)),
            "kv_scale to be aligned to 4 bytes, got an address 3 bytes past "
            "that"}));

// aiter PR 4919 and PR 3841 (reviews): a last stride that is not 1, rows that
// are not contiguous, and strides that break vector accesses do not pass.
INSTANTIATE_TEST_SUITE_P(
    Strides, LaunchPlanRefusal,
    ::testing::Values(
        Bad{"QElement", CHANGE(p.q_element_stride = 2),
            "q_element_stride to be 1, got 2"},
        Bad{"OutElement", CHANGE(p.out_element_stride = 0),
            "out_element_stride to be 1, got 0"},
        Bad{"QHeadUnset", CHANGE(p.q_head_stride = 0),
            "q_head_stride to be at least the 576 elements that it steps over, "
            "got 0"},
        Bad{"QHeadShort", CHANGE(p.q_head_stride = 568),
            "q_head_stride to be at least the 576 elements that it steps over, "
            "got 568"},
        Bad{"QHeadNegative", CHANGE(p.q_head_stride = -576),
            "q_head_stride to be at least the 576 elements that it steps over, "
            "got -576"},
        Bad{"QHeadOdd", CHANGE(p.q_head_stride = 577),
            "q_head_stride to be a multiple of 8 elements, got 577"},
        Bad{"QQueryShort", CHANGE(p.q_query_stride = 4 * 576),
            "q_query_stride to be at least the 2880 elements that it steps "
            "over, got 2304"},
        Bad{"OutQueryShort", CHANGE(p.out_query_stride = 5 * 512 - 8),
            "out_query_stride to be at least the 2560 elements that it steps "
            "over, got 2552"},
        Bad{"OutQueryOdd", CHANGE(p.out_query_stride = 12 * 512 + 4),
            "out_query_stride to be a multiple of 8 elements, got 6148"},
        Bad{"LseHead", CHANGE(p.lse_head_stride = 0),
            "lse_head_stride to be at least the 1 elements that it steps over, "
            "got 0"},
        Bad{"LseQuery", CHANGE(p.lse_query_stride = 4),
            "lse_query_stride to be at least the 5 elements that it steps "
            "over, got 4"},
        Bad{"QHuge", CHANGE(p.q_query_stride = 1ll << 61),
            "q_query_stride to be small enough for 64-bit addresses, got "
            "2305843009213693952"},
        Bad{"FlatRow", CHANGE(p.cache_page_stride = 560),
            "cache_page_stride to be at least the 576 bytes of a page, got "
            "560"},
        Bad{"FlatRowOdd", CHANGE(p.cache_page_stride = 584),
            "cache_page_stride to be a multiple of 16 bytes, got 584"},
        Bad {
          "PagedRow",
              CHANGE(p.page_size = 64; p.cache_row_stride = 512;
                     p.cache_page_stride = 64 * 576),
              "cache_row_stride to be at least 576, got 512"
        },
        Bad {
          "PagedRowOdd",
              CHANGE(p.page_size = 64; p.cache_row_stride = 580;
                     p.cache_page_stride = 64 * 580),
              "cache_row_stride to be a multiple of 16 bytes, got 580"
        },
        Bad {
          "PageShort",
              CHANGE(p.page_size = 64; p.cache_row_stride = 576;
                     p.cache_page_stride = 63 * 576),
              "cache_page_stride to be at least the 36864 bytes of a page, got "
              "36288"
        },
        Bad {
          "PageHuge",
              CHANGE(p.page_size = 64; p.cache_row_stride = 1ll << 60;
                     p.cache_page_stride = 64 * 576),
              "cache_row_stride to be small enough for 64-bit addresses, got "
              "1152921504606846976"
        }));

// SPEC of aiter's scale handling: max-then-scale needs a positive factor.
INSTANTIATE_TEST_SUITE_P(
    Scales, LaunchPlanRefusal,
    ::testing::Values(
        Bad{"Zero", CHANGE(p.softmax_scale = 0),
            "softmax_scale to be positive and finite, got 0"},
        Bad{"Negative", CHANGE(p.softmax_scale = -0.0625f),
            "softmax_scale to be positive and finite, got -0.0625"},
        Bad{"NaN", CHANGE(p.softmax_scale = NAN),
            "softmax_scale to be positive and finite, got nan"},
        Bad{"Infinite", CHANGE(p.softmax_scale = Infinity),
            "softmax_scale to be positive and finite, got inf"},
        Bad{"KvUnset", CHANGE(p.kv_scale_value = 0),
            "kv_scale_value to be positive and finite, got 0"},
        Bad{"KvNaN", CHANGE(p.kv_scale_value = NAN),
            "kv_scale_value to be positive and finite, got nan"},
        Bad{"QOfABf16Q", CHANGE(p.q_scale_value = 0.5f),
            "q_scale_value of a bf16 q to be 1 or absent (0), got 0.5"},
        Bad{"QNaNOfABf16Q", CHANGE(p.q_scale_value = NAN),
            "q_scale_value of a bf16 q to be 1 or absent (0), got nan"},
        Bad{"QPointerOfABf16Q", CHANGE(p.q_scale = address<float>(0x70000)),
            "q_scale of a bf16 q to be null, got a pointer"},
        Bad {
          "Overflow", CHANGE(p.softmax_scale = 1e30f; p.kv_scale_value = 1e30f),
              "softmax_scale * kv_scale_value * q_scale_value * log2(e) to be "
              "a "
              "normal float, got 1.4427e+60"
        },
        Bad {
          "Underflow",
              CHANGE(p.softmax_scale = 1e-30f; p.kv_scale_value = 1e-30f),
              "softmax_scale * kv_scale_value * q_scale_value * log2(e) to be "
              "a "
              "normal float, got 1.4427e-60"
        }));

// vllm issue 52109, vllm PR 45681, aiter PR 4919 (review): the caller names
// the layout and the encoding, and another one than the kernel's is refused.
INSTANTIATE_TEST_SUITE_P(
    Key, LaunchPlanRefusal,
    ::testing::Values(
        Bad{"Format", CHANGE(p.cache_format = SPMLA_CACHE_BF16),
            "cache_format to be 2 (fp8_scalar) as the kernel's, got 1 (bf16)",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"UnknownFormat", CHANGE(p.cache_format = 99),
            "cache_format to be 2 (fp8_scalar) as the kernel's, got 99 "
            "(unknown)",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"Encoding", CHANGE(p.cache_encoding = SPMLA_ENCODING_E4M3FNUZ),
            "cache_encoding to be 2 (e4m3fn) as the kernel's, got 3 (e4m3fnuz)",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"EncodingUnset", CHANGE(p.cache_encoding = 0),
            "cache_encoding to be 2 (e4m3fn) as the kernel's, got 0 (unknown)",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"Q", CHANGE(p.q_encoding = SPMLA_ENCODING_E4M3FN),
            "q_encoding to be 1 (bf16) as the kernel's, got 2 (e4m3fn)",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"Out", CHANGE(p.out_encoding = SPMLA_ENCODING_F32),
            "out_encoding to be 1 (bf16) as the kernel's, got 4 (f32)",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"Latent", CHANGE(p.latent = 448),
            "latent to be 512 as the kernel's, got 448",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"Rope", CHANGE(p.rope = 0), "rope to be 64 as the kernel's, got 0",
            SPMLA_ERROR_UNSUPPORTED},
        Bad{"Value", CHANGE(p.value = 576),
            "value to be 512 as the kernel's, got 576",
            SPMLA_ERROR_UNSUPPORTED}));

TEST(LaunchPlan, HasNoScaleForABf16Cache) {
  auto document = test::goodManifest(
      test::emptyCodeObject(), {{"format", "bf16"}, {"encoding", "none"}});
  Manifest kernel = parseManifest(document.dump(), "k.json");
  spmla_attention problem = goodProblem();
  problem.cache_format = SPMLA_CACHE_BF16;
  problem.cache_encoding = SPMLA_ENCODING_BF16;
  problem.cache_page_stride = 1152;
  problem.kv_scale = nullptr;
  problem.kv_scale_value = 1;
  EXPECT_EQ(planLaunch(kernel, problem).arguments.cache_span, 115200u);
  auto error = [&] {
    try {
      planLaunch(kernel, problem);
    } catch (const Error &error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  problem.kv_scale_value = 0.5f;
  EXPECT_EQ(error(), "expects kv_scale_value of a bf16 cache to be 1, got 0.5");
  problem.kv_scale_value = 1;
  problem.kv_scale = address<float>(0x70000);
  EXPECT_EQ(error(),
            "expects kv_scale of a bf16 cache to be null, got a pointer");
}

// A program of version 1 leaves the later members absent.
TEST(LaunchPlan, TakesAbsentMembersForABf16QAndOut) {
  spmla_attention problem = goodProblem();
  problem.q_scale_value = 0;
  problem.out_encoding = 0;
  ArgumentBlock arguments = planLaunch(goodKernel(), problem).arguments;
  EXPECT_EQ(arguments.q_scale, nullptr);
  EXPECT_FLOAT_EQ(arguments.score_scale, 0.0625f * 0.5f * 1.4426950408889634f);
}

class Fp8Query : public ::testing::Test {
protected:
  void SetUp() override {
    auto document =
        test::goodManifest(test::emptyCodeObject(), {{"q_type", "e4m3fn"}});
    kernel = parseManifest(document.dump(), "k.json");
    problem.q_encoding = SPMLA_ENCODING_E4M3FN;
    problem.q_scale = address<float>(0x70008);
    problem.q_scale_value = 0.25f;
  }

  std::string error() const {
    try {
      planLaunch(kernel, problem);
    } catch (const Error &error) {
      return error.what();
    }
    return "accepted";
  }

  Manifest kernel;
  spmla_attention problem = goodProblem();
};

// The host's part of the q scale multiplies scores and nothing else.
TEST_F(Fp8Query, HasAScaleOfItsOwn) {
  ArgumentBlock arguments = planLaunch(kernel, problem).arguments;
  EXPECT_EQ(arguments.q_scale, problem.q_scale);
  EXPECT_EQ(arguments.kv_scale, problem.kv_scale);
  EXPECT_FLOAT_EQ(arguments.score_scale,
                  0.0625f * 0.5f * 0.25f * 1.4426950408889634f);
  EXPECT_EQ(arguments.value_scale, 0.5f);
  problem.q_scale = nullptr;
  EXPECT_EQ(planLaunch(kernel, problem).arguments.q_scale, nullptr);
}

TEST_F(Fp8Query, RefusesAScaleThatIsNone) {
  for (auto [scale, text] :
       {std::pair(0.0f, "0"), std::pair(-1.0f, "-1"),
        std::pair(float(NAN), "nan"), std::pair(Infinity, "inf")}) {
    problem.q_scale_value = scale;
    EXPECT_EQ(
        error(),
        std::string("expects q_scale_value to be positive and finite, got ") +
            text);
  }
  problem.q_scale_value = 1e-30f;
  problem.kv_scale_value = 1e-30f;
  EXPECT_EQ(error(), "expects softmax_scale * kv_scale_value * q_scale_value * "
                     "log2(e) to be a normal float, got 9.01684e-62");
  // Each product in between may be out of range.
  problem.kv_scale_value = 1e30f;
  EXPECT_EQ(error(), "accepted");
  problem.q_scale = address<float>(0x70002);
  EXPECT_EQ(error(), "expects q_scale to be aligned to 4 bytes, got an address "
                     "2 bytes past that");
}

// 16 bytes are 16 elements.
TEST_F(Fp8Query, HasItsOwnAlignment) {
  problem.q_head_stride = 576 + 16;
  EXPECT_EQ(error(), "accepted");
  problem.q_head_stride = 576 + 8;
  EXPECT_EQ(error(),
            "expects q_head_stride to be a multiple of 16 elements, got 584");
  problem = goodProblem();
  EXPECT_EQ(
      error(),
      "expects q_encoding to be 2 (e4m3fn) as the kernel's, got 1 (bf16)");
}

TEST(LaunchPlan, HasAnF32OutputsAlignment) {
  auto document =
      test::goodManifest(test::emptyCodeObject(), {{"output", "f32"}});
  Manifest kernel = parseManifest(document.dump(), "k.json");
  spmla_attention problem = goodProblem();
  auto error = [&] {
    try {
      planLaunch(kernel, problem);
    } catch (const Error &error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(error(),
            "expects out_encoding to be 4 (f32) as the kernel's, got 1 (bf16)");
  problem.out_encoding = SPMLA_ENCODING_F32;
  EXPECT_EQ(error(), "accepted");
  problem.out_head_stride = 512 + 4;
  EXPECT_EQ(error(), "accepted");
  problem.out_head_stride = 512 + 2;
  EXPECT_EQ(error(),
            "expects out_head_stride to be a multiple of 4 elements, got 514");
}

// ROCm/aiter PR 4474: products of slots and strides are formed in 64 bits, from
// strides that fit 32.
TEST(LaunchPlan, HasNoReachWith64BitAddresses) {
  auto document =
      test::goodManifest(test::emptyCodeObject(), {{"access", "global"}});
  Manifest kernel = parseManifest(document.dump(), "k.json");
  spmla_attention problem = goodProblem();
  problem.num_slots = int64_t(1) << 31;
  ArgumentBlock arguments = planLaunch(kernel, problem).arguments;
  EXPECT_EQ(arguments.num_slots, 1u << 31);
  EXPECT_EQ(arguments.cache_row_stride, 576);
  EXPECT_EQ(arguments.cache_span, 0xffffffffu);
  problem.cache_page_stride = 0xfffffff0;
  EXPECT_EQ(planLaunch(kernel, problem).arguments.cache_row_stride, 0xfffffff0);
  auto error = [&] {
    try {
      planLaunch(kernel, problem);
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), SPMLA_ERROR_UNSUPPORTED);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  problem.cache_page_stride = 0x100000000;
  EXPECT_EQ(error(), "expects the bytes from a row to the next to be at most "
                     "4294967295, got 4294967296");
  problem.page_size = 64;
  problem.cache_row_stride = 576;
  EXPECT_EQ(error(), "accepted");
  problem.cache_page_stride += 64 * 576;
  EXPECT_EQ(error(), "expects the gap between pages in bytes to be at most "
                     "4294967295, got 4294967296");
}

// A gather of whole lines takes rows to start at half a line.
TEST(LaunchPlan, WantsHalfLinesForLineGathers) {
  auto document =
      test::goodManifest(test::emptyCodeObject(), {{"gather", "line"}});
  Manifest kernel = parseManifest(document.dump(), "k.json");
  spmla_attention problem = goodProblem();
  auto error = [&] {
    try {
      planLaunch(kernel, problem);
    } catch (const Error &error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(error(), "accepted");
  problem.cache_page_stride = 592;
  EXPECT_EQ(error(),
            "expects cache_page_stride to be a multiple of 64 bytes, got 592");
  problem.page_size = 2;
  problem.cache_row_stride = 592;
  problem.cache_page_stride = 2 * 640;
  EXPECT_EQ(error(),
            "expects cache_row_stride to be a multiple of 64 bytes, got 592");
  problem.cache_row_stride = 640;
  EXPECT_EQ(error(), "accepted");
}
} // namespace
