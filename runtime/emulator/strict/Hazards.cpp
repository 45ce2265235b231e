//===- Hazards.cpp - Results that are not there yet -----------------------===//

#include "Hazards.h"
#include "Registers.h"

#include <algorithm>

namespace spmla {
namespace emu {
namespace strict {

namespace {

// Operands in bits.
constexpr unsigned kSources = (1u << kDstPlace) - 1;
constexpr unsigned kDestinations = ((1u << kNumPlaces) - 1) & ~kSources;
constexpr unsigned kC = 1u << kCPlace, kLaneSelect = 1u << kLaneSelectPlace;

// The operands that share a register with `r`.
unsigned operandsIn(RegisterInterval r, const HazardTraits &t) {
  unsigned bits = 0;
  for (unsigned i = 0; i < kNumPlaces; ++i) {
    bool meet = t.registers[i].begin < r.end && r.begin < t.registers[i].end;
    bits |= unsigned(meet) << i;
  }
  return bits;
}

// VGPR indexing, as it applies to the operands of one instruction.
HazardTraits shifted(HazardTraits t, uint32_t m0) {
  auto shift = [&](RegisterInterval &r) {
    auto by = static_cast<uint16_t>(m0 & 0xff);
    if (r.begin < r.end && r.end + by <= kAccBase)
      r = {static_cast<uint16_t>(r.begin + by),
           static_cast<uint16_t>(r.end + by)};
  };
  for (unsigned i = 0; i < 3; ++i)
    if (m0 >> (12 + i) & 1)
      shift(t.registers[i]);
  if (m0 >> 15 & 1)
    shift(t.registers[kDstPlace]);
  return t;
}

std::string nameOf(RegisterInterval r) {
  Operand o;
  bool isVector = r.begin < kFirstScalar;
  o.kind = isVector ? OperandKind::Vgpr : OperandKind::Sgpr;
  o.index = static_cast<uint16_t>(isVector ? r.begin : r.begin - kFirstScalar);
  o.dwords = static_cast<uint8_t>(r.end - r.begin);
  return registerName(o);
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
  std::string what = rule.relation == R::Follows ? nameOf(rule.second)
                                                 : nameOf(hazard.registers);
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
    how = "be read as C";
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

void HazardWindow::match(const HazardTable &table, const HazardTraits &second,
                         const Issued &issued, Settled &settled,
                         std::optional<Hazard> &worst) const {
  const HazardTraits &first = table[issued.index];
  unsigned result = operandsIn(issued.dst[0], second), c = 0;
  if (first.first & kMatrix) {
    result &= ~settled.result;
    settled.result |= result;
    if (first.first & kXdl) {
      c = operandsIn(first.registers[kCPlace], second) & kDestinations &
          ~settled.c;
      settled.c |= c;
    }
    if (!result && !c)
      return;
  } else {
    result |= operandsIn(issued.dst[1], second);
  }

  auto elapsed = static_cast<unsigned>(now - issued.end);
  bool elsewhere = first.mnemonic != second.mnemonic;
  for (unsigned r = 0; r < kNumHazardRules; ++r) {
    const HazardRule &rule = kHazardRules[r];
    unsigned needed = static_cast<unsigned>(rule.waitStates + first.passes);
    if (!(rule.first & first.first) || !(rule.second & second.second) ||
        !table.applies(rule) || elapsed >= needed ||
        (worst && needed - elapsed <= worst->needed - worst->elapsed))
      continue;

    using R = HazardRelation;
    bool wantsScalar = false;
    unsigned operands = 0;
    switch (rule.relation) {
    case R::Follows:
      worst = Hazard{&rule, issued.index, needed, elapsed, {}};
      continue;
    case R::ReadsElsewhere:
      operands = elsewhere ? result & kSources : 0;
      break;
    case R::Reads:
      operands = result & (kSources | (second.readsDst ? kDestinations : 0));
      break;
    case R::ReadsAsFactor:
      operands = result & kSources & ~kC;
      break;
    case R::ReadsAsC: {
      RegisterInterval c = second.registers[kCPlace], d = issued.dst[0];
      bool isForwarded = c.begin == d.begin && c.end == d.end &&
                         first.passes == second.passes &&
                         (first.first & second.second & kMatrix);
      operands = isForwarded ? 0 : result & kC;
      break;
    }
    case R::ReadsScalar:
      wantsScalar = true;
      operands = result & kSources;
      break;
    case R::SelectsLane:
      wantsScalar = true;
      operands = result & kLaneSelect;
      break;
    case R::OverwritesElsewhere:
      operands = elsewhere ? result & kDestinations : 0;
      break;
    case R::Overwrites:
      operands = result & kDestinations;
      break;
    case R::OverwritesC:
      operands = c;
      break;
    case R::OverwritesData:
      operands = operandsIn(first.data, second) & kDestinations;
      break;
    }
    for (unsigned i = 0; i < kNumPlaces; ++i) {
      RegisterInterval registers = second.registers[i];
      if (!(operands >> i & 1) ||
          (registers.begin >= kFirstScalar) != wantsScalar)
        continue;
      worst = Hazard{&rule, issued.index, needed, elapsed, registers};
      break;
    }
  }
}

std::optional<Hazard> HazardWindow::issue(const HazardTable &table,
                                          uint32_t index, uint32_t m0) {
  const HazardTraits *t = &table[index];
  HazardTraits ofIndexed;
  if (t->indexed) {
    ofIndexed = shifted(*t, m0);
    t = &ofIndexed;
  }

  std::optional<Hazard> worst;
  Settled settled;
  for (unsigned back = 0; now - recent[back].end < t->window; ++back)
    if (table[recent[back].index].first & t->interest)
      match(table, *t, recent[back], settled, worst);
  if (t->afterMatrix)
    for (unsigned back = 0; now - matrix[back].end < kMaxMatrixWaitStates;
         ++back)
      match(table, *t, matrix[back], settled, worst);

  now += t->waitStates;
  if (!t->first)
    return worst;
  Issued issued = {
      now, index, {t->registers[kDstPlace], t->registers[kDstPlace + 1]}};
  if (t->first & kMatrix)
    matrix.push(issued);
  else
    recent.push(issued);
  return worst;
}

} // namespace strict
} // namespace emu
} // namespace spmla
