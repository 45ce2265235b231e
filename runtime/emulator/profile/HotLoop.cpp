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

// What was executed, as a graph.
class Flow {
public:
  Flow(const Program &program, const std::vector<InstructionCounts> &counts,
       uint32_t entry)
      : program(program), counts(counts), entry(entry) {}

  // Where a branch jumped to, if it has one place and did jump.
  std::optional<uint32_t> target(uint32_t i) const {
    const Instruction &in = program.instructions[i];
    if (!(in.flags & kFlagHasTarget) || !counts[i].taken)
      return std::nullopt;
    return static_cast<uint32_t>(in.imm);
  }

  // Every instruction that was reached without `avoided`.
  std::vector<bool> reachedWithout(uint32_t avoided) const {
    std::vector<bool> reached(counts.size());
    std::vector<uint32_t> next;
    auto visit = [&](uint32_t i) {
      if (i == avoided || i >= counts.size() || reached[i])
        return;
      reached[i] = true;
      next.push_back(i);
    };
    visit(entry);
    while (!next.empty()) {
      uint32_t i = next.back();
      next.pop_back();
      if (counts[i].executions > counts[i].taken)
        visit(i + 1);
      if (auto to = target(i))
        visit(*to);
    }
    return reached;
  }

private:
  const Program &program;
  const std::vector<InstructionCounts> &counts;
  uint32_t entry;
};

// Natural loops: branches back whose target all ways to them lead through. (A
// block that stands behind a loop and returns into it branches back, too.)
std::vector<Loop> findLoops(const Program &program,
                            const std::vector<InstructionCounts> &counts,
                            uint32_t entry) {
  Flow flow(program, counts, entry);
  std::map<uint32_t, std::vector<uint32_t>> branchesBack; // by target
  for (uint32_t i = 0; i < counts.size(); ++i)
    if (auto target = flow.target(i); target && *target <= i)
      branchesBack[*target].push_back(i);
  std::vector<Loop> loops;
  for (const auto &[first, branches] : branchesBack) {
    std::vector<bool> reached = flow.reachedWithout(first);
    uint32_t last = first;
    bool isLoop = false;
    for (uint32_t branch : branches)
      if (!reached[branch]) {
        last = branch;
        isLoop = true;
      }
    if (!isLoop)
      continue;
    uint64_t executions = 0;
    for (uint32_t i = first; i <= last; ++i)
      executions += counts[i].executions;
    loops.push_back({{first, last}, executions});
  }
  return loops;
}

} // namespace

std::optional<HotLoop>
findHotLoop(const Program &program,
            const std::vector<InstructionCounts> &instructions,
            uint32_t entry) {
  std::vector<Loop> loops = findLoops(program, instructions, entry);
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
