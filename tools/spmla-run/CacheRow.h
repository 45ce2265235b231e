//===- CacheRow.h - How the rows of a cache hold numbers --------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_CACHEROW_H
#define SPMLA_TOOLS_RUN_CACHEROW_H

#include "spmla-c/spmla.h"

#include <cstdint>

namespace spmla {
namespace run {

/// Bytes of one element.
inline int64_t elementBytes(spmla_encoding encoding) {
  switch (encoding) {
  case SPMLA_ENCODING_F32:
    return 4;
  case SPMLA_ENCODING_BF16:
    return 2;
  default:
    return 1;
  }
}

/// What a row is made of.
struct RowFormat {
  spmla_cache_format format;
  spmla_encoding encoding;
  int latent;
  int rope;
  /// Leading columns that are V.
  int value;

  int columns() const { return latent + rope; }
  int64_t bytes() const { return columns() * elementBytes(encoding); }
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_CACHEROW_H
