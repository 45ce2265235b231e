//===- Program.h - Decoded code -------------------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_PROGRAM_H
#define SPMLA_EMULATOR_PROGRAM_H

#include "OpInfo.h"
#include "Wave.h"

#include <map>
#include <string>
#include <vector>

namespace spmla {
namespace emu {

// Constants of operands, broadcast over the lanes once.
class ConstantPool {
public:
  const uint32_t *get(uint64_t value);

private:
  struct alignas(64) Rows {
    uint32_t lo[kLanes], hi[kLanes];
  };
  std::map<uint64_t, Rows> rows;
};

// The code of one section, decoded. Offsets count from the section's start.
struct Program {
  RunFn run = nullptr; // of the registry that it was decoded with
  std::vector<Instruction> instructions;
  std::vector<uint32_t> pcs; // byte offset of each instruction
  std::vector<std::string> lines;
  std::vector<int32_t> indexOfWord;
  ConstantPool constants;
  uint64_t sectionAddress = 0; // in the ELF file's address space

  CodeView view(uint64_t loadBase) const;
};

// An instruction in messages: "pc 0x1040: s_nop 0".
std::string lineAt(const Program &program, uint32_t index);

// Decodes `size` bytes of code for `arch`. On failure returns an error text
// that lists every instruction that is not known, or whose form is not, with
// its pc.
std::string decodeProgram(const uint8_t *code, size_t size,
                          uint64_t sectionAddress, const std::string &arch,
                          Program &program);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROGRAM_H
