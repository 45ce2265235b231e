//===- Float16Tables.cpp - f16 vector instructions ------------------------===//

#include "FloatOps.h"
#include "Tables.h"
#include "Valu.h"

using namespace spmla::emutest;

static bool isDenormal(Half X) {
  return (X.Bits & 0x7c00) == 0 && (X.Bits & 0x3ff) != 0;
}
static UlpHalf approximate(Half In, double Value) {
  Half Result = Half::of(Value);
  return {Result, isDenormal(In) || isDenormal(Result)};
}
/// Every f16 is a double: rounds a function of doubles to f16.
template <class F> auto throughDouble(F Fn) {
  return [Fn](Half A) { return Half::of(Fn(double(A.get()))); };
}

/// Plain 16-bit instructions clear the high half of their destination.
static void addArithmetic(Table &T) {
  const unsigned Two = kVop12 | kSdwa | kDpp | kNegAbs;
  valu(T, "v_add_f16", Two,
       [](Half A, Half B) { return Half::of(A.get() + B.get()); });
  valu(T, "v_sub_f16", Two,
       [](Half A, Half B) { return Half::of(A.get() - B.get()); });
  valu(T, "v_subrev_f16", Two,
       [](Half A, Half B) { return Half::of(B.get() - A.get()); });
  valu(T, "v_mul_f16", Two,
       [](Half A, Half B) { return Half::of(A.get() * B.get()); });
  valu(T, "v_max_f16", Two, maxNum<Half>);
  valu(T, "v_min_f16", Two, minNum<Half>);
  valu(T, "v_ldexp_f16", kVop12 | kSdwa | kDpp, [](Half A, int16_t B) {
    int Exp = std::min<int>(std::max<int>(B, -60), 60);
    return Half::of(std::ldexp(double(A.get()), Exp));
  });

  const unsigned Three = kNegAbs | kOpSel;
  auto Fma = [](Half A, Half B, Half C) {
    return Half::of(A.get() * B.get() + C.get());
  };
  valu(T, "v_fma_f16", Three, Fma);
  valu(T, "v_fma_legacy_f16", kNegAbs, Fma);
  valu(T, "v_max3_f16", Three, [](Half A, Half B, Half C) {
    return maxNum<Half>(fromBits<Half>(maxNum<Half>(A, B)), C);
  });
  valu(T, "v_min3_f16", Three, [](Half A, Half B, Half C) {
    return minNum<Half>(fromBits<Half>(minNum<Half>(A, B)), C);
  });
  valu(T, "v_med3_f16", Three, median3<Half>);
}

static void addUnary(Table &T) {
  const unsigned One = kVop12 | kSdwa | kDpp | kNegAbs;
  using Fn = double (*)(double);
  valu(T, "v_floor_f16", One, throughDouble(Fn(std::floor)));
  valu(T, "v_ceil_f16", One, throughDouble(Fn(std::ceil)));
  valu(T, "v_trunc_f16", One, throughDouble(Fn(std::trunc)));
  valu(T, "v_rndne_f16", One, throughDouble(Fn(std::nearbyint)));
  valu(T, "v_fract_f16", One, [](Half A) {
    double X = double(A.get());
    Half Value = Half::of(X - std::floor(X));
    return OpenHalf{Value, Value.Bits == 0x3c00};
  });
  valu(T, "v_frexp_mant_f16", One, [](Half A) {
    int Exp;
    double X = double(A.get());
    return OpenHalf{std::isfinite(X) ? Half::of(std::frexp(X, &Exp)) : A,
                    A.isSignalingNan()};
  });
  valu(T, "v_frexp_exp_i16_f16", One, [](Half A) {
    int Exp = 0;
    double X = double(A.get());
    if (std::isfinite(X))
      (void)std::frexp(X, &Exp);
    return int16_t(Exp);
  });

  const unsigned Rough = kVop12 | kDpp | kNegAbs;
  auto Turns = [](Half A, double (*Fn)(double)) {
    OpenFloat R = quarterTurns(A.toFloat(), Fn);
    return OpenHalf{Half::of(R.Value), R.Open};
  };
  valu(T, "v_sin_f16", Rough, [=](Half A) { return Turns(A, std::sin); });
  valu(T, "v_cos_f16", Rough, [=](Half A) { return Turns(A, std::cos); });
  valu(T, "v_rcp_f16", Rough,
       [](Half A) { return approximate(A, 1 / double(A.get())); });
  valu(T, "v_sqrt_f16", Rough,
       [](Half A) { return approximate(A, std::sqrt(double(A.get()))); });
  valu(T, "v_rsq_f16", Rough,
       [](Half A) { return approximate(A, 1 / std::sqrt(double(A.get()))); });
  valu(T, "v_log_f16", Rough,
       [](Half A) { return approximate(A, std::log2(double(A.get()))); });
  valu(T, "v_exp_f16", Rough,
       [](Half A) { return approximate(A, std::exp2(double(A.get()))); });
}

static void addConversions(Table &T) {
  const unsigned One = kVop12 | kSdwa | kDpp;
  valu(T, "v_cvt_f16_u16", One, [](uint16_t A) { return Half::of(A); });
  valu(T, "v_cvt_f16_i16", One, [](int16_t A) { return Half::of(A); });
  valu(T, "v_cvt_u16_f16", One | kNegAbs,
       [](Half A) { return toInteger<uint16_t>(double(A.get())); });
  valu(T, "v_cvt_i16_f16", One | kNegAbs,
       [](Half A) { return toInteger<int16_t>(double(A.get())); });
}

void spmla::emutest::addFloat16Tables(std::vector<Table> &Tables) {
  Table Arithmetic{"Float16", "gfx950", {}},
      Unary{"Float16Unary", "gfx950", {}};
  addArithmetic(Arithmetic);
  addUnary(Unary);
  addConversions(Unary);
  Tables.push_back(std::move(Arithmetic));
  Tables.push_back(std::move(Unary));
}
