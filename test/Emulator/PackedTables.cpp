//===- PackedTables.cpp - Packed math, dot products, mixed FMA ------------===//
//
// op_sel picks the half of each source that the low result uses, op_sel_hi the
// one that the high result uses; neg_lo and neg_hi negate them.
//
//===----------------------------------------------------------------------===//

#include "CustomCase.h"
#include "FloatOps.h"
#include "Tables.h"

#include <algorithm>

using namespace spmla::emutest;

namespace {
/// Bit i is source i's.
struct PackedModifiers {
  unsigned OpSel = 0, OpSelHi = 7, NegLo = 0, NegHi = 0;

  unsigned select(unsigned Source, bool High) const {
    return (High ? OpSelHi : OpSel) >> Source & 1;
  }
  bool negate(unsigned Source, bool High) const {
    return (High ? NegHi : NegLo) >> Source & 1;
  }
  std::string text(unsigned NumSources) const {
    std::string Result;
    auto Append = [&](const char *Name, unsigned Bits, unsigned Default) {
      unsigned Mask = (1u << NumSources) - 1;
      if ((Bits & Mask) == (Default & Mask))
        return;
      Result += std::string(" ") + Name + ":[";
      for (unsigned I = 0; I < NumSources; ++I)
        Result += std::string(Bits >> I & 1 ? "1" : "0") +
                  (I + 1 < NumSources ? "," : "]");
    };
    Append("op_sel", OpSel, 0);
    Append("op_sel_hi", OpSelHi, 7);
    Append("neg_lo", NegLo, 0);
    Append("neg_hi", NegHi, 0);
    return Result;
  }
  std::string suffix() const {
    return std::to_string(OpSel) + std::to_string(OpSelHi) +
           std::to_string(NegLo) + std::to_string(NegHi);
  }
};
} // namespace

static const PackedModifiers kSelections[] = {
    {}, {1, 6, 0, 0}, {2, 5, 0, 0}, {7, 0, 0, 0}, {3, 4, 0, 0}, {5, 7, 0, 0}};
static const PackedModifiers kNegations[] = {
    {0, 7, 1, 2}, {6, 3, 7, 0}, {1, 4, 2, 5}};

static constexpr unsigned kSrc[] = {14, 16, 18};

/// 16-bit packed instruction: Fn computes one half from its operands.
using HalfFn = std::function<uint16_t(const uint16_t *)>;

static void addHalves(Table &T, const std::string &Mnemonic,
                      unsigned NumSources, Kind K, const PackedModifiers &M,
                      HalfFn Fn) {
  std::string Text = Mnemonic + " v10";
  std::vector<std::pair<unsigned, Kind>> Fill;
  for (unsigned S = 0; S < NumSources; ++S) {
    Text += ", v" + std::to_string(kSrc[S]);
    Fill.push_back({kSrc[S], K});
  }
  addCase(T, M.suffix(), Text + M.text(NumSources),
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            uint32_t Result = 0;
            for (unsigned High = 0; High < 2; ++High) {
              uint16_t Args[3];
              for (unsigned S = 0; S < NumSources; ++S) {
                Args[S] = In.v(kSrc[S], Lane) >> (16 * M.select(S, High));
                if (M.negate(S, High))
                  Args[S] ^= 0x8000;
              }
              Result |= uint32_t(Fn(Args)) << (16 * High);
            }
            Out.set(10, Lane, Result,
                    K == Kind::F16 ? Match::NanPkF16 : Match::Exact);
          }),
          fillVgprs(Fill));
}

static void addHalfFloats(Table &T, const std::string &Mnemonic,
                          unsigned NumSources,
                          std::function<Half(const Half *)> Fn) {
  HalfFn Bits = [Fn](const uint16_t *A) {
    Half Args[3] = {Half(A[0]), Half(A[1]), Half(A[2])};
    return Fn(Args).Bits;
  };
  for (const PackedModifiers &M : kSelections)
    addHalves(T, Mnemonic, NumSources, Kind::F16, M, Bits);
  for (const PackedModifiers &M : kNegations)
    addHalves(T, Mnemonic, NumSources, Kind::F16, M, Bits);
}

static void addPackedHalf(Table &T) {
  addHalfFloats(T, "v_pk_add_f16", 2, [](const Half *A) {
    return Half::of(A[0].get() + A[1].get());
  });
  addHalfFloats(T, "v_pk_mul_f16", 2, [](const Half *A) {
    return Half::of(A[0].get() * A[1].get());
  });
  addHalfFloats(T, "v_pk_fma_f16", 3, [](const Half *A) {
    return Half::of(A[0].get() * A[1].get() + A[2].get());
  });
  addHalfFloats(T, "v_pk_max_f16", 2,
                [](const Half *A) { return Half(maxNum(A[0], A[1])); });
  addHalfFloats(T, "v_pk_min_f16", 2,
                [](const Half *A) { return Half(minNum(A[0], A[1])); });
  addHalfFloats(T, "v_pk_maximum3_f16", 3, [](const Half *A) {
    return maximum(maximum(A[0], A[1]), A[2]);
  });
  addHalfFloats(T, "v_pk_minimum3_f16", 3, [](const Half *A) {
    return minimum(minimum(A[0], A[1]), A[2]);
  });

  // An inline constant is a 16-bit number in the low half, zero above.
  addCase(T, "constants", "v_pk_fma_f16 v10, v14, 2.0, 1.0 op_sel_hi:[1,0,1]",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Half Low(uint16_t(In.v(14, Lane))), High(In.v(14, Lane) >> 16);
            uint32_t Result = Half::of(Low.get() * 2 + 1).Bits |
                              uint32_t(Half::of(High.get() * 2 + 0).Bits) << 16;
            Out.set(10, Lane, Result, Match::NanPkF16);
          }),
          fillVgprs({{14, Kind::F16}}));
  // v_pk_fmac_f16 has no modifiers.
  addCase(T, "", "v_pk_fmac_f16 v10, v14, v16",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            uint32_t Result = 0;
            for (unsigned Shift : {0, 16}) {
              auto Get = [&](unsigned Reg) {
                return Half(uint16_t(In.v(Reg, Lane) >> Shift)).get();
              };
              Result |= uint32_t(Half::of(Get(14) * Get(16) + Get(10)).Bits)
                        << Shift;
            }
            Out.set(10, Lane, Result, Match::NanPkF16);
          }),
          fillVgprs({{10, Kind::F16}, {14, Kind::F16}, {16, Kind::F16}}));
}

static void addPackedInteger(Table &T) {
  struct Op {
    const char *Name;
    unsigned NumSources;
    HalfFn Fn;
  };
  using I = int16_t;
  static const Op Ops[] = {
      {"v_pk_add_u16", 2, [](auto *A) { return A[0] + A[1]; }},
      {"v_pk_sub_u16", 2, [](auto *A) { return A[0] - A[1]; }},
      {"v_pk_add_i16", 2, [](auto *A) { return A[0] + A[1]; }},
      {"v_pk_sub_i16", 2, [](auto *A) { return A[0] - A[1]; }},
      {"v_pk_mul_lo_u16", 2, [](auto *A) { return uint32_t(A[0]) * A[1]; }},
      {"v_pk_mad_u16", 3, [](auto *A) { return uint32_t(A[0]) * A[1] + A[2]; }},
      {"v_pk_mad_i16", 3, [](auto *A) { return uint32_t(A[0]) * A[1] + A[2]; }},
      {"v_pk_max_u16", 2, [](auto *A) { return std::max(A[0], A[1]); }},
      {"v_pk_min_u16", 2, [](auto *A) { return std::min(A[0], A[1]); }},
      {"v_pk_max_i16", 2, [](auto *A) { return std::max(I(A[0]), I(A[1])); }},
      {"v_pk_min_i16", 2, [](auto *A) { return std::min(I(A[0]), I(A[1])); }},
      {"v_pk_lshlrev_b16", 2, [](auto *A) { return A[1] << (A[0] & 15); }},
      {"v_pk_lshrrev_b16", 2, [](auto *A) { return A[1] >> (A[0] & 15); }},
      {"v_pk_ashrrev_i16", 2, [](auto *A) { return I(A[1]) >> (A[0] & 15); }},
  };
  for (const Op &O : Ops)
    for (const PackedModifiers &M : kSelections)
      addHalves(T, O.Name, O.NumSources, Kind::U16, M, O.Fn);
}

/// Packed f32: the sources are register pairs, VGPRs or SGPRs.
static void addPackedFloat(Table &T, const std::string &Mnemonic,
                           unsigned NumSources, int ScalarSource,
                           const PackedModifiers &M,
                           std::function<float(const float *)> Fn) {
  std::string Text = Mnemonic + " v[10:11]";
  for (unsigned S = 0; S < NumSources; ++S)
    Text += int(S) == ScalarSource ? std::string(", s[20:21]")
                                   : ", v[" + std::to_string(kSrc[S]) + ":" +
                                         std::to_string(kSrc[S] + 1) + "]";
  auto Fill = [](WaveState &State, unsigned, Rng &R) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      for (unsigned Reg = 14; Reg < 20; ++Reg)
        State.v(Reg, Lane) = uint32_t(mixedValue(Kind::F32, R));
    State.s(20) = uint32_t(mixedValue(Kind::F32, R));
    State.s(21) = uint32_t(mixedValue(Kind::F32, R));
  };
  addCase(
      T,
      M.suffix() +
          (ScalarSource < 0 ? "" : "_sgpr" + std::to_string(ScalarSource)),
      Text + M.text(NumSources),
      perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
        for (unsigned High = 0; High < 2; ++High) {
          float Args[3];
          for (unsigned S = 0; S < NumSources; ++S) {
            unsigned Word = M.select(S, High);
            uint32_t Bits = int(S) == ScalarSource ? In.s(20 + Word)
                                                   : In.v(kSrc[S] + Word, Lane);
            if (M.negate(S, High))
              Bits ^= 0x80000000;
            Args[S] = bitCast<float>(Bits);
          }
          Out.set(10 + High, Lane, bitCast<uint32_t>(Fn(Args)), Match::NanF32);
        }
      }),
      Fill);
}

static void addPackedFloats(Table &T) {
  struct Op {
    const char *Name;
    unsigned NumSources;
    std::function<float(const float *)> Fn;
  };
  static const Op Ops[] = {
      {"v_pk_add_f32", 2, [](const float *A) { return A[0] + A[1]; }},
      {"v_pk_mul_f32", 2, [](const float *A) { return A[0] * A[1]; }},
      {"v_pk_fma_f32", 3,
       [](const float *A) { return std::fma(A[0], A[1], A[2]); }},
  };
  for (const Op &O : Ops) {
    for (const PackedModifiers &M : kSelections)
      addPackedFloat(T, O.Name, O.NumSources, -1, M, O.Fn);
    for (const PackedModifiers &M : kNegations)
      addPackedFloat(T, O.Name, O.NumSources, -1, M, O.Fn);
    // Both words of an SGPR pair are read.
    for (unsigned S = 0; S < O.NumSources; ++S)
      for (const PackedModifiers &M :
           {kSelections[0], kSelections[1], kNegations[1]})
        addPackedFloat(T, O.Name, O.NumSources, int(S), M, O.Fn);
  }
  // Inline constants as LLVM emits them: op_sel_hi 0, the same for both. What
  // the high word of an inline constant is, is not documented.
  addCase(T, "constants",
          "v_pk_fma_f32 v[10:11], v[14:15], 2.0, -0.5 op_sel_hi:[1,0,0]",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            for (unsigned I = 0; I < 2; ++I) {
              float X = bitCast<float>(In.v(14 + I, Lane));
              Out.set(10 + I, Lane, bitCast<uint32_t>(std::fma(X, 2.0f, -0.5f)),
                      Match::NanF32);
            }
          }),
          fillVgprs({{14, Kind::F32}, {15, Kind::F32}}));
  addCase(T, "constant",
          "v_pk_mul_f32 v[10:11], v[14:15], 0.15915494 op_sel_hi:[1,0]",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            for (unsigned I = 0; I < 2; ++I) {
              float X = bitCast<float>(In.v(14 + I, Lane));
              Out.set(10 + I, Lane,
                      bitCast<uint32_t>(X * bitCast<float>(0x3e22f983u)),
                      Match::NanF32);
            }
          }),
          fillVgprs({{14, Kind::F32}, {15, Kind::F32}}));

  // v_pk_mov_b32: the low word comes from source 0 by op_sel[0], the high word
  // from source 1 by op_sel[1]; op_sel_hi has no meaning.
  for (unsigned OpSel = 0; OpSel < 4; ++OpSel)
    for (bool Scalar : {false, true}) {
      unsigned Low = OpSel & 1, High = OpSel >> 1;
      std::string Text = std::string("v_pk_mov_b32 v[10:11], v[14:15], ") +
                         (Scalar ? "s[20:21]" : "v[16:17]");
      if (OpSel)
        Text += " op_sel:[" + std::to_string(Low) + "," + std::to_string(High) +
                "]";
      addCase(T, "op_sel" + std::to_string(OpSel) + (Scalar ? "_sgpr" : ""),
              Text,
              perLane([=](const WaveState &In, Expected &Out, unsigned L) {
                Out.set(10, L, In.v(14 + Low, L));
                Out.set(11, L, Scalar ? In.s(20 + High) : In.v(16 + High, L));
              }));
    }
}

/// Sums of products of signed or unsigned fields, modulo 2^32.
static void addIntegerDot(Table &T, const std::string &Mnemonic,
                          unsigned FieldBits, bool Signed) {
  auto Field = [=](uint32_t Word, unsigned I) {
    uint32_t Raw = Word << (32 - FieldBits * (I + 1));
    return Signed ? uint32_t(int32_t(Raw) >> (32 - FieldBits))
                  : Raw >> (32 - FieldBits);
  };
  // The c forms accumulate into their destination.
  bool Accumulates = Mnemonic.find("c_") != std::string::npos;
  addCase(T, "",
          Mnemonic + (Accumulates ? "_e32" : "") + " v10, v14, v16" +
              (Accumulates ? "" : ", v18"),
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            uint32_t Sum = In.v(Accumulates ? 10 : 18, Lane);
            for (unsigned I = 0; I < 32 / FieldBits; ++I)
              Sum += Field(In.v(14, Lane), I) * Field(In.v(16, Lane), I);
            Out.set(10, Lane, Sum);
          }));
}

/// Where the sum of an f32 dot product is rounded is not documented: small
/// integers leave no rounding to do.
static void addFloatDot(Table &T, const std::string &Mnemonic, bool BF16) {
  bool Accumulates = Mnemonic.find("c_") != std::string::npos;
  unsigned Acc = Accumulates ? 10 : 18;
  addCase(T, "",
          Mnemonic + (Accumulates ? "_e32" : "") + " v10, v14, v16" +
              (Accumulates ? "" : ", v18"),
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            float Sum = bitCast<float>(In.v(Acc, Lane));
            for (unsigned Shift : {0, 16}) {
              auto Get = [&](unsigned Reg) {
                uint16_t Bits = uint16_t(In.v(Reg, Lane) >> Shift);
                return BF16 ? BFloat(Bits).toFloat() : Half(Bits).toFloat();
              };
              Sum += Get(14) * Get(16);
            }
            Out.set(10, Lane, bitCast<uint32_t>(Sum), Match::NanF32);
          }),
          [=](WaveState &S, unsigned, Rng &R) {
            auto Small = [&] {
              float Value = float(int(R() % 201) - 100);
              return BF16 ? BFloat::of(Value).Bits : Half::of(Value).Bits;
            };
            for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
              for (unsigned Reg : {14, 16})
                S.v(Reg, Lane) = Small() | uint32_t(Small()) << 16;
              S.v(Acc, Lane) =
                  bitCast<uint32_t>(float(int(R() % 20001) - 10000));
            }
          });
}

static void addDots(Table &T) {
  addIntegerDot(T, "v_dot2_i32_i16", 16, true);
  addIntegerDot(T, "v_dot2_u32_u16", 16, false);
  addIntegerDot(T, "v_dot4_i32_i8", 8, true);
  addIntegerDot(T, "v_dot4_u32_u8", 8, false);
  addIntegerDot(T, "v_dot8_i32_i4", 4, true);
  addIntegerDot(T, "v_dot8_u32_u4", 4, false);
  addIntegerDot(T, "v_dot2c_i32_i16", 16, true);
  addIntegerDot(T, "v_dot4c_i32_i8", 8, true);
  addIntegerDot(T, "v_dot8c_i32_i4", 4, true);
  addFloatDot(T, "v_dot2_f32_f16", false);
  addFloatDot(T, "v_dot2_f32_bf16", true);
  addFloatDot(T, "v_dot2c_f32_f16", false);
  addFloatDot(T, "v_dot2c_f32_bf16", true);
}

/// v_fma_mix: op_sel_hi says that a source is f16, op_sel picks its half.
static void addMix(Table &T, const std::string &Mnemonic, unsigned OpSel,
                   unsigned OpSelHi, unsigned Neg) {
  std::string Text = Mnemonic + " v10, ";
  for (unsigned S = 0; S < 3; ++S)
    Text += std::string(Neg >> S & 1 ? "-" : "") + "v" +
            std::to_string(kSrc[S]) + (S < 2 ? ", " : "");
  auto List = [](unsigned Bits) {
    return std::string("[") + (Bits & 1 ? "1," : "0,") +
           (Bits & 2 ? "1," : "0,") + (Bits & 4 ? "1]" : "0]");
  };
  Text += " op_sel:" + List(OpSel) + " op_sel_hi:" + List(OpSelHi);
  bool ToHalf = Mnemonic.find("f16") != std::string::npos;
  bool ToHigh = Mnemonic.find("mixhi") != std::string::npos;
  addCase(
      T, std::to_string(OpSel) + std::to_string(OpSelHi) + std::to_string(Neg),
      Text, perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
        float Args[3];
        for (unsigned S = 0; S < 3; ++S) {
          uint32_t Word = In.v(kSrc[S], Lane);
          Args[S] =
              OpSelHi >> S & 1
                  ? Half(uint16_t(Word >> (OpSel >> S & 1 ? 16 : 0))).toFloat()
                  : bitCast<float>(Word);
          if (Neg >> S & 1)
            Args[S] = -Args[S];
        }
        if (!ToHalf) {
          float Sum = std::fma(Args[0], Args[1], Args[2]);
          Out.set(10, Lane, bitCast<uint32_t>(Sum), Match::NanF32);
          return;
        }
        // Whether an f16 result is rounded to f32 on the way is not documented.
        Half Direct = Half::of(Quad(Args[0]) * Quad(Args[1]) + Quad(Args[2]));
        Half Twice = Half::of(std::fma(Args[0], Args[1], Args[2]));
        uint32_t Old = In.v(10, Lane);
        uint32_t Result = ToHigh ? (Old & 0xffff) | uint32_t(Direct.Bits) << 16
                                 : (Old & 0xffff0000) | Direct.Bits;
        bool Open = Direct.Bits != Twice.Bits;
        Out.set(10, Lane, Result,
                Open     ? Match::Any
                : ToHigh ? Match::NanF16High
                         : Match::NanF16);
      }),
      [OpSelHi](WaveState &State, unsigned, Rng &R) {
        for (unsigned S = 0; S < 3; ++S)
          for (unsigned Lane = 0; Lane < kLanes; ++Lane)
            State.v(kSrc[S], Lane) =
                OpSelHi >> S & 1 ? uint32_t(mixedValue(Kind::F16, R) |
                                            mixedValue(Kind::F16, R) << 16)
                                 : uint32_t(mixedValue(Kind::F32, R));
      });
}

void spmla::emutest::addPackedTables(std::vector<Table> &Tables) {
  Table Half16{"PackedFloat16", "gfx950", {}},
      Integer{"PackedInteger", "gfx950", {}},
      Floats{"PackedFloat32", "gfx950", {}}, Dots{"DotAndMix", "gfx950", {}};
  addPackedHalf(Half16);
  addPackedInteger(Integer);
  addPackedFloats(Floats);
  addDots(Dots);
  for (const char *Mnemonic :
       {"v_fma_mix_f32", "v_fma_mixlo_f16", "v_fma_mixhi_f16"}) {
    addMix(Dots, Mnemonic, 0, 0, 0);
    addMix(Dots, Mnemonic, 0, 7, 1);
    addMix(Dots, Mnemonic, 5, 5, 4);
    addMix(Dots, Mnemonic, 2, 3, 2);
  }
  for (Table *T : {&Half16, &Integer, &Floats, &Dots})
    Tables.push_back(std::move(*T));
}
