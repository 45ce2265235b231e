//===- ExecuteTest.cpp - The whole run, on a kernel in C++ ----------------===//
//
// The fake driver runs a plain C++ kernel that knows nothing but its argument
// block, as ArgumentBlock.def defines it. A right one must pass, and each of
// its defects must be found.
//
//===----------------------------------------------------------------------===//

#include "Execute.h"
#include "ArgumentBlock.h"
#include "CacheReader.h"
#include "CacheWriter.h"
#include "Compare.h"
#include "FakeHip/FakeHip.h"
#include "KernelFiles.h"
#include "Problem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {
enum class Defect {
  None,
  DropsLastTile,
  IgnoresDeviceScale,
  IgnoresDeviceQScale,
  ScalesValuesByQScale,
  ScalesLogits,
  ReadsInvalidAsSlotZero,
  ReadsPastTheList,
  IgnoresPageSkip,
  StoresAPaddingHead,
  SkipsEmptyQueries,
  IsNotDeterministic,
  DependsOnLse,
  WritesItsInput,
  DropsNaN
};

/// One workgroup per query, in single precision, base 2.
class HostKernel {
public:
  HostKernel(const ProblemSpec &spec, Defect defect)
      : row(spec.row), qEncoding(spec.qEncoding), outEncoding(spec.outEncoding),
        defect(defect) {}

  void launch(const test::FakeLaunch &launch) {
    ++launches;
    runtime::ArgumentBlock block;
    std::memset(&block, 0, sizeof block);
    std::memcpy(&block, launch.arguments.data(), launch.arguments.size());
    for (unsigned query = 0; query != launch.grid[0]; ++query)
      for (unsigned head = 0; head != block.heads; ++head)
        attend(block, query, head);
  }

private:
  template <typename T> static T at(const void *base, int64_t index) {
    T value;
    std::memcpy(&value, static_cast<const T *>(base) + index, sizeof value);
    return value;
  }

  /// False: nothing is read for this entry.
  bool readEntry(const runtime::ArgumentBlock &block, int32_t slot,
                 std::vector<double> &values) const {
    if (uint32_t(slot) >= block.num_slots) {
      if (defect != Defect::ReadsInvalidAsSlotZero)
        return false;
      slot = 0;
    }
    uint32_t page =
        uint32_t(uint64_t(slot) * block.page_magic >> 32) >> block.page_shift;
    int64_t offset = slot * block.cache_row_stride;
    if (defect != Defect::IgnoresPageSkip)
      offset += page * block.cache_page_skip;
    if (offset + row.bytes() > block.cache_span)
      throw std::logic_error("read outside cache_span");
    readRow(row, static_cast<const uint8_t *>(block.cache) + offset, 1,
            values.data());
    if (defect == Defect::DropsNaN)
      for (double &value : values)
        value = std::isnan(value) ? 0 : value;
    return true;
  }

  void attend(const runtime::ArgumentBlock &block, int64_t query,
              int64_t head) {
    int32_t begin = at<int32_t>(block.indptr, query);
    int32_t end = at<int32_t>(block.indptr, query + 1);
    if (begin == end && defect == Defect::SkipsEmptyQueries)
      return;
    if (defect == Defect::DropsLastTile && end - begin > 64)
      end = begin + (end - begin - 1) / 64 * 64;
    if (defect == Defect::ReadsPastTheList)
      end = begin + (end - begin + 63) / 64 * 64;
    float scale = block.score_scale, valueScale = block.value_scale;
    if (block.kv_scale && defect != Defect::IgnoresDeviceScale) {
      scale *= at<float>(block.kv_scale, 0);
      valueScale *= at<float>(block.kv_scale, 0);
    }
    if (block.q_scale && defect != Defect::IgnoresDeviceQScale)
      scale *= at<float>(block.q_scale, 0);
    if (block.q_scale && defect == Defect::ScalesValuesByQScale)
      valueScale *= at<float>(block.q_scale, 0);
    if (defect == Defect::ScalesLogits)
      scale *= 0.9f;
    float maximum = -std::numeric_limits<float>::infinity(), sum = 0;
    std::vector<float> out(size_t(row.value));
    std::vector<double> values(size_t(row.columns()));
    for (int32_t i = begin; i != end; ++i) {
      if (!readEntry(block, at<int32_t>(block.indices, i), values))
        continue;
      double dot = 0;
      for (int column = 0; column != row.columns(); ++column)
        dot += values[size_t(column)] *
               qElement(block.q, query * block.q_query_stride +
                                     head * block.q_head_stride + column);
      float score = float(dot) * scale;
      float grown = std::isnan(score) ? score : std::max(maximum, score);
      float old = std::exp2(maximum - grown), p = std::exp2(score - grown);
      maximum = grown;
      sum = sum * old + p;
      for (int column = 0; column != row.value; ++column)
        out[size_t(column)] =
            out[size_t(column)] * old + p * float(values[size_t(column)]);
    }
    store(block, query, head, out, maximum, sum, valueScale);
  }

  double qElement(const void *q, int64_t index) const {
    return qEncoding == SPMLA_ENCODING_BF16
               ? decodeBf16(at<uint16_t>(q, index))
               : decodeE4m3fn(at<uint8_t>(q, index));
  }

  void storeElement(const void *out, int64_t index, float value) const {
    void *base = const_cast<void *>(out);
    if (outEncoding == SPMLA_ENCODING_BF16)
      static_cast<uint16_t *>(base)[index] = encodeBf16(double(value));
    else
      static_cast<float *>(base)[index] = value;
  }

  void store(const runtime::ArgumentBlock &block, int64_t query, int64_t head,
             const std::vector<float> &out, float maximum, float sum,
             float valueScale) {
    int64_t first =
        query * block.out_query_stride + head * block.out_head_stride;
    float factor = sum == 0 ? 0 : valueScale / sum;
    if (defect == Defect::IsNotDeterministic && launches == 2)
      factor *= 1.005f;
    if (defect == Defect::DependsOnLse && block.lse)
      factor *= 1.005f;
    for (int column = 0; column != row.value; ++column)
      storeElement(block.out, first + column, out[size_t(column)] * factor);
    if (defect == Defect::StoresAPaddingHead && head + 1 == block.heads)
      storeElement(block.out, first + block.out_head_stride, 0);
    if (defect == Defect::WritesItsInput)
      *static_cast<uint16_t *>(const_cast<void *>(block.q)) = 0x4242;
    if (block.lse)
      static_cast<float *>(
          const_cast<void *>(block.lse))[query * block.lse_query_stride +
                                         head * block.lse_head_stride] =
          (maximum + std::log2(sum)) * 0.6931472f;
  }

  run::RowFormat row;
  spmla_encoding qEncoding, outEncoding;
  Defect defect;
  int launches = 0;
};

class Execute : public ::testing::Test {
protected:
  /// What spmla-run would print as failures.
  std::vector<std::string> run(ProblemSpec spec, Defect defect = Defect::None,
                               bool withLse = true) {
    void *library = dlopen(SPMLA_FAKEHIP, RTLD_NOW | RTLD_GLOBAL);
    if (!library)
      throw std::runtime_error(dlerror());
    auto *fake =
        reinterpret_cast<decltype(&fakeHip)>(dlsym(library, "fakeHip"))();
    Device device("", "");
    Kernel kernel(device, files.hsaco());
    const spmla_kernel_info &info = kernel.info();
    spec.row = {spmla_cache_format(info.cache_format),
                spmla_encoding(info.cache_encoding), info.latent, info.rope,
                info.value};
    spec.qEncoding = spmla_encoding(info.q_encoding);
    spec.outEncoding = spmla_encoding(info.out_encoding);
    HostKernel hostKernel(spec, defect);
    fake->kernel = [&](const test::FakeLaunch &launch) {
      hostKernel.launch(launch);
    };
    Problem problem = buildProblem(spec);
    Execution execution = execute(problem, device, kernel, withLse);
    fake->kernel = nullptr;
    Comparison comparison = compare(
        problem, computeReference(problem), execution.out,
        withLse ? &execution.lse : nullptr, {1e-2, 4e-3, 4e-3, 1e-4, 1e-6});
    std::vector<std::string> failures = execution.failures;
    failures.insert(failures.end(), comparison.failures.begin(),
                    comparison.failures.end());
    return failures;
  }

  static ProblemSpec spec() {
    ProblemSpec spec;
    spec.queries = 4;
    spec.heads = 3;
    spec.lengths = {0, 65, 100, 200};
    spec.slots = 500;
    spec.invalid = 0.1;
    spec.softmaxScale = 0.0625f;
    return spec;
  }

  test::KernelFiles files;
};

TEST_F(Execute, PassesARightKernel) {
  EXPECT_THAT(run(spec()), IsEmpty());
  EXPECT_THAT(run(spec(), Defect::None, false), IsEmpty());
}

TEST_F(Execute, PassesARightKernelInEveryScenario) {
  for (const ScenarioInfo &info : scenarios()) {
    ProblemSpec problem = spec();
    problem.scenario = info.scenario;
    EXPECT_THAT(run(problem), IsEmpty()) << info.name;
  }
}

TEST_F(Execute, PassesARightKernelInEveryLayout) {
  for (Layout layout : {Layout::Packed, Layout::Padded, Layout::HeadsFirst})
    for (int64_t pageSize : {1, 2, 61, 64})
      for (ScalePlace scale :
           {ScalePlace::Device, ScalePlace::Host, ScalePlace::Both}) {
        ProblemSpec problem = spec();
        problem.lengths = {70};
        problem.heads = 1;
        problem.layout = layout;
        problem.pageSize = pageSize;
        problem.kvScale = scale;
        EXPECT_THAT(run(problem), IsEmpty()) << pageSize;
      }
}

class ExecuteFp8Q : public Execute {
protected:
  ExecuteFp8Q() {
    auto manifest = test::goodManifest(
        test::emptyCodeObject(), {{"q_type", "e4m3fn"}, {"output", "f32"}});
    files.writeManifest(manifest);
  }
};

TEST_F(ExecuteFp8Q, PassesARightKernel) {
  for (Layout layout : {Layout::Packed, Layout::Padded, Layout::HeadsFirst})
    for (ScalePlace place :
         {ScalePlace::Device, ScalePlace::Host, ScalePlace::Both}) {
      ProblemSpec problem = spec();
      problem.layout = layout;
      problem.qScale = place;
      EXPECT_THAT(run(problem), IsEmpty());
    }
}

TEST_F(ExecuteFp8Q, PassesARightKernelInEveryScenario) {
  for (const ScenarioInfo &info : scenarios()) {
    ProblemSpec problem = spec();
    problem.scenario = info.scenario;
    EXPECT_THAT(run(problem), IsEmpty()) << info.name;
  }
}

TEST_F(ExecuteFp8Q, FindsALostQScale) {
  EXPECT_THAT(run(spec(), Defect::IgnoresDeviceQScale),
              Contains(HasSubstr("max_rel_error is above its limit")));
  EXPECT_THAT(run(spec(), Defect::ScalesValuesByQScale),
              Contains(HasSubstr("max_rel_error is above its limit")));
}

TEST_F(Execute, FindsALostTile) {
  EXPECT_THAT(run(spec(), Defect::DropsLastTile),
              Contains(HasSubstr("max_rel_error is above its limit")));
}

TEST_F(Execute, FindsALostScale) {
  EXPECT_THAT(run(spec(), Defect::IgnoresDeviceScale),
              Contains(HasSubstr("max_rel_error is above its limit")));
}

// By the LSE alone if need be: 10 % of the scale moves a flat softmax little.
TEST_F(Execute, FindsAWrongLogitScale) {
  EXPECT_THAT(run(spec(), Defect::ScalesLogits),
              Contains(HasSubstr("lse_abs_error is above its limit")));
  ProblemSpec steep = spec();
  steep.logitStd = 4;
  EXPECT_THAT(run(steep, Defect::ScalesLogits, false),
              Contains(HasSubstr("max_rel_error is above its limit")));
}

// vllm PR 45324: slot 0 stands in for -1. It is poison unless it is listed.
TEST_F(Execute, FindsInvalidSlotsThatCount) {
  EXPECT_THAT(run(spec(), Defect::ReadsInvalidAsSlotZero),
              Contains(HasSubstr("out is NaN where the reference is not")));
  ProblemSpec listed = spec();
  listed.lengths = {65, 100, 200};
  EXPECT_THAT(run(listed, Defect::ReadsInvalidAsSlotZero),
              Contains(HasSubstr("max_rel_error is above its limit")));
}

// Beyond the last list lies a legal slot, beyond the others the next list.
TEST_F(Execute, FindsReadsPastTheList) {
  EXPECT_THAT(run(spec(), Defect::ReadsPastTheList),
              AllOf(Contains(HasSubstr("max_rel_error is above its limit")),
                    Contains(HasSubstr("out is NaN where the reference is not: "
                                       "query 3"))));
}

// flashinfer issue 3856: the gap between two pages is NaN.
TEST_F(Execute, FindsAnIgnoredPagePitch) {
  ProblemSpec paged = spec();
  paged.pageSize = 61;
  EXPECT_THAT(run(paged, Defect::IgnoresPageSkip),
              Contains(HasSubstr("out is NaN where the reference is not")));
}

// aiter PR 4412: padding heads in the next token's rows, or behind the last.
TEST_F(Execute, FindsAStoredPaddingHead) {
  for (Layout layout : {Layout::Packed, Layout::Padded, Layout::HeadsFirst}) {
    ProblemSpec problem = spec();
    problem.layout = layout;
    EXPECT_THAT(run(problem, Defect::StoresAPaddingHead),
                Contains(HasSubstr("out was written outside its rows")));
  }
}

// vllm PR 37682: padded rows of the output keep old values.
TEST_F(Execute, FindsARowThatWasNotWritten) {
  EXPECT_THAT(run(spec(), Defect::SkipsEmptyQueries),
              AllOf(Contains(HasSubstr("out was not written: query 0")),
                    Contains(HasSubstr("lse was not written: query 0"))));
}

TEST_F(Execute, FindsAResultThatChanges) {
  EXPECT_THAT(run(spec(), Defect::IsNotDeterministic),
              Contains("two launches gave different results"));
}

TEST_F(Execute, FindsAnOutputThatDependsOnTheLse) {
  EXPECT_THAT(run(spec(), Defect::DependsOnLse),
              Contains("out differs when no lse is asked for"));
}

TEST_F(Execute, FindsAChangedInput) {
  EXPECT_THAT(run(spec(), Defect::WritesItsInput),
              Contains("q was changed by the kernel"));
}

TEST_F(Execute, FindsAScrubbedNaN) {
  ProblemSpec problem = spec();
  problem.scenario = Scenario::NanRow;
  EXPECT_THAT(run(problem, Defect::DropsNaN),
              Contains(HasSubstr("out is not NaN where the reference is: query "
                                 "1")));
}
} // namespace
