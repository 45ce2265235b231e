//===- Registers.cpp - Names of registers in messages ---------------------===//

#include "Registers.h"

namespace spmla {
namespace emu {
namespace strict {

std::string registerName(OperandKind kind, unsigned index) {
  if (kind == OperandKind::Vgpr)
    return index < kAccBase ? "v" + std::to_string(index)
                            : "a" + std::to_string(index - kAccBase);
  switch (index) {
  case kFlatScratch:
    return "flat_scratch_lo";
  case kFlatScratch + 1:
    return "flat_scratch_hi";
  case kXnackMask:
    return "xnack_mask_lo";
  case kXnackMask + 1:
    return "xnack_mask_hi";
  case kVcc:
    return "vcc_lo";
  case kVcc + 1:
    return "vcc_hi";
  case kM0:
    return "m0";
  case kExec:
    return "exec_lo";
  case kExec + 1:
    return "exec_hi";
  case kScc:
    return "scc";
  default:
    return "s" + std::to_string(index);
  }
}

std::string registerName(const Operand &registers) {
  std::string first = registerName(registers.kind, registers.index);
  size_t digits = first.find_first_of("0123456789");
  if (registers.dwords <= 1 || digits == std::string::npos)
    return first;
  unsigned number = static_cast<unsigned>(std::stoul(first.substr(digits)));
  return first.substr(0, digits) + "[" + first.substr(digits) + ":" +
         std::to_string(number + registers.dwords - 1) + "]";
}

} // namespace strict
} // namespace emu
} // namespace spmla
