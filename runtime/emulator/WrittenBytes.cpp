//===- WrittenBytes.cpp - What of an allocation was written ---------------===//

#include "WrittenBytes.h"

#include <algorithm>
#include <sys/mman.h>

namespace spmla {
namespace emu {

namespace {

constexpr unsigned kWordBits = 64;

uint64_t lowBits(unsigned count) {
  return count >= kWordBits ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
}

} // namespace

std::unique_ptr<WrittenBytes> WrittenBytes::create(uint64_t bytes) {
  static_assert(sizeof(Word) == sizeof(uint64_t), "mapped as zeros");
  // One word more, so that bits may be read across the last one's end.
  uint64_t count = bytes / kWordBits + 2;
  void *p = mmap(nullptr, count * sizeof(Word), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return nullptr;
  return std::unique_ptr<WrittenBytes>(
      new WrittenBytes(static_cast<Word *>(p), count));
}

WrittenBytes::~WrittenBytes() { munmap(words, count * sizeof(Word)); }

uint64_t WrittenBytes::unwritten(uint64_t offset, unsigned bytes) const {
  if (all.load(std::memory_order_relaxed))
    return 0;
  const Word *word = words + offset / kWordBits;
  unsigned shift = offset % kWordBits;
  uint64_t bits = word[0].load(std::memory_order_relaxed) >> shift;
  if (shift + bytes > kWordBits)
    bits |= word[1].load(std::memory_order_relaxed) << (kWordBits - shift);
  return ~bits & lowBits(bytes);
}

void WrittenBytes::mark(uint64_t offset, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    unsigned shift = (offset + done) % kWordBits;
    auto part = static_cast<unsigned>(
        std::min<uint64_t>(bytes - done, kWordBits - shift));
    uint64_t bits = lowBits(part) << shift;
    Word &word = words[(offset + done) / kWordBits];
    if (~word.load(std::memory_order_relaxed) & bits)
      word.fetch_or(bits, std::memory_order_relaxed);
    done += part;
  }
}

void WrittenBytes::set(uint64_t offset, unsigned bytes, uint64_t bits) {
  unsigned shift = offset % kWordBits;
  Word *word = words + offset / kWordBits;
  uint64_t mask = lowBits(bytes);
  auto replace = [](Word &w, uint64_t old, uint64_t now) {
    // Zeros over zeros need no memory.
    if ((w.load(std::memory_order_relaxed) & old) == now)
      return;
    w.fetch_and(~old | now, std::memory_order_relaxed);
    w.fetch_or(now, std::memory_order_relaxed);
  };
  replace(word[0], mask << shift, (bits & mask) << shift);
  if (shift + bytes > kWordBits)
    replace(word[1], mask >> (kWordBits - shift),
            (bits & mask) >> (kWordBits - shift));
}

void WrittenBytes::copy(uint64_t offset, const WrittenBytes &source,
                        uint64_t from, uint64_t bytes) {
  // In the order that suits ranges that overlap.
  bool backwards = offset > from;
  uint64_t parts = (bytes + kWordBits - 1) / kWordBits;
  for (uint64_t i = 0; i < parts; ++i) {
    uint64_t at = (backwards ? parts - 1 - i : i) * kWordBits;
    auto size =
        static_cast<unsigned>(std::min<uint64_t>(bytes - at, kWordBits));
    set(offset + at, size, ~source.unwritten(from + at, size));
  }
}

} // namespace emu
} // namespace spmla
