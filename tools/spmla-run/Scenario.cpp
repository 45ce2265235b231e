//===- Scenario.cpp - Kinds of problems -----------------------------------===//

#include "Scenario.h"

#include <algorithm>

using namespace spmla::run;

const std::vector<ScenarioInfo> &spmla::run::scenarios() {
  static const std::vector<ScenarioInfo> all = {
      {Scenario::Gaussian, "gaussian", "gaussian q and rows"},
      {Scenario::InvalidFirst, "invalid-first",
       "the first 64 entries of even queries and the first 128 of odd ones are "
       "invalid"},
      {Scenario::Negative, "negative",
       "every logit near -1000, the first 64 entries of odd queries invalid: a "
       "maximum that starts at 0 leaves nothing"},
      {Scenario::NegativeFirst, "negative-first",
       "the first 128 logits near -10000, the rest ordinary"},
      {Scenario::LateJump, "late-jump",
       "logits of -300 rise by 150 after 5/8 of the list and by 150 more after "
       "7/8"},
      {Scenario::Extremes, "extremes",
       "one logit near 30000 and one near -30000 among ordinary ones"},
      {Scenario::ZeroQ, "zero-q",
       "q is 0 and each row constant: the output is a mean, the LSE ln(n)"},
      {Scenario::NanRow, "nan-row",
       "odd queries list one row that holds a NaN, even ones do not"},
      {Scenario::Duplicates, "duplicates",
       "each list repeats three slots, each of which counts every time"},
  };
  return all;
}

const ScenarioInfo *spmla::run::findScenario(const std::string &name) {
  for (const ScenarioInfo &info : scenarios())
    if (name == info.name)
      return &info;
  return nullptr;
}

double spmla::run::logitShift(Scenario scenario, int slotClass) {
  switch (scenario) {
  case Scenario::Negative:
    return -1000;
  case Scenario::NegativeFirst:
    return slotClass == 0 ? -10000 : 0;
  case Scenario::LateJump:
    // From below: the rows that decide have no shift in their values.
    return 150 * std::min(slotClass, 2) - 300;
  case Scenario::Extremes:
    return slotClass == 1 ? 30000 : slotClass == 2 ? -30000 : 0;
  default:
    return 0;
  }
}

int spmla::run::classAt(Scenario scenario, int64_t position, int64_t length) {
  switch (scenario) {
  case Scenario::NegativeFirst:
    return position < 128 ? 0 : 1;
  case Scenario::LateJump:
    return position >= length * 7 / 8 ? 2 : position >= length * 5 / 8 ? 1 : 0;
  case Scenario::Extremes:
    return position == length / 3 ? 2 : position == length / 2 ? 1 : 0;
  case Scenario::NanRow:
    // The row with the NaN is the last of class 2.
    return position % 2;
  default:
    return -1;
  }
}

bool spmla::run::invalidAt(Scenario scenario, int64_t query, int64_t position) {
  bool odd = query % 2 != 0;
  switch (scenario) {
  case Scenario::InvalidFirst:
    return position < (odd ? 128 : 64);
  case Scenario::Negative:
    return odd && position < 64;
  default:
    return false;
  }
}
