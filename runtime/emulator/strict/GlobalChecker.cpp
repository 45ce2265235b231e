//===- GlobalChecker.cpp - Checks accesses to memory ----------------------===//

#include "GlobalChecker.h"
#include "../Text.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

using Kind = GlobalAccess::Kind;

namespace {

const char *nameOf(Kind kind) {
  switch (kind) {
  case Kind::Read:
    return "a read";
  case Kind::Write:
    return "a write";
  case Kind::Atomic:
    return "an atomic";
  case Kind::AtomicRead:
    return "an atomic read";
  case Kind::AtomicWrite:
    return "an atomic write";
  }
  return "";
}

Kind kindOf(const Effects &e) {
  if (e.atomic)
    return Kind::Atomic;
  if (e.writes)
    return e.isCoherent ? Kind::AtomicWrite : Kind::Write;
  return e.isCoherent ? Kind::AtomicRead : Kind::Read;
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
  if (!isAligned(error))
    return false;
  std::lock_guard<std::mutex> lock(shadow.lock());
  uint32_t number = 0;
  if (config.workgroups() > 1) {
    // An atomic orders what comes before it and what comes after it.
    if (e.atomic || e.isCoherent) {
      shadow.synchronize(workgroup);
      ++interval;
    }
    number = numberOf(kindOf(e), index);
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
  return true;
}

bool GlobalChecker::isAligned(Error &error) const {
  for (unsigned i = 0; i < accesses.count; ++i) {
    uint32_t alignment = std::min(accesses.bytes[i], 4u);
    if (!(accesses.at[i] & (alignment - 1)))
      continue;
    error = {accesses.lane[i], accesses.at[i],
             "expects a global access of " + std::to_string(accesses.bytes[i]) +
                 " bytes to be aligned to " + std::to_string(alignment) +
                 ", got address " + hex(accesses.at[i])};
    return false;
  }
  return true;
}

bool GlobalChecker::checkRun(const Run &run, const Effects &e, uint32_t number,
                             Error &error) {
  if (e.reads)
    noteUnwritten(run);
  if (e.writes)
    shadow.markWritten(run.begin, run.end - run.begin);
  GlobalConflict conflict;
  if (!number ||
      shadow.access(number, run.begin, run.end - run.begin, conflict))
    return true;
  unsigned i = run.first;
  while (conflict.address >= accesses.at[i] + accesses.bytes[i])
    ++i;
  error = {accesses.lane[i], conflict.address,
           describe(shadow.accessOf(number), conflict)};
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

uint32_t GlobalChecker::numberOf(Kind kind, uint32_t index) {
  Number &n = numbers[index];
  if (n.interval != interval)
    n = {interval, shadow.number(kind, workgroup, index)};
  return n.number;
}

std::string GlobalChecker::describe(const GlobalAccess &mine,
                                    const GlobalConflict &conflict) const {
  const GlobalAccess &other = conflict.other;
  const char *theirs = nameOf(other.kind);
  return "expects workgroups not to share the byte at " +
         hex(conflict.address) + ", got " + nameOf(mine.kind) +
         " by workgroup " + workgroupText(config.grid, workgroup) + " after " +
         theirs + " by workgroup " +
         workgroupText(config.grid, other.workgroup) +
         " with no atomics between\n  " + theirs + " at " +
         lineAt(program, other.instruction);
}

} // namespace strict
} // namespace emu
} // namespace spmla
