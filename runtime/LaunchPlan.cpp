//===- LaunchPlan.cpp - From a problem to a launch ------------------------===//

#include "LaunchPlan.h"

#include "Error.h"
#include "Manifest.h"
#include "PageDivision.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>

using namespace spmla::runtime;

namespace {
// Every load of q and the cache and every store of out moves 16 bytes.
constexpr int64_t VectorBytes = 16;
// Buffer descriptors reach 2^32 bytes. Invalid slots are sent past the last
// row, and adding a column to that offset must not wrap around.
constexpr int64_t BufferReach = (int64_t(1) << 32) - 4096;
// Kernels multiply slots by the low halves of the strides.
constexpr int64_t MostStride = std::numeric_limits<uint32_t>::max();
// A slot is an i32 that is not negative.
constexpr int64_t MostSlots = int64_t(1) << 31;
// HIP's limit of grid z, and of work-items along x (the dispatch packet holds
// 32 bits).
constexpr int64_t MostGridZ = 65535;
constexpr int64_t MostWorkItemsX = std::numeric_limits<uint32_t>::max();
constexpr double Log2E = 1.4426950408889634;

[[noreturn]] void reject(const char *what, const std::string &wanted,
                         const std::string &got) {
  throw Error(SPMLA_ERROR_INVALID_ARGUMENT, expects(what, wanted, got));
}

void requireAtLeast(const char *what, int64_t got, int64_t least) {
  if (got < least)
    reject(what, "at least " + std::to_string(least), std::to_string(got));
}

void requireAtMost(const char *what, int64_t got, int64_t most) {
  if (got > most)
    reject(what, "at most " + std::to_string(most), std::to_string(got));
}

void requireMultiple(const char *what, int64_t got, int64_t unit,
                     const char *units) {
  if (got % unit != 0)
    reject(what, "a multiple of " + std::to_string(unit) + units,
           std::to_string(got));
}

void requirePointer(const char *what, const void *pointer,
                    uintptr_t alignment) {
  if (!pointer)
    reject(what, "a device pointer", "null");
  uintptr_t rest = reinterpret_cast<uintptr_t>(pointer) % alignment;
  if (rest)
    reject(what, "aligned to " + std::to_string(alignment) + " bytes",
           "an address " + std::to_string(rest) + " bytes past that");
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

void requirePositive(const char *what, double got) {
  if (!(got > 0) || !std::isfinite(got))
    reject(what, "positive and finite", number(got));
}

/// One of the tensors [C, H, width].
struct Rows {
  const char *queryName, *headName;
  int64_t queryStride, headStride;
};

/// Strides count only along dimensions of more than one step. Rows may not
/// overlap: for out they would race, for q it is a stride left unset.
void checkRows(const Rows &rows, const spmla_attention &problem, int64_t width,
               int64_t alignment) {
  struct Dimension {
    const char *name;
    int64_t stride, steps;
  };
  Dimension inner{rows.headName, rows.headStride, problem.heads};
  Dimension outer{rows.queryName, rows.queryStride, problem.queries};
  // [H, C, width] is as good as [C, H, width].
  if (inner.steps > 1 && outer.steps > 1 && inner.stride > outer.stride)
    std::swap(inner, outer);
  int64_t extent = width;
  for (const Dimension &dimension : {inner, outer}) {
    if (dimension.steps == 1)
      continue;
    if (dimension.stride < extent)
      reject(dimension.name,
             "at least the " + std::to_string(extent) +
                 " elements that it steps over",
             std::to_string(dimension.stride));
    requireMultiple(dimension.name, dimension.stride, alignment, " elements");
    // Bytes must fit a signed 64-bit offset; elements have up to 4 bytes.
    int64_t total;
    if (__builtin_mul_overflow(dimension.stride, 4 * dimension.steps, &total))
      reject(dimension.name, "small enough for 64-bit addresses",
             std::to_string(dimension.stride));
    extent += dimension.stride * (dimension.steps - 1);
  }
}

void requireSame(const char *what, int64_t got, int64_t wanted) {
  if (got != wanted)
    throw Error(SPMLA_ERROR_UNSUPPORTED,
                expects(what, std::to_string(wanted) + " as the kernel's",
                        std::to_string(got)));
}

void requireSame(const char *what, int32_t got, int32_t wanted,
                 const char *gotName, const char *wantedName) {
  if (got != wanted)
    throw Error(SPMLA_ERROR_UNSUPPORTED,
                expects(what,
                        std::to_string(wanted) + " (" + wantedName +
                            ") as the kernel's",
                        std::to_string(got) + " (" + gotName + ")"));
}

void checkKey(const Manifest &kernel, const spmla_attention &problem) {
  requireSame("cache_format", problem.cache_format, kernel.cacheFormat,
              formatName(problem.cache_format), formatName(kernel.cacheFormat));
  auto requireEncoding = [](const char *what, int32_t got,
                            spmla_encoding wanted) {
    requireSame(what, got, wanted, encodingName(got), encodingName(wanted));
  };
  requireEncoding("cache_encoding", problem.cache_encoding,
                  kernel.cacheEncoding);
  requireEncoding("q_encoding", problem.q_encoding, kernel.qEncoding);
  requireEncoding("out_encoding",
                  problem.out_encoding ? problem.out_encoding
                                       : SPMLA_ENCODING_BF16,
                  kernel.outEncoding);
  requireSame("latent", problem.latent, kernel.latent);
  requireSame("rope", problem.rope, kernel.rope);
  requireSame("value", problem.value, kernel.value);
}

void checkScales(const spmla_attention &problem) {
  requirePositive("softmax_scale", problem.softmax_scale);
  requirePositive("kv_scale_value", problem.kv_scale_value);
  if (problem.cache_format == SPMLA_CACHE_BF16) {
    if (problem.kv_scale_value != 1)
      reject("kv_scale_value of a bf16 cache", "1",
             number(problem.kv_scale_value));
    if (problem.kv_scale)
      reject("kv_scale of a bf16 cache", "null", "a pointer");
  }
  if (problem.kv_scale)
    requirePointer("kv_scale", problem.kv_scale, alignof(float));

  if (problem.q_encoding == SPMLA_ENCODING_BF16) {
    if (problem.q_scale_value != 0 && problem.q_scale_value != 1)
      reject("q_scale_value of a bf16 q", "1 or absent (0)",
             number(problem.q_scale_value));
    if (problem.q_scale)
      reject("q_scale of a bf16 q", "null", "a pointer");
  } else {
    requirePositive("q_scale_value", problem.q_scale_value);
    if (problem.q_scale)
      requirePointer("q_scale", problem.q_scale, alignof(float));
  }
}

/// The argument of that name. The factors are multiplied in double precision,
/// so that only the product need be a float.
float scoreScale(const spmla_attention &problem) {
  double scale =
      double(problem.softmax_scale) * Log2E * double(problem.kv_scale_value);
  if (problem.q_encoding != SPMLA_ENCODING_BF16)
    scale *= double(problem.q_scale_value);
  if (!std::isnormal(float(scale)))
    reject("softmax_scale * kv_scale_value * q_scale_value * log2(e)",
           "a normal float", number(scale));
  return float(scale);
}

/// The cache's part of the argument block.
void planCache(const Manifest &kernel, const spmla_attention &problem,
               ArgumentBlock &arguments) {
  requireAtLeast("num_slots", problem.num_slots, 0);
  requireAtMost("num_slots", problem.num_slots, MostSlots);
  requireAtLeast("page_size", problem.page_size, 1);
  requireAtMost("page_size", problem.page_size, MostSlots);
  if (problem.num_slots)
    requirePointer("cache", problem.cache, VectorBytes);

  int64_t rowBytes = kernel.cacheRowBytes();
  bool rowsStep = problem.page_size > 1 && problem.num_slots > 1;
  bool pagesStep = problem.num_slots > problem.page_size;
  int64_t rowStride = rowsStep ? problem.cache_row_stride : 0;
  int64_t pageStride = pagesStep ? problem.cache_page_stride : 0;
  if (rowsStep) {
    requireAtLeast("cache_row_stride", rowStride, rowBytes);
    requireMultiple("cache_row_stride", rowStride, kernel.cacheStrideAlignment,
                    " bytes");
  }
  int64_t pageBytes = rowBytes;
  if (rowsStep &&
      __builtin_mul_overflow(rowStride, problem.page_size, &pageBytes))
    reject("cache_row_stride", "small enough for 64-bit addresses",
           std::to_string(rowStride));
  if (pagesStep) {
    if (pageStride < pageBytes)
      reject("cache_page_stride",
             "at least the " + std::to_string(pageBytes) + " bytes of a page",
             std::to_string(pageStride));
    requireMultiple("cache_page_stride", pageStride,
                    kernel.cacheStrideAlignment, " bytes");
  }
  // A flat cache has no page skip, so its rows step by the page stride.
  bool flat = problem.page_size == 1;
  arguments.cache_row_stride = flat ? pageStride : rowStride;
  arguments.cache_page_skip = flat || !pagesStep ? 0 : pageStride - pageBytes;

  for (auto [what, stride] :
       {std::pair("the bytes from a row to the next",
                  arguments.cache_row_stride),
        std::pair("the gap between pages in bytes", arguments.cache_page_skip)})
    if (!kernel.bufferLoads && stride > MostStride)
      throw Error(SPMLA_ERROR_UNSUPPORTED,
                  expects(what, "at most " + std::to_string(MostStride),
                          std::to_string(stride)));

  // The span in bytes, wide enough for any strides.
  __extension__ using Wide = __int128;
  Wide span = 0;
  if (problem.num_slots) {
    int64_t lastSlot = problem.num_slots - 1;
    span = Wide(lastSlot) * arguments.cache_row_stride +
           Wide(lastSlot / problem.page_size) * arguments.cache_page_skip +
           rowBytes;
  }
  if (kernel.bufferLoads && span + rowBytes > BufferReach)
    throw Error(SPMLA_ERROR_UNSUPPORTED,
                expects("the cache's span plus one row",
                        "at most " + std::to_string(BufferReach) +
                            " bytes, the reach of this kernel's buffer loads",
                        span < Wide(1) << 62
                            ? std::to_string(int64_t(span + rowBytes))
                            : number(double(span + rowBytes))));
  arguments.cache = problem.cache;
  // Kernels with 64-bit addresses do not look at it.
  arguments.cache_span = uint32_t(std::min<Wide>(span, MostStride));
  arguments.num_slots = uint32_t(problem.num_slots);
  PageDivision division = PageDivision::of(uint32_t(problem.page_size));
  arguments.page_magic = division.magic;
  arguments.page_shift = division.shift;
}

void planTensors(const Manifest &kernel, const spmla_attention &problem,
                 ArgumentBlock &arguments) {
  requirePointer("q", problem.q, VectorBytes);
  if (problem.q_element_stride != 1)
    reject("q_element_stride", "1", std::to_string(problem.q_element_stride));
  checkRows({"q_query_stride", "q_head_stride", problem.q_query_stride,
             problem.q_head_stride},
            problem, int64_t(kernel.latent) + kernel.rope,
            VectorBytes / elementBytes(kernel.qEncoding));

  requirePointer("out", problem.out, VectorBytes);
  if (problem.out_element_stride != 1)
    reject("out_element_stride", "1",
           std::to_string(problem.out_element_stride));
  checkRows({"out_query_stride", "out_head_stride", problem.out_query_stride,
             problem.out_head_stride},
            problem, kernel.value,
            VectorBytes / elementBytes(kernel.outEncoding));

  if (problem.lse) {
    requirePointer("lse", problem.lse, alignof(float));
    checkRows({"lse_query_stride", "lse_head_stride", problem.lse_query_stride,
               problem.lse_head_stride},
              problem, 1, 1);
  }
  requirePointer("indices", problem.indices, alignof(int32_t));
  requirePointer("indptr", problem.indptr, alignof(int32_t));

  arguments.q = problem.q;
  arguments.q_query_stride = problem.q_query_stride;
  arguments.q_head_stride = problem.q_head_stride;
  arguments.out = problem.out;
  arguments.out_query_stride = problem.out_query_stride;
  arguments.out_head_stride = problem.out_head_stride;
  arguments.lse = problem.lse;
  arguments.lse_query_stride = problem.lse_query_stride;
  arguments.lse_head_stride = problem.lse_head_stride;
  arguments.indices = problem.indices;
  arguments.indptr = problem.indptr;
}
} // namespace

LaunchPlan spmla::runtime::planLaunch(const Manifest &kernel,
                                      const spmla_attention &problem) {
  checkKey(kernel, problem);
  requireAtLeast("heads", problem.heads, 1);
  requireAtMost("heads", problem.heads, MostGridZ * kernel.programHeads);
  requireAtMost("queries", problem.queries,
                MostWorkItemsX / kernel.workgroupSize);
  checkScales(problem);

  // Zeroed, so that the block's padding is the same in every launch.
  LaunchPlan plan{};
  planTensors(kernel, problem, plan.arguments);
  planCache(kernel, problem, plan.arguments);
  plan.arguments.kv_scale = problem.kv_scale;
  plan.arguments.q_scale = problem.q_scale;
  plan.arguments.heads = uint32_t(problem.heads);
  plan.arguments.score_scale = scoreScale(problem);
  plan.arguments.value_scale = problem.kv_scale_value;
  plan.gridX = uint32_t(problem.queries);
  plan.gridZ =
      uint32_t((problem.heads + kernel.programHeads - 1) / kernel.programHeads);
  plan.workgroupSize = uint32_t(kernel.workgroupSize);
  return plan;
}
