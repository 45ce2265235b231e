//===- ValuConversions.cpp - Between number formats -----------------------===//

#include "Float16.h"
#include "Operations.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u16 = uint16_t;
using i16 = int16_t;

// Toward zero, saturating, NaN to 0. Through double, where bounds are exact.
SPMLA_INLINE i32 toInt(double d) {
  d = d > 2147483647.0 ? 2147483647.0 : d;
  d = d < -2147483648.0 ? -2147483648.0 : d;
  return d == d ? static_cast<i32>(d) : 0;
}
SPMLA_INLINE u32 toUint(double d) {
  d = d > 4294967295.0 ? 4294967295.0 : d;
  d = d > 0.0 ? d : 0.0;
  // Signed conversion of a shifted value: AVX2 has no unsigned one.
  bool upper = d >= 2147483648.0;
  u32 low = static_cast<u32>(static_cast<i32>(upper ? d - 2147483648.0 : d));
  return upper ? low + 0x80000000u : low;
}
SPMLA_INLINE double fromUint(u32 a) {
  return static_cast<double>(static_cast<i32>(a ^ 0x80000000u)) + 2147483648.0;
}
SPMLA_INLINE u32 byteOf(u32 a, unsigned n) { return a >> (8 * n) & 0xff; }

SPMLA_INLINE u32 pack(u16 lo, u16 hi) {
  return lo | static_cast<u32>(hi) << 16;
}
// Normalised integers: scaled, rounded to nearest even, clamped.
SPMLA_INLINE i16 snorm(float f) {
  float c = f > 1.0f ? 1.0f : f < -1.0f ? -1.0f : f;
  return static_cast<i16>(c == c ? evenOf(c * 32767.0f) : 0.0f);
}
SPMLA_INLINE u16 unorm(float f) {
  float c = f > 1.0f ? 1.0f : f > 0.0f ? f : 0.0f;
  return static_cast<u16>(static_cast<i32>(evenOf(c * 65535.0f)));
}

} // namespace

void registerConversions(Registry &r) {
  vop(r, "v_cvt_f32_i32", lanes([](i32 a) { return static_cast<float>(a); }));
  vop(r, "v_cvt_f32_u32",
      lanes([](u32 a) { return static_cast<float>(fromUint(a)); }));
  vop(r, "v_cvt_i32_f32", lanes([](float a) { return toInt(a); }));
  vop(r, "v_cvt_u32_f32", lanes([](float a) { return toUint(a); }));
  vop(r, "v_cvt_rpi_i32_f32",
      lanes([](float a) { return toInt(floorOf(double(a) + 0.5)); }));
  vop(r, "v_cvt_flr_i32_f32", lanes([](float a) { return toInt(floorOf(a)); }));
  vop(r, "v_cvt_f32_ubyte0",
      lanes([](u32 a) { return static_cast<float>(i32(byteOf(a, 0))); }));
  vop(r, "v_cvt_f32_ubyte1",
      lanes([](u32 a) { return static_cast<float>(i32(byteOf(a, 1))); }));
  vop(r, "v_cvt_f32_ubyte2",
      lanes([](u32 a) { return static_cast<float>(i32(byteOf(a, 2))); }));
  vop(r, "v_cvt_f32_ubyte3",
      lanes([](u32 a) { return static_cast<float>(i32(byteOf(a, 3))); }));

  // A signed nibble in sixteenths.
  vop(r, "v_cvt_off_f32_i4", lanes([](u32 a) {
        return static_cast<float>(static_cast<i32>(a << 28) >> 28) * 0.0625f;
      }));

  vop(r, "v_cvt_f64_i32", lanes([](i32 a) { return static_cast<double>(a); }));
  vop(r, "v_cvt_f64_u32", lanes([](u32 a) { return fromUint(a); }));
  vop(r, "v_cvt_i32_f64", lanes([](double a) { return toInt(a); }));
  vop(r, "v_cvt_u32_f64", lanes([](double a) { return toUint(a); }));
  vop(r, "v_cvt_f64_f32",
      lanes([](float a) { return static_cast<double>(a); }));
  vop(r, "v_cvt_f32_f64",
      lanes([](double a) { return static_cast<float>(a); }));

  vop(r, "v_cvt_f16_f32", lanes([](float a) { return toHalf(a); }));
  vop(r, "v_cvt_f32_f16", lanes([](Half a) { return toFloat(a); }));
  vop(r, "v_cvt_f32_bf16", lanes([](BFloat a) { return toFloat(a); }));
  vop(r, "v_cvt_f16_u16",
      lanes([](u16 a) { return toHalf(static_cast<float>(i32(a))); }));
  vop(r, "v_cvt_f16_i16",
      lanes([](i16 a) { return toHalf(static_cast<float>(i32(a))); }));
  vop(r, "v_cvt_u16_f16", lanes([](Half a) {
        u32 v = toUint(toFloat(a));
        return static_cast<u16>(v > 65535 ? 65535 : v);
      }));
  vop(r, "v_cvt_i16_f16", lanes([](Half a) {
        i32 v = toInt(toFloat(a));
        return static_cast<i16>(v > 32767 ? 32767 : v < -32768 ? -32768 : v);
      }));
  vop(r, "v_cvt_pkrtz_f16_f32", lanes([](float a, float b) {
        return pack(toHalfTowardZero(a).bits, toHalfTowardZero(b).bits);
      }));
  vop(r, "v_cvt_pk_f16_f32", lanes([](float a, float b) {
        return pack(toHalf(a).bits, toHalf(b).bits);
      }));
  vop(r, "v_pack_b32_f16",
      lanes([](Half a, Half b) { return pack(a.bits, b.bits); }));
  vop(r, "v_cvt_pk_bf16_f32", lanes([](float a, float b) {
        return pack(toBFloat(a).bits, toBFloat(b).bits);
      }));
  vop(r, "v_cvt_pknorm_i16_f32", lanes([](float a, float b) {
        return pack(static_cast<u16>(snorm(a)), static_cast<u16>(snorm(b)));
      }));
  vop(r, "v_cvt_pknorm_u16_f32",
      lanes([](float a, float b) { return pack(unorm(a), unorm(b)); }));
  vop(r, "v_cvt_pk_u16_u32", lanes([](u32 a, u32 b) {
        return pack(static_cast<u16>(a > 65535 ? 65535 : a),
                    static_cast<u16>(b > 65535 ? 65535 : b));
      }));
  vop(r, "v_cvt_pk_i16_i32", lanes([](i32 a, i32 b) {
        i32 x = a > 32767 ? 32767 : a < -32768 ? -32768 : a;
        i32 y = b > 32767 ? 32767 : b < -32768 ? -32768 : b;
        return pack(static_cast<u16>(x), static_cast<u16>(y));
      }));
  // Replaces byte (selector & 3) of c by the f32 rounded to an unsigned byte.
  vop(r, "v_cvt_pk_u8_f32", lanes([](float a, u32 n, u32 c) {
        float rounded = evenOf(a);
        rounded = rounded > 255.0f ? 255.0f : rounded > 0.0f ? rounded : 0.0f;
        u32 shift = 8 * (n & 3);
        return (c & ~(0xffu << shift)) | static_cast<u32>(i32(rounded))
                                             << shift;
      }));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
