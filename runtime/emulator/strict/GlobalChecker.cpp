//===- GlobalChecker.cpp - Checks accesses to memory ----------------------===//

#include "GlobalChecker.h"
#include "../Text.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

namespace {

std::string nameOf(const Effects &e) {
  if (e.atomic)
    return "an atomic";
  return std::string(e.coherent ? "a coherent " : "a ") +
         (e.writes ? "write" : "read");
}

std::string workgroupText(const Dim3 &grid, uint64_t number) {
  return "(" + std::to_string(number % grid[0]) + ", " +
         std::to_string(number / grid[0] % grid[1]) + ", " +
         std::to_string(number / grid[0] / grid[1]) + ")";
}

} // namespace

void GlobalChecker::startGroup(uint64_t number) {
  workgroup = static_cast<uint32_t>(number);
  ++interval;
}

bool GlobalChecker::check(const Wave &w, const Effects &e, uint32_t index,
                          Error &error) {
  missing.clear();
  if (!globalAccesses(w, program.instructions[index], e, accesses))
    return true;
  if (e.toLds && !isAligned(error))
    return false;
  std::unique_lock<std::mutex> lock(shadow.lock());
  uint32_t number = 0;
  if (config.workgroups() > 1) {
    if (e.coherent && e.reads)
      shadow.acquire(workgroup);
    if (e.coherent && e.writes) {
      shadow.release(workgroup);
      ++interval;
    }
    number = numberOf(e, index);
  }
  for (unsigned i = 0; i < accesses.count;) {
    Run run{i, i, accesses.at[i], accesses.at[i] + accesses.bytes[i]};
    while (++i < accesses.count && accesses.at[i] == run.end) {
      run.last = i;
      run.end += accesses.bytes[i];
    }
    if (!checkRun(run, e, number, error))
      return false;
  }
  if (e.coherent)
    executing = std::move(lock);
  return true;
}

void GlobalChecker::executed() {
  if (executing)
    executing.unlock();
}

bool GlobalChecker::isAligned(Error &error) const {
  for (unsigned i = 0; i < accesses.count; ++i) {
    uint32_t alignment = std::min(accesses.bytes[i], 4u);
    if (accesses.at[i] % alignment == 0)
      continue;
    error = {accesses.lane[i], accesses.at[i],
             "expects a load to LDS to be aligned to " +
                 std::to_string(alignment) + " bytes, got global address " +
                 hex(accesses.at[i])};
    return false;
  }
  return true;
}

bool GlobalChecker::checkRun(const Run &run, const Effects &e, uint32_t number,
                             Error &error) {
  if (e.reads)
    noteUnwritten(run);
  if (e.atomic && !e.replaces && !missing.empty()) {
    // Its result stays in memory, where nobody could tell any more.
    const LoadedByte &first = missing.front();
    unsigned i = run.first;
    while (accesses.lane[i] != first.lane)
      ++i;
    error = {first.lane, accesses.at[i] + first.byte,
             "expects what an atomic changes to be written before, got the "
             "byte at " +
                 hex(accesses.at[i] + first.byte) +
                 ", which nothing has written"};
    return false;
  }
  if (e.writes)
    shadow.markWritten(run.begin, run.end - run.begin);
  GlobalConflict conflict;
  if (!number ||
      shadow.access(number, run.begin, run.end - run.begin, conflict))
    return true;
  unsigned i = run.first;
  while (conflict.address >= accesses.at[i] + accesses.bytes[i])
    ++i;
  error = {accesses.lane[i], conflict.address, describe(e, conflict)};
  return false;
}

void GlobalChecker::noteUnwritten(const Run &run) {
  constexpr unsigned kBlock = 64;
  bool any = false;
  for (uint64_t at = run.begin; at < run.end && !any; at += kBlock)
    any = shadow.unwritten(
        at, static_cast<unsigned>(std::min<uint64_t>(run.end - at, kBlock)));
  for (unsigned i = run.first; any && i <= run.last; ++i) {
    uint64_t bits = shadow.unwritten(accesses.at[i], accesses.bytes[i]);
    for (unsigned b = 0; b < accesses.bytes[i]; ++b)
      if (bits >> b & 1)
        missing.push_back({accesses.lane[i], b});
  }
}

uint32_t GlobalChecker::numberOf(const Effects &e, uint32_t index) {
  Number &n = numbers[index];
  if (n.interval != interval)
    n = {interval,
         shadow.number({workgroup, index, e.writes, e.coherent, e.swaps})};
  return n.number;
}

std::string GlobalChecker::describe(const Effects &mine,
                                    const GlobalConflict &conflict) const {
  const GlobalAccess &other = conflict.other;
  std::string theirs = nameOf(effects[other.instruction]);
  return "expects workgroups not to share the byte at " +
         hex(conflict.address) + ", got " + nameOf(mine) + " by workgroup " +
         workgroupText(config.grid, workgroup) + " after " + theirs +
         " by workgroup " + workgroupText(config.grid, other.workgroup) +
         " with no release and acquire between\n  " + theirs + " at " +
         lineAt(program, other.instruction);
}

} // namespace strict
} // namespace emu
} // namespace spmla
