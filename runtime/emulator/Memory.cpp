//===- Memory.cpp - Device memory -----------------------------------------===//

#include "Memory.h"

#include <algorithm>
#include <deque>
#include <sys/mman.h>

namespace spmla {
namespace emu {

namespace {

constexpr size_t kPage = 4096;
// Freed allocations whose addresses are not used again yet.
constexpr size_t kQuarantine = 256;

class Quarantine {
public:
  void add(void *mapping, size_t bytes) {
    // Gives the memory back and keeps the addresses.
    void *kept =
        mmap(mapping, bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (kept == MAP_FAILED) {
      munmap(mapping, bytes);
      return;
    }
    std::lock_guard<std::mutex> lock(mutex);
    entries.push_back({mapping, bytes});
    if (entries.size() <= kQuarantine)
      return;
    munmap(entries.front().first, entries.front().second);
    entries.pop_front();
  }

private:
  std::mutex mutex;
  std::deque<std::pair<void *, size_t>> entries;
};

Quarantine &quarantine() {
  // Never destroyed: allocations of static lifetime may end after it.
  static Quarantine &q = *new Quarantine();
  return q;
}

} // namespace

std::shared_ptr<Allocation> Allocation::map(size_t size) {
  if (size > (size_t(1) << 46))
    return nullptr;
  size_t usable = (size + kPage - 1) / kPage * kPage;
  size_t bytes = usable + 2 * kPage; // a guard on either side
  void *mapping = mmap(nullptr, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return nullptr;
  auto *begin = static_cast<uint8_t *>(mapping) + kPage;
  if (usable && mprotect(begin, usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapping, bytes);
    return nullptr;
  }
  std::shared_ptr<Allocation> allocation(new Allocation());
  allocation->mapping = mapping;
  allocation->mappedBytes = bytes;
  allocation->begin = reinterpret_cast<uint64_t>(begin);
  allocation->size = size;
  return allocation;
}

Allocation::~Allocation() {
  if (!mapping)
    return;
  if (quarantined)
    quarantine().add(mapping, mappedBytes);
  else
    munmap(mapping, mappedBytes);
}

void MemorySnapshot::add(const AllocationPtr &allocation) {
  ranges.push_back({allocation->begin, allocation->end()});
  owners.push_back(allocation);
}

void MemorySnapshot::sort() {
  std::sort(ranges.begin(), ranges.end(),
            [](const MemoryRange &a, const MemoryRange &b) {
              return a.begin < b.begin;
            });
}

AllocationPtr MemoryManager::allocate(size_t size, int device, bool isHost,
                                      size_t capacity) {
  std::lock_guard<std::mutex> lock(mutex);
  size_t &used = bytesOfDevice[device];
  if (!isHost && (size > capacity || used > capacity - size))
    return nullptr;
  AllocationPtr allocation = Allocation::map(size);
  if (!allocation)
    return nullptr;
  allocation->device = device;
  allocation->isHost = isHost;
  allocation->quarantined = true;
  if (!isHost)
    used += size;
  allocations[allocation->begin] = allocation;
  return allocation;
}

bool MemoryManager::release(uint64_t begin, bool isHost) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = allocations.find(begin);
  if (it == allocations.end() || it->second->isHost != isHost ||
      it->second->isModule)
    return false;
  if (!isHost)
    bytesOfDevice[it->second->device] -= it->second->size;
  freed.push_back({begin, it->second->end()});
  if (freed.size() > kQuarantine)
    freed.pop_front();
  allocations.erase(it);
  return true;
}

void MemoryManager::adopt(const AllocationPtr &segments, int device) {
  std::lock_guard<std::mutex> lock(mutex);
  segments->device = device;
  segments->isModule = true;
  allocations[segments->begin] = segments;
}

void MemoryManager::drop(const AllocationPtr &segments) {
  std::lock_guard<std::mutex> lock(mutex);
  allocations.erase(segments->begin);
}

AllocationPtr MemoryManager::find(uint64_t address) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return nullptr;
  --it;
  return address < it->second->end() ? it->second : nullptr;
}

void MemoryManager::markWritten(uint64_t address, size_t bytes) {
  AllocationPtr a = find(address);
  if (a && a->written)
    a->written->mark(address - a->begin,
                     std::min<size_t>(bytes, a->end() - address));
}

void MemoryManager::copyWritten(uint64_t to, uint64_t from, size_t bytes) {
  AllocationPtr target = find(to), source = find(from);
  if (target && target->written && source && source->written)
    target->written->copy(to - target->begin, *source->written,
                          from - source->begin, bytes);
  else
    markWritten(to, bytes);
}

void MemoryManager::markAllWritten() {
  std::lock_guard<std::mutex> lock(mutex);
  for (const auto &entry : allocations)
    if (entry.second->written)
      entry.second->written->markAll();
}

size_t MemoryManager::used(int device) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = bytesOfDevice.find(device);
  return it == bytesOfDevice.end() ? 0 : it->second;
}

size_t MemoryManager::count() const {
  std::lock_guard<std::mutex> lock(mutex);
  return allocations.size();
}

MemorySnapshot MemoryManager::snapshot(
    const std::function<bool(const Allocation &)> &isVisible) const {
  std::lock_guard<std::mutex> lock(mutex);
  MemorySnapshot result;
  for (const auto &entry : allocations)
    if (isVisible(*entry.second))
      result.add(entry.second);
  result.freed.assign(freed.begin(), freed.end());
  return result;
}

} // namespace emu
} // namespace spmla
