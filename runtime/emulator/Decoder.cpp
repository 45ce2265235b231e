//===- Decoder.cpp - From assembly text to an instruction -----------------===//

#include "Decoder.h"

#include <cstring>

namespace spmla {
namespace emu {

unsigned dwordsOf(Type type) {
  switch (type) {
  case Type::B64:
  case Type::F64:
  case Type::Mask:
  case Type::PkF32:
  case Type::PkB32:
    return 2;
  case Type::Regs3:
    return 3;
  case Type::Regs4:
    return 4;
  case Type::Regs8:
    return 8;
  case Type::Regs16:
    return 16;
  default:
    return 1;
  }
}

namespace {

bool isFloat(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F32:
  case Type::F64:
  case Type::PkF16:
  case Type::PkF32:
    return true;
  default:
    return false;
  }
}

// "v_add_f32_e32" and the like to "v_add_f32".
std::string baseName(const std::string &mnemonic, bool &isDpp, bool &isSdwa) {
  auto endsWith = [&](const char *suffix) {
    size_t n = std::strlen(suffix);
    return mnemonic.size() > n &&
           mnemonic.compare(mnemonic.size() - n, n, suffix) == 0;
  };
  isDpp = endsWith("_dpp");
  isSdwa = endsWith("_sdwa");
  size_t drop = isDpp || endsWith("_e32") || endsWith("_e64") ? 4
                : isSdwa                                      ? 5
                                                              : 0;
  return mnemonic.substr(0, mnemonic.size() - drop);
}

bool coversExec(const Operand &o) {
  return o.kind == OperandKind::Sgpr && o.index + o.dwords > kExec &&
         o.index <= kExec + 1;
}

} // namespace

bool Decoder::hasTarget(const Instruction &in) {
  return in.flags & kFlagHasTarget;
}

bool Decoder::wrapIndexed(Instruction &in) const {
  if (in.inner)
    return false;
  in.inner = in.fn;
  in.fn = registry.loops.indexed;
  return true;
}

bool Decoder::fail(const std::string &why) {
  if (error.empty())
    error = why;
  return false;
}

std::string Decoder::decode(const std::string &line, const uint8_t *bytes,
                            size_t size, size_t offset, Instruction &out) {
  text = splitAsm(line);
  in = Instruction();
  nextOperand = 0;
  encoding = bytes;
  encodingSize = size;
  error.clear();

  std::string name = baseName(text.mnemonic, isDpp, isSdwa);
  bool clamps = false, toLds = false;
  for (const AsmText::Modifier &m : text.modifiers) {
    clamps |= m.name == "clamp";
    toLds |= m.name == "lds";
  }
  info = registry.find(name);
  if (info && clamps && (info->numDsts == 0 || !isFloat(info->dsts[0])))
    info = registry.find(name + " clamp");
  if (info && toLds)
    info = registry.find(name + " lds");

  auto describe = [&](const std::string &why) {
    size_t begin = line.find_first_not_of(" \t");
    return (begin == std::string::npos ? line : line.substr(begin)) + ": " +
           why;
  };
  if (!info)
    return describe("unknown instruction");
  in.fn = info->fn;
  in.cls = info->cls;
  in.imm2 = info->extra;
  if (!readFormat(offset))
    return describe(error.empty() ? "unknown form" : error);
  if (moreOperands())
    return describe("operand " + text.operands[nextOperand] + " is left over");
  for (unsigned i = 0; i < in.numDsts; ++i)
    if (coversExec(in.dst[i]))
      in.flags |= kFlagWritesExec;
  if (info->flags & kOpWritesExec)
    in.flags |= kFlagWritesExec;
  if (info->wrapper) {
    if (in.inner)
      return describe("DPP and SDWA forms are not supported here");
    in.inner = in.fn;
    in.fn = info->wrapper;
  }
  out = in;
  return "";
}

bool Decoder::readFormat(size_t offset) {
  switch (info->format) {
  case Format::Vector:
    return readVector();
  case Format::Scalar:
    return readScalar() && (text.modifiers.empty() ||
                            fail("a scalar operation has no modifiers"));
  case Format::Mfma:
    return readMfma();
  case Format::Ds:
    return readDs();
  case Format::Buffer:
  case Format::Global:
  case Format::Flat:
  case Format::Scratch:
    return readMemory();
  case Format::Smem:
    return readSmem();
  case Format::Waitcnt:
  case Format::BufferControl:
    nextOperand = text.operands.size();
    return true;
  default:
    return readImmediates(offset);
  }
}

bool Decoder::readVector() {
  for (unsigned i = 0; i < info->numDsts; ++i) {
    Operand &o = in.dst[in.numDsts++];
    if (!readOperand(o, info->dsts[i], /*isSource=*/false))
      return false;
    bool wantsSgpr = info->dsts[i] == Type::Mask || (info->flags & kOpSgprDst);
    if ((o.kind == OperandKind::Sgpr) != wantsSgpr)
      return fail("destination of the wrong kind");
  }
  for (unsigned i = 0; i < info->numSrcs; ++i) {
    Operand &o = in.src[in.numSrcs++];
    bool isImplicit = (info->flags & kOpReadsVcc) && i + 1 == info->numSrcs;
    if (isImplicit) {
      o.kind = OperandKind::Sgpr;
      o.index = kVcc;
      o.dwords = 2;
    } else if (!readOperand(o, info->srcs[i], /*isSource=*/true)) {
      return false;
    }
    if (info->srcs[i] == Type::Mask && o.kind == OperandKind::Vgpr)
      return fail("a lane mask lies in scalar registers");
  }
  if ((info->flags & kOpSwap) && in.src[0].kind != OperandKind::Vgpr)
    return fail("both operands of a swap are vector registers");
  if (info->flags & kOpReadsDst)
    in.src[in.numSrcs++] = in.dst[0];
  return applyModifiers() && finishVector();
}

bool Decoder::finishVector() {
  if (info->flags & kOpMixHigh)
    in.resultMods |= kResultHigh;
  if (isDpp) {
    if (in.dpp == DppKind::None)
      return fail("unknown DPP control");
    if (in.src[0].kind != OperandKind::Vgpr)
      return fail("the first source of a DPP operation is a vector register");
    in.inner = in.fn;
    in.fn = registry.loops.dpp;
  } else if (in.dpp != DppKind::None) {
    return fail("DPP control outside a DPP operation");
  }
  if (in.dstSelect != Select::Dword) {
    if (info->numDsts != 1 || in.dst[0].kind != OperandKind::Vgpr ||
        in.dst[0].dwords != 1 || (info->flags & kOpReadsDst))
      return fail("unknown SDWA destination");
    in.inner = in.fn;
    in.fn = registry.loops.sdwa;
  }
  return checkHighConstants();
}

// The upper half of a 64-bit inline constant of a packed f32 operand is not
// documented for these targets; compilers select the lower one.
bool Decoder::checkHighConstants() {
  for (unsigned i = 0; i < info->numSrcs; ++i) {
    const Operand &o = in.src[i];
    if (o.kind != OperandKind::Constant || o.constant() == 0)
      continue;
    Type type = info->srcs[i];
    if (type == Type::PkF32 &&
        (!(o.mods & kModHiFromLow) || (o.mods & kModFromHigh)))
      return fail("upper half of a constant");
    if (type == Type::PkB32)
      return fail("constant other than 0");
    if (type == Type::MixF && (o.mods & kModHalf))
      return fail("constant as f16");
  }
  return true;
}

bool Decoder::readScalar() {
  for (unsigned i = 0; i < info->numDsts; ++i) {
    Operand &o = in.dst[in.numDsts++];
    if (!readOperand(o, info->dsts[i], /*isSource=*/false))
      return false;
    if (o.kind != OperandKind::Sgpr)
      return fail("destination of the wrong kind");
  }
  for (unsigned i = 0; i < info->numSrcs; ++i) {
    Operand &o = in.src[in.numSrcs++];
    if (!readOperand(o, info->srcs[i], /*isSource=*/true))
      return false;
    if (o.kind == OperandKind::Vgpr || o.mods)
      return fail("a scalar source is a scalar register or a constant");
  }
  if (info->flags & kOpReadsDst)
    in.src[in.numSrcs++] = in.dst[0];
  return true;
}

bool Decoder::readMfma() {
  in.numDsts = 1;
  if (!readOperand(in.dst[0], info->dsts[0], /*isSource=*/false))
    return false;
  for (unsigned i = 0; i < info->numSrcs; ++i)
    if (!readOperand(in.src[in.numSrcs++], info->srcs[i], /*isSource=*/true))
      return false;
  if (in.dst[0].kind != OperandKind::Vgpr ||
      in.src[0].kind != OperandKind::Vgpr ||
      in.src[1].kind != OperandKind::Vgpr ||
      in.src[2].kind == OperandKind::Sgpr)
    return fail("a matrix operand lies in vector registers");
  if (info->numSrcs == 5) {
    // Which scale bytes are used is easier to read off the encoding than off
    // the text, which omits default values: op_sel of the first two operands
    // (bits 11, 12), then op_sel_hi (bits 59, 60).
    if (encodingSize < 16)
      return fail("unknown encoding");
    uint32_t low, high;
    std::memcpy(&low, encoding, 4);
    std::memcpy(&high, encoding + 4, 4);
    uint32_t scaleA = (low >> 11 & 1) | (high >> 27 & 1) << 1;
    uint32_t scaleB = (low >> 12 & 1) | (high >> 28 & 1) << 1;
    in.imm2 |= scaleA << 8 | scaleB << 12;
  }
  for (const AsmText::Modifier &m : text.modifiers)
    if (!applyMfmaModifier(m))
      return false;
  return true;
}

bool Decoder::readImmediates(size_t offset) {
  auto immediate = [&](int64_t &value) {
    const std::string *s = takeOperand();
    std::optional<int64_t> parsed = s ? parseInteger(*s) : std::nullopt;
    value = parsed.value_or(0);
    return parsed.has_value();
  };
  int64_t value = 0;
  if (!text.modifiers.empty())
    return fail("unknown modifier " + text.modifiers[0].name);
  switch (info->format) {
  case Format::SOpp:
    if (moreOperands() && !immediate(value))
      return fail("unknown operand");
    in.imm = static_cast<int32_t>(value);
    return true;
  case Format::SCall:
    in.numDsts = 1;
    if (!readOperand(in.dst[0], Type::B64, /*isSource=*/false))
      return false;
    [[fallthrough]];
  case Format::SBranch:
    if (!immediate(value))
      return fail("unknown branch target");
    // Words from the next instruction, a signed 16-bit number.
    in.imm = static_cast<int32_t>(offset) + 4 + 4 * static_cast<int16_t>(value);
    in.flags |= kFlagHasTarget;
    return true;
  case Format::SImm: {
    Operand reg;
    if (!readOperand(reg, Type::B32, /*isSource=*/info->numDsts == 0) ||
        reg.kind != OperandKind::Sgpr)
      return fail("unknown register");
    if (!immediate(value))
      return fail("unknown immediate");
    // The text of an unsigned comparison is unsigned already.
    bool isUnsigned =
        text.mnemonic.size() > 4 &&
        text.mnemonic.compare(text.mnemonic.size() - 4, 4, "_u32") == 0;
    uint32_t extended =
        isUnsigned ? static_cast<uint16_t>(value)
                   : static_cast<uint32_t>(static_cast<int16_t>(value));
    Operand constant;
    constant.kind = OperandKind::Constant;
    constant.row = constants.get(extended);
    if (info->numDsts) {
      in.dst[in.numDsts++] = reg;
      in.src[in.numSrcs++] = constant;
      if (info->flags & kOpReadsDst)
        in.src[in.numSrcs++] = reg;
    } else {
      in.src[in.numSrcs++] = reg;
      in.src[in.numSrcs++] = constant;
    }
    return true;
  }
  case Format::SIndexMode: {
    // on: scalar, gpr_idx(...); idx: scalar; mode: gpr_idx(...); off: nothing.
    if (info->numSrcs &&
        (!readOperand(in.src[in.numSrcs++], Type::B32, /*isSource=*/true) ||
         in.src[0].kind == OperandKind::Vgpr))
      return fail("unknown index");
    if (!moreOperands())
      return true;
    const std::string &list = *takeOperand();
    static const char *const kModes[] = {"SRC0", "SRC1", "SRC2", "DST"};
    size_t known = std::strlen("gpr_idx()");
    for (unsigned i = 0; i < 4; ++i)
      if (list.find(kModes[i]) != std::string::npos) {
        known += std::strlen(kModes[i]) + (in.imm ? 1 : 0); // and a comma
        in.imm |= 1 << i;
      }
    return (list.compare(0, 8, "gpr_idx(") == 0 && list.size() == known) ||
           fail("unknown index mode " + list);
  }
  case Format::SGetReg:
  case Format::SSetReg: {
    bool isGet = info->format == Format::SGetReg;
    if (isGet) {
      in.numDsts = 1;
      if (!readOperand(in.dst[0], Type::B32, /*isSource=*/false) ||
          in.dst[0].kind != OperandKind::Sgpr)
        return fail("unknown register");
    }
    // hwreg(HW_REG_MODE) or hwreg(HW_REG_MODE, first bit, width)
    const std::string *hwreg = takeOperand();
    const std::string prefix = "hwreg(HW_REG_MODE";
    if (!hwreg || hwreg->compare(0, prefix.size(), prefix) != 0)
      return fail("only MODE is supported");
    std::string rest = hwreg->substr(prefix.size());
    if (rest == ")") {
      in.imm = 0;
      in.imm2 = 32;
    } else {
      rest.front() = '[';
      rest.back() = ']';
      std::optional<std::vector<int64_t>> range = parseIntegerList(rest);
      if (!range || range->size() != 2 || (*range)[0] + (*range)[1] > 32)
        return fail("unknown field of MODE");
      in.imm = static_cast<int32_t>((*range)[0]);
      in.imm2 = static_cast<uint32_t>((*range)[1]);
    }
    if (isGet)
      return true;
    in.numSrcs = 1;
    return readOperand(in.src[0], Type::B32, /*isSource=*/true);
  }
  default:
    return fail("unknown format");
  }
}

} // namespace emu
} // namespace spmla
