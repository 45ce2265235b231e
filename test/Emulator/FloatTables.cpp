//===- FloatTables.cpp - f32 vector instructions --------------------------===//

#include "FloatOps.h"
#include "Tables.h"
#include "Valu.h"

using namespace spmla::emutest;

/// The transcendental instructions need not take f32 denormals, nor return
/// them.
static bool isDenormal(float X) { return std::fpclassify(X) == FP_SUBNORMAL; }
static UlpFloat approximate(float In, double Value) {
  float Result = float(Value);
  return {Result, isDenormal(In) || isDenormal(Result)};
}

static void addArithmetic(Table &T, bool Flush) {
  // A flushed operand or result keeps its sign.
  auto In = [Flush](float X) { return Flush ? flush(X) : X; };
  auto Op = [&](const char *Mnemonic, unsigned Forms, auto Fn) {
    valu(T, Mnemonic, Forms,
         [=](float A, float B) { return In(Fn(In(A), In(B))); });
  };
  const unsigned Two = kVop12 | kSdwa | kDpp | kNegAbs | kClamp;
  Op("v_add_f32", Two, [](float A, float B) { return A + B; });
  Op("v_sub_f32", Two, [](float A, float B) { return A - B; });
  Op("v_subrev_f32", Two, [](float A, float B) { return B - A; });
  Op("v_mul_f32", Two, [](float A, float B) { return A * B; });
  valu(T, "v_fma_f32", kNegAbs | kClamp, [=](float A, float B, float C) {
    return In(std::fma(In(A), In(B), In(C)));
  });
  valu(T, "v_fmac_f32", kVop12 | kDpp | kNegAbs | kAccumulates,
       [=](float A, float B, float D) {
         return In(std::fma(In(A), In(B), In(D)));
       });
}

static void addMinMax(Table &T) {
  const unsigned Two = kVop12 | kSdwa | kDpp | kNegAbs;
  valu(T, "v_max_f32", Two, maxNum<float>);
  valu(T, "v_min_f32", Two, minNum<float>);
  valu(T, "v_max3_f32", kNegAbs, [](float A, float B, float C) {
    return maxNum<float>(fromBits<float>(maxNum<float>(A, B)), C);
  });
  valu(T, "v_min3_f32", kNegAbs, [](float A, float B, float C) {
    return minNum<float>(fromBits<float>(minNum<float>(A, B)), C);
  });
  valu(T, "v_med3_f32", kNegAbs, median3<float>);
  valu(T, "v_maximum3_f32", kNegAbs,
       [](float A, float B, float C) { return maximum(maximum(A, B), C); });
  valu(T, "v_minimum3_f32", kNegAbs,
       [](float A, float B, float C) { return minimum(minimum(A, B), C); });
  valu(T, "v_mul_legacy_f32", kNegAbs,
       [](float A, float B) { return A == 0 || B == 0 ? 0.0f : A * B; });
}

static void addRounding(Table &T) {
  const unsigned One = kVop12 | kSdwa | kDpp | kNegAbs;
  valu(T, "v_floor_f32", One, [](float A) { return std::floor(A); });
  valu(T, "v_ceil_f32", One, [](float A) { return std::ceil(A); });
  valu(T, "v_trunc_f32", One, [](float A) { return std::trunc(A); });
  valu(T, "v_rndne_f32", One, [](float A) { return std::nearbyint(A); });
  valu(T, "v_fract_f32", One, [](float A) { return fractional(A); });
  // The significand lies in [0.5, 1). Infinities and NaNs: value and 0.
  valu(T, "v_frexp_mant_f32", One, [](float A) {
    int Exp;
    return OpenFloat{std::isfinite(A) ? std::frexp(A, &Exp) : A,
                     isSignalingNan(A)};
  });
  valu(T, "v_frexp_exp_i32_f32", One, [](float A) {
    int Exp = 0;
    if (std::isfinite(A))
      (void)std::frexp(A, &Exp);
    return int32_t(Exp);
  });
  valu(T, "v_ldexp_f32", kVop3, [](float A, int32_t B) {
    return float(std::ldexp(A, std::min(std::max(B, -400), 400)));
  });
}

static void addTranscendental(Table &T) {
  const unsigned One = kVop12 | kDpp | kNegAbs;
  valu(T, "v_sin_f32", One, [](float A) { return quarterTurns(A, std::sin); });
  valu(T, "v_cos_f32", One, [](float A) { return quarterTurns(A, std::cos); });
  valu(T, "v_exp_f32", One,
       [](float A) { return approximate(A, std::exp2(double(A))); });
  valu(T, "v_log_f32", One,
       [](float A) { return approximate(A, std::log2(double(A))); });
  valu(T, "v_rcp_f32", One,
       [](float A) { return approximate(A, 1.0 / double(A)); });
  valu(T, "v_rcp_iflag_f32", One,
       [](float A) { return approximate(A, 1.0 / double(A)); });
  valu(T, "v_rsq_f32", One,
       [](float A) { return approximate(A, 1.0 / std::sqrt(double(A))); });
  valu(T, "v_sqrt_f32", One,
       [](float A) { return approximate(A, std::sqrt(double(A))); });
}

/// v_fmamk_f32 and v_fmaak_f32 carry a 32-bit literal.
static void addLiteralFma(Table &T, bool Addend) {
  Case C;
  C.Text = Addend ? "v_fmaak_f32 v10, v14, v16, 0x3e99999a"
                  : "v_fmamk_f32 v10, v14, 0xc0490fdb, v16";
  C.Name = C.mnemonic();
  C.Fill = [](WaveState &S, unsigned, Rng &R) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane)
      for (unsigned Reg : {14, 16})
        S.v(Reg, Lane) = uint32_t(mixedValue(Kind::F32, R));
  };
  C.Model = [Addend](const WaveState &In, Expected &Out) {
    for (unsigned Lane = 0; Lane < kLanes; ++Lane) {
      if (!In.active(Lane))
        continue;
      float A = bitCast<float>(In.v(14, Lane)),
            B = bitCast<float>(In.v(16, Lane));
      float Result = Addend ? std::fma(A, B, bitCast<float>(0x3e99999au))
                            : std::fma(A, bitCast<float>(0xc0490fdbu), B);
      Out.set(10, Lane, bitCast<uint32_t>(Result), Match::NanF32);
    }
  };
  T.Cases.push_back(std::move(C));
}

void spmla::emutest::addFloatTables(std::vector<Table> &Tables) {
  Table Arithmetic{"Float32", "gfx950", {}},
      Flushed{"Float32DenormalsFlushed", "gfx950", {}},
      MinMax{"Float32MinMax", "gfx950", {}},
      Rounding{"Float32Rounding", "gfx950", {}},
      Transcendental{"Float32Transcendental", "gfx950", {}};
  addArithmetic(Arithmetic, /*Flush=*/false);
  addLiteralFma(Arithmetic, false);
  addLiteralFma(Arithmetic, true);
  addArithmetic(Flushed, /*Flush=*/true);
  for (Case &C : Flushed.Cases)
    C.FlushF32 = true;
  addMinMax(MinMax);
  addRounding(Rounding);
  addTranscendental(Transcendental);
  for (Table *T : {&Arithmetic, &Flushed, &MinMax, &Rounding, &Transcendental})
    Tables.push_back(std::move(*T));
}
