//===- Scenario.h - Kinds of problems ---------------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_SCENARIO_H
#define SPMLA_TOOLS_RUN_SCENARIO_H

#include <cstdint>
#include <string>
#include <vector>

namespace spmla {
namespace run {

enum class Scenario {
  Gaussian,
  InvalidFirst,
  Negative,
  NegativeFirst,
  LateJump,
  Extremes,
  ZeroQ,
  NanRow,
  Duplicates
};

struct ScenarioInfo {
  Scenario scenario;
  const char *name;
  const char *doc;
};

const std::vector<ScenarioInfo> &scenarios();

/// Null if there is no such scenario.
const ScenarioInfo *findScenario(const std::string &name);

/// The cache's slots fall into classes by slot % 4. Rows of one class get the
/// same shift of their logits, in every query; rows of the last class are never
/// listed and stay poison.
constexpr int SlotClasses = 4;
constexpr int PoisonClass = 3;

/// Shift of the logits of a class's rows, natural logarithm.
double logitShift(Scenario scenario, int slotClass);

/// Class of the slot at `position` of a list of `length` slots, or -1: any
/// class that may be listed.
int classAt(Scenario scenario, int64_t position, int64_t length);

/// Whether the entry is invalid in this scenario whatever --invalid says.
bool invalidAt(Scenario scenario, int64_t query, int64_t position);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_SCENARIO_H
