//===- Metadata.h - The metadata note of a code object --------*- C++ -*-===//
//
// https://llvm.org/docs/AMDGPUUsage.html#code-object-v5-metadata
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_METADATA_H
#define SPMLA_EMULATOR_METADATA_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spmla {
namespace emu {

struct KernelArgument {
  uint64_t offset = 0, size = 0; // bytes, in the kernarg segment
  std::string valueKind;         // "by_value", "global_buffer", "hidden_…"
  bool isHidden() const { return valueKind.compare(0, 7, "hidden_") == 0; }
};

struct KernelMetadata {
  std::string name, symbol; // symbol: of the descriptor, "name.kd"
  std::vector<KernelArgument> arguments;
  uint64_t kernargSize = 0, ldsBytes = 0, scratchBytes = 0;
  uint64_t vgprs = 0, sgprs = 0, maxWorkgroupSize = 1024, wavefrontSize = 64;
  bool usesDynamicStack = false;
};

// Reads the MessagePack document of a note. Returns an error text, empty on
// success.
std::string readMetadata(const uint8_t *data, size_t size,
                         std::vector<KernelMetadata> &kernels);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_METADATA_H
