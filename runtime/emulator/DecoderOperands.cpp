//===- DecoderOperands.cpp - Registers and constants ----------------------===//

#include "Decoder.h"

#include <cstdlib>
#include <cstring>

namespace spmla {
namespace emu {

namespace {

struct NamedRegister {
  const char *name;
  unsigned index, dwords;
};
constexpr NamedRegister kNamed[] = {
    {"vcc", kVcc, 2},
    {"vcc_lo", kVcc, 1},
    {"vcc_hi", kVcc + 1, 1},
    {"exec", kExec, 2},
    {"exec_lo", kExec, 1},
    {"exec_hi", kExec + 1, 1},
    {"m0", kM0, 1},
    {"src_scc", kScc, 1},
    {"flat_scratch", kFlatScratch, 2},
    {"flat_scratch_lo", kFlatScratch, 1},
    {"flat_scratch_hi", kFlatScratch + 1, 1},
    {"xnack_mask", kXnackMask, 2},
    {"xnack_mask_lo", kXnackMask, 1},
    {"xnack_mask_hi", kXnackMask + 1, 1},
};

template <class To, class From> To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

// The inline float constants as f16 bits.
bool inlineHalf(const std::string &text, uint64_t &bits) {
  struct {
    const char *text;
    uint16_t bits;
  } constexpr kTable[] = {{"0.5", 0x3800},
                          {"1.0", 0x3c00},
                          {"2.0", 0x4000},
                          {"4.0", 0x4400},
                          {"0.15915494", 0x3118}};
  bool negative = text.front() == '-';
  for (const auto &entry : kTable)
    if (text.compare(negative, std::string::npos, entry.text) == 0) {
      bits = entry.bits | (negative ? 0x8000u : 0u);
      return true;
    }
  return false;
}

} // namespace

const std::string *Decoder::takeOperand() {
  if (!moreOperands()) {
    fail("operands are missing");
    return nullptr;
  }
  return &text.operands[nextOperand++];
}

bool Decoder::readRegister(const std::string &name, Operand &o) const {
  for (const NamedRegister &named : kNamed)
    if (name == named.name) {
      o.kind = OperandKind::Sgpr;
      o.index = static_cast<uint16_t>(named.index);
      o.dwords = static_cast<uint8_t>(named.dwords);
      return true;
    }
  if (name.size() < 2)
    return false;
  char file = name[0];
  unsigned limit = file == 'v' || file == 'a' ? 256 : kNumSgprs;
  if (file != 'v' && file != 'a' && file != 's')
    return false;
  int64_t first, last;
  if (name[1] == '[') {
    size_t colon = name.find(':');
    if (colon == std::string::npos || name.back() != ']')
      return false;
    std::optional<int64_t> a = parseInteger(name.substr(2, colon - 2));
    std::optional<int64_t> b =
        parseInteger(name.substr(colon + 1, name.size() - colon - 2));
    if (!a || !b)
      return false;
    first = *a;
    last = *b;
  } else {
    std::optional<int64_t> n = parseInteger(name.substr(1));
    if (!n)
      return false;
    first = last = *n;
  }
  if (first < 0 || last < first || last >= limit || last - first >= 32)
    return false;
  o.kind = file == 's' ? OperandKind::Sgpr : OperandKind::Vgpr;
  o.index = static_cast<uint16_t>(first + (file == 'a' ? kAccBase : 0));
  o.dwords = static_cast<uint8_t>(last - first + 1);
  return true;
}

// Integers are inline constants: their value in every type. Floats are inline
// too: the type's own bits. Hexadecimal numbers are literals of 32 bits: the
// upper half of an f64, sign-extended for operations on i64 and zero-extended
// otherwise (ROCm/rocm-systems PR#9575; clang relies on it for s_mov_b64).
bool Decoder::readConstant(const std::string &given, Type type, Operand &o) {
  // A literal whose value is an inline constant too prints as lit(value).
  bool spelledOut = given.size() > 5 && given.compare(0, 4, "lit(") == 0;
  std::string value = spelledOut ? given.substr(4, given.size() - 5) : given;
  uint64_t bits;
  bool is64 = dwordsOf(type) == 2;
  std::optional<int64_t> integer = parseInteger(value);
  if (value == "src_shared_base" || value == "src_private_base") {
    bits =
        static_cast<uint64_t>(value == "src_shared_base" ? kSharedApertureHi
                                                         : kPrivateApertureHi)
        << 32;
    // As a 32-bit operand the register is the high word.
    if (!is64)
      bits >>= 32;
  } else if (integer && (spelledOut || value.find("0x") != std::string::npos)) {
    bits = static_cast<uint32_t>(*integer);
    if (type == Type::F64)
      bits <<= 32;
    else if (is64 && bits >> 31 && std::strstr(info->name, "_i64"))
      bits |= ~uint64_t(0xffffffff);
    if (type == Type::B16 || type == Type::F16 || type == Type::BF16)
      bits &= 0xffff;
  } else if (integer) {
    bits = static_cast<uint64_t>(*integer);
    if (!is64 || type == Type::PkF32)
      bits &= 0xffffffff;
    if (type == Type::B16 || type == Type::F16 || type == Type::BF16)
      bits &= 0xffff;
  } else {
    char *end = nullptr;
    double number = std::strtod(value.c_str(), &end);
    if (value.empty() || *end)
      return fail("unknown operand " + value);
    switch (type) {
    case Type::F64:
    case Type::B64:
      if (value == "0.15915494309189532")
        number = bitsAs<double>(uint64_t(0x3fc45f306dc9c882));
      bits = bitsAs<uint64_t>(number);
      break;
    case Type::F16:
    case Type::B16:
    case Type::PkF16:
      if (!inlineHalf(value, bits))
        return fail("unknown f16 constant " + value);
      break;
    case Type::F32:
    case Type::B32:
    case Type::PkF32:
    case Type::MixF:
      bits = bitsAs<uint32_t>(static_cast<float>(number));
      if (value == "0.15915494")
        bits = 0x3e22f983;
      break;
    default:
      // An accumulator: the same f32 in every register.
      if (type != Type::Regs4 && type != Type::Regs16)
        return fail("float constant in an integer operand");
      bits = bitsAs<uint32_t>(static_cast<float>(number));
    }
  }
  o.kind = OperandKind::Constant;
  o.dwords = 0;
  o.row = constants.get(bits);
  return true;
}

bool Decoder::readOperand(Operand &o, Type type, bool isSource) {
  const std::string *given = takeOperand();
  if (!given)
    return false;
  std::string name = *given;
  uint8_t mods = 0;
  auto unwrap = [&](const char *prefix, const char *suffix, uint8_t mod) {
    size_t p = std::strlen(prefix), s = std::strlen(suffix);
    if (name.size() <= p + s || name.compare(0, p, prefix) != 0 ||
        name.compare(name.size() - s, s, suffix) != 0)
      return;
    name = name.substr(p, name.size() - p - s);
    mods |= mod;
  };
  unwrap("sext(", ")", kModSext);
  unwrap("neg(", ")", kModNeg);
  if (name.size() > 1 && name[0] == '-' && !(name[1] >= '0' && name[1] <= '9'))
    unwrap("-", "", kModNeg);
  unwrap("|", "|", kModAbs);
  unwrap("abs(", ")", kModAbs);

  if (!readRegister(name, o)) {
    if (!isSource)
      return fail("unknown destination " + name);
    if (!readConstant(name, type, o))
      return false;
  } else if (o.dwords != dwordsOf(type)) {
    return fail("operand " + name + " is not " +
                std::to_string(dwordsOf(type)) + " registers wide");
  }
  if (o.kind == OperandKind::Sgpr && !isSource && o.index == kScc)
    return fail("unknown destination " + name);
  o.mods = mods;
  if (!mods)
    return true;
  bool takesSigns = type == Type::F32 || type == Type::F16 ||
                    type == Type::F64 || type == Type::MixF ||
                    type == Type::BF16 ||
                    (type == Type::B32 && (info->flags & kOpSignMods));
  if (!isSource || ((mods & (kModNeg | kModAbs)) && !takesSigns) ||
      ((mods & kModSext) && (!isSdwa || takesSigns)))
    return fail("unknown modifier of operand " + *given);
  return true;
}

} // namespace emu
} // namespace spmla
