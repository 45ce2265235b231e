//===- Sha256.h - SHA-256 ---------------------------------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_SHA256_H
#define SPMLA_RUNTIME_SHA256_H

#include <cstddef>
#include <string>

namespace spmla {
namespace runtime {

/// FIPS 180-4 SHA-256 of `size` bytes as 64 lower-case hexadecimal digits.
std::string sha256(const void *data, size_t size);

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_SHA256_H
