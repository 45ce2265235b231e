//===- GlobalShadow.h - Who accessed each byte of memory ------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_GLOBALSHADOW_H
#define SPMLA_EMULATOR_STRICT_GLOBALSHADOW_H

#include "../Memory.h"

#include <array>
#include <mutex>

namespace spmla {
namespace emu {
namespace strict {

// One side of a race between workgroups.
struct GlobalConflict {
  uint64_t workgroup = 0;
  uint32_t instruction = 0;
  bool writes = false;
  uint64_t address = 0;
};

// The last write and the last reads of each byte of the memory that one launch
// may access. Two accesses by different workgroups, one of them a plain write,
// conflict unless an atomic of the one follows its access and an atomic of the
// other, later still, precedes its own: that is how workgroups hand results to
// each other. Which variable those atomics use is not looked at, and only the
// order in which the emulator happens to run is seen, so a race may be missed;
// what is reported is one. Memory for it is backed where a byte is accessed.
class GlobalShadow {
public:
  GlobalShadow(const MemorySnapshot &memory, uint64_t workgroups);
  ~GlobalShadow();
  GlobalShadow(const GlobalShadow &) = delete;
  GlobalShadow &operator=(const GlobalShadow &) = delete;

  enum class Kind { Read, Write, Atomic };
  // Notes the accesses of one instruction, one by one between lock and unlock;
  // false if one conflicts. Addresses outside the ranges are left alone.
  std::mutex &lock() { return mutex; }
  bool access(Kind kind, uint64_t workgroup, uint32_t instruction,
              uint64_t address, uint32_t bytes, GlobalConflict &out);
  // The first of the bytes that nothing has written, or `bytes`.
  uint32_t firstUnwritten(uint64_t address, uint32_t bytes);
  void markWritten(uint64_t address, uint32_t bytes);
  // The workgroup has executed an atomic, which orders it.
  void synchronize(uint64_t workgroup);

private:
  // Workgroups count from 1 here; 0: nobody. `epoch` numbers the intervals
  // between the atomics of that workgroup. A write has a cell per byte, a read
  // one per dword with a bit per byte: reads are many.
  struct Cell {
    uint32_t workgroup, epoch;
    uint32_t instruction : 27;
    uint32_t bytes : 4;
    uint32_t atomic : 1;
  };
  // Two reads of a dword by different workgroups are enough: a write conflicts
  // with one of them at least.
  struct Reads {
    Cell of[2];
  };
  struct Shadow {
    MemoryRange range;
    uint8_t *written = nullptr; // as in Allocation
    // Mapped when first needed.
    Cell *writes = nullptr;
    Reads *reads = nullptr;
    uint64_t numDwords() const { return (range.end - range.begin + 3) / 4; }
  };
  // A workgroup's atomics: how many, and when the last one was in the launch.
  struct Clock {
    uint32_t epoch = 0;
    uint64_t last = 0;
  };
  Shadow *find(uint64_t address, uint32_t bytes);
  bool conflicts(const Cell &earlier, const Cell &now) const;
  void noteRead(Reads &reads, const Cell &now);

  std::mutex mutex;
  std::vector<Shadow> shadows; // sorted by address
  size_t recent = 0;
  std::vector<Clock> clocks;
  uint64_t numAtomics = 0;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_GLOBALSHADOW_H
