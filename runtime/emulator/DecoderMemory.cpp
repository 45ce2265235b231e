//===- DecoderMemory.cpp - Operands of memory instructions ----------------===//

#include "Decoder.h"

#include <cstring>

namespace spmla {
namespace emu {

bool Decoder::readData(Operand &o, Type type) {
  if (!readOperand(o, type, /*isSource=*/false))
    return false;
  return o.kind == OperandKind::Vgpr || fail("data lies in vector registers");
}

bool Decoder::readAddress(Operand &o, OperandKind kind, unsigned dwords) {
  const std::string *name = takeOperand();
  if (!name)
    return false;
  o = Operand();
  if (*name == "off")
    return true;
  if (!readRegister(*name, o) || o.kind != kind || o.dwords != dwords)
    return fail("unknown address " + *name);
  return true;
}

bool Decoder::readMemory() {
  bool isBuffer = info->format == Format::Buffer;
  bool offen = false, returns = false;
  for (const AsmText::Modifier &m : text.modifiers) {
    std::optional<int64_t> value = parseInteger(m.value);
    if (m.name == "offset" && value)
      in.imm = static_cast<int32_t>(*value);
    else if (m.name == "offen" && isBuffer)
      offen = true;
    else if (m.name == "sc0")
      returns = true;
    else if (m.name == "sc1" || m.name == "nt")
      ; // caching hints change no result
    else if (m.name == "lds" && (info->flags & kOpLdsDma))
      ; // part of the operation's name
    else
      return fail("unknown modifier " + m.name);
  }

  bool isAtomic = info->flags & kOpAtomic;
  bool isStore = info->numSrcs != 0 && !isAtomic;
  bool isDma = info->flags & kOpLdsDma;
  unsigned dataSlot = isBuffer ? 3 : 2;
  Operand &data = in.src[dataSlot];
  if (isAtomic && returns)
    in.cls = InstClass::VmemLoad;

  if (isBuffer) {
    if (isStore || isAtomic) {
      if (!readData(data, info->srcs[0]))
        return false;
      if (isAtomic && returns) {
        // The result takes the place of (the first part of) the data.
        in.dst[in.numDsts++] = data;
        in.dst[0].dwords = static_cast<uint8_t>(dwordsOf(info->dsts[0]));
      }
    } else if (!isDma) {
      if (!readData(in.dst[in.numDsts++], info->dsts[0]))
        return false;
    }
    if (!readAddress(in.src[0], OperandKind::Vgpr, 1))
      return false;
    if ((in.src[0].kind != OperandKind::None) != offen)
      return fail("address and offen disagree");
    if (!readAddress(in.src[1], OperandKind::Sgpr, 4) ||
        in.src[1].kind == OperandKind::None)
      return fail("unknown descriptor");
    if (!readOperand(in.src[2], Type::B32, /*isSource=*/true) ||
        in.src[2].kind == OperandKind::Vgpr)
      return fail("unknown scalar offset");
    in.numSrcs = isStore || isAtomic ? 4 : 3;
    return true;
  }

  if (!isStore && !isDma && (!isAtomic || returns))
    if (!readData(in.dst[in.numDsts++], info->dsts[0]))
      return false;
  // The scalar address comes last, but decides how wide the vector one is.
  const std::string &last = text.operands.back();
  bool isFlat = info->format == Format::Flat;
  bool isScratch = info->format == Format::Scratch;
  bool wideAddress = !isScratch && (isFlat || last == "off");
  if (!readAddress(in.src[0], OperandKind::Vgpr, wideAddress ? 2 : 1))
    return false;
  if (in.src[0].kind == OperandKind::None && !isScratch)
    return fail("address is missing");
  if (isStore || isAtomic)
    if (!readData(data, info->srcs[0]))
      return false;
  if (!isFlat && !readAddress(in.src[1], OperandKind::Sgpr, isScratch ? 1 : 2))
    return false;
  in.numSrcs = isStore || isAtomic ? 3 : 2;
  return true;
}

bool Decoder::readDs() {
  int64_t offset = 0, second = 0;
  bool isSwizzle = text.mnemonic == "ds_swizzle_b32";
  for (const AsmText::Modifier &m : text.modifiers) {
    std::optional<int64_t> value = parseInteger(m.value);
    if ((m.name == "offset" || m.name == "offset0") && value)
      offset = *value;
    else if (m.name == "offset1" && value)
      second = *value;
    else if (m.name == "offset" && isSwizzle)
      ; // in words; the encoding has it as a number
    else
      return fail("unknown modifier " + m.name);
  }
  int64_t scale = info->extra > 1 ? info->extra : 1;
  in.imm = static_cast<int32_t>(offset * scale);
  in.imm2 = static_cast<uint32_t>(second * scale);
  if (isSwizzle) {
    uint16_t field;
    std::memcpy(&field, encoding, sizeof(field));
    if ((field & 0x8000) && (field & 0x7f00))
      return fail("unknown swizzle mode");
    in.imm = field;
  }
  for (unsigned i = 0; i < info->numDsts; ++i)
    if (!readData(in.dst[in.numDsts++], info->dsts[i]))
      return false;
  for (unsigned i = 0; i < info->numSrcs; ++i)
    if (!readData(in.src[in.numSrcs++], info->srcs[i]))
      return false;
  return true;
}

bool Decoder::readSmem() {
  in.numDsts = 1;
  if (!readOperand(in.dst[0], info->dsts[0], /*isSource=*/false) ||
      in.dst[0].kind != OperandKind::Sgpr)
    return fail("unknown destination");
  if (!readOperand(in.src[0], info->srcs[0], /*isSource=*/true) ||
      in.src[0].kind != OperandKind::Sgpr)
    return fail("unknown base");
  in.numSrcs = 1;
  const std::string *offset = takeOperand();
  if (!offset)
    return false;
  if (std::optional<int64_t> value = parseInteger(*offset)) {
    in.imm = static_cast<int32_t>(*value);
  } else if (readRegister(*offset, in.src[1]) &&
             in.src[1].kind == OperandKind::Sgpr && in.src[1].dwords == 1) {
    in.numSrcs = 2;
  } else {
    return fail("unknown offset " + *offset);
  }
  for (const AsmText::Modifier &m : text.modifiers) {
    std::optional<int64_t> value = parseInteger(m.value);
    if (m.name == "offset" && value && in.numSrcs == 2)
      in.imm = static_cast<int32_t>(*value);
    else if (m.name != "glc")
      return fail("unknown modifier " + m.name);
  }
  return true;
}

} // namespace emu
} // namespace spmla
