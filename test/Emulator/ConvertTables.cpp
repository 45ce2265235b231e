//===- ConvertTables.cpp - Conversions among f32, f16, bf16, integers -----===//

#include "FloatOps.h"
#include "Tables.h"
#include "Valu.h"

using namespace spmla::emutest;

static uint32_t pack(uint16_t Low, uint16_t High) {
  return Low | uint32_t(High) << 16;
}

void spmla::emutest::addConvertTables(std::vector<Table> &Tables) {
  Table T{"Convert", "gfx950", {}};
  const unsigned One = kVop12 | kSdwa | kDpp;
  valu(T, "v_cvt_f32_i32", One, [](int32_t A) { return float(A); });
  valu(T, "v_cvt_f32_u32", One, [](uint32_t A) { return float(A); });
  valu(T, "v_cvt_i32_f32", One | kNegAbs,
       [](float A) { return toInteger<int32_t>(A); });
  valu(T, "v_cvt_u32_f32", One | kNegAbs,
       [](float A) { return toInteger<uint32_t>(A); });
  valu(T, "v_cvt_flr_i32_f32", One | kNegAbs,
       [](float A) { return toInteger<int32_t>(std::floor(A)); });
  // Whether the sum with one half is rounded first is not documented.
  valu(T, "v_cvt_rpi_i32_f32", One | kNegAbs, [](float A) {
    double Sum = double(A) + 0.5;
    return OpenInt{toInteger<int32_t>(std::floor(Sum)),
                   double(float(Sum)) != Sum};
  });
  valu(T, "v_cvt_off_f32_i4", One, [](uint32_t A) {
    int Signed = int(A & 15) - (A & 8 ? 16 : 0);
    return float(Signed) / 16;
  });
  valu(T, "v_cvt_f32_ubyte0", One, [](uint32_t A) { return float(A & 255); });
  valu(T, "v_cvt_f32_ubyte1", One,
       [](uint32_t A) { return float(A >> 8 & 255); });
  valu(T, "v_cvt_f32_ubyte2", One,
       [](uint32_t A) { return float(A >> 16 & 255); });
  valu(T, "v_cvt_f32_ubyte3", One, [](uint32_t A) { return float(A >> 24); });

  valu(T, "v_cvt_f16_f32", One | kNegAbs, [](float A) { return Half::of(A); });
  valu(T, "v_cvt_f32_f16", One | kNegAbs, [](Half A) { return A.toFloat(); });
  valu(T, "v_cvt_f32_bf16", kVop12 | kSdwa | kDpp,
       [](BFloat A) { return A.toFloat(); });
  valu(T, "v_cvt_pk_bf16_f32", kNegAbs, [](float A, float B) {
    return PairBF16{pack(BFloat::of(A).Bits, BFloat::of(B).Bits)};
  });
  valu(T, "v_cvt_pk_f16_f32", kNegAbs, [](float A, float B) {
    return PairF16{pack(Half::of(A).Bits, Half::of(B).Bits)};
  });
  valu(T, "v_cvt_pkrtz_f16_f32", kNegAbs, [](float A, float B) {
    return PairF16{pack(Half::of(A, Round::TowardZero).Bits,
                        Half::of(B, Round::TowardZero).Bits)};
  });
  valu(T, "v_pack_b32_f16", kVop3,
       [](uint16_t A, uint16_t B) { return pack(A, B); });
  Tables.push_back(std::move(T));
}
