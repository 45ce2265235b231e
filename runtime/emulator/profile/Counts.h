//===- Counts.h - What a profile counts -----------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_PROFILE_COUNTS_H
#define SPMLA_EMULATOR_PROFILE_COUNTS_H

#include "LineSet.h"

#include <vector>

namespace spmla {
namespace emu {
namespace profile {

// Of one instruction, or of several. Emulator.h says what each means.
struct InstructionCounts {
  uint64_t executions = 0;
  uint64_t activeLanes = 0, partialExec = 0;
  uint64_t splits = 0, taken = 0;
  uint64_t globalBytesRead = 0, globalBytesWritten = 0;
  uint64_t lines = 0, linesMerged = 0;
  uint64_t ldsBytesRead = 0, ldsBytesWritten = 0;
  uint64_t ldsCycles = 0, bankConflicts = 0;

  InstructionCounts &operator+=(const InstructionCounts &other);
};

// Its members and their names in a profile.
struct Counter {
  const char *name;
  uint64_t InstructionCounts::*member;
};
constexpr Counter kCounters[] = {
    {"executions", &InstructionCounts::executions},
    {"active_lanes", &InstructionCounts::activeLanes},
    {"partial_exec", &InstructionCounts::partialExec},
    {"splits", &InstructionCounts::splits},
    {"taken", &InstructionCounts::taken},
    {"global_bytes_read", &InstructionCounts::globalBytesRead},
    {"global_bytes_written", &InstructionCounts::globalBytesWritten},
    {"lines", &InstructionCounts::lines},
    {"lines_merged", &InstructionCounts::linesMerged},
    {"lds_bytes_read", &InstructionCounts::ldsBytesRead},
    {"lds_bytes_written", &InstructionCounts::ldsBytesWritten},
    {"lds_cycles", &InstructionCounts::ldsCycles},
    {"bank_conflicts", &InstructionCounts::bankConflicts},
};

// Of some workgroups of a kernel. A sum does not depend on the order of its
// parts, so a profile does not depend on how host threads share the work.
struct Counts {
  std::vector<InstructionCounts> instructions; // of the program, by index
  LineSet linesRead, linesWritten;
  uint64_t workgroups = 0, waves = 0;

  Counts &operator+=(const Counts &other);
};

} // namespace profile
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROFILE_COUNTS_H
