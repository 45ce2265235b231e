//===- Launcher.cpp - A problem's buffers on a device ---------------------===//

#include "Launcher.h"

#include <chrono>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

static int64_t guardOf(const Device &device) {
  return device.mode() == "strict" ? 0 : GuardBytes;
}

Launcher::Launcher(const Problem &problem, const Device &device,
                   const Kernel &kernel)
    : problem(problem), device(device), kernel(kernel), stream(device.hip()),
      q(device.hip(), problem.q.size(), guardOf(device)),
      cache(device.hip(), problem.cache.size(), guardOf(device)),
      indices(device.hip(), problem.indices.size(), guardOf(device)),
      indptr(device.hip(), problem.indptr.size(), guardOf(device)),
      out(device.hip(), problem.out.size(), guardOf(device)),
      lse(device.hip(), problem.lse.size(), guardOf(device)),
      kvScale(device.hip(), sizeof(float), guardOf(device)),
      qScale(device.hip(), sizeof(float), guardOf(device)) {
  q.upload(problem.q);
  cache.upload(problem.cache);
  indices.upload(problem.indices);
  indptr.upload(problem.indptr);
  if (!problem.kvScale.device.bytes.empty())
    kvScale.upload(problem.kvScale.device);
  if (!problem.qScale.device.bytes.empty())
    qScale.upload(problem.qScale.device);
}

double Launcher::launch(bool withLse) {
  out.upload(problem.out);
  lse.upload(problem.lse);
  spmla_attention attention = describe(withLse);
  auto begin = std::chrono::steady_clock::now();
  device.check(spmla_attention_launch(kernel.get(), &attention));
  hip::hipError_t code = device.hip().hipStreamSynchronize(stream.get());
  if (code != hip::hipSuccess)
    throw std::runtime_error("the kernel failed: HIP error " +
                             std::to_string(unsigned(code)) + "\n" +
                             device.emulatorError());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

void Launcher::checkInputs(std::vector<std::string> &failures) const {
  auto check = [&](bool same, const char *name) {
    if (!same)
      failures.push_back(std::string(name) + " was changed by the kernel");
  };
  check(q.equals(problem.q), "q");
  check(cache.equals(problem.cache), "the cache");
  check(indices.equals(problem.indices), "indices");
  check(indptr.equals(problem.indptr), "indptr");
  if (!problem.kvScale.device.bytes.empty())
    check(kvScale.equals(problem.kvScale.device), "kv_scale");
  if (!problem.qScale.device.bytes.empty())
    check(qScale.equals(problem.qScale.device), "q_scale");
}

spmla_attention Launcher::describe(bool withLse) const {
  const ProblemSpec &spec = problem.spec;
  spmla_attention attention{};
  attention.struct_size = sizeof attention;
  attention.cache_format = spec.row.format;
  attention.cache_encoding = spec.row.encoding;
  attention.q_encoding = spec.qEncoding;
  attention.out_encoding = spec.outEncoding;
  attention.latent = spec.row.latent;
  attention.rope = spec.row.rope;
  attention.value = spec.row.value;
  attention.queries = spec.queries;
  attention.heads = spec.heads;
  attention.q = q.data<void>();
  attention.q_query_stride = problem.qLayout.queryStride;
  attention.q_head_stride = problem.qLayout.headStride;
  attention.q_element_stride = 1;
  attention.cache = cache.data<void>();
  attention.cache_row_stride = problem.rowStride;
  attention.cache_page_stride = problem.pageStride;
  attention.page_size = spec.pageSize;
  attention.num_slots = spec.slots;
  attention.indices = indices.data<int32_t>();
  attention.indptr = indptr.data<int32_t>();
  attention.out = out.data<void>();
  attention.out_query_stride = problem.outLayout.queryStride;
  attention.out_head_stride = problem.outLayout.headStride;
  attention.out_element_stride = 1;
  if (withLse)
    attention.lse = lse.data<float>();
  attention.lse_query_stride = problem.lseLayout.queryStride;
  attention.lse_head_stride = problem.lseLayout.headStride;
  attention.softmax_scale = spec.softmaxScale;
  attention.kv_scale_value = problem.kvScale.host;
  if (!problem.kvScale.device.bytes.empty())
    attention.kv_scale = kvScale.data<float>();
  attention.q_scale_value = problem.qScale.host;
  if (!problem.qScale.device.bytes.empty())
    attention.q_scale = qScale.data<float>();
  attention.stream = stream.get();
  return attention;
}
