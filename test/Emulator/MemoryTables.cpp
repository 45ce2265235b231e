//===- MemoryTables.cpp - Global, flat, buffer and scratch accesses -------===//

#include "CustomCase.h"
#include "Tables.h"

using namespace spmla::emutest;

static constexpr unsigned kMemBytes = 2048;
/// Words 2 and 3 of the descriptor in s[16:19].
static constexpr uint32_t kRawFormat = 0x00027000;

namespace {
/// A way to address the memory window.
struct AddressForm {
  const char *Prefix; // of the mnemonic
  const char *Name;
  const char *Load;  // operands after the destination
  const char *Store; // operands, with %d for the data
  int Immediate;     // the instruction's offset
  enum { Vaddr64, Saddr, Offen, NoOffset } Kind;
};

/// What is moved: bytes per element, elements, and what a load does with them.
struct Access {
  const char *Suffix;
  unsigned Bytes, Words;
  bool Signed;
  enum { Whole, Low, High } Part;
};
} // namespace

static const AddressForm kForms[] = {
    {"global_", "off", "v[14:15], off", "v[14:15], %d, off", 0,
     AddressForm::Vaddr64},
    {"global_", "off_negative", "v[14:15], off offset:-64",
     "v[14:15], %d, off offset:-64", -64, AddressForm::Vaddr64},
    {"global_", "saddr", "v14, s[14:15] offset:68",
     "v14, %d, s[14:15] offset:68", 68, AddressForm::Saddr},
    {"flat_", "flat", "v[14:15] offset:132", "v[14:15], %d offset:132", 132,
     AddressForm::Vaddr64},
    {"buffer_", "offen", "v14, s[16:19], s20 offen offset:100",
     "%d, v14, s[16:19], s20 offen offset:100", 100, AddressForm::Offen},
    {"buffer_", "off", "off, s[16:19], s20 offset:48",
     "%d, off, s[16:19], s20 offset:48", 48, AddressForm::NoOffset},
};

static const Access kLoads[] = {
    {"load_ubyte", 1, 1, false, Access::Whole},
    {"load_sbyte", 1, 1, true, Access::Whole},
    {"load_ushort", 2, 1, false, Access::Whole},
    {"load_sshort", 2, 1, true, Access::Whole},
    {"load_dword", 4, 1, false, Access::Whole},
    {"load_dwordx2", 4, 2, false, Access::Whole},
    {"load_dwordx3", 4, 3, false, Access::Whole},
    {"load_dwordx4", 4, 4, false, Access::Whole},
    {"load_ubyte_d16", 1, 1, false, Access::Low},
    {"load_ubyte_d16_hi", 1, 1, false, Access::High},
    {"load_sbyte_d16", 1, 1, true, Access::Low},
    {"load_sbyte_d16_hi", 1, 1, true, Access::High},
    {"load_short_d16", 2, 1, false, Access::Low},
    {"load_short_d16_hi", 2, 1, false, Access::High},
};

static const Access kStores[] = {
    {"store_byte", 1, 1, false, Access::Whole},
    {"store_byte_d16_hi", 1, 1, false, Access::High},
    {"store_short", 2, 1, false, Access::Whole},
    {"store_short_d16_hi", 2, 1, false, Access::High},
    {"store_dword", 4, 1, false, Access::Whole},
    {"store_dwordx2", 4, 2, false, Access::Whole},
    {"store_dwordx3", 4, 3, false, Access::Whole},
    {"store_dwordx4", 4, 4, false, Access::Whole},
};

/// Byte offset in the window that a lane accesses.
static uint64_t offsetOf(const AddressForm &F, const WaveState &In,
                         unsigned Lane) {
  switch (F.Kind) {
  case AddressForm::Vaddr64:
    return In.v64(14, Lane) + F.Immediate - In.MemBase;
  case AddressForm::Saddr:
    return In.v(14, Lane) + F.Immediate;
  case AddressForm::Offen:
    return uint64_t(In.v(14, Lane)) + F.Immediate + In.s(20);
  case AddressForm::NoOffset:
    break;
  }
  return uint64_t(F.Immediate) + In.s(20);
}

/// Gives active lanes the offset that Choose(Lane) picks; the others hold
/// nonsense that must not be looked at.
template <class F>
static void fillAddresses(const AddressForm &Form, WaveState &S, F Choose) {
  S.setS64(16, S.MemBase);
  S.s(18) = kMemBytes;
  S.s(19) = kRawFormat;
  S.s(20) = 16;
  for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
    if (!S.active(Lane))
      continue;
    uint64_t Offset = Choose(Lane) - Form.Immediate;
    if (Form.Kind == AddressForm::Vaddr64)
      S.setV64(14, Lane, S.MemBase + Offset);
    else if (Form.Kind == AddressForm::Saddr)
      S.v(14, Lane) = uint32_t(Offset);
    else
      S.v(14, Lane) = uint32_t(Offset - S.s(20));
  }
}

static uint32_t loadElement(const std::vector<uint8_t> &Bytes, const Access &A,
                            uint64_t Offset) {
  switch (A.Bytes) {
  case 1:
    return A.Signed ? uint32_t(int32_t(loadBytes<int8_t>(Bytes, Offset)))
                    : loadBytes<uint8_t>(Bytes, Offset);
  case 2:
    return A.Signed ? uint32_t(int32_t(loadBytes<int16_t>(Bytes, Offset)))
                    : loadBytes<uint16_t>(Bytes, Offset);
  default:
    return loadBytes<uint32_t>(Bytes, Offset);
  }
}

static uint32_t mergePart(const Access &A, uint32_t Old, uint32_t Value) {
  if (A.Part == Access::Low)
    return (Old & 0xffff0000) | (Value & 0xffff);
  return A.Part == Access::High ? (Old & 0xffff) | Value << 16 : Value;
}

static Case &addAccess(Table &T, const std::string &Suffix,
                       const std::string &Text, ModelFn Model, FillFn Fill) {
  Case &C = addCase(T, Suffix, Text, std::move(Model), std::move(Fill));
  C.Win.Mem = kMemBytes;
  C.Waves = 16;
  return C;
}

static void addLoads(Table &T, const AddressForm &F) {
  for (const Access &A : kLoads)
    addAccess(T, F.Name,
              std::string(F.Prefix) + A.Suffix + " " + vregs(10, A.Words) +
                  ", " + F.Load,
              perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                uint64_t Offset = offsetOf(F, In, Lane);
                for (unsigned I = 0; I < A.Words; ++I)
                  Out.set(10 + I, Lane,
                          mergePart(A, In.v(10, Lane),
                                    loadElement(In.Mem, A, Offset + 4 * I)));
              }),
              [=](WaveState &S, unsigned, Rng &R) {
                fillAddresses(F, S, [&](unsigned) {
                  return 256 + R() % (1024 / A.Bytes) * A.Bytes;
                });
              });
}

static void addStores(Table &T, const AddressForm &F) {
  for (const Access &A : kStores) {
    // Without an offset register every lane stores to the same place.
    if (F.Kind == AddressForm::NoOffset)
      return;
    std::string Operands = F.Store;
    Operands.replace(Operands.find("%d"), 2, vregs(16, A.Words));
    addAccess(T, F.Name, std::string(F.Prefix) + A.Suffix + " " + Operands,
              perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                uint64_t Offset = offsetOf(F, In, Lane);
                uint32_t Value =
                    In.v(16, Lane) >> (A.Part == Access::High ? 16 : 0);
                if (A.Bytes == 1)
                  return storeBytes(Out.Mem, Offset, uint8_t(Value));
                if (A.Bytes == 2)
                  return storeBytes(Out.Mem, Offset, uint16_t(Value));
                for (unsigned I = 0; I < A.Words; ++I)
                  storeBytes(Out.Mem, Offset + 4 * I, In.v(16 + I, Lane));
              }),
              [=](WaveState &S, unsigned Wave, Rng &) {
                fillAddresses(F, S, [&](unsigned Lane) {
                  return 256 + (Lane * 37 + Wave) % kLanes * 16;
                });
              });
  }
}

/// AGPRs as destination and as data.
static void addAccumulators(Table &T) {
  for (const AddressForm &F : {kForms[2], kForms[4]}) {
    Case &Load = addAccess(
        T, std::string("agpr_") + F.Name,
        std::string(F.Prefix) + "load_dwordx4 a[4:7], " + F.Load,
        perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
          for (unsigned I = 0; I < 4; ++I)
            Out.setA(
                4 + I, Lane,
                loadBytes<uint32_t>(In.Mem, offsetOf(F, In, Lane) + 4 * I));
        }),
        [=](WaveState &S, unsigned, Rng &R) {
          fillAddresses(F, S, [&](unsigned) { return 256 + R() % 256 * 4; });
        });
    Load.Win.A = 8;
    std::string Operands = F.Store;
    Operands.replace(Operands.find("%d"), 2, "a[2:3]");
    Case &Store = addAccess(
        T, std::string("agpr_") + F.Name,
        std::string(F.Prefix) + "store_dwordx2 " + Operands,
        perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
          for (unsigned I = 0; I < 2; ++I)
            storeBytes(Out.Mem, offsetOf(F, In, Lane) + 4 * I,
                       In.a(2 + I, Lane));
        }),
        [=](WaveState &S, unsigned Wave, Rng &) {
          fillAddresses(F, S, [&](unsigned Lane) {
            return 256 + (Lane * 37 + Wave) % kLanes * 8;
          });
        });
    Store.Win.A = 8;
  }
}

/// A buffer access is in range if voffset + inst_offset < num_records; soffset
/// is not part of the check. Loads out of range return 0, stores are dropped.
/// Accesses that straddle the end are not specified.
static bool inRange(const WaveState &In, unsigned Lane, unsigned Immediate) {
  return uint64_t(In.v(14, Lane)) + Immediate < In.s(18);
}

static void fillRange(WaveState &S, unsigned Wave, Rng &R) {
  static const uint32_t Records[] = {0, 16, 512, 1024};
  S.setS64(16, S.MemBase);
  S.s(18) = Records[Wave % 4];
  S.s(19) = kRawFormat;
  // Moves the last records of the buffer past num_records.
  S.s(20) = Wave / 4 % 2 ? 512 : 0;
  for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
    static const uint32_t Far[] = {0x7ffffff0, 0x80000000, 0xfffffff0,
                                   0x00100000};
    uint32_t Near = (Lane * 37 + Wave) % kLanes * 16;
    S.v(14, Lane) = R() % 4 ? Near : Far[R() % 4];
  }
}

static void addRangeChecks(Table &T) {
  for (unsigned Words : {1, 2, 4}) {
    std::string Width = Words == 1 ? "" : "x" + std::to_string(Words);
    for (unsigned Immediate : {0u, 32u}) {
      // An offset past 2^32 together with the immediate is not specified.
      auto Fill = [Immediate](WaveState &S, unsigned Wave, Rng &R) {
        fillRange(S, Wave, R);
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          if (Immediate && S.v(14, Lane) > 0x80000000)
            S.v(14, Lane) = 0x80000000;
      };
      std::string Operands =
          "v14, s[16:19], s20 offen offset:" + std::to_string(Immediate);
      std::string Suffix = "range_offset" + std::to_string(Immediate);
      addAccess(T, Suffix,
                "buffer_load_dword" + Width + " " + vregs(10, Words) + ", " +
                    Operands,
                perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                  uint64_t Offset =
                      uint64_t(In.v(14, Lane)) + Immediate + In.s(20);
                  for (unsigned I = 0; I < Words; ++I)
                    Out.set(10 + I, Lane,
                            inRange(In, Lane, Immediate)
                                ? loadBytes<uint32_t>(In.Mem, Offset + 4 * I)
                                : 0);
                }),
                Fill);
      addAccess(T, Suffix,
                "buffer_store_dword" + Width + " " + vregs(16, Words) + ", " +
                    Operands,
                perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                  if (!inRange(In, Lane, Immediate))
                    return;
                  uint64_t Offset =
                      uint64_t(In.v(14, Lane)) + Immediate + In.s(20);
                  for (unsigned I = 0; I < Words; ++I)
                    storeBytes(Out.Mem, Offset + 4 * I, In.v(16 + I, Lane));
                }),
                Fill);
    }
  }
  for (const char *Suffix : {"ubyte", "ushort"}) {
    bool Byte = std::string(Suffix) == "ubyte";
    addAccess(T, "range",
              std::string("buffer_load_") + Suffix +
                  " v10, v14, s[16:19], s20 offen",
              perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                uint64_t Offset = uint64_t(In.v(14, Lane)) + In.s(20);
                uint32_t Value = 0;
                if (inRange(In, Lane, 0))
                  Value = Byte ? loadBytes<uint8_t>(In.Mem, Offset)
                               : loadBytes<uint16_t>(In.Mem, Offset);
                Out.set(10, Lane, Value);
              }),
              fillRange);
  }
}

/// Loads that write LDS: byte M0 + lane * size, for active lanes. The offset
/// field of the buffer form is not documented alike; it stays 0.
static void addLdsDma(Table &T) {
  struct Dma {
    const char *Suffix;
    unsigned Words;
  };
  for (const Dma &D : {Dma{"dword", 1}, {"dwordx3", 3}, {"dwordx4", 4}}) {
    unsigned Words = D.Words;
    auto Model = [=](const WaveState &In, Expected &Out, unsigned Lane,
                     uint64_t Offset) {
      for (unsigned I = 0; I < Words; ++I)
        storeBytes(Out.Lds, In.M0 + Lane * 4 * Words + 4 * I,
                   loadBytes<uint32_t>(In.Mem, Offset + 4 * I));
    };
    auto Add = [&](const char *Name, const std::string &Text,
                   const AddressForm &F) {
      Case &C = addAccess(
          T, Name, Text,
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            Model(In, Out, Lane, offsetOf(F, In, Lane));
          }),
          [=](WaveState &S, unsigned Wave, Rng &R) {
            S.M0 = Wave * 16;
            fillAddresses(F, S, [&](unsigned) { return 256 + R() % 64 * 16; });
          });
      C.Win.Lds = 1536;
    };
    Add("lds",
        std::string("buffer_load_") + D.Suffix +
            " v14, s[16:19], s20 offen lds",
        {"buffer_", "", "", "", 0, AddressForm::Offen});
    Add("saddr", std::string("global_load_lds_") + D.Suffix + " v14, s[14:15]",
        {"global_", "", "", "", 0, AddressForm::Saddr});
    Add("", std::string("global_load_lds_") + D.Suffix + " v[14:15], off",
        {"global_", "", "", "", 0, AddressForm::Vaddr64});
  }
}

/// A narrow load arrives in LDS as a dword per lane, extended as in a register.
static void addNarrowLdsDma(Table &T) {
  for (const Access &A : {Access{"ubyte", 1, 1, false, Access::Whole},
                          {"sbyte", 1, 1, true, Access::Whole},
                          {"ushort", 2, 1, false, Access::Whole},
                          {"sshort", 2, 1, true, Access::Whole}}) {
    Case &C = addAccess(
        T, "", std::string("global_load_lds_") + A.Suffix + " v14, s[14:15]",
        perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
          storeBytes(Out.Lds, In.M0 + 4 * Lane,
                     loadElement(In.Mem, A, In.v(14, Lane)));
        }),
        [=](WaveState &S, unsigned Wave, Rng &R) {
          S.M0 = Wave * 16;
          for (unsigned Lane = 0; Lane < kLanes; ++Lane)
            if (S.active(Lane))
              S.v(14, Lane) = R() % (kMemBytes / A.Bytes) * A.Bytes;
        });
    C.Win.Lds = 512;
  }
}

/// A flat address in the shared aperture is an LDS offset; the upper half comes
/// from src_shared_base.
static void addSharedAperture(Table &T) {
  auto Add = [&](const std::string &Text, ModelFn Model) {
    Case &C = addCase(
        T, "shared_aperture", Text,
        [=](const WaveState &In, Expected &Out) {
          Model(In, Out);
          Out.SOpen[20 - kFirstS] = Out.SOpen[21 - kFirstS] = ~0u;
          for (unsigned Lane = 0; Lane < kLanes; ++Lane)
            if (In.active(Lane))
              Out.set(15, Lane, 0, Match::Any);
        },
        [](WaveState &S, unsigned Wave, Rng &) {
          for (unsigned Lane = 0; Lane < kLanes; ++Lane)
            S.v(14, Lane) = (Lane * 37 + Wave) % kLanes * 8;
        });
    C.Win.Lds = 1024;
    C.Waves = 16;
  };
  std::string Base = "s_mov_b64 s[20:21], src_shared_base\n"
                     "  v_mov_b32_e32 v15, s21\n  ";
  Add(Base + "flat_load_dwordx2 v[10:11], v[14:15] offset:16",
      perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
        Out.set64(10, Lane, loadBytes<uint64_t>(In.Lds, In.v(14, Lane) + 16));
      }));
  Add(Base + "flat_store_dword v[14:15], v16 offset:20",
      perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
        storeBytes(Out.Lds, In.v(14, Lane) + 20, In.v(16, Lane));
      }));
  T.Cases.back().Name += "_store";
}

void spmla::emutest::addMemoryTables(std::vector<Table> &Tables) {
  Table Loads{"MemoryLoads", "gfx950", {}},
      Stores{"MemoryStores", "gfx950", {}}, Range{"BufferRange", "gfx950", {}},
      Dma{"LdsDma", "gfx950", {}};
  for (const AddressForm &F : kForms) {
    addLoads(Loads, F);
    addStores(Stores, F);
  }
  addAccumulators(Loads);
  addSharedAperture(Loads);
  addRangeChecks(Range);
  addLdsDma(Dma);
  addNarrowLdsDma(Dma);
  for (Table *T : {&Loads, &Stores, &Range, &Dma})
    Tables.push_back(std::move(*T));
}
