//===- LdsShadow.h - Who accessed each byte of LDS ------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_LDSSHADOW_H
#define SPMLA_EMULATOR_STRICT_LDSSHADOW_H

#include "WaitState.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace spmla {
namespace emu {
namespace strict {

// An access that nothing orders after an earlier one.
struct LdsConflict {
  Access other;
  uint32_t byte = 0;
};

// The last writes and the last reads of each byte. Two accesses of which one is
// a write conflict
//  - in different waves, unless a barrier opened after the earlier one had been
//    waited for (atomics do not conflict with each other, nor does a compare
//    and swap with a read: compilers begin loops around it with a plain one,
//    whose value it checks);
//  - in one wave, if one is an LDS-DMA and the other is still outstanding:
//    LDS operations of one wave stay in order, and so do its vector loads, but
//    not the one with the other.
class LdsShadow {
public:
  LdsShadow(uint32_t bytes, const std::vector<WaitState> &waves)
      : dwords((bytes + 3) / 4), waves(waves) {}

  // Forgets everything: another workgroup begins.
  void clear();
  // Notes an access; false if it conflicts with an earlier one.
  bool read(const Access &a, uint32_t begin, uint32_t bytes, LdsConflict &out);
  bool write(const Access &a, uint32_t begin, uint32_t bytes, LdsConflict &out);

private:
  // Two reads of different waves are enough: a write by a third wave conflicts
  // with both, a write by one of them with the other. So are two atomics, whose
  // place is among the writes: each conflicts with what is not atomic. Of plain
  // writes the last one is enough.
  using Pair = std::array<Access, 2>;
  struct Cell {
    Pair writes, reads;
  };
  bool conflicts(const Access &earlier, const Access &a) const;
  bool conflicts(const Pair &earlier, const Access &a, LdsConflict &out) const;
  bool isReplaceable(const Access &earlier, const Access &a) const;
  void note(Pair &places, const Access &a) const;
  template <class Fn>
  bool forEachCell(uint32_t begin, uint32_t bytes, LdsConflict &out, Fn access);

  // The cell of a dword stands for its four bytes until something accesses a
  // part of them; then each byte has a cell of its own in `split`.
  struct Dword {
    Cell cell;
    bool isSplit = false;
  };
  std::vector<Dword> dwords;
  std::unordered_map<uint32_t, std::array<Cell, 4>> split;
  const std::vector<WaitState> &waves;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_LDSSHADOW_H
