//===- GlobalShadow.cpp - Who accessed each byte of memory ----------------===//

#include "GlobalShadow.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace spmla {
namespace emu {
namespace strict {

namespace {

template <class T> T *mapCells(uint64_t count) {
  void *p = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    throw std::bad_alloc();
  return static_cast<T *>(p);
}

} // namespace

GlobalShadow::GlobalShadow(const MemorySnapshot &memory, uint64_t workgroups)
    : clocks(workgroups + 1) {
  for (const AllocationPtr &a : memory.owners)
    if (a->size)
      shadows.push_back({{a->begin, a->end()}, a->written});
  std::sort(shadows.begin(), shadows.end(),
            [](const Shadow &a, const Shadow &b) {
              return a.range.begin < b.range.begin;
            });
}

uint32_t GlobalShadow::firstUnwritten(uint64_t address, uint32_t bytes) {
  const Shadow *s = find(address, bytes);
  if (!s || !s->written)
    return bytes;
  const uint8_t *begin = s->written + (address - s->range.begin);
  const void *found = std::memchr(begin, 0, bytes);
  return found ? static_cast<uint32_t>(static_cast<const uint8_t *>(found) -
                                       begin)
               : bytes;
}

void GlobalShadow::markWritten(uint64_t address, uint32_t bytes) {
  const Shadow *s = find(address, bytes);
  if (s && s->written)
    std::memset(s->written + (address - s->range.begin), 1, bytes);
}

GlobalShadow::~GlobalShadow() {
  for (Shadow &s : shadows) {
    if (s.writes)
      munmap(s.writes, 4 * s.numDwords() * sizeof(Cell));
    if (s.reads)
      munmap(s.reads, s.numDwords() * sizeof(Reads));
  }
}

GlobalShadow::Shadow *GlobalShadow::find(uint64_t address, uint32_t bytes) {
  auto covers = [&](const Shadow &s) {
    return address >= s.range.begin && address < s.range.end &&
           bytes <= s.range.end - address;
  };
  if (recent < shadows.size() && covers(shadows[recent]))
    return &shadows[recent];
  auto it = std::upper_bound(
      shadows.begin(), shadows.end(), address,
      [](uint64_t a, const Shadow &s) { return a < s.range.begin; });
  if (it == shadows.begin() || !covers(*--it))
    return nullptr;
  recent = static_cast<size_t>(it - shadows.begin());
  return &*it;
}

bool GlobalShadow::conflicts(const Cell &earlier, const Cell &now) const {
  if (!earlier.workgroup || earlier.workgroup == now.workgroup ||
      (earlier.atomic && now.atomic))
    return false;
  const Clock &theirs = clocks[earlier.workgroup];
  const Clock &mine = clocks[now.workgroup];
  return theirs.epoch == earlier.epoch || mine.last <= theirs.last;
}

void GlobalShadow::noteRead(Reads &reads, const Cell &now) {
  for (Cell &c : reads.of)
    if (c.workgroup == now.workgroup) {
      uint32_t bytes = c.bytes | now.bytes;
      c = now;
      c.bytes = bytes;
      return;
    }
  for (Cell &c : reads.of)
    if (!conflicts(c, now)) { // empty, or ordered before
      c = now;
      return;
    }
}

bool GlobalShadow::access(Kind kind, uint64_t workgroup, uint32_t instruction,
                          uint64_t address, uint32_t bytes,
                          GlobalConflict &out) {
  Shadow *s = find(address, bytes);
  if (!s)
    return true;
  bool reads = kind == Kind::Read;
  if (!reads && !s->writes)
    s->writes = mapCells<Cell>(4 * s->numDwords());
  if (reads && !s->reads)
    s->reads = mapCells<Reads>(s->numDwords());
  Cell now = {};
  now.workgroup = static_cast<uint32_t>(workgroup + 1);
  now.epoch = clocks[now.workgroup].epoch;
  now.instruction = instruction;
  now.atomic = kind == Kind::Atomic;
  uint64_t first = address - s->range.begin, end = first + bytes;
  auto report = [&](const Cell &other, bool writes, uint64_t at) {
    out = {other.workgroup - 1ull, other.instruction, writes,
           s->range.begin + at};
    return false;
  };
  if (s->writes)
    for (uint64_t i = first; i < end; ++i) {
      Cell &write = s->writes[i];
      if (conflicts(write, now))
        return report(write, true, i);
      if (!reads)
        write = now;
    }
  if (!reads && !s->reads)
    return true;
  for (uint64_t dword = first / 4; dword * 4 < end; ++dword) {
    unsigned low = first > dword * 4 ? first % 4 : 0;
    unsigned high =
        static_cast<unsigned>(std::min<uint64_t>(end - dword * 4, 4));
    now.bytes = ((1u << high) - 1) & ~((1u << low) - 1);
    if (reads) {
      noteRead(s->reads[dword], now);
      continue;
    }
    for (const Cell &read : s->reads[dword].of)
      if ((read.bytes & now.bytes) && conflicts(read, now))
        return report(read, false, dword * 4 + low);
  }
  return true;
}

void GlobalShadow::synchronize(uint64_t workgroup) {
  Clock &c = clocks[workgroup + 1];
  ++c.epoch;
  c.last = ++numAtomics;
}

} // namespace strict
} // namespace emu
} // namespace spmla
