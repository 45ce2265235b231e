//===- HotLoop.cpp - Where a kernel spends its instructions ---------------===//

#include "HotLoop.h"

#include <algorithm>
#include <map>

namespace spmla {
namespace emu {
namespace profile {

namespace {

struct Loop {
  HotLoop range;
  uint64_t executions;

  bool contains(const Loop &o) const {
    return range.first <= o.range.first && o.range.last <= range.last &&
           (range.first != o.range.first || range.last != o.range.last);
  }
};

std::vector<Loop> findLoops(const Program &program,
                            const std::vector<InstructionCounts> &counts) {
  struct BranchesBack {
    uint32_t last = 0;
    uint64_t taken = 0;
  };
  std::map<uint32_t, BranchesBack> byTarget;
  for (uint32_t i = 0; i < counts.size(); ++i) {
    const Instruction &in = program.instructions[i];
    auto target = static_cast<uint32_t>(in.imm);
    if (!(in.flags & kFlagHasTarget) || target > i || !counts[i].taken)
      continue;
    byTarget[target].last = i;
    byTarget[target].taken += counts[i].taken;
  }
  std::vector<Loop> loops;
  for (const auto &[first, back] : byTarget) {
    // A block that stands behind the loop and returns to the middle of it
    // branches back, too, but rarely is the way there.
    if (2 * back.taken < counts[first].executions)
      continue;
    uint64_t executions = 0;
    for (uint32_t i = first; i <= back.last; ++i)
      executions += counts[i].executions;
    loops.push_back({{first, back.last}, executions});
  }
  return loops;
}

} // namespace

std::optional<HotLoop>
findHotLoop(const Program &program,
            const std::vector<InstructionCounts> &instructions) {
  std::vector<Loop> loops = findLoops(program, instructions);
  const Loop *hot = nullptr;
  for (const Loop &loop : loops)
    if (!hot || loop.executions > hot->executions)
      hot = &loop;
  // Into a loop inside while it holds most of what this one executes.
  for (const Loop *inner = hot; inner;) {
    hot = inner;
    inner = nullptr;
    for (const Loop &loop : loops)
      if (hot->contains(loop) && 2 * loop.executions > hot->executions &&
          (!inner || loop.executions > inner->executions))
        inner = &loop;
  }
  return hot ? std::optional<HotLoop>(hot->range) : std::nullopt;
}

} // namespace profile
} // namespace emu
} // namespace spmla
