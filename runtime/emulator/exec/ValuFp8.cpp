//===- ValuFp8.cpp - fp8 conversions --------------------------------------===//
//
// gfx950's fp8 is OCP e4m3fn and e5m2, gfx942's is FNUZ. Overflow follows
// MODE.FP16_OVFL; see encodeFp8. The scale of a cvt_scalef32 counts by its
// exponent bits [30:23] only: widening multiplies by 2^(e-127), narrowing
// divides.
//
//===----------------------------------------------------------------------===//

#include "Float16.h"
#include "Operations.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using u16 = uint16_t;

// e = 0 stands for 2^-127, e = 255 for NaN.
SPMLA_INLINE double scaleOf(u32 bits) {
  u32 e = bits >> 23 & 0xff;
  double factor = doubleOfExponent(static_cast<int>(e) - 127);
  return e == 255 ? __builtin_nan("") : factor;
}
SPMLA_INLINE float widen(float value, u32 scale) {
  return static_cast<float>(value * scaleOf(scale));
}
// The division is exact but for results outside f32's range, which are outside
// fp8's as well; rounding to odd keeps the one rounding that counts.
SPMLA_INLINE float narrow(float value, u32 scale) {
  return toFloatOdd(value / scaleOf(scale));
}

template <class Format> SPMLA_INLINE PkFloat decodePair(u32 bytes) {
  return {decodeFp8<Format>(bytes & 0xff),
          decodeFp8<Format>(bytes >> 8 & 0xff)};
}

// A pair of fp8 values into one half of a register, the other half kept.
template <class Format, bool Scaled>
Next encodePair(Wave &w, const Instruction &in) {
  Reader<float> a(w, in.src[0], 0), b(w, in.src[1], 1);
  const u32 *scale = nullptr;
  if (Scaled)
    scale = source(w, in.src[2], 2, Type::B32).lo;
  bool saturate = w.mode & kModeFp16Overflow;
  Writer<KeepHigh<u16>> d(w, in, 0);
  const u32 *mask = w.mask;
  for (unsigned l = 0; l < kLanes; ++l) {
    float x = a[l], y = b[l];
    if (Scaled) {
      x = narrow(x, scale[l]);
      y = narrow(y, scale[l]);
    }
    u32 bytes = encodeFp8<Format>(x, saturate) | encodeFp8<Format>(y, saturate)
                                                     << 8;
    d.put(l, KeepHigh<u16>{static_cast<u16>(bytes)}, mask[l]);
  }
  return Next::Continue;
}

// The same from a register with two bf16 or f16 values.
template <class Format, class From>
Next encodeHalves(Wave &w, const Instruction &in) {
  Rows a = source(w, in.src[0], 0, Type::B32);
  Rows scale = source(w, in.src[1], 1, Type::B32);
  bool saturate = w.mode & kModeFp16Overflow;
  Writer<KeepHigh<u16>> d(w, in, 0);
  for (unsigned l = 0; l < kLanes; ++l) {
    u32 both = a.lo[l];
    float x = narrow(toFloat(From{static_cast<u16>(both)}), scale.lo[l]);
    float y = narrow(toFloat(From{static_cast<u16>(both >> 16)}), scale.lo[l]);
    u32 bytes = encodeFp8<Format>(x, saturate) | encodeFp8<Format>(y, saturate)
                                                     << 8;
    d.put(l, KeepHigh<u16>{static_cast<u16>(bytes)}, w.mask[l]);
  }
  return Next::Continue;
}

template <class Ocp, class Fnuz>
Next encodeByArch(Wave &w, const Instruction &in) {
  return w.group->fnuz ? encodePair<Fnuz, false>(w, in)
                       : encodePair<Ocp, false>(w, in);
}

OpInfo encodeInfo(ExecFn fn, Type value, unsigned numValues, bool scaled) {
  OpInfo info;
  info.fn = fn;
  info.flags = kOpKeepHigh | kOpDstHigh;
  info.numDsts = 1;
  info.dsts[0] = Type::B16;
  for (unsigned i = 0; i < numValues; ++i)
    info.srcs[info.numSrcs++] = value;
  if (scaled)
    info.srcs[info.numSrcs++] = Type::B32;
  return info;
}

// One byte, chosen by op_sel (imm), scaled.
template <class Format> Next decodeByte(Wave &w, const Instruction &in) {
  Reader<u32> a(w, in.src[0], 0), scale(w, in.src[1], 1);
  Writer<float> d(w, in, 0);
  unsigned shift = 8 * static_cast<unsigned>(in.imm);
  for (unsigned l = 0; l < kLanes; ++l)
    d.put(l, widen(decodeFp8<Format>(a[l] >> shift & 0xff), scale[l]),
          w.mask[l]);
  return d.finish(w, in);
}

template <class Format> void registerScaled(Registry &r, const char *const *n) {
  vop(r, n[0], lanes([](Fp8x2 a, u32 s) {
        PkFloat p = decodePair<Format>(a.bytes);
        return PkFloat{widen(p.lo, s), widen(p.hi, s)};
      }));
  vop(r, n[1], lanes([](Fp8x2 a, u32 s) {
        PkFloat p = decodePair<Format>(a.bytes);
        return toBFloat(widen(p.lo, s)).bits |
               static_cast<u32>(toBFloat(widen(p.hi, s)).bits) << 16;
      }));
  vop(r, n[2], lanes([](Fp8x2 a, u32 s) {
        PkFloat p = decodePair<Format>(a.bytes);
        return toHalf(double(p.lo) * scaleOf(s)).bits |
               static_cast<u32>(toHalf(double(p.hi) * scaleOf(s)).bits) << 16;
      }));
  vop(r, n[3], encodeInfo(&encodePair<Format, true>, Type::F32, 2, true));
  vop(r, n[4], encodeInfo(&encodeHalves<Format, BFloat>, Type::B32, 1, true));
  vop(r, n[5], encodeInfo(&encodeHalves<Format, Half>, Type::B32, 1, true));
  OpInfo byte;
  byte.fn = &decodeByte<Format>;
  byte.numDsts = 1;
  byte.dsts[0] = Type::F32;
  byte.numSrcs = 2;
  byte.srcs[0] = byte.srcs[1] = Type::B32;
  vop(r, n[6], byte, kOpByteSelect);
}

} // namespace

void registerFp8(Registry &r) {
  vop(r, "v_cvt_f32_fp8",
      lanesByFnuz([](u32 a) { return decodeFp8<E4M3Fnuz>(a & 0xff); },
                  [](u32 a) { return decodeFp8<E4M3>(a & 0xff); }));
  vop(r, "v_cvt_f32_bf8",
      lanesByFnuz([](u32 a) { return decodeFp8<E5M2Fnuz>(a & 0xff); },
                  [](u32 a) { return decodeFp8<E5M2>(a & 0xff); }));
  vop(r, "v_cvt_pk_f32_fp8",
      lanesByFnuz([](Fp8x2 a) { return decodePair<E4M3Fnuz>(a.bytes); },
                  [](Fp8x2 a) { return decodePair<E4M3>(a.bytes); }));
  vop(r, "v_cvt_pk_f32_bf8",
      lanesByFnuz([](Fp8x2 a) { return decodePair<E5M2Fnuz>(a.bytes); },
                  [](Fp8x2 a) { return decodePair<E5M2>(a.bytes); }));
  vop(r, "v_cvt_pk_fp8_f32",
      encodeInfo(&encodeByArch<E4M3, E4M3Fnuz>, Type::F32, 2, false));
  vop(r, "v_cvt_pk_bf8_f32",
      encodeInfo(&encodeByArch<E5M2, E5M2Fnuz>, Type::F32, 2, false));

  const char *const fp8[] = {
      "v_cvt_scalef32_pk_f32_fp8",  "v_cvt_scalef32_pk_bf16_fp8",
      "v_cvt_scalef32_pk_f16_fp8",  "v_cvt_scalef32_pk_fp8_f32",
      "v_cvt_scalef32_pk_fp8_bf16", "v_cvt_scalef32_pk_fp8_f16",
      "v_cvt_scalef32_f32_fp8"};
  registerScaled<E4M3>(r, fp8);
  const char *const bf8[] = {
      "v_cvt_scalef32_pk_f32_bf8",  "v_cvt_scalef32_pk_bf16_bf8",
      "v_cvt_scalef32_pk_f16_bf8",  "v_cvt_scalef32_pk_bf8_f32",
      "v_cvt_scalef32_pk_bf8_bf16", "v_cvt_scalef32_pk_bf8_f16",
      "v_cvt_scalef32_f32_bf8"};
  registerScaled<E5M2>(r, bf8);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
