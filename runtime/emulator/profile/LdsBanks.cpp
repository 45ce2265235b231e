//===- LdsBanks.cpp - How long LDS takes for an access --------------------===//

#include "LdsBanks.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace spmla {
namespace emu {
namespace profile {

namespace {

constexpr unsigned kWriteBanks = 32, kDwordBytes = 4;

// Of the eight groups of four lanes in each half of the wave: when a wide read
// serves them. Two of them in a row share a phase of 32 banks, four one of 64.
constexpr unsigned kWideReadOrder[8] = {0, 4, 6, 2, 5, 1, 3, 7};

// How one kind of access is split into phases.
struct Phases {
  unsigned banks;
  unsigned lanes; // of a phase
  bool isWideRead;

  Phases(const Arch &arch, LdsOperation operation, uint32_t bytes) {
    bool isRead = operation == LdsOperation::Read;
    banks = isRead && bytes != 12 ? arch.ldsReadBanks : kWriteBanks;
    unsigned dwords = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
    lanes = banks / dwords;
    isWideRead = isRead && bytes > 8;
  }
  unsigned of(unsigned lane) const {
    unsigned position =
        isWideRead ? (lane & ~31u) | kWideReadOrder[lane / 4 % 8] * 4 : lane;
    return position / lanes;
  }
};

struct Access {
  unsigned phase, bank;
  uint64_t dword;

  bool operator<(const Access &o) const {
    return std::tie(phase, bank, dword) < std::tie(o.phase, o.bank, o.dword);
  }
  bool operator==(const Access &o) const {
    return phase == o.phase && dword == o.dword;
  }
};

} // namespace

LdsCycles ldsCycles(const LdsAccesses &accesses, LdsOperation operation,
                    const Arch &arch) {
  Phases phases(arch, operation, accesses.bytes);
  // A piece of 16 bytes that is not aligned touches five dwords.
  std::array<Access, 5 * kLanes> all;
  auto end = all.begin();
  for (unsigned i = 0; i < accesses.count; ++i) {
    uint64_t first = accesses.at[i] / kDwordBytes,
             last = (accesses.at[i] + accesses.bytes - 1) / kDwordBytes;
    for (uint64_t dword = first; dword <= last; ++dword)
      *end++ = {phases.of(accesses.lane[i]),
                static_cast<unsigned>(dword % phases.banks), dword};
  }
  std::sort(all.begin(), end);
  if (operation != LdsOperation::Atomic)
    end = std::unique(all.begin(), end);
  // Of each phase the longest run of one bank.
  LdsCycles cycles;
  for (auto i = all.begin(); i != end;) {
    unsigned phase = i->phase, longest = 0;
    while (i != end && i->phase == phase) {
      auto bank = i;
      while (i != end && i->phase == phase && i->bank == bank->bank)
        ++i;
      longest = std::max(longest, static_cast<unsigned>(i - bank));
    }
    cycles.total += longest;
    cycles.conflicts += longest - 1;
  }
  return cycles;
}

} // namespace profile
} // namespace emu
} // namespace spmla
