//===- AdoptKernel.cpp - The problem that suits a kernel ------------------===//

#include "AdoptKernel.h"

#include "Accuracy.h"

#include <cmath>
#include <stdexcept>
#include <string>

using namespace spmla;
using namespace spmla::run;

KernelSpec spmla::run::keyOf(const spmla_kernel_info &info) {
  KernelSpec key;
  std::string error;
  if (!parseKernelName(info.name, key, error))
    throw std::runtime_error(error);
  return key;
}

void spmla::run::adoptKernel(const spmla_kernel_info &info, const Model *model,
                             ProblemSpec &problem) {
  problem.row = {spmla_cache_format(info.cache_format),
                 spmla_encoding(info.cache_encoding), info.latent, info.rope,
                 info.value};
  problem.qEncoding = spmla_encoding(info.q_encoding);
  problem.outEncoding = spmla_encoding(info.out_encoding);
  problem.cacheStrideAlignment = info.cache_stride_alignment;
  problem.qTerms = qTerms(keyOf(info));
  if (model && (info.latent != model->latent || info.rope != model->rope))
    throw std::runtime_error(
        std::string("expects the kernel's rows to be ") +
        std::to_string(model->latent) + "+" + std::to_string(model->rope) +
        " as of " + model->name + ", got " + std::to_string(info.latent) + "+" +
        std::to_string(info.rope));
  // Without a model as aiter's tests have it: columns^-0.5.
  problem.softmaxScale =
      model ? float(model->softmaxScale)
            : float(1 / std::sqrt(double(problem.row.columns())));
}
