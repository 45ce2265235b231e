//===- ScratchTables.cpp - Accesses to a lane's private memory ------------===//

#include "CustomCase.h"
#include "Tables.h"

using namespace spmla::emutest;

/// Scratch is private to a lane: what a lane stores at an offset comes back,
/// and neither other offsets nor other lanes see it. v14 is a byte offset.
static void addScratch(Table &T) {
  auto Scratch = [&](const std::string &Suffix, const std::string &Text,
                     ModelFn Model) {
    Case &C = addCase(T, Suffix, Text, std::move(Model),
                      [](WaveState &S, unsigned, Rng &R) {
                        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
                          S.v(14, Lane) = R() % 8 * 16;
                        S.s(20) = R() % 8 * 16;
                      });
    C.Win.Scratch = 512;
    C.Waves = 16;
  };
  // Each address form of the store is read back with another one.
  for (unsigned Words : {1, 2, 3, 4}) {
    std::string Width = Words == 1 ? "" : "x" + std::to_string(Words);
    std::string Data = vregs(16, Words), Dst = vregs(10, Words);
    auto Copy = perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
      for (unsigned I = 0; I < Words; ++I)
        Out.set(10 + I, Lane, In.v(16 + I, Lane));
    });
    std::string Wait = "\n  s_waitcnt vmcnt(0)\n  ";
    Scratch("vaddr",
            "scratch_store_dword" + Width + " v14, " + Data +
                ", off offset:64" + Wait + "scratch_load_dword" + Width + " " +
                Dst + ", v14, off offset:64",
            Copy);
    Scratch("saddr",
            "scratch_store_dword" + Width + " off, " + Data +
                ", s20 offset:32" + Wait + "scratch_load_dword" + Width + " " +
                Dst + ", off, s20 offset:32",
            Copy);
    Scratch("offset",
            "scratch_store_dword" + Width + " off, " + Data +
                ", off offset:128" + Wait +
                "v_mov_b32_e32 v20, 0x60\n  scratch_load_dword" + Width + " " +
                Dst + ", v20, off offset:32",
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              Copy(In, Out);
              Out.set(20, Lane, 0x60);
            }));
  }
  struct Narrow {
    const char *Store, *Load;
    uint32_t (*Value)(uint32_t Old, uint32_t Data);
  };
  for (const Narrow &N :
       {Narrow{"byte", "ubyte", [](uint32_t, uint32_t D) { return D & 0xff; }},
        {"byte_d16_hi", "sbyte",
         [](uint32_t, uint32_t D) { return uint32_t(int8_t(D >> 16)); }},
        {"short", "ushort", [](uint32_t, uint32_t D) { return D & 0xffff; }},
        {"short_d16_hi", "sshort",
         [](uint32_t, uint32_t D) { return uint32_t(int16_t(D >> 16)); }},
        {"byte", "sbyte_d16",
         [](uint32_t O, uint32_t D) {
           return (O & 0xffff0000) | uint16_t(int8_t(D));
         }},
        {"byte", "sbyte_d16_hi",
         [](uint32_t O, uint32_t D) {
           return (O & 0xffff) | uint32_t(int8_t(D)) << 16;
         }},
        {"byte", "ubyte_d16",
         [](uint32_t O, uint32_t D) { return (O & 0xffff0000) | (D & 0xff); }},
        {"byte", "ubyte_d16_hi",
         [](uint32_t O, uint32_t D) {
           return (O & 0xffff) | (D & 0xff) << 16;
         }},
        {"short", "short_d16",
         [](uint32_t O, uint32_t D) {
           return (O & 0xffff0000) | (D & 0xffff);
         }},
        {"short", "short_d16_hi",
         [](uint32_t O, uint32_t D) { return (O & 0xffff) | D << 16; }}}) {
    std::string Load = std::string("scratch_load_") + N.Load;
    auto Model = perLane(
        [Fn = N.Value](const WaveState &In, Expected &Out, unsigned Lane) {
          Out.set(10, Lane, Fn(In.v(10, Lane), In.v(16, Lane)));
        });
    Scratch(N.Load,
            std::string("scratch_store_") + N.Store +
                " v14, v16, off offset:5\n  s_waitcnt vmcnt(0)\n  " + Load +
                " v10, v14, off offset:5",
            Model);
  }
}

void spmla::emutest::addScratchTables(std::vector<Table> &Tables) {
  Table T{"Scratch", "gfx950", {}};
  addScratch(T);
  Tables.push_back(std::move(T));
}
