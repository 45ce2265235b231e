//===- GroupProfiler.cpp - Runs a workgroup and counts --------------------===//

#include "GroupProfiler.h"
#include "../GlobalAccesses.h"
#include "LdsBanks.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace profile {

namespace {

uint64_t execOf(const Wave &w) {
  return w.s[kExec] | uint64_t(w.s[kExec + 1]) << 32;
}

// Does EXEC decide for which lanes it runs? (Matrix instructions ignore it.)
bool obeysExec(InstClass cls) {
  switch (cls) {
  case InstClass::Valu:
  case InstClass::VmemLoad:
  case InstClass::VmemStore:
  case InstClass::LdsRead:
  case InstClass::LdsWrite:
    return true;
  default:
    return false;
  }
}

} // namespace

GroupProfiler::GroupProfiler(const Program &program,
                             const std::vector<Effects> &effects,
                             unsigned numWaves, const Arch &arch)
    : program(program), effects(effects), arch(arch), lastRequests(numWaves) {
  total.instructions.resize(program.instructions.size());
}

void GroupProfiler::startGroup() {
  std::fill(lastRequests.begin(), lastRequests.end(), Request());
  ++total.workgroups;
  total.waves += lastRequests.size();
}

Next GroupProfiler::run(Wave &w, uint64_t quantum) {
  for (uint64_t n = 0; n < quantum; ++n) {
    uint32_t index = w.pc;
    if (index >= program.instructions.size())
      return program.run(w, 1); // which reports it
    const Instruction &in = program.instructions[index];
    const Effects &e = effects[index];
    InstructionCounts &c = total.instructions[index];
    ++c.executions;
    if (obeysExec(in.cls))
      countLanes(w, c);
    if (e.space != MemorySpace::None) {
      countGlobal(w, in, e, c);
      countLds(w, in, e, c);
    }
    uint64_t before = execOf(w);
    Next next = program.run(w, 1);
    if (in.cls == InstClass::Branch)
      c.taken += w.pc != index + 1;
    if (in.flags & kFlagWritesExec) {
      uint64_t after = execOf(w);
      c.splits += after != 0 && after != before && (after & ~before) == 0;
    }
    if (next != Next::Continue)
      return next;
  }
  return Next::Continue;
}

void GroupProfiler::countLanes(const Wave &w, InstructionCounts &c) {
  auto lanes = static_cast<unsigned>(__builtin_popcountll(execOf(w)));
  c.activeLanes += lanes;
  c.partialExec += lanes != kLanes;
}

void GroupProfiler::countGlobal(const Wave &w, const Instruction &in,
                                const Effects &e, InstructionCounts &c) {
  GlobalAccesses accesses;
  globalAccesses(w, in, e, accesses);
  uint64_t bytes = 0;
  for (unsigned i = 0; i < accesses.count; ++i)
    bytes += accesses.bytes[i];
  c.globalBytesRead += e.reads ? bytes : 0;
  c.globalBytesWritten += e.writes ? bytes : 0;
  // Scalar loads have a cache of their own.
  if (in.cls != InstClass::VmemLoad && in.cls != InstClass::VmemStore)
    return;

  Request request;
  request.isStore = e.writes;
  request.isAtomic = e.atomic;
  for (unsigned i = 0; i < accesses.count; ++i) {
    uint64_t first = accesses.at[i] / kLineBytes,
             last = (accesses.at[i] + accesses.bytes[i] - 1) / kLineBytes;
    for (uint64_t line = first; line <= last; ++line)
      request.lines.push_back(line);
  }
  auto &lines = request.lines;
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  Request &last = lastRequests[w.waveInGroup];
  c.lines += lines.size();
  for (uint64_t line : lines) {
    bool merges =
        last.isStore == request.isStore && !last.isAtomic && !e.atomic &&
        std::binary_search(last.lines.begin(), last.lines.end(), line);
    c.linesMerged += !merges;
    if (e.reads)
      total.linesRead.insert(line);
    if (e.writes)
      total.linesWritten.insert(line);
  }
  last = std::move(request);
}

void GroupProfiler::countLds(const Wave &w, const Instruction &in,
                             const Effects &e, InstructionCounts &c) {
  LdsOperation operation = e.atomic              ? LdsOperation::Atomic
                           : e.writes || e.toLds ? LdsOperation::Write
                                                 : LdsOperation::Read;
  for (unsigned element = 0; element < e.elements; ++element) {
    LdsAccesses accesses;
    if (!ldsAccesses(w, in, e, element, accesses))
      continue;
    uint64_t bytes = uint64_t(accesses.count) * accesses.bytes;
    c.ldsBytesRead += operation != LdsOperation::Write ? bytes : 0;
    c.ldsBytesWritten += operation != LdsOperation::Read ? bytes : 0;
    LdsCycles cycles = ldsCycles(accesses, operation, arch);
    c.ldsCycles += cycles.total;
    c.bankConflicts += cycles.conflicts;
  }
}

} // namespace profile
} // namespace emu
} // namespace spmla
