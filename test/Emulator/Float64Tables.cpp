//===- Float64Tables.cpp - f64 vector instructions ------------------------===//

#include "FloatOps.h"
#include "Tables.h"
#include "Valu.h"

using namespace spmla::emutest;

static SeedDouble seed(double In, double Value) {
  auto Denormal = [](double X) { return std::fpclassify(X) == FP_SUBNORMAL; };
  return {Value, Denormal(In) || Denormal(Value)};
}

void spmla::emutest::addFloat64Tables(std::vector<Table> &Tables) {
  Table T{"Float64", "gfx950", {}};
  valu(T, "v_add_f64", kNegAbs, [](double A, double B) { return A + B; });
  valu(T, "v_mul_f64", kNegAbs, [](double A, double B) { return A * B; });
  valu(T, "v_max_f64", kNegAbs, maxNum<double>);
  valu(T, "v_min_f64", kNegAbs, minNum<double>);
  valu(T, "v_fma_f64", kNegAbs,
       [](double A, double B, double C) { return std::fma(A, B, C); });
  valu(T, "v_fmac_f64", kVop12 | kNegAbs | kAccumulates,
       [](double A, double B, double D) { return std::fma(A, B, D); });
  valu(T, "v_ldexp_f64", kVop3, [](double A, int32_t B) {
    return std::ldexp(A, std::min(std::max(B, -3000), 3000));
  });

  const unsigned One = kVop12 | kNegAbs;
  valu(T, "v_floor_f64", One, [](double A) { return std::floor(A); });
  valu(T, "v_ceil_f64", One, [](double A) { return std::ceil(A); });
  valu(T, "v_trunc_f64", One, [](double A) { return std::trunc(A); });
  valu(T, "v_rndne_f64", One, [](double A) { return std::nearbyint(A); });
  valu(T, "v_fract_f64", One, fractional<double>);
  valu(T, "v_frexp_mant_f64", One, [](double A) {
    int Exp;
    return OpenDouble{std::isfinite(A) ? std::frexp(A, &Exp) : A,
                      isSignalingNan(A)};
  });
  valu(T, "v_frexp_exp_i32_f64", One, [](double A) {
    int Exp = 0;
    if (std::isfinite(A))
      (void)std::frexp(A, &Exp);
    return int32_t(Exp);
  });
  valu(T, "v_rcp_f64", One, [](double A) { return seed(A, 1 / A); });
  valu(T, "v_rsq_f64", One, [](double A) { return seed(A, 1 / std::sqrt(A)); });
  valu(T, "v_sqrt_f64", One, [](double A) { return seed(A, std::sqrt(A)); });

  valu(T, "v_cvt_f64_i32", kVop12, [](int32_t A) { return double(A); });
  valu(T, "v_cvt_f64_u32", kVop12, [](uint32_t A) { return double(A); });
  valu(T, "v_cvt_f64_f32", One, [](float A) { return double(A); });
  valu(T, "v_cvt_f32_f64", One, [](double A) { return float(A); });
  valu(T, "v_cvt_i32_f64", One, [](double A) { return toInteger<int32_t>(A); });
  valu(T, "v_cvt_u32_f64", One,
       [](double A) { return toInteger<uint32_t>(A); });
  Tables.push_back(std::move(T));
}
