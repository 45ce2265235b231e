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
  // How fractions round is not documented: limits and whole numbers only.
  auto Normalized = [](float X, float Low, float Scale) {
    float Clamped = std::isnan(X) ? 0 : std::min(std::max(X, Low), 1.0f);
    return OpenInt{int32_t(Clamped * Scale), Clamped != std::floor(Clamped)};
  };
  valu(T, "v_cvt_pknorm_i16_f32", kNegAbs, [=](float A, float B) {
    auto X = Normalized(A, -1, 32767), Y = Normalized(B, -1, 32767);
    return OpenWord{pack(uint16_t(X.Value), uint16_t(Y.Value)),
                    X.Open || Y.Open};
  });
  valu(T, "v_cvt_pknorm_u16_f32", kNegAbs, [=](float A, float B) {
    auto X = Normalized(A, 0, 65535), Y = Normalized(B, 0, 65535);
    return OpenWord{pack(uint16_t(X.Value), uint16_t(Y.Value)),
                    X.Open || Y.Open};
  });
  // Puts a byte into a word.
  valu(T, "v_cvt_pk_u8_f32", kVop3, [](float A, uint32_t B, uint32_t C) {
    float Clamped = std::isnan(A) ? 0 : std::min(std::max(A, 0.0f), 255.0f);
    unsigned Shift = 8 * (B & 3);
    return OpenWord{(C & ~(255u << Shift)) | uint32_t(Clamped) << Shift,
                    Clamped != std::floor(Clamped)};
  });
  valu(T, "v_pack_b32_f16", kVop3,
       [](uint16_t A, uint16_t B) { return pack(A, B); });
  Tables.push_back(std::move(T));
}
