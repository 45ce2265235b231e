//===- ValuFloat64.cpp - f64 ----------------------------------------------===//

#include "Operations.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

SPMLA_INLINE double fma64(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

} // namespace

void registerFloat64(Registry &r) {
  vop(r, "v_add_f64", lanes([](double a, double b) { return a + b; }));
  vop(r, "v_mul_f64", lanes([](double a, double b) { return a * b; }));
  vop(r, "v_fma_f64",
      lanes([](double a, double b, double c) { return fma64(a, b, c); }));
  vop(r, "v_fmac_f64", lanes([](double a, double b, Old<double> c) {
        return fma64(a, b, c.value);
      }));
  vop(r, "v_min_f64",
      lanesByIeee(
          [](double a, double b) { return Exact<double>{minNumIeee(a, b)}; },
          [](double a, double b) { return Exact<double>{minNum(a, b)}; }));
  vop(r, "v_max_f64",
      lanesByIeee(
          [](double a, double b) { return Exact<double>{maxNumIeee(a, b)}; },
          [](double a, double b) { return Exact<double>{maxNum(a, b)}; }));
  vop(r, "v_trunc_f64", lanes([](double a) { return truncOf(a); }));
  vop(r, "v_floor_f64", lanes([](double a) { return floorOf(a); }));
  vop(r, "v_ceil_f64", lanes([](double a) { return ceilOf(a); }));
  vop(r, "v_rndne_f64", lanes([](double a) { return evenOf(a); }));
  vop(r, "v_fract_f64", lanes([](double a) { return fractOf(a); }));
  vop(r, "v_ldexp_f64",
      lanes([](double a, int32_t n) { return __builtin_ldexp(a, n); }));
  // A factor that makes denormals normal, undone in the exponent.
  vop(r, "v_frexp_exp_i32_f64", lanes([](double a) {
        bool tiny = !(bitsAs<uint64_t>(a) >> 52 & 0x7ff) && a != 0;
        return exponentOf(tiny ? a * 0x1p64 : a) - (tiny ? 64 : 0);
      }));
  vop(r, "v_frexp_mant_f64", lanes([](double a) {
        bool tiny = !(bitsAs<uint64_t>(a) >> 52 & 0x7ff);
        return mantissaOf(tiny ? a * 0x1p64 : a);
      }));
  // The hardware gives about 26 bits here; code refines by Newton steps, which
  // leave a correctly rounded value alone.
  vop(r, "v_rcp_f64", lanes([](double a) { return 1.0 / a; }));
  vop(r, "v_rsq_f64", lanes([](double a) { return 1.0 / __builtin_sqrt(a); }));
  vop(r, "v_sqrt_f64", lanes([](double a) { return __builtin_sqrt(a); }));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
