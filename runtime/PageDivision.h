//===- PageDivision.h - Dividing a slot by the page size --------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_PAGEDIVISION_H
#define SPMLA_RUNTIME_PAGEDIVISION_H

#include <cstdint>

namespace spmla {
namespace runtime {

/// Multiplier and shift with s / pageSize == (s * magic >> 32) >> shift for
/// every s < 2^31. A page size of 1 has no such pair (its magic would be 2^32);
/// it gets magic 0 and a layout without page skip, where the page number does
/// not matter.
struct PageDivision {
  uint32_t magic;
  uint32_t shift;

  /// `pageSize` is 1 to 2^31.
  static PageDivision of(uint32_t pageSize) {
    if (pageSize == 1)
      return {0, 0};
    // 2^shift < pageSize <= 2^(shift+1). magic = ceil(2^(32+shift) / pageSize)
    // fits 32 bits, and its excess magic * pageSize - 2^(32+shift) is below
    // pageSize, hence at most 2^(shift+1), which is what 31-bit dividends
    // allow (Granlund and Montgomery 1994, theorem 4.2).
    uint32_t shift = 0;
    while (uint64_t(2) << shift < pageSize)
      ++shift;
    uint64_t power = uint64_t(1) << (32 + shift);
    return {uint32_t((power + pageSize - 1) / pageSize), shift};
  }
};

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_PAGEDIVISION_H
