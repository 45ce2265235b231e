//===- MemoryText.cpp - Where an address is, in words ---------------------===//

#include "MemoryText.h"
#include "Text.h"

namespace spmla {
namespace emu {

namespace {

// Bytes between the two, 0 if they overlap.
uint64_t distance(const MemoryRange &r, uint64_t begin, uint64_t end) {
  if (begin >= r.end)
    return begin - r.end;
  return end <= r.begin ? r.begin - end : 0;
}

std::string seenFrom(const MemoryRange &r, bool isFreed, uint64_t begin,
                     uint64_t end) {
  std::string what = "the " + std::to_string(r.end - r.begin) +
                     " bytes allocated at " + hex(r.begin);
  std::string state = isFreed ? ", since freed" : "";
  auto count = [](uint64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  };
  if (begin >= r.end)
    return (begin == r.end ? "right behind "
                           : count(begin - r.end) + " past the end of ") +
           what + state;
  if (end <= r.begin)
    return (end == r.begin ? "right before "
                           : count(r.begin - end) + " before ") +
           what + state;
  if (begin >= r.begin && end <= r.end)
    return "in " + what + state;
  return (begin < r.begin ? "across the begin of " : "across the end of ") +
         what + state;
}

} // namespace

std::string placeOf(const MemorySnapshot &memory, uint64_t address,
                    uint64_t bytes) {
  uint64_t end = address + bytes;
  if (end < address) // wraps around; near nothing
    return "";
  const MemoryRange *nearest = nullptr;
  bool isFreed = false;
  auto look = [&](const std::vector<MemoryRange> &ranges, bool freed) {
    for (const MemoryRange &r : ranges)
      if (r.end > r.begin &&
          (!nearest ||
           distance(r, address, end) < distance(*nearest, address, end))) {
        nearest = &r;
        isFreed = freed;
      }
  };
  look(memory.ranges, false);
  look(memory.freed, true);
  return nearest ? seenFrom(*nearest, isFreed, address, end) : "";
}

} // namespace emu
} // namespace spmla
