//===- CodeObjectFile.h - Reading a .hsaco safely ---------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_CODEOBJECTFILE_H
#define SPMLA_RUNTIME_CODEOBJECTFILE_H

#include "TargetId.h"

#include <string>

namespace spmla {
namespace runtime {

struct Manifest;

/// The bytes of a file; throws SPMLA_ERROR_FILE with the path and the reason.
std::string readFile(const std::string &path);

/// Checks that `image` is what `manifest` says, byte for byte, before anything
/// in it is looked at; throws SPMLA_ERROR_FILE.
void checkContents(const std::string &image, const Manifest &manifest,
                   const std::string &path);

/// Checks that `image` is a linked AMDGPU code object whose tables lie inside
/// it, and returns what it was made for. HIP's loaders have crashed on images
/// that fail this (rocm-systems PR 938). Throws SPMLA_ERROR_FILE, or
/// SPMLA_ERROR_ARCH for a processor that no generated kernel is made for.
TargetId checkElf(const std::string &image, const std::string &path);

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_CODEOBJECTFILE_H
