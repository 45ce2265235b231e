//===- CodeObject.h - A linked kernel and its figures -----------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_CODEOBJECT_H
#define SPMLA_TARGET_HSACO_CODEOBJECT_H

#include "spmla/Target/HSACO/Stages.h"

#include <string>
#include <vector>

namespace spmla {

/// What a kernel occupies, as its code object declares it.
struct ResourceUsage {
  /// Registers per lane: architectural plus accumulation, and the latter.
  unsigned vgpr = 0;
  unsigned agpr = 0;
  unsigned sgpr = 0;
  /// Registers that did not fit.
  unsigned vgprSpill = 0;
  unsigned sgprSpill = 0;
  /// Private memory, bytes per work-item.
  unsigned scratch = 0;
  /// Bytes per workgroup.
  unsigned lds = 0;
  /// Work-items per workgroup (the largest that the kernel allows).
  unsigned workgroupSize = 0;
  /// Derived from the target's limits.
  unsigned wavesPerSIMD = 0;
  unsigned workgroupsPerCU = 0;
};

/// One explicit kernel argument; offset and size in bytes.
struct KernelArgument {
  std::string name;
  unsigned offset = 0;
  unsigned size = 0;
  /// A global memory pointer rather than a value.
  bool isPointer = false;
};

/// One kernel, ready to be loaded.
struct CodeObject {
  std::string kernel;
  /// Processor without feature suffixes: "gfx950".
  std::string chip;
  /// The ELF file.
  std::string image;
  /// The listing that `image` was assembled from.
  std::string assembly;
  ResourceUsage resources;
  std::vector<KernelArgument> arguments;
  /// Leading bytes of the argument block that are preloaded into SGPRs.
  unsigned preloadedBytes = 0;
  std::vector<StageTime> times;

  /// Size of the explicit argument block in bytes.
  unsigned argumentBytes() const;
};

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_CODEOBJECT_H
