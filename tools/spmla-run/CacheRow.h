//===- CacheRow.h - How the rows of a cache hold numbers --------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_CACHEROW_H
#define SPMLA_TOOLS_RUN_CACHEROW_H

#include "spmla-c/spmla.h"

#include <cstdint>

namespace spmla {
namespace run {

/// What a row is made of.
struct RowFormat {
  spmla_cache_format format;
  spmla_encoding encoding;
  int latent;
  int rope;
  /// Leading columns that are V.
  int value;

  int columns() const { return latent + rope; }
  int64_t bytes() const {
    return int64_t(columns()) * (encoding == SPMLA_ENCODING_BF16 ? 2 : 1);
  }
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_CACHEROW_H
