//===- AsmText.h - A line of AMDGPU assembly in pieces --------*- C++ -*-===//
//
// Splits what LLVM's disassembler prints: a mnemonic, operands between commas,
// and modifiers behind the last operand.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_ASMTEXT_H
#define SPMLA_EMULATOR_ASMTEXT_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spmla {
namespace emu {

struct AsmText {
  std::string mnemonic;
  std::vector<std::string> operands;
  // "clamp" has no value; "offset:16" has the value "16".
  struct Modifier {
    std::string name, value;
  };
  std::vector<Modifier> modifiers;
};

AsmText splitAsm(std::string_view line);

// "12", "-1", "0x1f", "-0x8".
std::optional<int64_t> parseInteger(std::string_view text);
// "[1,0,1]" as bits, bit 0 first; nothing if an entry is neither 0 nor 1.
struct BitList {
  uint32_t bits = 0;
  unsigned count = 0;
};
std::optional<BitList> parseBitList(std::string_view text);
// "[3,2,1,0]".
std::optional<std::vector<int64_t>> parseIntegerList(std::string_view text);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_ASMTEXT_H
