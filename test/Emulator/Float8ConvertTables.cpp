//===- Float8ConvertTables.cpp - 8-bit float conversions ------------------===//
//
// Decoding is checked against literal tables of all 256 codes. What happens
// above the largest number differs between sources (saturation or NaN), so the
// values to be encoded stay below it, as they do in careful kernels.
//
//===----------------------------------------------------------------------===//

#include "CustomCase.h"
#include "Floats.h"
#include "Tables.h"

using namespace spmla::emutest;

namespace {
struct Float8 {
  const char *Name; // as in the mnemonics
  const float *Values;
  FloatFormat Format;
  float Largest;
};
} // namespace

static const Float8 kFormats[] = {{"fp8", kE4M3FN, kFP8, 448},
                                  {"bf8", kE5M2, kBF8, 57344}};

static uint8_t byteOf(uint32_t Word, unsigned I) {
  return uint8_t(Word >> (8 * I));
}

/// v14: every code in every byte, each byte in another order.
static void fillCodes(WaveState &S, unsigned Wave, Rng &) {
  if (Wave < 4)
    S.Exec = ~0ull;
  for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
    uint32_t Code = Wave * kLanes + Lane, Word = 0;
    for (uint32_t I = 0; I < 4; ++I)
      Word |= (((2 * I + 1) * Code + I) & 255) << (8 * I);
    S.v(14, Lane) = Word;
  }
}

/// A power of two that only its exponent gives: sign and mantissa are noise.
static uint32_t scaleBits(int Low, int High, Rng &R) {
  return (R() & 0x807fffff) | uint32_t(127 + Low + int(R() % (High - Low + 1)))
                                  << 23;
}
static float scaleOf(uint32_t Bits) {
  return bitCast<float>(Bits & 0x7f800000);
}

static FillFn withScale(FillFn Fill, unsigned Reg, int Low, int High) {
  return [=](WaveState &S, unsigned Wave, Rng &R) {
    Fill(S, Wave, R);
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      S.v(Reg, Lane) = scaleBits(Low, High, R);
  };
}

static void addDecode(Table &T, const Float8 &F) {
  const float *Values = F.Values;
  std::string One = std::string("v_cvt_f32_") + F.Name,
              Two = std::string("v_cvt_pk_f32_") + F.Name;
  auto Set = [](Expected &Out, unsigned Reg, unsigned Lane, float Value) {
    Out.set(Reg, Lane, bitCast<uint32_t>(Value), Match::NanF32);
  };
  addCase(T, "", One + "_e32 v10, v14",
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            Set(Out, 10, Lane, Values[byteOf(In.v(14, Lane), 0)]);
          }),
          fillCodes);
  for (unsigned Byte = 0; Byte < 4; ++Byte)
    addCase(T, "byte" + std::to_string(Byte),
            One + "_sdwa v10, v14 src0_sel:BYTE_" + std::to_string(Byte),
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              Set(Out, 10, Lane, Values[byteOf(In.v(14, Lane), Byte)]);
            }),
            fillCodes);
  addCase(T, "", Two + "_e32 v[10:11], v14",
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            for (unsigned I = 0; I < 2; ++I)
              Set(Out, 10 + I, Lane, Values[byteOf(In.v(14, Lane), I)]);
          }),
          fillCodes);
  for (unsigned Word = 0; Word < 2; ++Word)
    addCase(T, "word" + std::to_string(Word),
            Two + "_sdwa v[10:11], v14 src0_sel:WORD_" + std::to_string(Word),
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              for (unsigned I = 0; I < 2; ++I)
                Set(Out, 10 + I, Lane,
                    Values[byteOf(In.v(14, Lane), 2 * Word + I)]);
            }),
            fillCodes);
}

/// Decoding times a power of two; all results are exact.
static void addScaledDecode(Table &T, const Float8 &F) {
  const float *Values = F.Values;
  for (unsigned Word = 0; Word < 2; ++Word) {
    std::string OpSel = Word ? " op_sel:[1,0,0]" : "";
    std::string Suffix = "word" + std::to_string(Word);
    auto Element = [=](const WaveState &In, unsigned Lane, unsigned I) {
      return Values[byteOf(In.v(14, Lane), 2 * Word + I)] *
             scaleOf(In.v(16, Lane));
    };
    addCase(T, Suffix,
            std::string("v_cvt_scalef32_pk_f32_") + F.Name +
                " v[10:11], v14, v16" + OpSel,
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              for (unsigned I = 0; I < 2; ++I)
                Out.set(10 + I, Lane, bitCast<uint32_t>(Element(In, Lane, I)),
                        Match::NanF32);
            }),
            withScale(fillCodes, 16, -60, 60));
    addCase(T, Suffix,
            std::string("v_cvt_scalef32_pk_bf16_") + F.Name + " v10, v14, v16" +
                OpSel,
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              Out.set(10, Lane,
                      BFloat::of(Element(In, Lane, 0)).Bits |
                          uint32_t(BFloat::of(Element(In, Lane, 1)).Bits) << 16,
                      Match::NanPkBF16);
            }),
            withScale(fillCodes, 16, -60, 60));
    // Within the range of f16, hence no scale for bf8's large exponents.
    int Range = F.Format.ExpBits == 4 ? 4 : 0;
    addCase(T, Suffix,
            std::string("v_cvt_scalef32_pk_f16_") + F.Name + " v10, v14, v16" +
                OpSel,
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              Out.set(10, Lane,
                      Half::of(Element(In, Lane, 0)).Bits |
                          uint32_t(Half::of(Element(In, Lane, 1)).Bits) << 16,
                      Match::NanPkF16);
            }),
            withScale(fillCodes, 16, -Range, Range));
  }
  for (unsigned Byte = 0; Byte < 4; ++Byte)
    addCase(T, "byte" + std::to_string(Byte),
            std::string("v_cvt_scalef32_f32_") + F.Name +
                " v10, v14, v16 op_sel:[" + std::to_string(Byte & 1) + "," +
                std::to_string(Byte >> 1) + ",0]",
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              float X = Values[byteOf(In.v(14, Lane), Byte)] *
                        scaleOf(In.v(16, Lane));
              Out.set(10, Lane, bitCast<uint32_t>(X), Match::NanF32);
            }),
            withScale(fillCodes, 16, -60, 60));
}

/// A number that the format represents, lies half way between two, or nearby.
static float nearCode(const Float8 &F, Rng &R) {
  unsigned Code;
  do
    Code = R() % 127;
  while (!(std::fabs(F.Values[Code + 1]) <= F.Largest));
  float X = F.Values[Code];
  if (R() % 2)
    X = (X + F.Values[Code + 1]) / 2;
  switch (R() % 4) {
  case 0:
    X = std::nextafter(X, 0.0f);
    break;
  case 1:
    X = std::min(std::nextafter(X, 1e30f), F.Largest);
    break;
  }
  return R() % 2 ? X : -X;
}

/// v14 and v16 for encoders; scaled up by the power of two in v18, if any.
static FillFn fillNumbers(const Float8 &F, bool Scaled) {
  return [=](WaveState &S, unsigned, Rng &R) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      S.v(18, Lane) = scaleBits(-20, 20, R);
      float Scale = Scaled ? scaleOf(S.v(18, Lane)) : 1;
      for (unsigned Reg : {14, 16})
        S.v(Reg, Lane) = bitCast<uint32_t>(nearCode(F, R) * Scale);
    }
  };
}

/// Two results go to the half of v10 that op_sel names; the other half stays.
static void setHalf(Expected &Out, const WaveState &In, unsigned Lane,
                    bool High, uint32_t Pair) {
  uint32_t Old = In.v(10, Lane);
  Out.set(10, Lane,
          High ? (Old & 0xffff) | Pair << 16 : (Old & 0xffff0000) | Pair);
}

static void addEncode(Table &T, const Float8 &F) {
  FloatFormat Format = F.Format;
  auto Pair = [=](float A, float B) {
    return encode(Format, A) | encode(Format, B) << 8;
  };
  auto Get = [](const WaveState &In, unsigned Reg, unsigned Lane) {
    return bitCast<float>(In.v(Reg, Lane));
  };
  for (bool High : {false, true}) {
    std::string Suffix = High ? "high" : "";
    addCase(T, Suffix,
            std::string("v_cvt_pk_") + F.Name + "_f32 v10, v14, v16" +
                (High ? " op_sel:[0,0,1]" : ""),
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              setHalf(Out, In, Lane, High,
                      Pair(Get(In, 14, Lane), Get(In, 16, Lane)));
            }),
            fillNumbers(F, false));
    // The scale divides: the inverse of the scaled decoding.
    addCase(T, Suffix,
            std::string("v_cvt_scalef32_pk_") + F.Name +
                "_f32 v10, v14, v16, v18" + (High ? " op_sel:[0,0,0,1]" : ""),
            perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
              float Scale = scaleOf(In.v(18, Lane));
              setHalf(
                  Out, In, Lane, High,
                  Pair(Get(In, 14, Lane) / Scale, Get(In, 16, Lane) / Scale));
            }),
            fillNumbers(F, true));
    for (bool BF16 : {false, true})
      addCase(T, Suffix,
              std::string("v_cvt_scalef32_pk_") + F.Name +
                  (BF16 ? "_bf16" : "_f16") + " v10, v14, v18" +
                  (High ? " op_sel:[0,0,1]" : ""),
              perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
                float Values[2];
                for (unsigned I = 0; I < 2; ++I) {
                  uint16_t Bits = uint16_t(In.v(14, Lane) >> (16 * I));
                  Values[I] =
                      (BF16 ? BFloat(Bits).toFloat() : Half(Bits).toFloat()) /
                      scaleOf(In.v(18, Lane));
                }
                setHalf(Out, In, Lane, High, Pair(Values[0], Values[1]));
              }),
              [=](WaveState &S, unsigned, Rng &R) {
                for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
                  S.v(18, Lane) = scaleBits(-3, 3, R);
                  uint32_t Word = 0;
                  for (unsigned I = 0; I < 2; ++I) {
                    // Small enough for f16 and for the format after scaling.
                    float X = nearCode(F, R) / 16 * scaleOf(S.v(18, Lane));
                    Word |=
                        uint32_t(BF16 ? BFloat::of(X).Bits : Half::of(X).Bits)
                        << (16 * I);
                  }
                  S.v(14, Lane) = Word;
                }
              });
  }
  // NaN stays NaN; which of its codes is not documented.
  addCase(T, "keeps_nan",
          std::string("v_cvt_pk_") + F.Name +
              "_f32 v10, v14, v16\n  v_cvt_pk_f32_" + F.Name +
              "_e32 v[12:13], v10",
          perLane([=](const WaveState &, Expected &Out, unsigned Lane) {
            Out.set(10, Lane, 0, Match::Any);
            Out.set(12, Lane, 0x7fc00000, Match::NanF32);
            Out.set(13, Lane, 0x7fc00000, Match::NanF32);
          }),
          [](WaveState &S, unsigned, Rng &R) {
            for (unsigned Lane = 0; Lane < kLanes; ++Lane)
              for (unsigned Reg : {14, 16})
                S.v(Reg, Lane) = 0x7f800001 | (R() & 0x807fffff);
          });
}

void spmla::emutest::addFloat8Tables(std::vector<Table> &Tables) {
  Table T{"Float8", "gfx950", {}};
  for (const Float8 &F : kFormats) {
    addDecode(T, F);
    addScaledDecode(T, F);
    addEncode(T, F);
  }
  Tables.push_back(std::move(T));
  // The same instruction decodes e4m3fnuz on gfx942.
  Table Fnuz{"Float8Fnuz", "gfx942", {}};
  addDecode(Fnuz, {"fp8", kE4M3FNUZ, kFP8, 240});
  Tables.push_back(std::move(Fnuz));
}
