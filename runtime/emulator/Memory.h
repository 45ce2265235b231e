//===- Memory.h - Device memory -------------------------------*- C++ -*-===//
//
// A device address is the host address of the same byte. Allocations are
// mapped lazily: a page costs nothing until it is touched. Guard pages lie
// between them, and a launch works on a snapshot of what is live, so that
// freeing memory during a kernel cannot crash the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_MEMORY_H
#define SPMLA_EMULATOR_MEMORY_H

#include "Wave.h"
#include "WrittenBytes.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace spmla {
namespace emu {

// Mapped memory, zero at first; unmapped with its last owner.
struct Allocation {
  uint64_t begin = 0;
  size_t size = 0; // as asked for; accesses behind it are errors
  int device = 0;
  bool isHost = false;
  bool isModule = false; // a code object's segments
  // Keep the address range unusable for a while after the end: an access to
  // freed memory must not meet a newer allocation.
  bool quarantined = false;
  // Null if what is written is not tracked.
  std::unique_ptr<WrittenBytes> written;

  // Null if the system has not enough address space.
  static std::shared_ptr<Allocation> map(size_t size);
  ~Allocation();
  uint8_t *data() const { return reinterpret_cast<uint8_t *>(begin); }
  uint64_t end() const { return begin + size; }

private:
  Allocation() = default;
  void *mapping = nullptr;
  size_t mappedBytes = 0;
};
using AllocationPtr = std::shared_ptr<Allocation>;

// What a launch may access, sorted by address.
struct MemorySnapshot {
  std::vector<MemoryRange> ranges;
  std::vector<AllocationPtr> owners;
  // What was freed lately, not sorted: for messages.
  std::vector<MemoryRange> freed;

  void add(const AllocationPtr &allocation);
  void sort();
};

// The allocations of the process, of all devices.
class MemoryManager {
public:
  // Null when `capacity` of the device would be exceeded or mapping fails.
  AllocationPtr allocate(size_t size, int device, bool isHost, size_t capacity);
  // False if `begin` starts no allocation of that kind.
  bool release(uint64_t begin, bool isHost);
  // Memory of a module, from its load to its unload.
  void adopt(const AllocationPtr &segments, int device);
  void drop(const AllocationPtr &segments);
  // The allocation that contains the address, or null.
  AllocationPtr find(uint64_t address) const;
  // Notes that bytes have been written, if their allocation tracks it.
  void markWritten(uint64_t address, size_t size);
  // Notes that bytes have been copied: written where the source is.
  void copyWritten(uint64_t to, uint64_t from, size_t size);
  // A launch has stored what nobody noted.
  void markAllWritten();
  size_t used(int device) const;
  size_t count() const;
  // Those that `isVisible` picks.
  MemorySnapshot
  snapshot(const std::function<bool(const Allocation &)> &isVisible) const;

private:
  mutable std::mutex mutex;
  std::map<uint64_t, AllocationPtr> allocations; // by begin
  std::map<int, size_t> bytesOfDevice;
  std::deque<MemoryRange> freed;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_MEMORY_H
