//===- MfmaTables.cpp - Matrix instructions -------------------------------===//
//
// The model: exact products, f32 accumulation in ascending k, round to nearest
// even. Lane l holds row (of A) or column (of B) l % M and, as its element e in
// the order of its registers, the k of the shape below. D and C: for M = 16,
// row 4*(l/16)+r and column l%16 in register r; for M = 32, row
// 8*(r/4)+4*(l/32)+r%4 and column l%32.
//
// Whether bf16 and f32 denormals are flushed is not documented: there are none
// among the inputs, and results stay away from them. EXEC is ignored.
//
//===----------------------------------------------------------------------===//

#include "CustomCase.h"
#include "Floats.h"
#include "Tables.h"

#include <algorithm>

using namespace spmla::emutest;

namespace {
enum class Element { F32, F16, BF16, E4M3, E4M3FNUZ, E5M2 };

struct Shape {
  std::string Mnemonic;
  unsigned M, K;
  Element A, B;
  std::string Suffix; // operands after C
  /// Block scales in v56 and v57: the byte that each uses, or -1 for none.
  int ScaleByteA = -1, ScaleByteB = -1;

  bool isF8F6F4() const { return K == 128 || (K == 64 && M == 32); }
  unsigned elementsPerLane() const { return M * K / kLanes; }
  unsigned bits() const {
    return A == Element::F32                         ? 32
           : A == Element::F16 || A == Element::BF16 ? 16
                                                     : 8;
  }
  unsigned registers() const { return elementsPerLane() * bits() / 32; }
  unsigned accRegisters() const { return M * M / kLanes; }
  unsigned kOf(unsigned E, unsigned Lane) const {
    unsigned Group = Lane / M;
    if (!isF8F6F4())
      return elementsPerLane() * Group + E;
    // Two runs of 16 elements; all groups' first runs come first.
    return E / 16 * (16 * kLanes / M) + 16 * Group + E % 16;
  }
  unsigned rowOf(unsigned Reg, unsigned Lane) const {
    return M == 16 ? 4 * (Lane / 16) + Reg
                   : 8 * (Reg / 4) + 4 * (Lane / 32) + Reg % 4;
  }
};

/// Where the operands live: v or a, or k for an inline constant as C.
struct Placement {
  const char *Name;
  char A, B, C, D;
  float Constant;
  bool InPlace;
};
} // namespace

static const Placement kPlacements[] = {
    {"vgprs", 'v', 'v', 'v', 'v', 0, false},
    {"agpr_a", 'a', 'v', 'v', 'v', 0, false},
    {"agpr_b", 'v', 'a', 'v', 'v', 0, false},
    {"agprs", 'a', 'a', 'a', 'a', 0, false},
    {"agpr_acc_in_place", 'v', 'v', 'a', 'a', 0, true},
    {"in_place", 'v', 'v', 'v', 'v', 0, true},
    {"zero", 'v', 'v', 'k', 'v', 0, false},
    {"constant", 'v', 'a', 'k', 'a', 1, false},
};

// First registers of A, B, C, D in either file.
static constexpr unsigned kAV = 8, kBV = 16, kCV = 24, kDV = 40;
static constexpr unsigned kAA = 0, kBA = 8, kCA = 16, kDA = 32;
static constexpr unsigned kScaleA = 56, kScaleB = 57;

static std::string range(char File, unsigned First, unsigned Count) {
  return std::string(1, File) + "[" + std::to_string(First) + ":" +
         std::to_string(First + Count - 1) + "]";
}

static float decodeElement(Element T, uint32_t Bits) {
  switch (T) {
  case Element::F32:
    return bitCast<float>(Bits);
  case Element::F16:
    return Half(uint16_t(Bits)).toFloat();
  case Element::BF16:
    return BFloat(uint16_t(Bits)).toFloat();
  case Element::E4M3:
    return kE4M3FN[Bits & 255];
  case Element::E4M3FNUZ:
    return kE4M3FNUZ[Bits & 255];
  case Element::E5M2:
    break;
  }
  return kE5M2[Bits & 255];
}

static uint32_t randomElement(Element T, bool Special, Rng &R) {
  if (Special && R() % 16 == 0) {
    static const uint32_t F16[] = {0x7c00, 0xfc00, 0x7e00},
                          BF16[] = {0x7f80, 0xff80, 0x7fc0},
                          E5M2[] = {0x7c, 0xfc, 0x7e};
    switch (T) {
    case Element::F32:
      return BF16[R() % 3] << 16;
    case Element::F16:
      return F16[R() % 3];
    case Element::BF16:
      return BF16[R() % 3];
    case Element::E4M3:
      return 0x7f;
    case Element::E4M3FNUZ:
      return 0x80;
    case Element::E5M2:
      return E5M2[R() % 3];
    }
  }
  if (R() % 8 == 0)
    return 0;
  switch (T) {
  case Element::F32:
    return (R() & 0x807fffff) | (120 + R() % 12) << 23;
  case Element::F16: // denormals included
    return R() % 8 ? uint32_t(randomValue(Kind::F16, R) & 0xbfff)
                   : R() & 0x83ff;
  case Element::BF16:
    return (R() & 0x807f) | (120 + R() % 12) << 7;
  case Element::E4M3: {
    uint32_t Code = R() & 0xff;
    return (Code & 0x7f) == 0x7f ? 0x38 : Code;
  }
  case Element::E4M3FNUZ: {
    uint32_t Code = R() & 0xff;
    return Code == 0x80 ? 0x40 : Code;
  }
  case Element::E5M2:
    break;
  }
  uint32_t Code = R() & 0xff;
  return (Code & 0x7f) >= 0x7c ? 0x3c : Code;
}

static uint32_t read(const WaveState &In, char File, unsigned Reg,
                     unsigned Lane) {
  return File == 'a' ? In.a(Reg, Lane) : In.v(Reg, Lane);
}
static uint32_t &write(WaveState &S, char File, unsigned Reg, unsigned Lane) {
  return File == 'a' ? S.a(Reg, Lane) : S.v(Reg, Lane);
}

/// Rows of A (or columns of B), each K long, scaled.
static std::vector<float> gather(const Shape &S, const WaveState &In, char File,
                                 unsigned First, Element T, unsigned ScaleReg,
                                 int ScaleByte) {
  std::vector<float> Matrix(S.M * S.K);
  unsigned PerWord = 32 / S.bits();
  for (unsigned Lane = 0; Lane < kLanes; ++Lane)
    for (unsigned E = 0; E < S.elementsPerLane(); ++E) {
      uint32_t Word = read(In, File, First + E / PerWord, Lane);
      float Value = decodeElement(T, Word >> (E % PerWord * S.bits()));
      if (ScaleByte >= 0) // see fillScales: one scale per row
        Value *= kE8M0[In.v(ScaleReg, Lane) >> (8 * ScaleByte) & 255];
      Matrix[Lane % S.M * S.K + S.kOf(E, Lane)] = Value;
    }
  return Matrix;
}

static void model(const Shape &S, const Placement &P, const WaveState &In,
                  Expected &Out) {
  std::vector<float> A = gather(S, In, P.A, P.A == 'a' ? kAA : kAV, S.A,
                                kScaleA, S.ScaleByteA),
                     B = gather(S, In, P.B, P.B == 'a' ? kBA : kBV, S.B,
                                kScaleB, S.ScaleByteB);
  unsigned C = P.C == 'a' ? kCA : kCV;
  unsigned D = P.InPlace ? C : P.D == 'a' ? kDA : kDV;
  for (unsigned Lane = 0; Lane < kLanes; ++Lane)
    for (unsigned Reg = 0; Reg < S.accRegisters(); ++Reg) {
      const float *Row = &A[S.rowOf(Reg, Lane) * S.K],
                  *Column = &B[Lane % S.M * S.K];
      float Sum = P.C == 'k' ? P.Constant
                             : bitCast<float>(read(In, P.C, C + Reg, Lane));
      for (unsigned K = 0; K < S.K; ++K)
        Sum = std::fma(Row[K], Column[K], Sum);
      if (P.D == 'a')
        Out.setA(D + Reg, Lane, bitCast<uint32_t>(Sum), Match::NanF32);
      else
        Out.set(D + Reg, Lane, bitCast<uint32_t>(Sum), Match::NanF32);
    }
}

/// Which 32 elements of k a block scale covers is the one point on which
/// sources differ (32 successive k, or the 32 that a lane holds). So the lanes
/// of one row (or column) carry the same scale, and rows differ.
static void fillScales(WaveState &S, unsigned M, Rng &R) {
  for (unsigned Reg : {kScaleA, kScaleB})
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      uint32_t Bytes = 0;
      for (unsigned I = 0; I < 4; ++I)
        Bytes |= (117 + R() % 21) << (8 * I);
      S.v(Reg, Lane) = Lane < M ? Bytes : S.v(Reg, Lane % M);
    }
}

static void fill(const Shape &S, const Placement &P, WaveState &State,
                 unsigned Wave, Rng &R) {
  auto Matrix = [&](char File, unsigned First, Element T) {
    unsigned PerWord = 32 / S.bits();
    for (unsigned Reg = 0; Reg < S.registers(); ++Reg)
      for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
        uint32_t Word = 0;
        for (unsigned I = 0; I < PerWord; ++I)
          Word |= randomElement(T, Wave == 3, R) << (I * S.bits());
        write(State, File, First + Reg, Lane) = Word;
      }
  };
  Matrix(P.A, P.A == 'a' ? kAA : kAV, S.A);
  Matrix(P.B, P.B == 'a' ? kBA : kBV, S.B);
  if (P.C != 'k')
    for (unsigned Reg = 0; Reg < S.accRegisters(); ++Reg)
      for (unsigned Lane = 0; Lane < kLanes; ++Lane)
        write(State, P.C, (P.C == 'a' ? kCA : kCV) + Reg, Lane) =
            (R() & 0x807fffff) | (120 + R() % 16) << 23;
  if (S.ScaleByteA >= 0)
    fillScales(State, S.M, R);
}

static void addMfma(Table &T, const Shape &S, const Placement &P,
                    const std::string &Name) {
  auto Operand = [&](char File, unsigned V, unsigned A, unsigned Count) {
    return range(File, File == 'a' ? A : V, Count);
  };
  std::string C = P.C == 'k' ? (P.Constant == 0 ? "0" : "1.0")
                             : Operand(P.C, kCV, kCA, S.accRegisters());
  std::string D = P.InPlace ? C : Operand(P.D, kDV, kDA, S.accRegisters());
  Case &Added = addCase(
      T, Name,
      S.Mnemonic + " " + D + ", " + Operand(P.A, kAV, kAA, S.registers()) +
          ", " + Operand(P.B, kBV, kBA, S.registers()) + ", " + C + S.Suffix,
      [=](const WaveState &In, Expected &Out) { model(S, P, In, Out); },
      [=](WaveState &State, unsigned Wave, Rng &R) {
        fill(S, P, State, Wave, R);
      });
  Added.Win.V = 52;
  Added.Win.A = 48;
  Added.Waves = 8;
}

static void addF8F6F4(Table &T) {
  struct Pair {
    Element A, B;
    const char *Suffix, *Name;
  };
  const Element E4 = Element::E4M3, E5 = Element::E5M2;
  for (unsigned M : {16, 32}) {
    unsigned K = M == 16 ? 128 : 64;
    std::string Size = std::to_string(M) + "x" + std::to_string(M) + "x" +
                       std::to_string(K) + "_f8f6f4";
    for (const Pair &P : {Pair{E4, E4, "", "e4m3_e4m3"},
                          {E5, E4, " cbsz:1", "e5m2_e4m3"},
                          {E4, E5, " blgp:1", "e4m3_e5m2"},
                          {E5, E5, " cbsz:1 blgp:1", "e5m2_e5m2"}}) {
      Shape S{"v_mfma_f32_" + Size, M, K, P.A, P.B, P.Suffix};
      for (const Placement &Place : kPlacements)
        addMfma(T, S, Place, std::string(P.Name) + "_" + Place.Name);
    }
    // Each scale's byte is op_sel + 2 * op_sel_hi, index 0 for A, 1 for B.
    for (unsigned ByteA = 0; ByteA < 4; ++ByteA) {
      unsigned ByteB = (ByteA * 3 + 1) % 4;
      auto Bits = [](const char *Name, unsigned A, unsigned B) {
        return std::string(Name) + std::to_string(A) + "," + std::to_string(B) +
               ",0]";
      };
      Shape S{"v_mfma_scale_f32_" + Size,
              M,
              K,
              E4,
              E4,
              ", v56, v57" + Bits(" op_sel:[", ByteA & 1, ByteB & 1) +
                  Bits(" op_sel_hi:[", ByteA >> 1, ByteB >> 1),
              int(ByteA),
              int(ByteB)};
      for (unsigned I : {0, 3, 5, 6})
        addMfma(T, S, kPlacements[I],
                "bytes" + std::to_string(ByteA) + std::to_string(ByteB) + "_" +
                    kPlacements[I].Name);
    }
    Shape Mixed{"v_mfma_scale_f32_" + Size,
                M,
                K,
                E5,
                E4,
                ", v56, v57 op_sel_hi:[0,0,0] cbsz:1",
                0,
                0};
    addMfma(T, Mixed, kPlacements[0], "e5m2_e4m3");
  }
}

/// Every E8M0 code as the scale of a row: A = 1 at k = 0, B a power of two that
/// keeps the result normal.
static void addBlockScaleCodes(Table &T) {
  Case &C = addCase(
      T, "every_e8m0_code",
      "v_mfma_scale_f32_16x16x128_f8f6f4 v[40:43], v[8:15], v[16:23], 0, v56, "
      "v57 op_sel:[1,0,0] op_sel_hi:[0,0,0]",
      [](const WaveState &In, Expected &Out) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          for (unsigned Reg = 0; Reg < 4; ++Reg) {
            unsigned Row = 4 * (Lane / 16) + Reg;
            float B = kE4M3FN[In.v(16, Lane % 16) & 255];
            float Scale = kE8M0[In.v(56, Row) >> 8 & 255];
            Out.set(40 + Reg, Lane, bitCast<uint32_t>(Scale * B),
                    Match::NanF32);
          }
      },
      [](WaveState &S, unsigned Wave, Rng &) {
        for (unsigned Reg = 8; Reg < 24; ++Reg)
          S.Vgprs[Reg - kFirstV].fill(0);
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          unsigned Code = Wave * 16 + Lane % 16;
          S.v(56, Lane) = (S.v(56, Lane) & 0xffff00ff) | Code << 8;
          S.v(57, Lane) = 127;
          if (Lane < 16) {
            S.v(8, Lane) = 0x38;                    // 1
            S.v(16, Lane) = Wave < 8 ? 0x40 : 0x30; // 2 or 0.5
          }
        }
      });
  C.Win.V = 52;
  C.Waves = 16;
}

void spmla::emutest::addMfmaTables(std::vector<Table> &Tables) {
  Table Wide{"MfmaWide", "gfx950", {}}, Byte{"Mfma8Bit", "gfx950", {}},
      F8F6F4{"MfmaF8F6F4", "gfx950", {}};
  const Element F32 = Element::F32, F16 = Element::F16, BF16 = Element::BF16;
  const Shape WideShapes[] = {
      {"v_mfma_f32_16x16x4_f32", 16, 4, F32, F32, ""},
      {"v_mfma_f32_32x32x2_f32", 32, 2, F32, F32, ""},
      {"v_mfma_f32_16x16x16_f16", 16, 16, F16, F16, ""},
      {"v_mfma_f32_16x16x16_bf16", 16, 16, BF16, BF16, ""},
      {"v_mfma_f32_32x32x8_f16", 32, 8, F16, F16, ""},
      {"v_mfma_f32_32x32x8_bf16", 32, 8, BF16, BF16, ""},
      {"v_mfma_f32_16x16x32_f16", 16, 32, F16, F16, ""},
      {"v_mfma_f32_16x16x32_bf16", 16, 32, BF16, BF16, ""},
      {"v_mfma_f32_32x32x16_f16", 32, 16, F16, F16, ""},
      {"v_mfma_f32_32x32x16_bf16", 32, 16, BF16, BF16, ""},
  };
  for (const Shape &S : WideShapes)
    for (const Placement &P : kPlacements)
      addMfma(Wide, S, P, P.Name);
  for (unsigned M : {16, 32})
    for (bool A : {false, true})
      for (bool B : {false, true}) {
        unsigned K = M == 16 ? 32 : 16;
        std::string Size = std::to_string(M);
        Shape S{"v_mfma_f32_" + Size + "x" + Size + "x" + std::to_string(K) +
                    (A ? "_bf8" : "_fp8") + (B ? "_bf8" : "_fp8"),
                M,
                K,
                A ? Element::E5M2 : Element::E4M3,
                B ? Element::E5M2 : Element::E4M3,
                ""};
        for (const Placement &P : kPlacements)
          addMfma(Byte, S, P, P.Name);
      }
  // gfx942's own 8-bit format is e4m3fnuz.
  Table Fnuz{"Mfma8BitFnuz", "gfx942", {}};
  const Element E4Z = Element::E4M3FNUZ;
  for (const Shape &S :
       {Shape{"v_mfma_f32_16x16x32_fp8_fp8", 16, 32, E4Z, E4Z, ""},
        Shape{"v_mfma_f32_32x32x16_fp8_fp8", 32, 16, E4Z, E4Z, ""}})
    for (const Placement &P : kPlacements)
      addMfma(Fnuz, S, P, P.Name);
  addF8F6F4(F8F6F4);
  addBlockScaleCodes(F8F6F4);
  for (Table *T : {&Wide, &Byte, &Fnuz, &F8F6F4})
    Tables.push_back(std::move(*T));
}
