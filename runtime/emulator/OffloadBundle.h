//===- OffloadBundle.h - Files with code for several targets --*- C++ -*-===//
//
// What clang's HIP compilation and clang-offload-bundler write: code objects
// behind a table of targets, perhaps compressed as a whole. The format is that
// of clang's ClangOffloadBundler documentation. Files may be corrupt in any
// way.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_OFFLOADBUNDLE_H
#define SPMLA_EMULATOR_OFFLOADBUNDLE_H

#include "CodeObject.h"

#include <functional>

namespace spmla {
namespace emu {

// The code object for a device, out of a bundle or on its own.
struct ModuleImage {
  LoadStatus status = LoadStatus::Ok;
  std::string error;
  const uint8_t *data = nullptr;
  size_t size = 0;
  AllocationPtr decompressed; // owns `data`, if that was compressed
};
ModuleImage findModuleImage(const uint8_t *file, size_t size, const Arch &arch);

// Size of the file at `file` by its own headers, for callers that are given a
// pointer only: at most 4 GiB, or what is readable if that is no file of these
// kinds. `readable` says how many bytes, up to the number it is given, are.
size_t moduleFileBytes(const uint8_t *file,
                       const std::function<size_t(size_t)> &readable);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_OFFLOADBUNDLE_H
