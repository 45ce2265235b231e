//===- IntegerTables.cpp - Integer vector instructions --------------------===//

#include "CustomCase.h"
#include "Tables.h"
#include "Valu.h"

#include <algorithm>

using namespace spmla::emutest;

using u16 = uint16_t;
using i16 = int16_t;
using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

static u32 countLeading(u32 X) {
  for (u32 I = 0; I < 32; ++I)
    if (X >> (31 - I) & 1)
      return I;
  return ~0u;
}
static u32 countTrailing(u32 X) {
  for (u32 I = 0; I < 32; ++I)
    if (X >> I & 1)
      return I;
  return ~0u;
}
static u32 countSign(u32 X) {
  for (u32 I = 1; I < 32; ++I)
    if ((X >> (31 - I) & 1) != X >> 31)
      return I;
  return ~0u;
}
static u32 reverse(u32 X) {
  u32 Result = 0;
  for (u32 I = 0; I < 32; ++I)
    Result |= (X >> I & 1) << (31 - I);
  return Result;
}
static u32 popcount(u32 X) {
  u32 Count = 0;
  for (; X; X &= X - 1)
    ++Count;
  return Count;
}
static i32 signed24(u32 X) { return i32(X << 8) >> 8; }
static u32 unsigned24(u32 X) { return X & 0xffffff; }
template <class T> T median(T A, T B, T C) {
  return std::max(std::min(A, B), std::min(std::max(A, B), C));
}
static u32 byteOf(u32 X, unsigned I) { return X >> (8 * I) & 0xff; }
static u32 distance(u32 A, u32 B) { return A > B ? A - B : B - A; }
static u32 sadBytes(u32 A, u32 B, bool Masked) {
  u32 Sum = 0;
  for (unsigned I = 0; I < 4; ++I)
    if (!Masked || byteOf(B, I))
      Sum += distance(byteOf(A, I), byteOf(B, I));
  return Sum;
}
static u32 saturate(i32 X, i32 Low, i32 High) {
  return u32(std::min(std::max(X, Low), High));
}

/// v_perm_b32: selectors 0 to 7 pick a byte of {S0,S1}, 8 to 11 replicate the
/// sign of S1's and S0's halves, 12 is 0, above it is 0xff.
static u32 permuteByte(u64 Data, u32 Sel) {
  if (Sel >= 13)
    return 0xff;
  if (Sel == 12)
    return 0;
  if (Sel >= 8)
    return Data >> (16 * (Sel - 8) + 15) & 1 ? 0xff : 0;
  return u32(Data >> (8 * Sel)) & 0xff;
}
static u32 permute(u32 S0, u32 S1, u32 S2) {
  u32 Result = 0;
  for (unsigned I = 0; I < 4; ++I)
    Result |= permuteByte(u64(S0) << 32 | S1, byteOf(S2, I)) << (8 * I);
  return Result;
}

/// Bit 4*a + 2*b + c of the truth table is the result for source bits a, b, c.
static u32 lookUp(unsigned Truth, u32 A, u32 B, u32 C) {
  u32 Result = 0;
  for (unsigned I = 0; I < 32; ++I)
    Result |=
        (Truth >> (4 * (A >> I & 1) + 2 * (B >> I & 1) + (C >> I & 1)) & 1u)
        << I;
  return Result;
}

static void addBitInstructions(Table &T) {
  const unsigned One = kVop12 | kSdwa | kDpp;
  valu(T, "v_mov_b32", One, [](u32 A) { return A; });
  valu(T, "v_not_b32", One, [](u32 A) { return ~A; });
  valu(T, "v_bfrev_b32", One, [](u32 A) { return reverse(A); });
  valu(T, "v_ffbh_u32", One, [](u32 A) { return countLeading(A); });
  valu(T, "v_ffbl_b32", One, [](u32 A) { return countTrailing(A); });
  valu(T, "v_ffbh_i32", One, [](i32 A) { return countSign(u32(A)); });
  valu(T, "v_mov_b64", kVop12, [](u64 A) { return A; });

  const unsigned Two = One;
  valu(T, "v_and_b32", Two, [](u32 A, u32 B) { return A & B; });
  valu(T, "v_or_b32", Two, [](u32 A, u32 B) { return A | B; });
  valu(T, "v_xor_b32", Two, [](u32 A, u32 B) { return A ^ B; });
  valu(T, "v_xnor_b32", Two & ~kSdwa, [](u32 A, u32 B) { return ~(A ^ B); });
  valu(T, "v_lshlrev_b32", Two, [](u32 A, u32 B) { return B << (A & 31); });
  valu(T, "v_lshrrev_b32", Two, [](u32 A, u32 B) { return B >> (A & 31); });
  valu(T, "v_ashrrev_i32", Two, [](u32 A, i32 B) { return B >> (A & 31); });
  valu(T, "v_lshlrev_b64", kVop3, [](u32 A, u64 B) { return B << (A & 63); });
  valu(T, "v_lshrrev_b64", kVop3, [](u32 A, u64 B) { return B >> (A & 63); });
  valu(T, "v_ashrrev_i64", kVop3, [](u32 A, i64 B) { return B >> (A & 63); });
  valu(T, "v_bfm_b32", kVop3,
       [](u32 A, u32 B) { return ((1u << (A & 31)) - 1) << (B & 31); });
  valu(T, "v_bcnt_u32_b32", kVop3,
       [](u32 A, u32 B) { return popcount(A) + B; });

  valu(T, "v_bfe_u32", kVop3, [](u32 A, u32 B, u32 C) {
    return A >> (B & 31) & ((1u << (C & 31)) - 1);
  });
  // A field that reaches past bit 31 takes its sign from bit 31: bits shifted
  // in are copies of it.
  valu(T, "v_bfe_i32", kVop3, [](i32 A, u32 B, u32 C) {
    u32 Width = C & 31;
    if (!Width)
      return 0;
    u32 Field = u32(A >> (B & 31));
    return i32(Field << (32 - Width)) >> (32 - Width);
  });
  valu(T, "v_bfi_b32", kVop3,
       [](u32 A, u32 B, u32 C) { return (A & B) | (~A & C); });
  valu(T, "v_alignbit_b32", kVop3,
       [](u32 A, u32 B, u32 C) { return u32((u64(A) << 32 | B) >> (C & 31)); });
  valu(T, "v_alignbyte_b32", kVop3, [](u32 A, u32 B, u32 C) {
    return u32((u64(A) << 32 | B) >> (8 * (C & 3)));
  });
  valu(T, "v_perm_b32", kVop3, permute);
  valu(T, "v_lshl_or_b32", kVop3,
       [](u32 A, u32 B, u32 C) { return A << (B & 31) | C; });
  valu(T, "v_and_or_b32", kVop3,
       [](u32 A, u32 B, u32 C) { return (A & B) | C; });
  valu(T, "v_or3_b32", kVop3, [](u32 A, u32 B, u32 C) { return A | B | C; });
}

static void addArithmetic(Table &T) {
  const unsigned Two = kVop12 | kSdwa | kDpp;
  valu(T, "v_add_u32", Two, [](u32 A, u32 B) { return A + B; });
  valu(T, "v_sub_u32", Two, [](u32 A, u32 B) { return A - B; });
  valu(T, "v_subrev_u32", Two, [](u32 A, u32 B) { return B - A; });
  valu(T, "v_min_i32", Two, [](i32 A, i32 B) { return std::min(A, B); });
  valu(T, "v_max_i32", Two, [](i32 A, i32 B) { return std::max(A, B); });
  valu(T, "v_min_u32", Two, [](u32 A, u32 B) { return std::min(A, B); });
  valu(T, "v_max_u32", Two, [](u32 A, u32 B) { return std::max(A, B); });
  valu(T, "v_mul_i32_i24", Two,
       [](u32 A, u32 B) { return u32(i64(signed24(A)) * signed24(B)); });
  valu(T, "v_mul_hi_i32_i24", Two,
       [](u32 A, u32 B) { return u32(i64(signed24(A)) * signed24(B) >> 32); });
  valu(T, "v_mul_u32_u24", Two,
       [](u32 A, u32 B) { return u32(u64(unsigned24(A)) * unsigned24(B)); });
  valu(T, "v_mul_hi_u32_u24", Two, [](u32 A, u32 B) {
    return u32(u64(unsigned24(A)) * unsigned24(B) >> 32);
  });
  valu(T, "v_add_i32", kVop3, [](u32 A, u32 B) { return A + B; });
  valu(T, "v_sub_i32", kVop3, [](u32 A, u32 B) { return A - B; });
  valu(T, "v_mul_lo_u32", kVop3, [](u32 A, u32 B) { return A * B; });
  valu(T, "v_mul_hi_u32", kVop3,
       [](u32 A, u32 B) { return u32(u64(A) * B >> 32); });
  valu(T, "v_mul_hi_i32", kVop3,
       [](i32 A, i32 B) { return u32(i64(A) * B >> 32); });

  valu(T, "v_mad_i32_i24", kVop3, [](u32 A, u32 B, u32 C) {
    return u32(i64(signed24(A)) * signed24(B)) + C;
  });
  valu(T, "v_mad_u32_u24", kVop3, [](u32 A, u32 B, u32 C) {
    return u32(u64(unsigned24(A)) * unsigned24(B)) + C;
  });
  valu(T, "v_mad_u32_u16", kVop3,
       [](u16 A, u16 B, u32 C) { return u32(A) * B + C; });
  valu(T, "v_mad_i32_i16", kVop3,
       [](i16 A, i16 B, u32 C) { return u32(i32(A) * B) + C; });
  valu(T, "v_add3_u32", kVop3, [](u32 A, u32 B, u32 C) { return A + B + C; });
  valu(T, "v_lshl_add_u32", kVop3,
       [](u32 A, u32 B, u32 C) { return (A << (B & 31)) + C; });
  valu(T, "v_add_lshl_u32", kVop3,
       [](u32 A, u32 B, u32 C) { return (A + B) << (C & 31); });
  valu(T, "v_xad_u32", kVop3, [](u32 A, u32 B, u32 C) { return (A ^ B) + C; });
  // Shifts by more than 4 are not promised to work.
  valu(T, "v_lshl_add_u64", kVop3, [](u64 A, u32 B, u64 C) {
    return Loose<u64, Match::Exact>{(A << (B & 7)) + C, (B & 7) > 4};
  });
  valu(T, "v_min3_i32", kVop3,
       [](i32 A, i32 B, i32 C) { return std::min({A, B, C}); });
  valu(T, "v_min3_u32", kVop3,
       [](u32 A, u32 B, u32 C) { return std::min({A, B, C}); });
  valu(T, "v_max3_i32", kVop3,
       [](i32 A, i32 B, i32 C) { return std::max({A, B, C}); });
  valu(T, "v_max3_u32", kVop3,
       [](u32 A, u32 B, u32 C) { return std::max({A, B, C}); });
  valu(T, "v_med3_i32", kVop3, median<i32>);
  valu(T, "v_med3_u32", kVop3, median<u32>);
  valu(T, "v_sad_u8", kVop3,
       [](u32 A, u32 B, u32 C) { return sadBytes(A, B, false) + C; });
  valu(T, "v_sad_hi_u8", kVop3,
       [](u32 A, u32 B, u32 C) { return (sadBytes(A, B, false) << 16) + C; });
  valu(T, "v_msad_u8", kVop3,
       [](u32 A, u32 B, u32 C) { return sadBytes(A, B, true) + C; });
  valu(T, "v_sad_u16", kVop3, [](u32 A, u32 B, u32 C) {
    return distance(A & 0xffff, B & 0xffff) + distance(A >> 16, B >> 16) + C;
  });
  valu(T, "v_sad_u32", kVop3,
       [](u32 A, u32 B, u32 C) { return distance(A, B) + C; });
  valu(T, "v_lerp_u8", kVop3, [](u32 A, u32 B, u32 C) {
    u32 Result = 0;
    for (unsigned I = 0; I < 4; ++I)
      Result |=
          (byteOf(A, I) + byteOf(B, I) + (C >> (8 * I) & 1)) >> 1 << (8 * I);
    return Result;
  });
  valu(T, "v_prng_b32", kVop12,
       [](u32 A) { return A << 1 ^ (A >> 31 ? 197u : 0u); });
}

/// 16-bit results clear the high half, except where op_sel exists.
static void addInteger16(Table &T) {
  const unsigned Two = kVop12 | kSdwa | kDpp;
  valu(T, "v_add_u16", Two, [](u16 A, u16 B) { return u16(A + B); });
  valu(T, "v_sub_u16", Two, [](u16 A, u16 B) { return u16(A - B); });
  valu(T, "v_subrev_u16", Two, [](u16 A, u16 B) { return u16(B - A); });
  valu(T, "v_mul_lo_u16", Two, [](u16 A, u16 B) { return u16(u32(A) * B); });
  valu(T, "v_lshlrev_b16", Two,
       [](u16 A, u16 B) { return u16(B << (A & 15)); });
  valu(T, "v_lshrrev_b16", Two,
       [](u16 A, u16 B) { return u16(B >> (A & 15)); });
  valu(T, "v_ashrrev_i16", Two,
       [](u16 A, i16 B) { return i16(B >> (A & 15)); });
  valu(T, "v_max_u16", Two, [](u16 A, u16 B) { return std::max(A, B); });
  valu(T, "v_min_u16", Two, [](u16 A, u16 B) { return std::min(A, B); });
  valu(T, "v_max_i16", Two, [](i16 A, i16 B) { return std::max(A, B); });
  valu(T, "v_min_i16", Two, [](i16 A, i16 B) { return std::min(A, B); });

  valu(T, "v_add_i16", kOpSel, [](i16 A, i16 B) { return i16(A + B); });
  valu(T, "v_sub_i16", kOpSel, [](i16 A, i16 B) { return i16(A - B); });
  valu(T, "v_mad_u16", kOpSel,
       [](u16 A, u16 B, u16 C) { return u16(u32(A) * B + C); });
  valu(T, "v_mad_i16", kOpSel,
       [](i16 A, i16 B, i16 C) { return i16(u32(A) * u32(B) + u32(C)); });
  valu(T, "v_mad_legacy_i16", kVop3,
       [](i16 A, i16 B, i16 C) { return i16(u32(A) * u32(B) + u32(C)); });
  valu(T, "v_mad_legacy_u16", kVop3,
       [](u16 A, u16 B, u16 C) { return u16(u32(A) * B + C); });
  valu(T, "v_min3_i16", kOpSel,
       [](i16 A, i16 B, i16 C) { return std::min({A, B, C}); });
  valu(T, "v_min3_u16", kOpSel,
       [](u16 A, u16 B, u16 C) { return std::min({A, B, C}); });
  valu(T, "v_max3_i16", kOpSel,
       [](i16 A, i16 B, i16 C) { return std::max({A, B, C}); });
  valu(T, "v_max3_u16", kOpSel,
       [](u16 A, u16 B, u16 C) { return std::max({A, B, C}); });
  valu(T, "v_med3_i16", kOpSel, median<i16>);
  valu(T, "v_med3_u16", kOpSel, median<u16>);

  valu(T, "v_sat_pk_u8_i16", kVop12, [](u32 A) {
    return saturate(i16(A), 0, 255) | saturate(i16(A >> 16), 0, 255) << 8;
  });
  valu(T, "v_cvt_pk_u16_u32", kVop3, [](u32 A, u32 B) {
    return std::min(A, 0xffffu) | std::min(B, 0xffffu) << 16;
  });
  valu(T, "v_cvt_pk_i16_i32", kVop3, [](i32 A, i32 B) {
    return (saturate(A, -32768, 32767) & 0xffff) | saturate(B, -32768, 32767)
                                                       << 16;
  });
}

/// Adds a v_bitop3 case for one truth table; the 16-bit form keeps the half of
/// the destination that it does not write.
static void addBitop3(Table &T, unsigned Truth, bool Wide, unsigned OpSel) {
  Case C;
  C.Text = std::string("v_bitop3_b") + (Wide ? "32" : "16") +
           " v10, v14, v16, v18 bitop3:" + std::to_string(Truth);
  if (OpSel) {
    C.Text += " op_sel:[";
    for (unsigned I = 0; I < 4; ++I)
      C.Text += std::string(OpSel >> I & 1 ? "1" : "0") + (I < 3 ? "," : "]");
  }
  C.Name = C.mnemonic() + "_" + std::to_string(Truth) + "_op_sel" +
           std::to_string(OpSel);
  C.Model = [=](const WaveState &In, Expected &Out) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      if (!In.active(Lane))
        continue;
      auto Word = [&](unsigned I) {
        return In.v(14 + 2 * I, Lane) >> (OpSel >> I & 1 ? 16 : 0);
      };
      u32 Result = lookUp(Truth, Word(0), Word(1), Word(2));
      u32 Mask = OpSel & 8 ? 0xffff0000 : 0xffff;
      u32 Placed = OpSel & 8 ? Result << 16 : Result;
      Out.set(10, Lane,
              Wide ? Result : (In.v(10, Lane) & ~Mask) | (Placed & Mask));
    }
  };
  T.Cases.push_back(std::move(C));
}

/// All selectors of v_perm_b32, among them 8 to 11 (signs) and 13 and above.
static void addPermuteSelectors(Table &T) {
  addCase(T, "selectors", "v_perm_b32 v10, v14, v16, v18",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Out.set(10, Lane,
                    permute(In.v(14, Lane), In.v(16, Lane), In.v(18, Lane)));
          }),
          [](WaveState &S, unsigned, Rng &R) {
            for (unsigned Lane = 0; Lane < kLanes; ++Lane)
              S.v(18, Lane) &= R() % 4 ? 0x0f0f0f0f : 0xff0f0f0f;
          });
}

/// Integer clamp saturates to the type of the instruction.
static void addSaturating(Table &T, const std::string &Mnemonic,
                          std::function<u32(u32, u32)> Model) {
  Case C;
  C.Text = Mnemonic + " v10, v14, v16 clamp";
  C.Name = Mnemonic + "_saturates";
  C.Fill = [](WaveState &S, unsigned Wave, Rng &R) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      std::vector<u64> Values =
          operandTuple({Kind::U32, Kind::U32}, Wave * size_t(kLanes) + Lane, R);
      S.v(14, Lane) = u32(Values[0]);
      S.v(16, Lane) = u32(Values[1]);
    }
  };
  C.Model = [Model](const WaveState &In, Expected &Out) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      if (In.active(Lane))
        Out.set(10, Lane, Model(In.v(14, Lane), In.v(16, Lane)));
  };
  T.Cases.push_back(std::move(C));
}

static u32 saturateSigned32(i64 X) {
  return u32(std::min<i64>(std::max<i64>(X, INT32_MIN), INT32_MAX));
}

/// The clamped 16-bit sum or difference of one half.
static u16 saturating16(bool Signed, bool Subtract, u16 A, u16 B) {
  i32 X = Signed ? i32(i16(A)) : A, Y = Signed ? i32(i16(B)) : B;
  i32 Sum = Subtract ? X - Y : X + Y;
  return u16(Signed ? saturate(Sum, -32768, 32767) : saturate(Sum, 0, 65535));
}

static void addSaturating16(Table &T, bool Signed, bool Subtract) {
  std::string Name =
      std::string(Subtract ? "sub" : "add") + (Signed ? "_i16" : "_u16");
  addSaturating(T, "v_pk_" + Name, [=](u32 A, u32 B) {
    return saturating16(Signed, Subtract, u16(A), u16(B)) |
           u32(saturating16(Signed, Subtract, u16(A >> 16), u16(B >> 16)))
               << 16;
  });
  // The signed forms have op_sel and keep the high half.
  if (!Signed)
    return addSaturating(T, "v_" + Name + "_e64", [=](u32 A, u32 B) {
      return u32(saturating16(Signed, Subtract, u16(A), u16(B)));
    });
  addCase(T, "saturates", "v_" + Name + " v10, v14, v16 clamp",
          perLane([=](const WaveState &In, Expected &Out, unsigned Lane) {
            u16 Sum = saturating16(Signed, Subtract, u16(In.v(14, Lane)),
                                   u16(In.v(16, Lane)));
            Out.set(10, Lane, (In.v(10, Lane) & 0xffff0000) | Sum);
          }));
}

void spmla::emutest::addIntegerTables(std::vector<Table> &Tables) {
  Table Bits{"IntegerBits", "gfx950", {}},
      Arithmetic{"Integer32", "gfx950", {}}, Half{"Integer16", "gfx950", {}},
      Bitop3{"Bitop3", "gfx950", {}}, Saturating{"IntegerClamp", "gfx950", {}};
  addBitInstructions(Bits);
  addPermuteSelectors(Bits);
  addArithmetic(Arithmetic);
  addInteger16(Half);
  for (unsigned Truth :
       {0x01u, 0x08u, 0x1eu, 0x40u, 0x6cu, 0x96u, 0xe8u, 0xfeu})
    addBitop3(Bitop3, Truth, /*Wide=*/true, 0);
  for (unsigned OpSel = 0; OpSel < 16; ++OpSel)
    addBitop3(Bitop3, 0x1b + 13 * OpSel, /*Wide=*/false, OpSel);

  addSaturating(Saturating, "v_add_u32_e64",
                [](u32 A, u32 B) { return A + B < A ? ~0u : A + B; });
  addSaturating(Saturating, "v_sub_u32_e64",
                [](u32 A, u32 B) { return A > B ? A - B : 0; });
  addSaturating(Saturating, "v_add_i32", [](u32 A, u32 B) {
    return saturateSigned32(i64(i32(A)) + i32(B));
  });
  addSaturating(Saturating, "v_sub_i32", [](u32 A, u32 B) {
    return saturateSigned32(i64(i32(A)) - i32(B));
  });
  for (bool Signed : {false, true})
    for (bool Subtract : {false, true})
      addSaturating16(Saturating, Signed, Subtract);
  for (Table *T : {&Bits, &Arithmetic, &Half, &Bitop3, &Saturating})
    Tables.push_back(std::move(*T));
}
