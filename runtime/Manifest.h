//===- Manifest.h - What a kernel's manifest says ---------------*- C++ -*-===//
//
// The file's format is documented in spmla/Target/HSACO/Manifest.h.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_RUNTIME_MANIFEST_H
#define SPMLA_RUNTIME_MANIFEST_H

#include "spmla-c/spmla.h"

#include <cstdint>
#include <string>

namespace spmla {
namespace runtime {

/// The members that a launch depends on, checked.
struct Manifest {
  std::string kernel;
  std::string arch;

  spmla_cache_format cacheFormat;
  spmla_encoding cacheEncoding;
  spmla_encoding qEncoding;
  spmla_encoding outEncoding;
  /// Elements.
  int32_t latent;
  int32_t rope;
  int32_t value;
  int32_t programHeads;
  /// Whether the cache is read through a buffer descriptor, which reaches
  /// 4 GiB, rather than by 64-bit addresses, which want a row of zeros for
  /// invalid slots.
  bool bufferLoads;
  /// Bytes.
  int32_t cacheStrideAlignment;

  int32_t workgroupSize;
  int32_t vgpr;
  int32_t agpr;
  int32_t sgpr;
  int32_t vgprSpill;
  int32_t sgprSpill;
  int32_t ldsBytes;
  int32_t scratchBytes;

  std::string fileName;
  uint64_t fileBytes;
  std::string sha256;

  /// Bytes of one cache row, and of one q row of one head.
  int64_t cacheRowBytes() const;
  int64_t qRowBytes() const;
};

/// Bytes of one element.
int64_t elementBytes(spmla_encoding encoding);

/// The name that manifests and messages use; "unknown" for a number that is no
/// enumerator, as callers may hand in.
const char *formatName(int32_t format);
const char *encodingName(int32_t encoding);

/// Parses and checks; throws SPMLA_ERROR_MANIFEST with `path`, the member, and
/// what was expected of it.
Manifest parseManifest(const std::string &text, const std::string &path);

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_MANIFEST_H
