//===- Disassembler.cpp - LLVM's AMDGPU disassembler ----------------------===//
//
// The decoder's tables are private to LLVM's AMDGPU target; what the C API
// exports is the text, which is the documented assembly syntax.
//
//===----------------------------------------------------------------------===//

#include "Disassembler.h"

#include <algorithm>
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

namespace {

// Encodings that are no instructions and on which LLVM 22 crashes while it
// prints its complaint.
bool isReserved(const uint32_t *words) {
  constexpr uint32_t sdwa = 0xf9, vopc = 0x3e, literal = 0xff;
  auto field = [&](unsigned word, unsigned bit, unsigned width) {
    return words[word] >> bit & ((1u << width) - 1);
  };
  // A VOP1, VOP2 or VOPC word says in src0 that an SDWA word follows, with the
  // selections of its operands; 7 is none.
  if (!field(0, 31, 1) && field(0, 0, 9) == sdwa)
    return field(1, 16, 3) == 7 || field(1, 24, 3) == 7 ||
           (field(0, 25, 7) != vopc && field(1, 8, 3) == 7);
  // 64-bit encodings have no literals: sources of VOP3, scalar destinations of
  // its comparisons (the first 256 operations) and of v_readlane, scalar offset
  // of MUBUF and MTBUF. The first two operands of v_mfma_*_f8f6f4 are vector
  // registers.
  switch (field(0, 26, 6)) {
  case 0x34: {
    unsigned op = field(0, 16, 10);
    unsigned src0 = field(1, 0, 9), src1 = field(1, 9, 9);
    bool hasScalarDst = op < 0x100 || op == 0x289;
    bool isF8f6f4 = op == 0x3ad || op == 0x3ae;
    if (src0 == literal || src1 == literal || field(1, 18, 9) == literal ||
        (hasScalarDst && field(0, 0, 8) == literal) ||
        (isF8f6f4 && (src0 < 256 || src1 < 256)))
      return true;
    // Block scales, followed by the operation itself.
    return op == 0x3ac && isReserved(words + 2);
  }
  case 0x38:
  case 0x3a:
    return field(1, 24, 8) == literal;
  default:
    return false;
  }
}

} // namespace

size_t Disassembler::print(const uint8_t *bytes, size_t size, uint64_t pc,
                           std::string &text) const {
  text.clear();
  // Zeros behind the end: a literal that is not there is found too late.
  uint32_t words[8] = {};
  std::memcpy(words, bytes, std::min(size, sizeof(words)));
  if (isReserved(words))
    return 0;
  char buffer[512];
  size_t used =
      LLVMDisasmInstruction(context, reinterpret_cast<uint8_t *>(words),
                            sizeof(words), pc, buffer, sizeof(buffer));
  if (used == 0 || used > size)
    return 0;
  text = buffer;
  return used;
}

} // namespace emu
} // namespace spmla
