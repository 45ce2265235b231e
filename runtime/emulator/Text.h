//===- Text.h - Numbers in messages ---------------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_TEXT_H
#define SPMLA_EMULATOR_TEXT_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace spmla {
namespace emu {

inline std::string hex(uint64_t value) {
  char buffer[24];
  std::snprintf(buffer, sizeof(buffer), "0x%llx",
                static_cast<unsigned long long>(value));
  return buffer;
}

inline std::string hexBytes(const uint8_t *bytes, size_t count) {
  std::string text;
  char buffer[8];
  for (size_t i = 0; i < count; ++i) {
    std::snprintf(buffer, sizeof(buffer), i ? " %02x" : "%02x", bytes[i]);
    text += buffer;
  }
  return text;
}

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_TEXT_H
