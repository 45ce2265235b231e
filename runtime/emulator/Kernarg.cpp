//===- Kernarg.cpp - The argument block of a launch -----------------------===//

#include "Launch.h"

#include <algorithm>
#include <cstring>

namespace spmla {
namespace emu {

size_t explicitArgumentBytes(const Kernel &kernel) {
  size_t end = 0;
  for (const KernelArgument &a : kernel.metadata.arguments)
    if (!a.isHidden())
      end = std::max<size_t>(end, a.offset + a.size);
  return end;
}

namespace {

// Value of a hidden argument; what the emulator has none of (printf, hostcall,
// heap, queues) is 0: using it faults.
uint64_t hiddenValue(const std::string &kind, const LaunchConfig &c) {
  for (unsigned d = 0; d < 3; ++d) {
    std::string suffix = std::string("_") + "xyz"[d];
    if (kind == "hidden_block_count" + suffix)
      return c.grid[d];
    if (kind == "hidden_group_size" + suffix)
      return c.block[d];
    // HIP launches whole workgroups: hidden_remainder_* is 0, and so is
    // hidden_global_offset_*.
  }
  if (kind == "hidden_grid_dims")
    return c.grid[2] * c.block[2] > 1 ? 3 : c.grid[1] * c.block[1] > 1 ? 2 : 1;
  if (kind == "hidden_dynamic_lds_size")
    return c.dynamicLdsBytes;
  if (kind == "hidden_private_base")
    return kPrivateApertureHi;
  if (kind == "hidden_shared_base")
    return kSharedApertureHi;
  return 0;
}

} // namespace

std::vector<uint8_t> buildKernarg(const LaunchConfig &config,
                                  const uint8_t *explicitArguments,
                                  size_t explicitBytes) {
  const KernelMetadata &m = config.kernel->metadata;
  // The segment is aligned to 16 bytes at least (LLVM's AMDGPUUsage), so LLVM
  // widens scalar loads up to the end of its last 16 bytes.
  std::vector<uint8_t> block((m.kernargSize + 15) / 16 * 16, 0);
  explicitBytes =
      std::min(explicitBytes, explicitArgumentBytes(*config.kernel));
  if (explicitBytes)
    std::memcpy(block.data(), explicitArguments, explicitBytes);
  for (const KernelArgument &a : m.arguments) {
    if (!a.isHidden())
      continue;
    uint64_t value = hiddenValue(a.valueKind, config);
    std::memcpy(block.data() + a.offset, &value,
                std::min<uint64_t>(a.size, sizeof(value)));
  }
  return block;
}

} // namespace emu
} // namespace spmla
