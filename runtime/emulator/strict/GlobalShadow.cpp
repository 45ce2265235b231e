//===- GlobalShadow.cpp - Who accessed each byte of memory ----------------===//

#include "GlobalShadow.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace spmla {
namespace emu {
namespace strict {

using Kind = GlobalAccess::Kind;

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
    : accesses(1), atomics(workgroups) {
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

void GlobalShadow::synchronize(uint32_t workgroup) {
  atomics[workgroup].push_back(++numAtomics);
}

uint32_t GlobalShadow::number(Kind kind, uint32_t workgroup,
                              uint32_t instruction) {
  if (accesses.size() >> kNumberBits)
    return 0;
  // An atomic is what ends its epoch.
  GlobalAccess a = {workgroup, 0, instruction, kind};
  a.epoch =
      static_cast<uint32_t>(atomics[workgroup].size()) - (a.isAtomic() ? 1 : 0);
  accesses.push_back(a);
  return static_cast<uint32_t>(accesses.size() - 1);
}

bool GlobalShadow::isOrdered(const GlobalAccess &earlier,
                             const GlobalAccess &now) const {
  const std::vector<uint64_t> &theirs = atomics[earlier.workgroup];
  const std::vector<uint64_t> &mine = atomics[now.workgroup];
  return earlier.workgroup == now.workgroup ||
         (earlier.epoch < theirs.size() && !mine.empty() &&
          theirs[earlier.epoch] < mine.back());
}

bool GlobalShadow::conflicts(uint32_t earlier, const GlobalAccess &now) const {
  if (!earlier)
    return false;
  const GlobalAccess &a = accesses[earlier];
  return !(a.isAtomic() && now.isAtomic()) && !isOrdered(a, now);
}

void GlobalShadow::noteRead(Reads &reads, Read now) const {
  const GlobalAccess &mine = accesses[now.number];
  for (Read &r : reads.of) {
    const GlobalAccess &theirs = accesses[r.number];
    bool isAlike = r.number && theirs.workgroup == mine.workgroup &&
                   theirs.epoch == mine.epoch;
    if (!isAlike)
      continue;
    now.bytes |= r.bytes;
    r = now;
    return;
  }
  // What conflicts with the earlier read later on conflicts with this one, too.
  for (Read &r : reads.of)
    if (!r.number ||
        (!(r.bytes & ~now.bytes) && isOrdered(accesses[r.number], mine))) {
      r = now;
      return;
    }
}

bool GlobalShadow::access(uint32_t number, uint64_t address, uint64_t bytes,
                          GlobalConflict &out) {
  Shadow *s = find(address, bytes);
  if (!s || !number)
    return true;
  const GlobalAccess &now = accesses[number];
  bool reads = now.isRead();
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
