//===- Disassembler.h - LLVM's AMDGPU disassembler ------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_DISASSEMBLER_H
#define SPMLA_EMULATOR_DISASSEMBLER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace spmla {
namespace emu {

// One per thread that decodes.
class Disassembler {
public:
  // `arch` is a processor name of LLVM, "gfx950".
  explicit Disassembler(const std::string &arch);
  ~Disassembler();
  Disassembler(const Disassembler &) = delete;
  Disassembler &operator=(const Disassembler &) = delete;

  // Null if libLLVM was built without the AMDGPU target.
  bool valid() const { return context != nullptr; }

  // Prints the instruction at `bytes`, at most `size` long. Returns its length
  // in bytes, 0 if it is none.
  size_t print(const uint8_t *bytes, size_t size, uint64_t pc,
               std::string &text) const;

private:
  void *context;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_DISASSEMBLER_H
