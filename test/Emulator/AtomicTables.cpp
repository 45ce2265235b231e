//===- AtomicTables.cpp - Atomics on LDS and on memory --------------------===//

#include "AtomicOps.h"
#include "Tables.h"

#include <algorithm>
#include <numeric>

using namespace spmla::emutest;

static constexpr unsigned kLdsBytes = 1024, kMemBytes = 1024;

/// One slot per lane in random order: the order of lanes must not matter.
static std::vector<unsigned> shuffledSlots(Rng &R) {
  std::vector<unsigned> Slots(kLanes);
  std::iota(Slots.begin(), Slots.end(), 0);
  for (unsigned I = kLanes - 1; I > 0; --I)
    std::swap(Slots[I], Slots[R() % (I + 1)]);
  return Slots;
}

static void storeWord(std::vector<uint8_t> &Bytes, unsigned Bits,
                      uint64_t Offset, uint64_t Value) {
  if (Bits == 64)
    storeBytes(Bytes, Offset, Value);
  else
    storeBytes(Bytes, Offset, uint32_t(Value));
}
static uint64_t loadWord(const std::vector<uint8_t> &Bytes, unsigned Bits,
                         uint64_t Offset) {
  return Bits == 64 ? loadBytes<uint64_t>(Bytes, Offset)
                    : loadBytes<uint32_t>(Bytes, Offset);
}
static uint64_t readV(const WaveState &In, unsigned Bits, unsigned Reg,
                      unsigned Lane) {
  return Bits == 64 ? In.v64(Reg, Lane) : In.v(Reg, Lane);
}
static void writeV(Expected &Out, unsigned Bits, unsigned Reg, unsigned Lane,
                   uint64_t Value) {
  if (Bits == 64)
    Out.set64(Reg, Lane, Value);
  else
    Out.set(Reg, Lane, uint32_t(Value));
}

/// Memory, data (v16) and compared value; a third of the lanes compare equal.
static void fillData(const AtomicOp &Op, WaveState &S,
                     std::vector<uint8_t> &Memory, unsigned Slot, unsigned Lane,
                     unsigned CompareReg, unsigned DataReg, Rng &R) {
  unsigned Bytes = Op.Bits / 8;
  uint64_t Old = atomicValue(Op, R);
  storeWord(Memory, Op.Bits, Slot * Bytes, Old);
  auto Set = [&](unsigned Reg, uint64_t Value) {
    if (Op.Bits == 64)
      S.setV64(Reg, Lane, Value);
    else
      S.v(Reg, Lane) = uint32_t(Value);
  };
  Set(DataReg, atomicValue(Op, R));
  if (Op.Compares)
    Set(CompareReg, R() % 3 ? atomicValue(Op, R) : Old);
}

/// ds_<op>: address v14; for cmpst the compared value comes first.
static void addLds(Table &T, const AtomicOp &Op, bool Returns) {
  std::string Name = Op.Lds;
  if (Returns)
    Name.insert(Name.rfind('_'), "_rtn");
  unsigned Words = Op.Bits / 32, Data = Op.Compares ? 18 : 16;
  std::string Text = "ds_" + Name + " " +
                     (Returns ? vregs(10, Words) + ", " : "") + "v14, " +
                     vregs(16, Words);
  if (Op.Compares)
    Text += ", " + vregs(18, Words);
  Case &C =
      addCase(T, "", Text + " offset:64",
              perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                uint64_t Offset = In.v(14, Lane) + 64;
                uint64_t Old = loadWord(In.Lds, Op.Bits, Offset);
                storeWord(Out.Lds, Op.Bits, Offset,
                          Op.Apply(Old, readV(In, Op.Bits, Data, Lane),
                                   readV(In, Op.Bits, 16, Lane)));
                if (Returns)
                  writeV(Out, Op.Bits, 10, Lane, Old);
              }),
              [=](WaveState &S, unsigned, Rng &R) {
                std::vector<unsigned> Slots = shuffledSlots(R);
                for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
                  unsigned Slot = Slots[Lane] + 512 / Op.Bits;
                  S.v(14, Lane) = Slot * (Op.Bits / 8) - 64;
                  fillData(Op, S, S.Lds, Slot, Lane, 16, Data, R);
                }
              });
  C.Win.Lds = kLdsBytes;
  C.Waves = 16;
}

namespace {
enum class Space { Global, GlobalSaddr, Flat, Buffer };
} // namespace

/// <space>_atomic_<op>: for cmpswap the data operand is {new, compared}.
static void addMemory(Table &T, const AtomicOp &Op, Space Where, bool Returns) {
  unsigned Words = Op.Bits / 32 * (Op.Compares ? 2 : 1), Word = Op.Bits / 32;
  std::string Data = vregs(16, Words), Result = vregs(10, Word), Text;
  switch (Where) {
  case Space::Global:
    Text = std::string("global_atomic_") + Op.Global + " " +
           (Returns ? Result + ", " : "") + "v[14:15], " + Data +
           ", off offset:64";
    break;
  case Space::GlobalSaddr:
    Text = std::string("global_atomic_") + Op.Global + " " +
           (Returns ? Result + ", " : "") + "v14, " + Data +
           ", s[14:15] offset:64";
    break;
  case Space::Flat:
    Text = std::string("flat_atomic_") + Op.Global + " " +
           (Returns ? Result + ", " : "") + "v[14:15], " + Data + " offset:64";
    break;
  case Space::Buffer:
    // The result comes back in the data register.
    Text = std::string("buffer_atomic_") + Op.Global + " " + Data +
           ", v14, s[16:19], s20 offen offset:64";
    break;
  }
  std::string Suffix = std::string(Where == Space::GlobalSaddr ? "saddr" : "") +
                       (Returns ? "_returns" : "");
  Case &C = addCase(
      T, Suffix, Text + (Returns ? " sc0" : ""),
      perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
        uint64_t Offset = 64;
        if (Where == Space::Buffer)
          Offset += In.v(14, Lane) + In.s(20);
        else if (Where == Space::GlobalSaddr)
          Offset += In.v(14, Lane);
        else
          Offset += In.v64(14, Lane) - In.MemBase;
        uint64_t Old = loadWord(In.Mem, Op.Bits, Offset);
        storeWord(
            Out.Mem, Op.Bits, Offset,
            Op.Apply(Old, readV(In, Op.Bits, 16, Lane),
                     Op.Compares ? readV(In, Op.Bits, 16 + Word, Lane) : 0));
        if (Returns)
          writeV(Out, Op.Bits, Where == Space::Buffer ? 16 : 10, Lane, Old);
      }),
      [=](WaveState &S, unsigned, Rng &R) {
        std::vector<unsigned> Slots = shuffledSlots(R);
        S.setS64(16, S.MemBase);
        S.s(18) = kMemBytes;
        S.s(19) = 0x00027000;
        S.s(20) = 32;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          unsigned Slot = Slots[Lane] + 1024 / Op.Bits;
          unsigned Offset = Slot * (Op.Bits / 8) - 64;
          if (Where == Space::Buffer)
            S.v(14, Lane) = Offset - S.s(20);
          else if (Where == Space::GlobalSaddr)
            S.v(14, Lane) = Offset;
          else
            S.setV64(14, Lane, S.MemBase + Offset);
          fillData(Op, S, S.Mem, Slot, Lane, 16 + Word, 16, R);
        }
      });
  C.Win.Mem = kMemBytes;
  C.Waves = 16;
}

/// LDS exchanges of one and two words, and the masked or.
static void addExchanges(Table &T) {
  for (unsigned Words : {1, 2}) {
    std::string Type = Words == 1 ? "b32" : "b64";
    unsigned Bits = 32 * Words;
    auto Fill = [=](unsigned Stride) {
      return [=](WaveState &S, unsigned, Rng &R) {
        std::vector<unsigned> Slots = shuffledSlots(R);
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          S.v(14, Lane) = Slots[Lane] * Stride;
      };
    };
    Case &One = addCase(
        T, "",
        "ds_wrxchg_rtn_" + Type + " " + vregs(10, Words) + ", v14, " +
            vregs(16, Words),
        perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
          writeV(Out, Bits, 10, Lane, loadWord(In.Lds, Bits, In.v(14, Lane)));
          storeWord(Out.Lds, Bits, In.v(14, Lane), readV(In, Bits, 16, Lane));
        }),
        Fill(8));
    One.Win.Lds = kLdsBytes;
    Case &Two = addCase(
        T, "",
        "ds_wrxchg2_rtn_" + Type + " " + vregs(10, 2 * Words) + ", v14, " +
            vregs(16, Words) + ", " + vregs(18, Words) + " offset1:1",
        perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
          for (unsigned I = 0; I < 2; ++I) {
            uint64_t Offset = In.v(14, Lane) + I * 4 * Words;
            writeV(Out, Bits, 10 + I * Words, Lane,
                   loadWord(In.Lds, Bits, Offset));
            storeWord(Out.Lds, Bits, Offset, readV(In, Bits, 16 + 2 * I, Lane));
          }
        }),
        Fill(16));
    Two.Win.Lds = kLdsBytes;
    // The same with offsets in units of 64 words.
    Case &Stride64 = addCase(
        T, "",
        "ds_wrxchg2st64_rtn_" + Type + " " + vregs(10, 2 * Words) + ", v14, " +
            vregs(16, Words) + ", " + vregs(18, Words) + " offset0:1 offset1:2",
        perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
          for (unsigned I = 0; I < 2; ++I) {
            uint64_t Offset = In.v(14, Lane) + (I + 1) * 256 * Words;
            writeV(Out, Bits, 10 + I * Words, Lane,
                   loadWord(In.Lds, Bits, Offset));
            storeWord(Out.Lds, Bits, Offset, readV(In, Bits, 16 + 2 * I, Lane));
          }
        }),
        Fill(4 * Words));
    Stride64.Win.Lds = 1536;
    Case &Mask =
        addCase(T, "",
                "ds_mskor_" + Type + " v14, " + vregs(16, Words) + ", " +
                    vregs(18, Words),
                perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                  uint64_t Old = loadWord(In.Lds, Bits, In.v(14, Lane));
                  storeWord(Out.Lds, Bits, In.v(14, Lane),
                            (Old & ~readV(In, Bits, 16, Lane)) |
                                readV(In, Bits, 18, Lane));
                }),
                Fill(8));
    Mask.Win.Lds = kLdsBytes;
  }
}

/// All lanes hit one word: no update may be lost.
static void addContended(Table &T) {
  auto Sum = [](const WaveState &In) {
    uint32_t Total = 0;
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      if (In.active(Lane))
        Total += In.v(16, Lane);
    return Total;
  };
  Case &Lds = addCase(
      T, "contended", "ds_add_u32 v14, v16 offset:128",
      [Sum](const WaveState &In, Expected &Out) {
        storeBytes(Out.Lds, 132, loadBytes<uint32_t>(In.Lds, 132) + Sum(In));
      },
      [](WaveState &S, unsigned, Rng &) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          S.v(14, Lane) = 4;
      });
  Lds.Win.Lds = 256;
  Case &Global = addCase(
      T, "contended", "global_atomic_add v14, v16, s[14:15] offset:128",
      [Sum](const WaveState &In, Expected &Out) {
        storeBytes(Out.Mem, 132, loadBytes<uint32_t>(In.Mem, 132) + Sum(In));
      },
      [](WaveState &S, unsigned, Rng &) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          S.v(14, Lane) = 4;
      });
  Global.Win.Mem = 256;
}

void spmla::emutest::addAtomicTables(std::vector<Table> &Tables) {
  Table Lds{"LdsAtomics", "gfx950", {}}, Memory{"MemoryAtomics", "gfx950", {}};
  for (const AtomicOp &Op : atomicOps())
    for (bool Returns : {false, true}) {
      if (Op.Lds)
        addLds(Lds, Op, Returns);
      if (Op.Global)
        for (Space Where :
             {Space::Global, Space::GlobalSaddr, Space::Flat, Space::Buffer})
          addMemory(Memory, Op, Where, Returns);
    }
  addExchanges(Lds);
  addContended(Lds);
  Tables.push_back(std::move(Lds));
  Tables.push_back(std::move(Memory));
}
