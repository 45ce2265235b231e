//===- KernelFile.h - What a code object says of its kernels ----*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_KERNELFILE_H
#define SPMLA_TOOLS_RUN_KERNELFILE_H

#include "emulator/Metadata.h"

#include <string>
#include <vector>

namespace spmla {
namespace run {

struct KernelFile {
  /// The whole ELF file.
  std::string image;
  /// Processor without feature suffixes: "gfx950".
  std::string arch;
  std::vector<emu::KernelMetadata> kernels;

  /// Null: no kernel has this name.
  const emu::KernelMetadata *find(const std::string &name) const;
};

/// Reads a linked AMDGPU code object of version 5 or 6 whose kernels' arguments
/// lie in their argument blocks. False: `error` has one line that names `path`.
bool readKernelFile(const std::string &path, KernelFile &file,
                    std::string &error);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_KERNELFILE_H
