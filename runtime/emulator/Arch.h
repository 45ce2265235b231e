//===- Arch.h - The targets that the emulator stands for ------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_ARCH_H
#define SPMLA_EMULATOR_ARCH_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spmla {
namespace emu {

struct Arch {
  const char *name;       // LLVM's processor name
  const char *targetId;   // hipDeviceProp_t::gcnArchName
  const char *deviceName; // product
  uint32_t elfMachine;    // EF_AMDGPU_MACH of an ELF header
  unsigned computeUnits;
  size_t ldsBytes; // per workgroup and per compute unit
  unsigned ldsReadBanks;
  unsigned l2Bytes;
  unsigned clockKhz, memoryClockKhz, memoryBusBits;
  size_t memoryBytes;
  int major, minor; // compute capability as HIP reports it
  bool fp8IsFnuz;
};

// Null for a target the emulator does not know.
const Arch *findArch(std::string_view name);
// Name of an EF_AMDGPU_MACH value, or "another target".
const char *nameOfMachine(uint32_t machine);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_ARCH_H
