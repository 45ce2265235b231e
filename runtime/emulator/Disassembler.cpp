//===- Disassembler.cpp - LLVM's AMDGPU disassembler ----------------------===//
//
// The decoder's tables are private to LLVM's AMDGPU target; what the C API
// exports is the text, which is the documented assembly syntax.
//
//===----------------------------------------------------------------------===//

#include "Disassembler.h"

#include <cstring>
#include <llvm-c/Disassembler.h>
#include <mutex>

extern "C" {
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUDisassembler(void);
}

namespace spmla {
namespace emu {

Disassembler::Disassembler(const std::string &arch) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
  });
  context = LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", arch.c_str(), nullptr, 0,
                                nullptr, nullptr);
}

Disassembler::~Disassembler() {
  if (context)
    LLVMDisasmDispose(context);
}

// LLVM 22 crashes while it prints that a reserved selection of an SDWA operand
// (7) is no instruction. A VOP1, VOP2 or VOPC word says in src0 that an SDWA
// word follows, with the selections of the sources in bits [18:16] and [26:24]
// and, but for VOPC, that of the destination in [10:8].
static bool hasReservedSdwaSelect(const uint8_t *bytes, size_t size) {
  constexpr uint32_t sdwa = 0xf9, vopc = 0x3e;
  uint32_t words[2];
  if (size < sizeof(words))
    return false;
  std::memcpy(words, bytes, sizeof(words));
  if (words[0] >> 31 || (words[0] & 0x1ff) != sdwa)
    return false;
  auto reserved = [&](unsigned bit) { return (words[1] >> bit & 7) == 7; };
  return reserved(16) || reserved(24) ||
         (words[0] >> 25 != vopc && reserved(8));
}

size_t Disassembler::print(const uint8_t *bytes, size_t size, uint64_t pc,
                           std::string &text) const {
  text.clear();
  if (hasReservedSdwaSelect(bytes, size))
    return 0;
  char buffer[512];
  size_t used = LLVMDisasmInstruction(context, const_cast<uint8_t *>(bytes),
                                      size, pc, buffer, sizeof(buffer));
  text = buffer;
  return used;
}

} // namespace emu
} // namespace spmla
