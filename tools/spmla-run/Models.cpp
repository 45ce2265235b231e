//===- Models.cpp - Shapes of models that use sparse MLA ------------------===//

#include "Models.h"

#include <cmath>

using namespace spmla::run;

/// DeepSeek's scale: heads of 192 columns, times the square of YaRN's
/// attention factor 0.1 * ln(40) + 1 (its config: factor 40, mscale 1).
static double deepseekScale() {
  double mscale = 0.1 * std::log(40.0) + 1;
  return mscale * mscale / std::sqrt(192.0);
}

const std::vector<Model> &spmla::run::models() {
  // GLM's heads have 192 columns without rope and 64 with (GLM-5.3-Flash: 256
  // and none) and no YaRN factor: 256^-0.5.
  static const std::vector<Model> all = {
      {"deepseek-v3.2", 128, 512, 64, 2048, deepseekScale(),
       "FlashMLA README and tests"},
      {"glm-5", 64, 512, 64, 2048, 1.0 / 16, "glm_moe_dsa config"},
      {"glm-5.1", 64, 512, 64, 2048, 1.0 / 16, "glm_moe_dsa config"},
      {"glm-5.2", 64, 512, 64, 2048, 1.0 / 16, "ROCm/aiter PR 4919"},
      // 2048 slots plus the 3 that key pooling by 4 adds.
      {"glm-5.3-flash", 64, 512, 0, 2051, 1.0 / 16, "SGLang's GLM-5.3 tests"},
  };
  return all;
}

const Model *spmla::run::findModel(const std::string &name) {
  for (const Model &model : models())
    if (name == model.name)
      return &model;
  return nullptr;
}

std::string spmla::run::modelNames() {
  std::string names;
  for (const Model &model : models())
    names += (names.empty() ? "" : ", ") + std::string(model.name);
  return names;
}
