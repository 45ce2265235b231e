//===- Arch.cpp - The targets that the emulator stands for ----------------===//

#include "Arch.h"

namespace spmla {
namespace emu {

namespace {

// Machine numbers: llvm/BinaryFormat/ELF.h. The others are AMD's data sheets;
// L2 is that of one XCD, as HIP reports it.
constexpr Arch kArchs[] = {
    {"gfx950", "gfx950:sramecc+:xnack-", "AMD Instinct MI355X (emulated)", 0x4f,
     256, 163840, 64, 4u << 20, 2400000, 2000000, 8192, size_t(288) << 30, 9, 5,
     false},
    {"gfx942", "gfx942:sramecc+:xnack-", "AMD Instinct MI300X (emulated)", 0x4c,
     304, 65536, 32, 4u << 20, 2100000, 1300000, 8192, size_t(192) << 30, 9, 4,
     true},
};

} // namespace

const Arch *findArch(std::string_view name) {
  for (const Arch &arch : kArchs)
    if (name == arch.name)
      return &arch;
  return nullptr;
}

const char *nameOfMachine(uint32_t machine) {
  for (const Arch &arch : kArchs)
    if (machine == arch.elfMachine)
      return arch.name;
  return "another target";
}

} // namespace emu
} // namespace spmla
