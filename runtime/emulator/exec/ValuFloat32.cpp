//===- ValuFloat32.cpp - f32, single and packed ---------------------------===//

#include "Float16.h"
#include "MinMax.h"
#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
SPMLA_INLINE float fma32(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

} // namespace

void registerFloat32(Registry &r) {
  vop(r, "v_add_f32", lanes([](float a, float b) { return a + b; }));
  vop(r, "v_sub_f32", lanes([](float a, float b) { return a - b; }));
  vop(r, "v_subrev_f32", lanes([](float a, float b) { return b - a; }));
  vop(r, "v_mul_f32", lanes([](float a, float b) { return a * b; }));
  // Zero times anything is zero.
  vop(r, "v_mul_legacy_f32", lanes([](float a, float b) {
        return a == 0.0f || b == 0.0f ? 0.0f : a * b;
      }));
  vop(r, "v_fma_f32",
      lanes([](float a, float b, float c) { return fma32(a, b, c); }));
  vop(r, "v_fmac_f32", lanes([](float a, float b, Old<float> c) {
        return fma32(a, b, c.value);
      }));
  vop(r, "v_fmaak_f32",
      lanes([](float a, float b, float k) { return fma32(a, b, k); }));
  vop(r, "v_fmamk_f32",
      lanes([](float a, float k, float b) { return fma32(a, k, b); }));

  registerMinMax<float>(
      r, {"v_min_f32", "v_max_f32", "v_min3_f32", "v_max3_f32", "v_med3_f32"});
  vop(r, "v_minimum3_f32", lanes([](float a, float b, float c) {
        return minimumOf(minimumOf(a, b), c);
      }));
  vop(r, "v_maximum3_f32", lanes([](float a, float b, float c) {
        return maximumOf(maximumOf(a, b), c);
      }));

  vop(r, "v_trunc_f32", lanes([](float a) { return truncOf(a); }));
  vop(r, "v_floor_f32", lanes([](float a) { return floorOf(a); }));
  vop(r, "v_ceil_f32", lanes([](float a) { return ceilOf(a); }));
  vop(r, "v_rndne_f32", lanes([](float a) { return evenOf(a); }));
  vop(r, "v_fract_f32", lanes([](float a) { return fractOf(a); }));
  vop(r, "v_ldexp_f32",
      lanes([](float a, int32_t n) { return ldexpOf(a, n); }));
  vop(r, "v_frexp_exp_i32_f32",
      lanes([](float a) { return exponentOf(double(a)); }));
  vop(r, "v_frexp_mant_f32", lanes([](float a) {
        return Exact<float>{
            quiet(isNan(a) ? a : static_cast<float>(mantissaOf(double(a))))};
      }));

  vop(r, "v_exp_f32", lanes([](float a) { return exp2Float(a); }));
  vop(r, "v_log_f32", lanes([](float a) { return log2Float(a); }));
  vop(r, "v_rcp_f32", lanes([](float a) { return rcpFloat(a); }));
  vop(r, "v_rcp_iflag_f32", lanes([](float a) { return rcpFloat(a); }));
  vop(r, "v_rsq_f32", lanes([](float a) { return rsqFloat(a); }));
  vop(r, "v_sqrt_f32", lanes([](float a) { return sqrtFloat(a); }));
  vop(r, "v_sin_f32", lanes([](float a) { return sinFloat(a); }));
  vop(r, "v_cos_f32", lanes([](float a) { return cosFloat(a); }));

  vop(r, "v_pk_add_f32", lanes([](PkFloat a, PkFloat b) {
        return PkFloat{a.lo + b.lo, a.hi + b.hi};
      }));
  vop(r, "v_pk_mul_f32", lanes([](PkFloat a, PkFloat b) {
        return PkFloat{a.lo * b.lo, a.hi * b.hi};
      }));
  vop(r, "v_pk_fma_f32", lanes([](PkFloat a, PkFloat b, PkFloat c) {
        return PkFloat{fma32(a.lo, b.lo, c.lo), fma32(a.hi, b.hi, c.hi)};
      }));

  vop(r, "v_fma_mix_f32", lanes([](Mix a, Mix b, Mix c) {
        return fma32(a.value, b.value, c.value);
      }));
  auto mixHalf = [](Mix a, Mix b, Mix c) {
    return KeepHigh<Half>{canonical(toHalf(fma32(a.value, b.value, c.value)))};
  };
  vop(r, "v_fma_mixlo_f16", lanes(mixHalf));
  vop(r, "v_fma_mixhi_f16", lanes(mixHalf), kOpMixHigh);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
