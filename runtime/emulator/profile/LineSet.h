//===- LineSet.h - A set of 128-byte lines --------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_PROFILE_LINESET_H
#define SPMLA_EMULATOR_PROFILE_LINESET_H

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace spmla {
namespace emu {
namespace profile {

constexpr uint64_t kLineBytes = 128;

// Lines by number, address / kLineBytes. A word has 64 neighbouring lines:
// kernels mostly touch memory in runs.
class LineSet {
public:
  void insert(uint64_t line) { words[line / 64] |= uint64_t(1) << (line % 64); }
  void insert(const LineSet &other) {
    for (auto [word, bits] : other.words)
      words[word] |= bits;
  }
  size_t size() const {
    size_t count = 0;
    for (auto [word, bits] : words)
      count += static_cast<size_t>(__builtin_popcountll(bits));
    return count;
  }

private:
  std::unordered_map<uint64_t, uint64_t> words;
};

} // namespace profile
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROFILE_LINESET_H
