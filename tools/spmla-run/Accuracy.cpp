//===- Accuracy.cpp - How exact a kernel has to be ------------------------===//

#include "Accuracy.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

using namespace spmla;
using namespace spmla::run;

int spmla::run::qTerms(const KernelSpec &kernel) {
  if (kernel.schedule == Schedule::staged || kernel.qType != QType::bf16)
    return 0;
  return kernel.dot == Dot::fp8 ? 1 : 2;
}

/// Over all rows of an f32 output; bf16 would add its own rounding, 1.7e-3 rms.
/// That is also what rounding leaves of a bf16 P, where one e4m3 term leaves
/// 2.7e-2 and two leave 7e-4: the rms of an error that is uniform within half a
/// last place, over numbers whose logarithm is uniform.
static double totalLimit(const KernelSpec &kernel) {
  if (kernel.output != Output::f32)
    return std::numeric_limits<double>::infinity();
  switch (kernel.probabilities) {
  case Probabilities::bf16:
    return 2e-3;
  case Probabilities::e4m3x2:
    return 8e-4;
  case Probabilities::e4m3:
    // A term of q rounds as one of P does.
    return qTerms(kernel) == 1 ? 6e-2 : 3e-2;
  }
  return 0;
}

Limits spmla::run::limitsOf(const KernelSpec &kernel) {
  // Logits and sums are f32 whatever the operands, so the LSE has one limit:
  // the reference has the terms of q, too.
  Limits limits{1e-2, 4e-3, totalLimit(kernel), 1e-4, 1e-6};
  if (kernel.dot == Dot::fp8) {
    const double terms = qTerms(kernel) == 1 ? 2 : 1;
    limits.maxRelative = 7e-2 * terms;
    limits.rmsRelative = 4e-2 * terms;
  }
  return limits;
}

/// One line of the table, without the schedules it holds for.
static std::string describe(const KernelSpec &kernel) {
  const Limits limits = limitsOf(kernel);
  char text[128];
  std::snprintf(text, sizeof text,
                "%-5s %-7s %-8.1e %-8.1e %-10.1e %.0e + %.0e |lse|\n",
                std::string(toString(kernel.dot)).c_str(),
                std::string(toString(kernel.qType)).c_str(), limits.maxRelative,
                limits.rmsRelative, limits.totalRmsRelative, limits.lseAbsolute,
                limits.lseRelative);
  return text;
}

std::string spmla::run::describeLimits() {
  // Schedules by line, lines in the order of their first.
  std::vector<std::pair<std::string, std::string>> lines;
  auto add = [&](const KernelSpec &kernel) {
    const std::string line = describe(kernel),
                      schedule(toString(kernel.schedule));
    for (auto &[schedules, known] : lines)
      if (known == line) {
        schedules += ", " + schedule;
        return;
      }
    lines.push_back({schedule, line});
  };
  for (Schedule schedule : {Schedule::staged, Schedule::direct, Schedule::solo})
    for (Dot dot : {Dot::bf16, Dot::fp8})
      for (QType q : {QType::bf16, QType::e4m3fn}) {
        PartialSpec asked;
        asked.schedule = schedule;
        asked.dot = dot;
        asked.qType = q;
        // Only then there is a limit of the total.
        asked.output = Output::f32;
        const KernelSpec kernel = completeSpec(asked);
        if (!validate(kernel))
          add(kernel);
      }
  std::string text = "  schedule      dot   q       max_rel  rms_rel  "
                     "total_rms* lse_abs\n";
  for (const auto &[schedules, line] : lines) {
    text += "  " + schedules;
    text.append(14 - std::min<size_t>(schedules.size(), 13), ' ');
    text += line;
  }
  return text + "  * with --output f32: bf16 adds its own rounding\n";
}
