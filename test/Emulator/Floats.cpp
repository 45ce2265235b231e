//===- Floats.cpp - Number formats of the models --------------------------===//

#include "Floats.h"

using namespace spmla::emutest;

/// 2^Exponent, exactly, within the range of quad precision.
static Quad power2(int Exponent) {
  Quad Result = 1;
  Quad Step = Exponent < 0 ? Quad(0.5) : Quad(2);
  for (int I = Exponent < 0 ? -Exponent : Exponent; I > 0; --I)
    Result *= Step;
  return Result;
}

Quad spmla::emutest::decode(const FloatFormat &Format, uint32_t Bits) {
  uint32_t Mant = Bits & ((1u << Format.MantBits) - 1);
  int MaxExp = (1 << Format.ExpBits) - 1;
  int Exp = Bits >> Format.MantBits & MaxExp;
  Quad Sign = Bits >> (Format.MantBits + Format.ExpBits) & 1 ? -1 : 1;
  if (Format.HasInf && Exp == MaxExp)
    return Mant ? Quad(std::numeric_limits<double>::quiet_NaN())
                : Sign * Quad(std::numeric_limits<double>::infinity());
  if (!Format.HasInf && Exp == MaxExp && Mant == (1u << Format.MantBits) - 1)
    return std::numeric_limits<double>::quiet_NaN();
  if (Exp == 0)
    return Sign * Quad(Mant) * power2(1 - Format.Bias - Format.MantBits);
  return Sign * Quad((1u << Format.MantBits) + Mant) *
         power2(Exp - Format.Bias - Format.MantBits);
}

uint32_t spmla::emutest::encode(const FloatFormat &Format, Quad Value,
                                Round Mode) {
  uint32_t MaxExp = (1u << Format.ExpBits) - 1;
  uint32_t MantMask = (1u << Format.MantBits) - 1;
  // Without infinities the all-ones code is the only NaN.
  uint32_t Nan = MaxExp << Format.MantBits |
                 (Format.HasInf ? 1u << (Format.MantBits - 1) : MantMask);
  if (Value != Value)
    return Nan;
  unsigned __int128 Raw = bitCast<unsigned __int128>(Value);
  uint32_t Sign = uint32_t(Raw >> 127) << (Format.MantBits + Format.ExpBits);
  Quad Magnitude = Raw >> 127 ? -Value : Value;
  uint32_t Overflow = Format.HasInf ? MaxExp << Format.MantBits : Nan;
  if (Magnitude == Quad(std::numeric_limits<double>::infinity()))
    return Sign | Overflow;
  if (Magnitude == 0)
    return Sign;

  // The exponent of the result's last place, not below the denormals'.
  int Exp = int(Raw >> 112 & 0x7fff) - 16383;
  int LastPlace = Exp - Format.MantBits;
  int Smallest = 1 - Format.Bias - Format.MantBits;
  if (LastPlace < Smallest)
    LastPlace = Smallest;
  Quad Scaled = Magnitude * power2(-LastPlace);
  uint64_t Whole = uint64_t(Scaled);
  Quad Rest = Scaled - Quad(Whole);
  if (Mode == Round::NearestEven &&
      (Rest > Quad(0.5) || (Rest == Quad(0.5) && Whole & 1)))
    ++Whole;
  // Whole carries the implicit bit; a carry out of it moves up the exponent.
  uint64_t Code = (uint64_t(LastPlace - Smallest) << Format.MantBits) + Whole;
  uint64_t Largest =
      uint64_t(Overflow) - 1; // infinity or NaN follows the largest number
  if (Code > Largest)
    return Sign | (Mode == Round::NearestEven ? Overflow : uint32_t(Largest));
  return Sign | uint32_t(Code);
}
