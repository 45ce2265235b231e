//===- Models.h - Shapes of models that use sparse MLA ----------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_MODELS_H
#define SPMLA_TOOLS_RUN_MODELS_H

#include <string>
#include <vector>

namespace spmla {
namespace run {

struct Model {
  const char *name;
  /// Query heads of the whole model; a rank has heads / TP of them.
  int heads;
  /// Columns of a cache row.
  int latent;
  int rope;
  /// Slots that the indexer lists for a query.
  int topk;
  double softmaxScale;
  /// Where the figures come from.
  const char *source;
};

const std::vector<Model> &models();

/// Null if there is no such model.
const Model *findModel(const std::string &name);

/// All names, comma-separated.
std::string modelNames();

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_MODELS_H
