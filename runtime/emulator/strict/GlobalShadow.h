//===- GlobalShadow.h - Who accessed each byte of memory ------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_GLOBALSHADOW_H
#define SPMLA_EMULATOR_STRICT_GLOBALSHADOW_H

#include "../Memory.h"

#include <mutex>

namespace spmla {
namespace emu {
namespace strict {

// What the accesses to memory by one workgroup, one instruction, and between
// two releases by the workgroup have in common.
struct GlobalAccess {
  uint32_t workgroup = 0;
  uint32_t instruction = 0;
  bool writes = false;
  bool coherent = false; // an atomic is, and writes
  bool swaps = false;    // a compare and swap is such an atomic
  uint32_t epoch = 0;    // the first release by the workgroup that covers it
};

// One side of a race between workgroups.
struct GlobalConflict {
  GlobalAccess other;
  uint64_t address = 0;
};

// The last write and the last reads of each byte of the memory that one launch
// may access. Two accesses by different workgroups, one of them a write and not
// both coherent, conflict unless a coherent write of the one follows its access
// and a coherent read of the other, later still, precedes its own: a release
// and an acquire, by which workgroups hand results to each other. A coherent
// access is ordered by itself. A read does not conflict with a compare and
// swap: compilers begin their loops around it with a plain load, whose value it
// checks. Which variables and fences go with them is not
// looked at, and only the order in which the emulator happens to run is seen,
// so a race may be missed; what is reported is one. Memory for it is backed
// where a byte is accessed: 4 bytes per byte written, 8 per dword read.
class GlobalShadow {
public:
  GlobalShadow(const MemorySnapshot &memory, uint64_t workgroups);
  ~GlobalShadow();
  GlobalShadow(const GlobalShadow &) = delete;
  GlobalShadow &operator=(const GlobalShadow &) = delete;

  // Held while the members below are called.
  std::mutex &lock() { return mutex; }

  // The workgroup is about to execute a coherent access that reads (acquire),
  // writes (release), or both. Comes before number() and access(); the lock is
  // held until it is executed, lest another workgroup's be noted in between.
  void acquire(uint32_t workgroup);
  void release(uint32_t workgroup);
  // A number for accesses by a workgroup until its next release.
  // 0 if there are none left; accesses of number 0 are not looked at.
  // The epoch is filled in.
  uint32_t number(GlobalAccess access);
  const GlobalAccess &accessOf(uint32_t number) const {
    return accesses[number];
  }
  // Notes accesses; false if one conflicts with an earlier one. Addresses
  // outside the ranges are left alone.
  bool access(uint32_t number, uint64_t address, uint64_t bytes,
              GlobalConflict &out);

  // As WrittenBytes::unwritten; none where that is not known.
  uint64_t unwritten(uint64_t address, unsigned bytes);
  void markWritten(uint64_t address, uint64_t bytes);

private:
  // A write has a cell per byte, a read one per dword with a bit per byte:
  // reads are many.
  static constexpr unsigned kNumberBits = 28;
  struct Read {
    uint32_t number : kNumberBits;
    uint32_t bytes : 4;
  };
  // Two reads of a dword by different workgroups are enough: a write conflicts
  // with one of them at least. Plain ones are preferred, for they conflict with
  // more.
  struct Reads {
    Read of[2];
  };
  struct Shadow {
    MemoryRange range;
    WrittenBytes *written = nullptr; // as in Allocation
    // Mapped when first needed.
    uint32_t *writes = nullptr;
    Reads *reads = nullptr;
    uint64_t numDwords() const { return (range.end - range.begin + 3) / 4; }
  };
  Shadow *find(uint64_t address, uint64_t bytes);
  bool isOrdered(const GlobalAccess &earlier, const GlobalAccess &now) const;
  bool conflicts(uint32_t earlier, const GlobalAccess &now) const;
  void noteRead(Reads &reads, Read now) const;

  std::mutex mutex;
  std::vector<Shadow> shadows; // sorted by address
  size_t recent = 0;
  std::vector<GlobalAccess> accesses; // by number
  // When each workgroup released, and acquired last: in order of both.
  std::vector<std::vector<uint64_t>> releases;
  std::vector<uint64_t> acquired;
  uint64_t time = 0;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_GLOBALSHADOW_H
