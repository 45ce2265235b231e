//===- Hazards.cpp - Results that are not there yet -----------------------===//

#include "Hazards.h"
#include "../Program.h"
#include "Registers.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

namespace {

// VGPR indexing, as it applies to the operands of one instruction.
void shiftOperands(Instruction &in, uint32_t m0) {
  auto shift = [&](Operand &o) {
    if (o.kind == OperandKind::Vgpr)
      o.index =
          static_cast<uint16_t>(std::min(o.index + (m0 & 0xff), kAccBase - 1));
  };
  for (unsigned i = 0; i < 3; ++i)
    if (m0 >> (12 + i) & 1)
      shift(in.src[i]);
  if (m0 >> 15 & 1)
    shift(in.dst[0]);
}

// Operands in bits: sources, then destinations.
constexpr unsigned kNumOperands = kMaxSrcs + kMaxDsts;
constexpr unsigned kSources = (1u << kMaxSrcs) - 1;
constexpr unsigned kDestinations = ((1u << kMaxDsts) - 1) << kMaxSrcs;
constexpr unsigned kC = 1u << 2, kLaneSelect = 1u << 1;

const Operand &operandOf(const Instruction &in, unsigned i) {
  return i < kMaxSrcs ? in.src[i] : in.dst[i - kMaxSrcs];
}

// The operands that share a register with `r`. Constants have none.
template <class T> unsigned operandsIn(const Instruction &in, const T &r) {
  unsigned bits = 0;
  for (unsigned i = 0; i < kNumOperands; ++i) {
    const Operand &o = operandOf(in, i);
    bits |= unsigned(o.kind == r.kind && o.index < r.index + r.dwords &&
                     r.index < o.index + o.dwords)
            << i;
  }
  return bits;
}

// Data of a store, as the decoder places it.
const Operand &dataOf(const Instruction &in) {
  return in.src[in.src[1].dwords == 4 ? 3 : 2];
}

const char *nameOf(uint32_t role) {
  switch (role) {
  case kTranscendental:
    return "a transcendental operation";
  case kDot:
    return "a dot product";
  case kShiftsResult:
    return "an SDWA or op_sel operation";
  case kWritesVcc:
    return "a vector operation that writes VCC";
  case kWritesExec:
    return "a vector operation that writes EXEC";
  case kDpp:
    return "a DPP operation";
  case kAccessesLane:
    return "an access to one lane";
  case kPermlane:
    return "a permlane swap";
  case kDivFmas:
    return "v_div_fmas";
  case kXdl:
  case kSgemm:
  case kMatrix:
    return "an MFMA";
  case kWideStore:
  case kWideStoreSoffset:
    return "a store of more than two registers";
  case kVmem:
    return "an access to memory";
  case kLdsDma:
    return "a load to LDS";
  case kSaluWritesM0:
    return "a scalar operation that writes M0";
  case kSetMode:
    return "a write of MODE";
  case kSetMode | kGetMode:
    return "an access to MODE";
  default:
    return "a vector operation";
  }
}

} // namespace

std::string describe(const Hazard &hazard) {
  const HazardRule &rule = *hazard.rule;
  using R = HazardRelation;
  std::string what = hazard.operand.kind == OperandKind::None
                         ? nameOf(rule.second)
                         : registerName(hazard.operand);
  const char *how = nullptr, *whose = nullptr;
  switch (rule.relation) {
  case R::Follows:
    how = "come";
    whose = "";
    break;
  case R::Reads:
  case R::ReadsElsewhere:
  case R::ReadsScalar:
    how = "be read";
    whose = " that writes it";
    break;
  case R::ReadsAsFactor:
    how = "be read as A or B";
    whose = " that writes it";
    break;
  case R::ReadsAsC:
    how = "be read as part of C";
    whose = " that writes it";
    break;
  case R::SelectsLane:
    how = "select a lane";
    whose = " that writes it";
    break;
  case R::Overwrites:
  case R::OverwritesElsewhere:
    how = "be overwritten";
    whose = " that writes it";
    break;
  case R::OverwritesC:
    how = "be overwritten";
    whose = " that reads it as C";
    break;
  case R::OverwritesData:
    how = "be overwritten";
    whose = " that reads it";
    break;
  }
  return "expects " + what + " to " + how + " at least " +
         std::to_string(hazard.needed) +
         (hazard.needed == 1 ? " wait state" : " wait states") + " after " +
         nameOf(rule.first) + whose + ", got " + std::to_string(hazard.elapsed);
}

void HazardWindow::match(const Program &program, const HazardTable &table,
                         uint32_t index, const Instruction &in,
                         const Issued &first, Settled &settled,
                         std::optional<Hazard> &worst) const {
  const HazardTraits &one = table[first.index], &two = table[index];
  const Instruction &before = program.instructions[first.index];
  auto elapsed = static_cast<unsigned>(now - first.end);

  const unsigned written = kDestinations | (two.swaps ? 1 : 0);
  unsigned result = operandsIn(in, first.dst[0]), c = 0;
  if (one.first & kMatrix) {
    result &= ~settled.result;
    c = operandsIn(in, before.src[2]) & written & ~settled.c;
    settled.result |= result;
    settled.c |= one.first & kXdl ? c : 0;
    if (!result && !c)
      return;
  } else {
    result |= operandsIn(in, first.dst[1]);
  }

  for (unsigned r = 0; r < kNumHazardRules; ++r) {
    const HazardRule &rule = kHazardRules[r];
    unsigned needed = static_cast<unsigned>(rule.waitStates + one.passes);
    if (!(rule.first & one.first) || !(rule.second & two.second) ||
        !table.applies(rule) || elapsed >= needed ||
        (worst && needed - elapsed <= worst->needed - worst->elapsed))
      continue;

    using R = HazardRelation;
    OperandKind kind = OperandKind::Vgpr;
    unsigned operands = 0;
    bool elsewhere = one.mnemonic != two.mnemonic;
    switch (rule.relation) {
    case R::Follows:
      worst = Hazard{&rule, first.index, needed, elapsed, Operand()};
      continue;
    case R::ReadsElsewhere:
      operands = elsewhere ? result & kSources : 0;
      break;
    case R::Reads:
      operands = result & (kSources | (two.readsDst ? kDestinations : 0));
      break;
    case R::ReadsAsFactor:
      operands = result & kSources & ~kC;
      break;
    case R::ReadsAsC:
      operands = in.src[2].index == first.dst[0].index &&
                         in.src[2].dwords == first.dst[0].dwords
                     ? 0
                     : result & kC;
      break;
    case R::ReadsScalar:
      kind = OperandKind::Sgpr;
      operands = result & kSources;
      break;
    case R::SelectsLane:
      kind = OperandKind::Sgpr;
      operands = result & kLaneSelect;
      break;
    case R::OverwritesElsewhere:
      operands = elsewhere ? result & written : 0;
      break;
    case R::Overwrites:
      operands = result & written;
      break;
    case R::OverwritesC:
      operands = c;
      break;
    case R::OverwritesData:
      operands = operandsIn(in, dataOf(before)) & written;
      break;
    }
    for (unsigned i = 0; i < kNumOperands; ++i) {
      const Operand &o = operandOf(in, i);
      if (!(operands >> i & 1) || o.kind != kind)
        continue;
      worst = Hazard{&rule, first.index, needed, elapsed, o};
      break;
    }
  }
}

std::optional<Hazard> HazardWindow::issue(const Program &program,
                                          const HazardTable &table,
                                          uint32_t index, uint32_t m0) {
  const HazardTraits &t = table[index];
  const Instruction *in = &program.instructions[index];
  Instruction shifted;
  if (t.indexed) {
    shifted = *in;
    shiftOperands(shifted, m0);
    in = &shifted;
  }

  std::optional<Hazard> worst;
  Settled settled;
  for (unsigned back = 0; now - recent[back].end < t.window; ++back)
    if (table[recent[back].index].first & t.interest)
      match(program, table, index, *in, recent[back], settled, worst);
  if (t.afterMatrix)
    for (unsigned back = 0; now - matrix[back].end < kMaxMatrixWaitStates;
         ++back)
      match(program, table, index, *in, matrix[back], settled, worst);

  now += t.waitStates;
  if (!t.first)
    return worst;
  Issued issued;
  issued.end = now;
  issued.index = index;
  auto registersOf = [](const Operand &o) {
    return Registers{o.kind, o.dwords, o.index};
  };
  for (unsigned i = 0; i < in->numDsts; ++i)
    issued.dst[i] = registersOf(in->dst[i]);
  if (t.swaps)
    issued.dst[1] = registersOf(in->src[0]);
  if (t.first & kWritesExec)
    issued.dst[1] = {OperandKind::Sgpr, 2, kExec};
  if (t.first & kMatrix)
    matrix.push(issued);
  else
    recent.push(issued);
  return worst;
}

} // namespace strict
} // namespace emu
} // namespace spmla
