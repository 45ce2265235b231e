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
  /// Processor without feature suffixes: "gfx950", or "gfx9-4-generic" for code
  /// that gfx942 and gfx950 run.
  std::string arch;
  std::vector<emu::KernelMetadata> kernels;

  /// Null: no kernel has this name.
  const emu::KernelMetadata *find(const std::string &name) const;
  /// Whether the code is for `processor`.
  bool runsOn(const std::string &processor) const;
};

/// Reads a linked AMDGPU code object of version 5 or 6 whose kernels' arguments
/// lie in their argument blocks, on its own or as the only one of an offload
/// bundle, as hipcc --genco writes it. False: `error` has one line that names
/// `path`.
bool readKernelFile(const std::string &path, KernelFile &file,
                    std::string &error);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_KERNELFILE_H
