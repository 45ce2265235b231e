//===- DecoderModifiers.cpp - What follows the operands -------------------===//

#include "Decoder.h"

namespace spmla {
namespace emu {

namespace {

bool isPacked(Type type) {
  return type == Type::PkB16 || type == Type::PkF16 || type == Type::PkF32 ||
         type == Type::PkB32;
}
bool isHalfWord(Type type) {
  return type == Type::B16 || type == Type::F16 || type == Type::BF16 ||
         type == Type::Fp8Pair;
}

std::optional<Select> parseSelect(const std::string &value) {
  static const struct {
    const char *name;
    Select select;
  } kNames[] = {{"BYTE_0", Select::Byte0}, {"BYTE_1", Select::Byte1},
                {"BYTE_2", Select::Byte2}, {"BYTE_3", Select::Byte3},
                {"WORD_0", Select::Word0}, {"WORD_1", Select::Word1},
                {"DWORD", Select::Dword}};
  for (const auto &entry : kNames)
    if (value == entry.name)
      return entry.select;
  return std::nullopt;
}

} // namespace

bool Decoder::applyModifiers() {
  // f16 operands of v_fma_mix are named by op_sel_hi, whose default is 0; that
  // of packed operands is 1, which their mods count as no modifier.
  for (const AsmText::Modifier &m : text.modifiers) {
    bool used = false;
    if (m.name == "op_sel" || m.name == "op_sel_hi") {
      if (!applyOpSel(m))
        return false;
      used = true;
    } else if (m.name == "neg_lo" || m.name == "neg_hi") {
      if (!applyPerSource(m, m.name == "neg_lo" ? kModNeg : kModNegHi))
        return false;
      used = true;
    } else if (m.name == "clamp") {
      // Integer forms are operations of their own, found by name already.
      Type type = info->dsts[0];
      if (type == Type::F16 || type == Type::F32 || type == Type::F64 ||
          type == Type::PkF16 || type == Type::PkF32)
        in.resultMods |= kClamp;
      used = true;
    } else if (m.name == "mul" || m.name == "div") {
      Type type = info->dsts[0];
      bool isFloat =
          type == Type::F16 || type == Type::F32 || type == Type::F64;
      if (m.name == "div" && m.value == "2")
        in.resultMods |= kDiv2;
      else if (m.name == "mul" && m.value == "2")
        in.resultMods |= kMul2;
      else if (m.name == "mul" && m.value == "4")
        in.resultMods |= kMul4;
      else
        isFloat = false;
      if (!isFloat)
        return fail("unknown output modifier");
      used = true;
    } else if (m.name == "bitop3" && (info->flags & kOpBitop3)) {
      std::optional<int64_t> table = parseInteger(m.value);
      if (!table || *table < 0 || *table > 255)
        return fail("unknown truth table");
      in.imm = static_cast<int32_t>(*table);
      used = true;
    } else if (m.name == "bound_ctrl" || m.name == "fi") {
      if (!isDpp && !(info->flags & kOpSwap))
        return fail("unknown modifier " + m.name);
      if (m.value != "0" && m.value != "1")
        return fail("unknown value of " + m.name);
      if (m.value == "1")
        in.flags |= m.name == "fi" ? kFlagFetchInactive : kFlagBoundCtrl;
      if (isDpp && (in.flags & kFlagFetchInactive))
        return fail("unknown modifier fi");
      used = true;
    } else if (isDpp) {
      if (!applyDpp(m, used))
        return false;
    } else if (isSdwa) {
      if (!applySdwa(m, used))
        return false;
    }
    if (!used)
      return fail("unknown modifier " + m.name);
  }
  return true;
}

bool Decoder::applyOpSel(const AsmText::Modifier &m) {
  std::optional<BitList> list = parseBitList(m.value);
  unsigned sources = info->numSrcs - ((info->flags & kOpReadsVcc) ? 1 : 0);
  if (!list || list->count > sources + 1)
    return fail("unknown value of " + m.name);
  bool isHi = m.name == "op_sel_hi";
  if (info->flags & kOpByteSelect) {
    in.imm = static_cast<int32_t>(list->bits & 3);
    return (!isHi && list->bits < 4) || fail("op_sel of this destination");
  }
  for (unsigned i = 0; i < list->count; ++i) {
    bool bit = list->bits >> i & 1;
    if (i == sources) { // the destination
      if (bit && (isHi || !(info->flags & kOpDstHigh)))
        return fail("op_sel of this destination");
      if (bit)
        in.resultMods |= kResultHigh;
      continue;
    }
    Operand &o = in.src[i];
    Type type = info->srcs[i];
    if (isHi) {
      if (isPacked(type))
        o.mods |= bit ? 0 : kModHiFromLow;
      else if (type == Type::MixF)
        o.mods |= bit ? kModHalf : 0;
      else if (bit)
        return fail("op_sel_hi of this operand");
    } else if (bit) {
      // For a mix the bit only counts together with op_sel_hi.
      if (!isPacked(type) && !isHalfWord(type) && type != Type::MixF)
        return fail("op_sel of this operand");
      o.mods |= kModFromHigh;
    }
  }
  return true;
}

bool Decoder::applyPerSource(const AsmText::Modifier &m, uint8_t mod) {
  std::optional<BitList> list = parseBitList(m.value);
  if (!list || list->count > info->numSrcs)
    return fail("unknown value of " + m.name);
  for (unsigned i = 0; i < list->count; ++i) {
    if (!(list->bits >> i & 1))
      continue;
    if (info->srcs[i] != Type::PkF32 && info->srcs[i] != Type::PkF16)
      return fail(m.name + " of this operand");
    in.src[i].mods |= mod;
  }
  return true;
}

bool Decoder::applyDpp(const AsmText::Modifier &m, bool &used) {
  used = true;
  struct Control {
    const char *name;
    DppKind kind;
    int64_t least, most; // of the value; -1: has none
  };
  static const Control kControls[] = {
      {"row_shl", DppKind::RowShl, 1, 15},
      {"row_shr", DppKind::RowShr, 1, 15},
      {"row_ror", DppKind::RowRor, 1, 15},
      {"row_newbcast", DppKind::RowNewBcast, 0, 15},
      {"row_mirror", DppKind::RowMirror, -1, -1},
      {"row_half_mirror", DppKind::RowHalfMirror, -1, -1},
      {"wave_shl", DppKind::WaveShl1, 1, 1},
      {"wave_rol", DppKind::WaveRol1, 1, 1},
      {"wave_shr", DppKind::WaveShr1, 1, 1},
      {"wave_ror", DppKind::WaveRor1, 1, 1},
  };
  if (m.name == "row_mask" || m.name == "bank_mask") {
    std::optional<int64_t> mask = parseInteger(m.value);
    if (!mask || *mask < 0 || *mask > 15)
      return fail("unknown value of " + m.name);
    (m.name == "row_mask" ? in.rowMask : in.bankMask) =
        static_cast<uint8_t>(*mask);
    return true;
  }
  if (in.dpp != DppKind::None)
    return fail("two DPP controls");
  if (m.name == "quad_perm") {
    std::optional<std::vector<int64_t>> lanes = parseIntegerList(m.value);
    if (!lanes || lanes->size() != 4)
      return fail("unknown quad_perm");
    for (unsigned i = 0; i < 4; ++i)
      in.dppControl |= static_cast<uint8_t>(((*lanes)[i] & 3) << (2 * i));
    in.dpp = DppKind::QuadPerm;
    return true;
  }
  if (m.name == "row_bcast" && (m.value == "15" || m.value == "31")) {
    in.dpp = m.value == "15" ? DppKind::RowBcast15 : DppKind::RowBcast31;
    return true;
  }
  for (const Control &c : kControls) {
    if (m.name != c.name)
      continue;
    if (c.least >= 0) {
      std::optional<int64_t> value = parseInteger(m.value);
      if (!value || *value < c.least || *value > c.most)
        return fail("unknown value of " + m.name);
      in.dppControl = static_cast<uint8_t>(*value);
    }
    in.dpp = c.kind;
    return true;
  }
  used = false;
  return true;
}

bool Decoder::applySdwa(const AsmText::Modifier &m, bool &used) {
  used = true;
  if (m.name == "dst_unused") {
    if (m.value == "UNUSED_PAD")
      in.dstUnused = SdwaUnused::Pad;
    else if (m.value == "UNUSED_SEXT")
      in.dstUnused = SdwaUnused::Sext;
    else if (m.value == "UNUSED_PRESERVE")
      in.dstUnused = SdwaUnused::Preserve;
    else
      return fail("unknown value of dst_unused");
    return true;
  }
  std::optional<Select> select = parseSelect(m.value);
  unsigned source = m.name == "src1_sel" ? 1 : 0;
  if (m.name == "dst_sel" && select) {
    in.dstSelect = *select;
  } else if ((m.name == "src0_sel" || m.name == "src1_sel") && select &&
             source < info->numSrcs) {
    if (*select != Select::Dword && dwordsOf(info->srcs[source]) != 1)
      return fail("selected part of a wide operand");
    in.src[source].select = *select;
  } else {
    used = false;
  }
  return true;
}

bool Decoder::applyMfmaModifier(const AsmText::Modifier &m) {
  // Scale bytes come from the encoding.
  if ((m.name == "op_sel" || m.name == "op_sel_hi") && info->numSrcs == 5)
    return true;
  bool hasTypes = text.mnemonic.find("f8f6f4") != std::string::npos;
  std::optional<int64_t> value = parseInteger(m.value);
  if (hasTypes && (m.name == "cbsz" || m.name == "blgp") && value) {
    if (*value != 0 && *value != 1)
      return fail("operand types other than fp8 (" + m.name + ":" + m.value +
                  ")");
    in.imm2 |= static_cast<uint32_t>(*value) << (m.name == "cbsz" ? 0 : 4);
    return true;
  }
  return fail("unknown modifier " + m.name);
}

} // namespace emu
} // namespace spmla
