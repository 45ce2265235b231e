//===- Decoder.h - From assembly text to an instruction -------*- C++ -*-===//
//
// Reads one line by the operand types that the registry knows for its mnemonic.
// Everything in the line must be understood: an operand, modifier or value that
// is not makes the line an error, for nothing may be ignored silently.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_DECODER_H
#define SPMLA_EMULATOR_DECODER_H

#include "AsmText.h"
#include "Program.h"
#include "Registry.h"

namespace spmla {
namespace emu {

class Decoder {
public:
  explicit Decoder(ConstantPool &constants)
      : constants(constants), registry(hostRegistry()) {}

  // `bytes` is the encoding, `offset` its place in the section. Returns an
  // error text, empty on success. Branch targets come out as byte offsets.
  std::string decode(const std::string &line, const uint8_t *bytes, size_t size,
                     size_t offset, Instruction &out);

  static bool hasTarget(const Instruction &in);
  // Makes a vector operation obey VGPR indexing. False if it cannot.
  bool wrapIndexed(Instruction &in) const;

private:
  bool readFormat(size_t offset);
  bool readVector();
  bool readScalar();
  bool readMfma();
  bool readMemory();
  bool readDs();
  bool readSmem();
  bool readImmediates(size_t offset);

  // Operands, in order.
  bool moreOperands() const { return nextOperand < text.operands.size(); }
  const std::string *takeOperand();
  bool readOperand(Operand &o, Type type, bool isSource);
  bool readRegister(const std::string &name, Operand &o) const;
  bool readConstant(const std::string &given, Type type, Operand &o);
  // "off" leaves the operand empty.
  bool readAddress(Operand &o, OperandKind kind, unsigned dwords);
  bool readData(Operand &o, Type type);

  // Modifiers that the vector forms share.
  bool applyModifiers();
  bool applyOpSel(const AsmText::Modifier &m);
  bool applyPerSource(const AsmText::Modifier &m, uint8_t mod);
  bool applyDpp(const AsmText::Modifier &m, bool &used);
  bool applySdwa(const AsmText::Modifier &m, bool &used);
  bool applyMfmaModifier(const AsmText::Modifier &m);
  bool finishVector();
  bool checkHighConstants();

  bool fail(const std::string &why);

  ConstantPool &constants;
  const Registry &registry;
  // State of one line.
  AsmText text;
  const OpInfo *info = nullptr;
  Instruction in;
  size_t nextOperand = 0;
  const uint8_t *encoding = nullptr;
  size_t encodingSize = 0;
  bool isDpp = false, isSdwa = false;
  std::string error;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_DECODER_H
