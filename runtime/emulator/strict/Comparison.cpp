//===- Comparison.cpp - Comparisons of undefined data ---------------------===//

#include "Comparison.h"
#include "../AsmText.h"

#include <string_view>

namespace spmla {
namespace emu {
namespace strict {

using Relation = Comparison::Relation;
using Result = Comparison::Result;

namespace {

// Is a mnemonic `operation` of a type, which is what comes behind it?
bool takes(std::string_view name, std::string_view operation,
           std::string_view &type) {
  if (name.substr(0, operation.size()) != operation)
    return false;
  type = name.substr(operation.size());
  return true;
}

Relation relationOf(std::string_view predicate, std::string_view type) {
  if (predicate == "f" || predicate == "t" || predicate == "tru")
    return Relation::None;
  if (type[0] != 'i' && type[0] != 'u')
    return Relation::Float;
  if (predicate == "lt" || predicate == "ge")
    return Relation::Less;
  if (predicate == "le" || predicate == "gt")
    return Relation::LessEqual;
  return Relation::Equal;
}

Comparison comparisonOf(const Instruction &in, const std::string &line) {
  Comparison c;
  // Of DPP and SDWA the operands are other lanes and parts of registers: their
  // results are taken as they are.
  if (in.dpp != DppKind::None || in.src[0].select != Select::Dword ||
      in.src[1].select != Select::Dword)
    return c;
  std::string name = splitAsm(line).mnemonic;
  std::string_view type, rest;
  for (const char *minimum : {"v_min_", "v_max_", "s_min_", "s_max_"})
    if (takes(name, minimum, type)) {
      c.result = name[0] == 's' ? Result::OperandAndWinner : Result::Operand;
      c.relation = relationOf("lt", type);
    }
  for (const char *minimum : {"v_min3_f", "v_max3_f"})
    if (takes(name, minimum, type)) {
      c.result = Result::Operand;
      c.relation = Relation::Float;
    }
  for (const char *compare : {"v_cmp_", "v_cmpx_", "s_cmp_", "s_cmpk_"})
    if (takes(name, compare, rest)) {
      size_t underscore = rest.find('_');
      type = rest.substr(underscore + 1);
      c.result = name[0] == 's' ? Result::Scc : Result::LaneMask;
      c.relation = relationOf(rest.substr(0, underscore), type);
    }
  if (c.relation == Relation::None)
    return c;
  c.isSigned = type[0] == 'i';
  c.bits = type.find("16") != std::string_view::npos   ? 16
           : type.find("64") != std::string_view::npos ? 64
                                                       : 32;
  return c;
}

// The bits of a lane's operand, and which of them are undefined.
struct Bits {
  uint64_t value = 0, undefined = 0;
};

Bits read(const Wave &w, const Wave &twin, const Operand &o, unsigned lane,
          unsigned bits) {
  auto of = [&](const Wave &from) -> uint64_t {
    auto word = [&](unsigned i) -> uint64_t {
      return o.kind == OperandKind::Vgpr ? from.v[o.index + i][lane]
                                         : from.s[o.index + i];
    };
    uint64_t value = o.kind == OperandKind::Constant ? o.constant()
                     : o.dwords == 2                 ? word(0) | word(1) << 32
                                                     : word(0);
    if (bits == 16 && (o.mods & kModFromHigh))
      value >>= 16;
    return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1);
  };
  uint64_t mine = of(w);
  return {mine, mine ^ of(twin)};
}

// The results that a comparison can have lie between those for the smallest a
// with the largest b and the other way round.
bool isUndecided(Bits a, Bits b, const Comparison &c) {
  if (!(a.undefined | b.undefined))
    return false;
  if (c.relation == Relation::Equal)
    return !((a.value ^ b.value) & ~(a.undefined | b.undefined));
  // Ordered like unsigned numbers with the sign bit inverted.
  uint64_t sign = c.isSigned ? uint64_t(1) << (c.bits - 1) : 0;
  auto least = [&](Bits x) { return (x.value ^ sign) & ~x.undefined; };
  auto most = [&](Bits x) { return (x.value ^ sign) | x.undefined; };
  if (c.result == Result::Operand || c.result == Result::OperandAndWinner)
    return most(a) > least(b) && most(b) > least(a);
  return c.relation == Relation::Less
             ? (least(a) < most(b)) != (most(a) < least(b))
             : (least(a) <= most(b)) != (most(a) <= least(b));
}

bool differ(const Wave &w, const Wave &twin, const Operand &o) {
  for (unsigned i = o.index; i < unsigned(o.index) + o.dwords; ++i) {
    if (o.kind == OperandKind::Sgpr && w.s[i] != twin.s[i])
      return true;
    if (o.kind == OperandKind::Vgpr &&
        __builtin_memcmp(w.v[i], twin.v[i], sizeof(w.v[i])))
      return true;
  }
  return false;
}

} // namespace

std::vector<Comparison> comparisonsOf(const Program &program) {
  std::vector<Comparison> all;
  all.reserve(program.instructions.size());
  for (size_t i = 0; i < program.instructions.size(); ++i)
    all.push_back(comparisonOf(program.instructions[i], program.lines[i]));
  return all;
}

uint64_t undecidedLanes(const Wave &w, const Wave &twin, const Instruction &in,
                        const Comparison &c) {
  bool anyDiffers = false;
  for (unsigned i = 0; i < in.numSrcs && !anyDiffers; ++i)
    anyDiffers = differ(w, twin, in.src[i]);
  if (!anyDiffers)
    return 0;
  uint64_t lanes = 0;
  for (unsigned l = 0; l < (c.isScalar() ? 1 : kLanes); ++l) {
    if (!c.isScalar() && !w.mask[l])
      continue;
    Bits sources[kMaxSrcs];
    uint64_t undefined = 0;
    for (unsigned i = 0; i < in.numSrcs; ++i) {
      sources[i] = read(w, twin, in.src[i], l, c.bits);
      undefined |= sources[i].undefined;
    }
    if (c.relation == Relation::Float ? undefined != 0
                                      : isUndecided(sources[0], sources[1], c))
      lanes |= uint64_t(1) << l;
  }
  return lanes;
}

void makeUndecided(const Wave &w, Wave &twin, const Instruction &in,
                   const Comparison &c, uint64_t lanes) {
  auto invert = [](const uint32_t &mine, uint32_t &other, uint64_t mask) {
    auto bits = static_cast<uint32_t>(mask);
    other = (other & ~bits) | (~mine & bits);
  };
  const Operand &d = in.dst[0];
  if (c.isScalar())
    twin.s[kScc] = !w.s[kScc];
  if (c.result == Result::OperandAndWinner)
    twin.s[d.index] = ~w.s[d.index];
  if (c.isScalar())
    return;
  if (c.result == Result::LaneMask) {
    for (unsigned half = 0; half < 2; ++half) {
      unsigned slot = d.index + half;
      invert(w.s[slot], twin.s[slot], lanes >> 32 * half);
      if (in.flags & kFlagWritesExec)
        invert(w.s[kExec + half], twin.s[kExec + half], lanes >> 32 * half);
    }
    return;
  }
  uint32_t half = in.resultMods & kResultHigh ? 0xffff0000u : 0xffffu;
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned i = d.index;
         lanes >> l & 1 && i < unsigned(d.index) + d.dwords; ++i)
      invert(w.v[i][l], twin.v[i][l], c.bits == 16 ? half : ~0u);
}

} // namespace strict
} // namespace emu
} // namespace spmla
