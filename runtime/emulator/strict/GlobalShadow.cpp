//===- GlobalShadow.cpp - Who accessed each byte of memory ----------------===//

#include "GlobalShadow.h"

#include <algorithm>
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
    : accesses(1), releases(workgroups), acquired(workgroups) {
  for (const AllocationPtr &a : memory.owners)
    if (a->size)
      shadows.push_back({{a->begin, a->end()}, a->written.get()});
  std::sort(shadows.begin(), shadows.end(),
            [](const Shadow &a, const Shadow &b) {
              return a.range.begin < b.range.begin;
            });
}

GlobalShadow::~GlobalShadow() {
  for (Shadow &s : shadows) {
    if (s.writes)
      munmap(s.writes, 4 * s.numDwords() * sizeof(*s.writes));
    if (s.reads)
      munmap(s.reads, s.numDwords() * sizeof(*s.reads));
  }
}

GlobalShadow::Shadow *GlobalShadow::find(uint64_t address, uint64_t bytes) {
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

uint64_t GlobalShadow::unwritten(uint64_t address, unsigned bytes) {
  const Shadow *s = find(address, bytes);
  return s && s->written
             ? s->written->unwritten(address - s->range.begin, bytes)
             : 0;
}

void GlobalShadow::markWritten(uint64_t address, uint64_t bytes) {
  const Shadow *s = find(address, bytes);
  if (s && s->written)
    s->written->mark(address - s->range.begin, bytes);
}

void GlobalShadow::acquire(uint32_t workgroup) { acquired[workgroup] = ++time; }

void GlobalShadow::release(uint32_t workgroup) {
  releases[workgroup].push_back(++time);
}

uint32_t GlobalShadow::number(GlobalAccess access) {
  if (accesses.size() >> kNumberBits)
    return 0;
  access.epoch = static_cast<uint32_t>(releases[access.workgroup].size());
  // A coherent write is a release itself.
  if (access.writes && access.coherent)
    --access.epoch;
  accesses.push_back(access);
  return static_cast<uint32_t>(accesses.size() - 1);
}

bool GlobalShadow::isOrdered(const GlobalAccess &earlier,
                             const GlobalAccess &now) const {
  const std::vector<uint64_t> &theirs = releases[earlier.workgroup];
  return earlier.workgroup == now.workgroup ||
         (earlier.epoch < theirs.size() &&
          theirs[earlier.epoch] < acquired[now.workgroup]);
}

bool GlobalShadow::conflicts(uint32_t earlier, const GlobalAccess &now) const {
  if (!earlier)
    return false;
  const GlobalAccess &a = accesses[earlier];
  bool isChecked = (a.swaps && !now.writes) || (now.swaps && !a.writes);
  return !(a.coherent && now.coherent) && !isChecked && !isOrdered(a, now);
}

void GlobalShadow::noteRead(Reads &reads, Read now) const {
  const GlobalAccess &mine = accesses[now.number];
  auto isMine = [&](const GlobalAccess &theirs) {
    return theirs.workgroup == mine.workgroup;
  };
  auto isWeaker = [&](const GlobalAccess &theirs) {
    return theirs.coherent && !mine.coherent;
  };
  for (Read &r : reads.of) {
    const GlobalAccess &theirs = accesses[r.number];
    if (!r.number || !isMine(theirs) || theirs.epoch != mine.epoch ||
        theirs.coherent != mine.coherent)
      continue;
    now.bytes |= r.bytes;
    r = now;
    return;
  }
  auto takePlace = [&](auto isFree) {
    for (Read &r : reads.of)
      if (!r.number ||
          (!(r.bytes & ~now.bytes) && isFree(accesses[r.number]))) {
        r = now;
        return true;
      }
    return false;
  };
  // What conflicts with the earlier read later on conflicts with this one, too.
  // Failing that, with the one in the other place.
  takePlace([&](const GlobalAccess &theirs) {
    return isMine(theirs) && isWeaker(theirs);
  }) ||
      takePlace([&](const GlobalAccess &theirs) {
        return theirs.coherent >= mine.coherent && isOrdered(theirs, mine);
      }) ||
      takePlace(isWeaker);
}

bool GlobalShadow::access(uint32_t number, uint64_t address, uint64_t bytes,
                          GlobalConflict &out) {
  Shadow *s = find(address, bytes);
  if (!s || !number)
    return true;
  const GlobalAccess &now = accesses[number];
  bool reads = !now.writes;
  if (!reads && !s->writes)
    s->writes = mapCells<uint32_t>(4 * s->numDwords());
  if (reads && !s->reads)
    s->reads = mapCells<Reads>(s->numDwords());
  uint64_t first = address - s->range.begin, end = first + bytes;
  auto report = [&](uint32_t other, uint64_t at) {
    out = {accesses[other], s->range.begin + at};
    return false;
  };
  if (s->writes)
    for (uint64_t i = first; i < end; ++i) {
      uint32_t &write = s->writes[i];
      if (conflicts(write, now))
        return report(write, i);
      if (!reads)
        write = number;
    }
  if (!s->reads)
    return true;
  for (uint64_t dword = first / 4; dword * 4 < end; ++dword) {
    unsigned low = first > dword * 4 ? first % 4 : 0;
    unsigned high =
        static_cast<unsigned>(std::min<uint64_t>(end - dword * 4, 4));
    uint32_t mask = ((1u << high) - 1) & ~((1u << low) - 1);
    if (reads) {
      noteRead(s->reads[dword], {number, mask});
      continue;
    }
    for (const Read &read : s->reads[dword].of)
      if ((read.bytes & mask) && conflicts(read.number, now))
        return report(read.number, dword * 4 + low);
  }
  return true;
}

} // namespace strict
} // namespace emu
} // namespace spmla
