//===- LdsTables.cpp - LDS reads, writes and lane exchange ----------------===//

#include "CustomCase.h"
#include "Tables.h"

using namespace spmla::emutest;

static constexpr unsigned kLdsBytes = 2048;

static Case &addLds(Table &T, const std::string &Suffix,
                    const std::string &Text, ModelFn Model, FillFn Fill) {
  Case &C = addCase(T, Suffix, Text, std::move(Model), std::move(Fill));
  C.Win.Lds = kLdsBytes;
  C.Waves = 16;
  return C;
}

/// v14 of active lanes: an aligned address below Limit; other lanes hold
/// nonsense that must not be looked at.
static FillFn anyAddress(unsigned Align, unsigned Limit) {
  return [=](WaveState &S, unsigned, Rng &R) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      if (S.active(Lane))
        S.v(14, Lane) = R() % (Limit / Align) * Align;
  };
}
/// The same with a different address for every lane: what two lanes store to
/// one address is not specified.
static FillFn ownAddress(unsigned Stride) {
  return [=](WaveState &S, unsigned Wave, Rng &) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      if (S.active(Lane))
        S.v(14, Lane) = (Lane * 37 + Wave) % kLanes * Stride;
  };
}

/// Loads of less than a dword: extension, or one half of the destination.
struct NarrowLoad {
  const char *Name;
  unsigned Bytes;
  bool Signed;
  enum { Whole, Low, High } Part;
};
static const NarrowLoad kNarrowLoads[] = {
    {"u8", 1, false, NarrowLoad::Whole},
    {"i8", 1, true, NarrowLoad::Whole},
    {"u16", 2, false, NarrowLoad::Whole},
    {"i16", 2, true, NarrowLoad::Whole},
    {"u8_d16", 1, false, NarrowLoad::Low},
    {"u8_d16_hi", 1, false, NarrowLoad::High},
    {"i8_d16", 1, true, NarrowLoad::Low},
    {"i8_d16_hi", 1, true, NarrowLoad::High},
    {"u16_d16", 2, false, NarrowLoad::Low},
    {"u16_d16_hi", 2, false, NarrowLoad::High},
};

static void addReads(Table &T) {
  for (const NarrowLoad &L : kNarrowLoads)
    addLds(T, "", std::string("ds_read_") + L.Name + " v10, v14 offset:301",
           perLane([L](const WaveState &In, Expected &Out, unsigned Lane) {
             uint64_t Offset = In.v(14, Lane) + 301;
             int32_t Value =
                 L.Bytes == 1
                     ? (L.Signed ? int32_t(loadBytes<int8_t>(In.Lds, Offset))
                                 : loadBytes<uint8_t>(In.Lds, Offset))
                     : (L.Signed ? int32_t(loadBytes<int16_t>(In.Lds, Offset))
                                 : loadBytes<uint16_t>(In.Lds, Offset));
             uint32_t Old = In.v(10, Lane), Bits = uint32_t(Value);
             if (L.Part == NarrowLoad::Low)
               Bits = (Old & 0xffff0000) | (Bits & 0xffff);
             else if (L.Part == NarrowLoad::High)
               Bits = (Old & 0xffff) | Bits << 16;
             Out.set(10, Lane, Bits);
           }),
           L.Bytes == 1 ? anyAddress(1, 1024)
                        : FillFn([](WaveState &S, unsigned, Rng &R) {
                            // Odd, so that the sum with the offset is even.
                            for (unsigned Lane = 0; Lane < kLanes; ++Lane)
                              if (S.active(Lane))
                                S.v(14, Lane) = R() % 512 * 2 + 1;
                          }));

  for (unsigned Words : {1, 2, 3, 4})
    addLds(T, "",
           "ds_read_b" + std::to_string(32 * Words) + " " + vregs(10, Words) +
               ", v14 offset:48",
           perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
             for (unsigned I = 0; I < Words; ++I)
               Out.set(
                   10 + I, Lane,
                   loadBytes<uint32_t>(In.Lds, In.v(14, Lane) + 48 + 4 * I));
           }),
           anyAddress(Words == 3 ? 16 : 4 * Words, 1536));

  for (unsigned Words : {1, 2})
    for (bool Stride64 : {false, true}) {
      unsigned Unit = 4 * Words * (Stride64 ? 64 : 1);
      addLds(T, "",
             std::string("ds_read2") + (Stride64 ? "st64" : "") + "_b" +
                 std::to_string(32 * Words) + " " + vregs(10, 2 * Words) +
                 ", v14 offset0:1 offset1:3",
             perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
               for (unsigned I = 0; I < 2 * Words; ++I) {
                 unsigned Offset = (I < Words ? 1 : 3) * Unit + I % Words * 4;
                 Out.set(10 + I, Lane,
                         loadBytes<uint32_t>(In.Lds, In.v(14, Lane) + Offset));
               }
             }),
             anyAddress(4 * Words, 448));
    }
  Case &Acc =
      addLds(T, "agpr", "ds_read_b128 a[4:7], v14",
             perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
               for (unsigned I = 0; I < 4; ++I)
                 Out.setA(4 + I, Lane,
                          loadBytes<uint32_t>(In.Lds, In.v(14, Lane) + 4 * I));
             }),
             anyAddress(16, 2048));
  Acc.Win.A = 8;
}

static void addWrites(Table &T) {
  struct Narrow {
    const char *Name;
    unsigned Bytes, Shift;
  };
  for (const Narrow &N : {Narrow{"b8", 1, 0},
                          {"b8_d16_hi", 1, 16},
                          {"b16", 2, 0},
                          {"b16_d16_hi", 2, 16}})
    addLds(T, "", std::string("ds_write_") + N.Name + " v14, v16 offset:300",
           perLane([N](const WaveState &In, Expected &Out, unsigned Lane) {
             uint64_t Offset = In.v(14, Lane) + 300;
             uint32_t Value = In.v(16, Lane) >> N.Shift;
             if (N.Bytes == 1)
               storeBytes(Out.Lds, Offset, uint8_t(Value));
             else
               storeBytes(Out.Lds, Offset, uint16_t(Value));
           }),
           ownAddress(2));
  for (unsigned Words : {1, 2, 3, 4})
    addLds(T, "",
           "ds_write_b" + std::to_string(32 * Words) + " v14, " +
               vregs(16, Words) + " offset:48",
           perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
             for (unsigned I = 0; I < Words; ++I)
               storeBytes(Out.Lds, In.v(14, Lane) + 48 + 4 * I,
                          In.v(16 + I, Lane));
           }),
           ownAddress(16));
  for (unsigned Words : {1, 2})
    for (bool Stride64 : {false, true}) {
      unsigned Unit = 4 * Words * (Stride64 ? 64 : 1);
      addLds(T, "",
             std::string("ds_write2") + (Stride64 ? "st64" : "") + "_b" +
                 std::to_string(32 * Words) + " v14, " + vregs(16, Words) +
                 ", " + vregs(18, Words) +
                 " offset0:0 offset1:" + (Stride64 ? "2" : "65"),
             perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
               for (unsigned I = 0; I < 2 * Words; ++I) {
                 unsigned Offset = (I < Words  ? 0
                                    : Stride64 ? 2
                                               : 65) *
                                       Unit +
                                   I % Words * 4;
                 storeBytes(Out.Lds, In.v(14, Lane) + Offset,
                            In.v(I < Words ? 16 + I : 18 + I - Words, Lane));
               }
             }),
             ownAddress(4 * Words));
    }
  Case &Acc =
      addLds(T, "agpr", "ds_write_b64 v14, a[4:5]",
             perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
               storeBytes(Out.Lds, In.v(14, Lane), In.a(4, Lane));
               storeBytes(Out.Lds, In.v(14, Lane) + 4, In.a(5, Lane));
             }),
             ownAddress(8));
  Acc.Win.A = 8;
}

/// Transposed reads: in each group of 16 lanes, the 8 bytes that the lanes read
/// hold rows of 16 elements, and lane i receives column i. EXEC is full.
static void addTransposedReads(Table &T) {
  for (unsigned ElementBits : {4, 8, 16}) {
    unsigned PerLane = 64 / ElementBits, LanesPerRow = 16 / PerLane;
    addLds(
        T, "",
        "ds_read_b64_tr_b" + std::to_string(ElementBits) +
            " v[10:11], v14 offset:128",
        [=](const WaveState &In, Expected &Out) {
          uint64_t Mask = (1ull << ElementBits) - 1;
          for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
            unsigned Group = Lane / 16 * 16, Column = Lane % 16;
            uint64_t Result = 0;
            for (unsigned J = 0; J < PerLane; ++J) {
              unsigned Source = Group + LanesPerRow * J + Column / PerLane;
              uint64_t Loaded =
                  loadBytes<uint64_t>(In.Lds, In.v(14, Source) + 128);
              uint64_t Element =
                  Loaded >> (Column % PerLane * ElementBits) & Mask;
              Result |= Element << (J * ElementBits);
            }
            Out.set64(10, Lane, Result);
          }
        },
        [](WaveState &S, unsigned, Rng &R) {
          S.Exec = ~0ull;
          for (unsigned Lane = 0; Lane < kLanes; ++Lane)
            S.v(14, Lane) = R() % 200 * 8;
        });
  }
}

/// Lanes read each other's registers through the LDS hardware. A lane that EXEC
/// disables hands out 0.
static void addLaneExchange(Table &T) {
  auto AnyLane = [](WaveState &S, unsigned, Rng &R) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      S.v(14, Lane) = R() % 2 ? R() % 64 * 4 : R();
  };
  addCase(T, "", "ds_bpermute_b32 v10, v14, v16 offset:12",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            unsigned From = (In.v(14, Lane) + 12) / 4 % 64;
            Out.set(10, Lane, In.active(From) ? In.v(16, From) : 0);
          }),
          AnyLane);
  addCase(
      T, "", "ds_permute_b32 v10, v14, v16 offset:8",
      [](const WaveState &In, Expected &Out) {
        std::array<uint32_t, kLanes> Sent{};
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          if (In.active(Lane)) // the highest sender wins
            Sent[(In.v(14, Lane) + 8) / 4 % 64] = In.v(16, Lane);
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          if (In.active(Lane))
            Out.set(10, Lane, Sent[Lane]);
      },
      AnyLane);
  // Bit 15: a permutation of four; else lane' = ((lane & and) | or) ^ xor
  // within 32 lanes.
  for (unsigned Offset : {0x8000u | 0x1bu, 0x8000u | 0x4eu, 0x401fu, 0x041fu,
                          0x001cu, 0x0210u, 0x7c1fu})
    addCase(T, std::to_string(Offset),
            "ds_swizzle_b32 v10, v16 offset:" + std::to_string(Offset),
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              unsigned From;
              if (Offset & 0x8000)
                From = (Lane & ~3u) + (Offset >> (2 * (Lane % 4)) & 3);
              else
                From =
                    (Lane & 32) + (((Lane & Offset & 31) | (Offset >> 5 & 31)) ^
                                   (Offset >> 10 & 31));
              Out.set(10, Lane, In.active(From) ? In.v(16, From) : 0);
            }));
}

void spmla::emutest::addLdsTables(std::vector<Table> &Tables) {
  Table Access{"LdsAccess", "gfx950", {}},
      Exchange{"LaneExchange", "gfx950", {}};
  addReads(Access);
  addWrites(Access);
  addTransposedReads(Access);
  addLaneExchange(Exchange);
  Tables.push_back(std::move(Access));
  Tables.push_back(std::move(Exchange));
}
