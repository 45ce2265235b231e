//===- LdsBanksTest.cpp - Phases and bank conflicts of LDS ----------------===//

#include "emulator/profile/LdsBanks.h"
#include "ProfileKernel.h"

#include <algorithm>

using namespace spmla;
using namespace spmla::emu;
using namespace spmla::emutest;
using namespace spmla::emu::profile;

namespace {

// The lanes whose access of `bytes` conflicts with lane `lane`'s when both meet
// in a bank.
std::vector<unsigned> phaseOf(unsigned lane, LdsOperation operation,
                              unsigned bytes, const char *arch) {
  std::vector<unsigned> lanes;
  for (unsigned other = 0; other < kLanes; ++other) {
    LdsAccesses a;
    a.count = 2;
    a.bytes = bytes;
    a.lane[0] = lane;
    a.lane[1] = other;
    a.at[0] = 0;
    a.at[1] = 4096;
    if (ldsCycles(a, operation, *findArch(arch)).conflicts)
      lanes.push_back(other);
  }
  return lanes;
}

// [first, last] of each pair.
std::vector<unsigned>
ranges(std::initializer_list<std::pair<unsigned, unsigned>> pairs) {
  std::vector<unsigned> lanes;
  for (auto [first, last] : pairs)
    for (unsigned l = first; l <= last; ++l)
      lanes.push_back(l);
  return lanes;
}

TEST(LdsBanks, ReadsOf16BytesOnGfx950) {
  auto phase = [](unsigned lane) {
    return phaseOf(lane, LdsOperation::Read, 16, "gfx950");
  };
  EXPECT_EQ(phase(0), ranges({{0, 3}, {12, 15}, {20, 27}}));
  EXPECT_EQ(phase(4), ranges({{4, 11}, {16, 19}, {28, 31}}));
  EXPECT_EQ(phase(32), ranges({{32, 35}, {44, 47}, {52, 59}}));
  EXPECT_EQ(phase(63), ranges({{36, 43}, {48, 51}, {60, 63}}));
}

TEST(LdsBanks, WideReadsOf32Banks) {
  for (auto [bytes, arch] : {std::pair<unsigned, const char *>{16, "gfx942"},
                             {12, "gfx942"},
                             {12, "gfx950"}}) {
    auto phase = [bytes = bytes, arch = arch](unsigned lane) {
      return phaseOf(lane, LdsOperation::Read, bytes, arch);
    };
    EXPECT_EQ(phase(0), ranges({{0, 3}, {20, 23}}));
    EXPECT_EQ(phase(4), ranges({{4, 7}, {16, 19}}));
    EXPECT_EQ(phase(8), ranges({{8, 11}, {28, 31}}));
    EXPECT_EQ(phase(12), ranges({{12, 15}, {24, 27}}));
    EXPECT_EQ(phase(56), ranges({{44, 47}, {56, 59}}));
  }
}

TEST(LdsBanks, OthersTakeNeighbours) {
  constexpr LdsOperation read = LdsOperation::Read, write = LdsOperation::Write;
  EXPECT_EQ(phaseOf(63, read, 4, "gfx950"), ranges({{0, 63}}));
  EXPECT_EQ(phaseOf(0, read, 4, "gfx942"), ranges({{0, 31}}));
  EXPECT_EQ(phaseOf(40, read, 1, "gfx942"), ranges({{32, 63}}));
  EXPECT_EQ(phaseOf(0, read, 8, "gfx950"), ranges({{0, 31}}));
  EXPECT_EQ(phaseOf(17, read, 8, "gfx942"), ranges({{16, 31}}));
  for (const char *arch : {"gfx942", "gfx950"}) {
    EXPECT_EQ(phaseOf(0, write, 2, arch), ranges({{0, 31}}));
    EXPECT_EQ(phaseOf(0, write, 4, arch), ranges({{0, 31}}));
    EXPECT_EQ(phaseOf(20, write, 8, arch), ranges({{16, 31}}));
    EXPECT_EQ(phaseOf(20, write, 12, arch), ranges({{16, 23}}));
    EXPECT_EQ(phaseOf(20, write, 16, arch), ranges({{16, 23}}));
  }
}

// Lane l accesses LDS at 4 * stride * l.
struct StrideCase {
  const char *instruction;
  const char *arch;
  unsigned stride; // dwords
  unsigned cycles, conflicts;
};
void PrintTo(const StrideCase &c, std::ostream *os) {
  *os << c.instruction << " stride " << c.stride << " " << c.arch;
}
class LdsStride : public testing::TestWithParam<StrideCase> {};

TEST_P(LdsStride, Cycles) {
  const StrideCase &c = GetParam();
  nlohmann::json counters =
      countersOf(profileOf("v_mul_u32_u24 v5, " + std::to_string(4 * c.stride) +
                               ", v2\n" + c.instruction + "\n",
                           c.arch),
                 c.instruction);
  EXPECT_EQ(counters.value("lds_cycles", 0u), c.cycles);
  EXPECT_EQ(counters.value("bank_conflicts", 0u), c.conflicts);
}

const char *const read32 = "ds_read_b32 v8, v5";
const char *const read64 = "ds_read_b64 v[8:9], v5";
const char *const read128 = "ds_read_b128 v[8:11], v5";
const char *const write32 = "ds_write_b32 v5, v8";
const char *const write64 = "ds_write_b64 v5, v[8:9]";
const char *const write128 = "ds_write_b128 v5, v[8:11]";

// A phase of n lanes whose first dwords fall into b banks takes n / b cycles.
INSTANTIATE_TEST_SUITE_P(
    Profile, LdsStride,
    testing::Values(
        // All lanes read one dword, or dwords that overlap.
        StrideCase{read32, "gfx950", 0, 1, 0},
        StrideCase{read128, "gfx950", 0, 4, 0},
        StrideCase{read64, "gfx950", 1, 2, 0},
        StrideCase{read128, "gfx950", 1, 4, 0},
        StrideCase{read128, "gfx950", 2, 4, 0},
        // Every dword of LDS once.
        StrideCase{read32, "gfx950", 1, 1, 0},
        StrideCase{read64, "gfx950", 2, 2, 0},
        StrideCase{read128, "gfx950", 4, 4, 0},
        StrideCase{read32, "gfx942", 1, 2, 0},
        StrideCase{read64, "gfx942", 2, 4, 0},
        StrideCase{read128, "gfx942", 4, 8, 0},
        StrideCase{write32, "gfx950", 1, 2, 0},
        StrideCase{write64, "gfx950", 2, 4, 0},
        StrideCase{write128, "gfx950", 4, 8, 0},
        // A dword of pad per 64 keeps the columns of a tile apart.
        StrideCase{read32, "gfx950", 65, 1, 0},
        StrideCase{read32, "gfx950", 2, 2, 1},
        StrideCase{read32, "gfx950", 32, 32, 31},
        StrideCase{read32, "gfx950", 64, 64, 63},
        StrideCase{read64, "gfx950", 32, 32, 30},
        StrideCase{read64, "gfx950", 64, 64, 62},
        StrideCase{read128, "gfx950", 32, 32, 28},
        StrideCase{read128, "gfx950", 64, 64, 60},
        StrideCase{read32, "gfx942", 2, 4, 2},
        StrideCase{read32, "gfx942", 32, 64, 62},
        StrideCase{read64, "gfx942", 32, 64, 60},
        StrideCase{read64, "gfx942", 64, 64, 60},
        StrideCase{read128, "gfx942", 32, 64, 56},
        StrideCase{write32, "gfx950", 2, 4, 2},
        StrideCase{write32, "gfx950", 32, 64, 62},
        StrideCase{write64, "gfx950", 32, 64, 60},
        StrideCase{write128, "gfx950", 64, 64, 56},
        StrideCase{write128, "gfx942", 32, 64, 56},
        // Rows of 256 bytes and 16 of pad, a lane in each.
        StrideCase{read64, "gfx950", 68, 4, 2},
        StrideCase{read128, "gfx950", 68, 4, 0}));

} // namespace
