//===- Digest.h - A hash to compare runs by ---------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_DIGEST_H
#define SPMLA_TOOLS_RUN_DIGEST_H

#include <cstddef>
#include <cstdint>

namespace spmla {
namespace run {

/// FNV-1a, 64 bits.
class Digest {
public:
  void add(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i != count; ++i)
      hash = (hash ^ bytes[i]) * 0x100000001b3;
  }
  uint64_t value() const { return hash; }

private:
  uint64_t hash = 0xcbf29ce484222325;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_DIGEST_H
