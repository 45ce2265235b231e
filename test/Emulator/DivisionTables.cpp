//===- DivisionTables.cpp - v_div_scale, v_div_fmas, v_div_fixup ----------===//
//
// The three helpers are tested one by one where the documents are precise, and
// together as the sequence that LLVM emits for a division, which must be
// correctly rounded whatever the helpers do to get there.
//
//===----------------------------------------------------------------------===//

#include "CustomCase.h"
#include "FloatOps.h"
#include "Tables.h"

using namespace spmla::emutest;

namespace {
template <class T> struct DivTraits;
template <> struct DivTraits<float> {
  static constexpr Kind K = Kind::F32;
  static constexpr Match Nan = Match::NanF32;
  static constexpr int Bias = 127, Scale = 64, Far = 96, Tiny = 23,
                       Underflow = -150;
  static constexpr const char *Name = "f32";
};
template <> struct DivTraits<double> {
  static constexpr Kind K = Kind::F64;
  static constexpr Match Nan = Match::NanF64;
  static constexpr int Bias = 1023, Scale = 128, Far = 768, Tiny = 53,
                       Underflow = -1075;
  static constexpr const char *Name = "f64";
};
} // namespace

/// The biased exponent field; 0 for denormals.
template <class T> static int exponentField(T X) {
  return std::fpclassify(X) == FP_SUBNORMAL || X == 0
             ? 0
             : std::ilogb(X) + DivTraits<T>::Bias;
}
template <class T> static bool isDenormal(T X) {
  return std::fpclassify(X) == FP_SUBNORMAL;
}

template <class T>
static T readV(const WaveState &In, unsigned Reg, unsigned Lane) {
  return fromBits<T>(
      BitsOf<T>(sizeof(T) == 8 ? In.v64(Reg, Lane) : In.v(Reg, Lane)));
}
template <class T>
static void writeV(Expected &Out, unsigned Reg, unsigned Lane, T Value,
                   Match How) {
  if (sizeof(T) == 8)
    Out.set64(Reg, Lane, toBits(Value), How);
  else
    Out.set(Reg, Lane, uint32_t(toBits(Value)), How);
}
template <class T> static std::string reg(unsigned Reg) {
  std::string First = std::to_string(Reg);
  return sizeof(T) == 4 ? "v" + First
                        : "v[" + First + ":" + std::to_string(Reg + 1) + "]";
}

/// Positive and negative finite numbers of any exponent.
template <class T> static T anyFinite(Rng &R) {
  for (;;) {
    T X = fromBits<T>(BitsOf<T>(R() | uint64_t(R()) << 32));
    if (std::isfinite(X) && X != 0)
      return X;
  }
}

/// A finite denominator that makes the quotient of \p Numerator denormal, if
/// there is one.
template <class T> static T farDenominator(T Numerator, Rng &R) {
  int Denormals = std::numeric_limits<T>::digits;
  int Below = std::numeric_limits<T>::min_exponent - int(R() % Denormals);
  int Exponent = std::ilogb(Numerator) - Below;
  T Denominator = anyFinite<T>(R);
  Denominator = std::scalbn(Denominator, Exponent - std::ilogb(Denominator));
  return std::isfinite(Denominator) ? Denominator : anyFinite<T>(R);
}

namespace {
template <class T> struct Scaled {
  T Value;
  bool Vcc;
  bool Open = false;
};
} // namespace

/// v_div_scale(Value, Denominator, Numerator); Value is one of the other two.
/// Where both 1/Denominator and the quotient are denormal the documents contain
/// a scale that overflows, and near the smallest normal quotient they do not
/// say what is rounded: both are open.
template <class T>
static Scaled<T> divScale(T Value, T Denominator, T Numerator) {
  using D = DivTraits<T>;
  bool IsDenominator = Value == Denominator, IsNumerator = Value == Numerator;
  long double Smallest = std::numeric_limits<T>::min();
  long double Quotient = std::fabs((long double)(Numerator) / Denominator);
  bool TinyQuotient = Quotient < Smallest;
  bool TinyReciprocal = std::fabs(1 / (long double)(Denominator)) < Smallest;
  if (exponentField(Numerator) - exponentField(Denominator) >= D::Far)
    return {IsDenominator ? std::ldexp(Value, D::Scale) : Value, true};
  if (isDenormal(Denominator))
    return {std::ldexp(Value, D::Scale), false};
  if (Quotient < std::numeric_limits<T>::denorm_min() ||
      (Quotient > Smallest / 2 && Quotient < Smallest * 2))
    return {Value, false, true};
  if (TinyReciprocal)
    return {std::ldexp(Value, -D::Scale), false, TinyQuotient};
  if (TinyQuotient)
    return {IsNumerator ? std::ldexp(Value, D::Scale) : Value, true};
  if (exponentField(Numerator) <= D::Tiny)
    return {std::ldexp(Value, D::Scale), false};
  return {Value, false};
}

template <class T> static void addScale(Table &Tab, bool OfDenominator) {
  unsigned Value = OfDenominator ? 16 : 18;
  addCase(
      Tab, OfDenominator ? "denominator" : "numerator",
      std::string("v_div_scale_") + DivTraits<T>::Name + " " + reg<T>(10) +
          ", vcc, " + reg<T>(Value) + ", " + reg<T>(16) + ", " + reg<T>(18),
      [=](const WaveState &In, Expected &Out) {
        uint64_t Mask = 0, Open = 0;
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          Scaled<T> R =
              divScale(readV<T>(In, Value, Lane), readV<T>(In, 16, Lane),
                       readV<T>(In, 18, Lane));
          writeV(Out, 10, Lane, R.Value, R.Open ? Match::Any : Match::Exact);
          Mask |= uint64_t(R.Vcc) << Lane;
          Open |= uint64_t(R.Open) << Lane;
        }
        Out.setMask(true, 0, Mask);
        Out.VccOpen |= Open;
      },
      // Zeros, infinities and NaNs are left to v_div_fixup; what v_div_scale
      // returns for them is described only in part.
      [](WaveState &S, unsigned, Rng &R) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane)
          for (unsigned Reg : {16, 18}) {
            T X = anyFinite<T>(R);
            if (sizeof(T) == 8)
              S.setV64(Reg, Lane, toBits(X));
            else
              S.v(Reg, Lane) = uint32_t(toBits(X));
          }
      });
}

/// The sum, scaled where VCC is set. The scale differs between documents (2^32
/// here, 2^64 or 2^-64 there): the whole division below decides it.
template <class T> static void addFmas(Table &Tab) {
  addCase(Tab, "",
          std::string("v_div_fmas_") + DivTraits<T>::Name + " " + reg<T>(10) +
              ", " + reg<T>(14) + ", " + reg<T>(16) + ", " + reg<T>(18),
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            T Sum = std::fma(readV<T>(In, 14, Lane), readV<T>(In, 16, Lane),
                             readV<T>(In, 18, Lane));
            bool Scaled = In.Vcc >> Lane & 1;
            writeV(Out, 10, Lane, Sum, Scaled ? Match::Any : DivTraits<T>::Nan);
          }),
          fillVgprs({{14, DivTraits<T>::K},
                     {16, DivTraits<T>::K},
                     {18, DivTraits<T>::K}}));
}

template <class T> static void addFixup(Table &Tab) {
  using D = DivTraits<T>;
  addCase(Tab, "",
          std::string("v_div_fixup_") + D::Name + " " + reg<T>(10) + ", " +
              reg<T>(14) + ", " + reg<T>(16) + ", " + reg<T>(18),
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            T Quotient = readV<T>(In, 14, Lane), Den = readV<T>(In, 16, Lane),
              Num = readV<T>(In, 18, Lane);
            T Sign = std::signbit(Den) != std::signbit(Num) ? T(-1) : T(1);
            T Inf = std::numeric_limits<T>::infinity();
            T Result = std::copysign(Quotient, Sign);
            bool Open = false;
            if (std::isnan(Num) || std::isnan(Den) || (Num == 0 && Den == 0) ||
                (std::isinf(Num) && std::isinf(Den)))
              Result = std::numeric_limits<T>::quiet_NaN();
            else if (Den == 0 || std::isinf(Num))
              Result = Sign * Inf;
            else if (std::isinf(Den) || Num == 0)
              Result = std::copysign(T(0), Sign);
            else // What underflow returns is named, not defined.
              Open = exponentField(Num) - exponentField(Den) < D::Underflow ||
                     std::isnan(Quotient);
            writeV(Out, 10, Lane, Result, Open ? Match::Any : D::Nan);
          }),
          fillVgprs({{14, D::K}, {16, D::K}, {18, D::K}}));
}

/// v10 = v14 / v16 as LLVM lowers it; v12, v18, v20 and s[28:29] are scratch.
static const char *const kDivide32 =
    "v_div_scale_f32 v12, s[28:29], v16, v16, v14\n"
    "  v_rcp_f32_e32 v18, v12\n"
    "  v_div_scale_f32 v20, vcc, v14, v16, v14\n"
    "  v_fma_f32 v22, -v12, v18, 1.0\n"
    "  v_fmac_f32_e32 v18, v22, v18\n"
    "  v_mul_f32_e32 v22, v20, v18\n"
    "  v_fma_f32 v10, -v12, v22, v20\n"
    "  v_fmac_f32_e32 v22, v10, v18\n"
    "  v_fma_f32 v12, -v12, v22, v20\n"
    "  s_nop 3\n"
    "  v_div_fmas_f32 v12, v12, v18, v22\n"
    "  v_div_fixup_f32 v10, v12, v16, v14";
static const char *const kDivide64 =
    "v_div_scale_f64 v[12:13], s[28:29], v[16:17], v[16:17], v[14:15]\n"
    "  v_rcp_f64_e32 v[18:19], v[12:13]\n"
    "  v_div_scale_f64 v[20:21], vcc, v[14:15], v[16:17], v[14:15]\n"
    "  v_fma_f64 v[22:23], -v[12:13], v[18:19], 1.0\n"
    "  v_fmac_f64_e32 v[18:19], v[18:19], v[22:23]\n"
    "  v_fma_f64 v[22:23], -v[12:13], v[18:19], 1.0\n"
    "  v_fmac_f64_e32 v[18:19], v[18:19], v[22:23]\n"
    "  v_mul_f64 v[22:23], v[20:21], v[18:19]\n"
    "  v_fma_f64 v[12:13], -v[12:13], v[22:23], v[20:21]\n"
    "  s_nop 3\n"
    "  v_div_fmas_f64 v[12:13], v[12:13], v[18:19], v[22:23]\n"
    "  v_div_fixup_f64 v[10:11], v[12:13], v[16:17], v[14:15]";

template <class T> static void addDivision(Table &Tab, const char *Text) {
  Case &C = addCase(
      Tab, "division_is_correctly_rounded", Text,
      [](const WaveState &In, Expected &Out) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          if (!In.active(Lane))
            continue;
          writeV(Out, 10, Lane, readV<T>(In, 14, Lane) / readV<T>(In, 16, Lane),
                 DivTraits<T>::Nan);
          for (unsigned Reg : {12, 13, 18, 19, 20, 21, 22, 23})
            Out.set(Reg, Lane, 0, Match::Any);
        }
        Out.VccOpen = ~0ull;
        Out.SOpen[28 - kFirstS] = Out.SOpen[29 - kFirstS] = ~0u;
      },
      [](WaveState &S, unsigned Wave, Rng &R) {
        for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
          auto Tuple =
              operandTuple({DivTraits<T>::K, DivTraits<T>::K},
                           Wave < 14 ? Wave * size_t(kLanes) + Lane : ~0u, R);
          T Numerator = anyFinite<T>(R);
          if (Wave >= 24)
            Tuple = {uint64_t(toBits(Numerator)),
                     uint64_t(toBits(Wave >= 32 ? farDenominator(Numerator, R)
                                                : anyFinite<T>(R)))};
          for (unsigned I = 0; I < 2; ++I) {
            uint64_t Bits = Tuple[I];
            if (sizeof(T) == 8)
              S.setV64(14 + 2 * I, Lane, Bits);
            else
              S.v(14 + 2 * I, Lane) = uint32_t(Bits);
          }
        }
      });
  C.Waves = 40;
}

void spmla::emutest::addDivisionTables(std::vector<Table> &Tables) {
  Table T{"Division", "gfx950", {}};
  addScale<float>(T, true);
  addScale<float>(T, false);
  addScale<double>(T, true);
  addScale<double>(T, false);
  addFmas<float>(T);
  addFmas<double>(T);
  addFixup<float>(T);
  addFixup<double>(T);
  addDivision<float>(T, kDivide32);
  addDivision<double>(T, kDivide64);
  // The f16 fix-up has no underflow case.
  addCase(T, "", "v_div_fixup_f16 v10, v14, v16, v18",
          perLane([](const WaveState &In, Expected &Out, unsigned Lane) {
            Half Quotient(uint16_t(In.v(14, Lane))),
                Den(uint16_t(In.v(16, Lane))), Num(uint16_t(In.v(18, Lane)));
            uint16_t Sign = (Den.Bits ^ Num.Bits) & 0x8000;
            uint16_t D = Den.Bits & 0x7fff, N = Num.Bits & 0x7fff;
            uint16_t Result = Sign | (Quotient.Bits & 0x7fff);
            bool Open = false;
            if (Num.isNan() || Den.isNan() || (D == 0 && N == 0) ||
                (D == 0x7c00 && N == 0x7c00))
              Result = 0x7e00;
            else if (D == 0 || N == 0x7c00)
              Result = Sign | 0x7c00;
            else if (D == 0x7c00 || N == 0)
              Result = Sign;
            else // Numbers have no NaN as their quotient.
              Open = Quotient.isNan();
            Out.set(10, Lane, (In.v(10, Lane) & 0xffff0000) | Result,
                    Open ? Match::Any : Match::NanF16);
          }),
          fillVgprs({{14, Kind::F16}, {16, Kind::F16}, {18, Kind::F16}}));
  Tables.push_back(std::move(T));
}
