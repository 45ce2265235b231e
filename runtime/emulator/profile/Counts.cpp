//===- Counts.cpp - What a profile counts ---------------------------------===//

#include "Counts.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace profile {

InstructionCounts &
InstructionCounts::operator+=(const InstructionCounts &other) {
  for (const Counter &counter : kCounters)
    this->*counter.member += other.*counter.member;
  return *this;
}

Counts &Counts::operator+=(const Counts &other) {
  instructions.resize(std::max(instructions.size(), other.instructions.size()));
  for (size_t i = 0; i < other.instructions.size(); ++i)
    instructions[i] += other.instructions[i];
  linesRead.insert(other.linesRead);
  linesWritten.insert(other.linesWritten);
  workgroups += other.workgroups;
  waves += other.waves;
  return *this;
}

} // namespace profile
} // namespace emu
} // namespace spmla
