//===- WrittenBytes.h - What of an allocation was written -----*- C++ -*-===//

#ifndef SPMLA_EMULATOR_WRITTENBYTES_H
#define SPMLA_EMULATOR_WRITTENBYTES_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace spmla {
namespace emu {

// A bit per byte of an allocation: has anything written it? Nothing has at
// first. Backed lazily, and only where something is written. Host threads may
// mark and ask at the same time.
class WrittenBytes {
public:
  // Null if the system has not enough address space.
  static std::unique_ptr<WrittenBytes> create(uint64_t bytes);
  ~WrittenBytes();
  WrittenBytes(const WrittenBytes &) = delete;
  WrittenBytes &operator=(const WrittenBytes &) = delete;

  // Of at most 64 bytes from `offset` on, those that nothing has written: bit
  // i is byte offset + i.
  uint64_t unwritten(uint64_t offset, unsigned count) const;
  void mark(uint64_t offset, uint64_t count);
  void markAll() { all = true; }
  // Of `count` bytes from `offset` on, those are written that the same number
  // of bytes from `from` on are in `source`, which may be this object.
  void copy(uint64_t offset, const WrittenBytes &source, uint64_t from,
            uint64_t count);

private:
  using Word = std::atomic<uint64_t>;
  WrittenBytes(Word *words, uint64_t count) : words(words), count(count) {}
  void set(uint64_t offset, unsigned bytes, uint64_t bits);

  Word *words;
  uint64_t count; // of words
  std::atomic<bool> all{false};
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_WRITTENBYTES_H
