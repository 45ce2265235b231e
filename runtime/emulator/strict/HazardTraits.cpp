//===- HazardTraits.cpp - What an instruction is to the rules -------------===//

#include "HazardTraits.h"
#include "../AsmText.h"
#include "../Program.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <map>

namespace spmla {
namespace emu {
namespace strict {

namespace {

bool startsWith(std::string_view s, std::string_view prefix) {
  return s.substr(0, prefix.size()) == prefix;
}
bool startsWithAny(std::string_view s,
                   std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view p) { return startsWith(s, p); });
}

bool covers(const Operand &o, unsigned slot, unsigned slots) {
  return o.kind == OperandKind::Sgpr && o.index < slot + slots &&
         o.index + o.dwords > slot;
}

RegisterInterval intervalOf(const Operand &o) {
  if (o.kind != OperandKind::Vgpr && o.kind != OperandKind::Sgpr)
    return {};
  auto begin = static_cast<uint16_t>(
      o.kind == OperandKind::Vgpr ? o.index : kFirstScalar + o.index);
  return {begin, static_cast<uint16_t>(begin + o.dwords)};
}

// Roles of a vector ALU instruction, MFMA excepted.
void describeValu(HazardTraits &t, const Instruction &in,
                  std::string_view name) {
  bool isTranscendental =
      startsWithAny(name, {"v_exp_", "v_log_", "v_rcp_", "v_rsq_", "v_sqrt_",
                           "v_sin_", "v_cos_"});
  bool isDot = startsWith(name, "v_dot");
  t.first |= kValu | (isTranscendental ? kTranscendental : 0) |
             (isDot ? kDot : kNotDot);
  t.second |=
      kValu | (isTranscendental ? 0 : kNotTranscendental) | (isDot ? kDot : 0);
  if (in.dstSelect != Select::Dword ||
      ((in.resultMods & kResultHigh) && !startsWith(name, "v_fma_mix")))
    t.first |= kShiftsResult;
  for (unsigned i = 0; i < in.numDsts; ++i) {
    if (in.dst[i].kind == OperandKind::Sgpr)
      t.first |= kWritesScalar;
    if (covers(in.dst[i], kVcc, 2))
      t.first |= kWritesVcc;
  }
  if (in.flags & kFlagWritesExec)
    t.first |= kWritesScalar | kWritesExec;

  if (in.dpp != DppKind::None)
    t.second |= kDpp;
  if (startsWithAny(name, {"v_readlane_", "v_readfirstlane_"}))
    t.second |= kReadsLane | kAccessesLane;
  if (startsWith(name, "v_writelane_"))
    t.second |= kAccessesLane;
  if (startsWith(name, "v_permlane"))
    t.second |= kPermlane;
  if (startsWith(name, "v_div_fmas_"))
    t.second |= kDivFmas;
  // Sources of which LLVM knows beside those of the operation: what is not
  // written stays.
  bool swaps = (t.second & kPermlane) || startsWith(name, "v_swap_");
  if (swaps)
    t.registers[kDstPlace + 1] = intervalOf(in.src[0]);
  if (t.first & kWritesExec)
    t.registers[kDstPlace + 1] = {kFirstScalar + kExec,
                                  kFirstScalar + kExec + 2};
  // LLVM, too, knows these as sources: what is not written stays.
  t.readsDst =
      swaps || in.dpp != DppKind::None ||
      startsWithAny(name, {"v_writelane_", "v_fma_mixlo_", "v_fma_mixhi_",
                           "v_cvt_pk_fp8_", "v_cvt_pk_bf8_",
                           "v_cvt_scalef32_pk_fp8_", "v_cvt_scalef32_pk_bf8_"});
}

void describeVmem(HazardTraits &t, const Instruction &in, const Effects &e) {
  t.second |= kVmem | (e.toLds ? kLdsDma : 0);
  bool isBuffer = e.space == MemorySpace::Buffer;
  const Operand &data = in.src[isBuffer ? 3 : 2];
  if (!e.writes || data.dwords <= 2)
    return;
  t.data = intervalOf(data);
  t.first |= isBuffer && in.src[2].kind == OperandKind::Sgpr ? kWideStoreSoffset
                                                             : kWideStore;
}

HazardTraits traitsOf(const Instruction &in, const Effects &e,
                      const std::string &mnemonic) {
  HazardTraits t;
  std::string_view name = mnemonic;
  t.indexed = e.indexed;
  for (unsigned i = 0; i < kMaxSrcs; ++i)
    t.registers[i] = intervalOf(in.src[i]);
  for (unsigned i = 0; i < in.numDsts; ++i)
    t.registers[kDstPlace + i] = intervalOf(in.dst[i]);
  switch (in.cls) {
  case InstClass::Valu:
    describeValu(t, in, name);
    break;
  case InstClass::Mfma: {
    MatrixTiming timing = matrixTiming(mnemonic);
    assert(timing.passes && "an MFMA of an unknown form");
    t.first = t.second = timing.isXdl ? kXdl : kSgemm;
    t.passes = timing.passes;
    break;
  }
  case InstClass::VmemLoad:
  case InstClass::VmemStore:
    describeVmem(t, in, e);
    break;
  case InstClass::LdsRead:
  case InstClass::LdsWrite:
    t.second = kLds;
    break;
  case InstClass::Salu:
    if (in.numDsts && covers(in.dst[0], kM0, 1))
      t.first |= kSaluWritesM0;
    if (startsWith(name, "s_setreg_"))
      t.first = t.second = kSetMode;
    if (startsWith(name, "s_getreg_"))
      t.second = kGetMode;
    break;
  case InstClass::Nop:
    if (name == "s_nop")
      t.waitStates = static_cast<uint8_t>(in.imm + 1);
    break;
  default:
    break;
  }
  return t;
}

} // namespace

MatrixTiming matrixTiming(const std::string &mnemonic) {
  // v_mfma_[scale_]f32_MxNxK_TYPES
  MatrixTiming timing;
  std::string_view name = mnemonic;
  for (std::string_view part : {"v_mfma_", "scale_", "f32_"})
    if (startsWith(name, part))
      name.remove_prefix(part.size());
  size_t types = name.find('_');
  if (types == std::string_view::npos)
    return timing;
  timing.passes = startsWith(name, "16x16x")   ? 4
                  : startsWith(name, "32x32x") ? 8
                                               : 0;
  name.remove_prefix(types + 1);
  timing.isXdl = name != "f32";
  // Operands of f8f6f4 are fp8 here; narrower ones would take half as long.
  if (name == "f32" || name == "f8f6f4")
    timing.passes = static_cast<uint8_t>(2 * timing.passes);
  return timing;
}

HazardTable::HazardTable(const Program &program,
                         const std::vector<Effects> &effects, const Arch &arch)
    : arch(std::strcmp(arch.name, "gfx950") == 0 ? kGfx950 : kGfx942) {
  std::map<std::string, uint16_t> mnemonics;
  all.reserve(program.instructions.size());
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    std::string mnemonic = splitAsm(program.lines[i]).mnemonic;
    HazardTraits t = traitsOf(program.instructions[i], effects[i], mnemonic);
    t.mnemonic = mnemonics
                     .try_emplace(std::move(mnemonic),
                                  static_cast<uint16_t>(mnemonics.size()))
                     .first->second;
    for (unsigned r = 0; r < kNumHazardRules; ++r) {
      const HazardRule &rule = kHazardRules[r];
      if (!applies(rule) || !(rule.second & t.second))
        continue;
      if (rule.first & kMatrix) {
        t.afterMatrix = true;
        continue;
      }
      t.interest |= rule.first;
      t.window = std::max(t.window, static_cast<uint8_t>(rule.waitStates));
    }
    all.push_back(t);
  }
}

} // namespace strict
} // namespace emu
} // namespace spmla
