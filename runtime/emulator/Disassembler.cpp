//===- Disassembler.cpp - LLVM's AMDGPU disassembler ----------------------===//
//
// The decoder's tables are private to LLVM's AMDGPU target; what the C API
// exports is the text, which is the documented assembly syntax.
//
//===----------------------------------------------------------------------===//

#include "Disassembler.h"

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

size_t Disassembler::print(const uint8_t *bytes, size_t size, uint64_t pc,
                           std::string &text) const {
  char buffer[512];
  size_t used = LLVMDisasmInstruction(context, const_cast<uint8_t *>(bytes),
                                      size, pc, buffer, sizeof(buffer));
  text = buffer;
  return used;
}

} // namespace emu
} // namespace spmla
