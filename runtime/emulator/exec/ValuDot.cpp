//===- ValuDot.cpp - Dot products of small vectors in a register ----------===//
//
// Where a float dot product rounds is not documented; here each product is
// added by a fused multiply-add, the low element first.
//
//===----------------------------------------------------------------------===//

#include "Float16.h"
#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

using u32 = uint32_t;
using i32 = int32_t;

template <unsigned Bits> SPMLA_INLINE u32 dotUnsigned(u32 a, u32 b, u32 c) {
  constexpr u32 mask = (1u << Bits) - 1;
  for (unsigned i = 0; i < 32; i += Bits)
    c += (a >> i & mask) * (b >> i & mask);
  return c;
}
template <unsigned Bits> SPMLA_INLINE u32 dotSigned(u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 32; i += Bits) {
    i32 x = static_cast<i32>(a << (32 - Bits - i)) >> (32 - Bits);
    i32 y = static_cast<i32>(b << (32 - Bits - i)) >> (32 - Bits);
    c += static_cast<u32>(x) * static_cast<u32>(y);
  }
  return c;
}
template <class H> SPMLA_INLINE float dotFloat(u32 a, u32 b, float c) {
  for (unsigned i = 0; i < 32; i += 16)
    c = __builtin_fmaf(toFloat(H{static_cast<uint16_t>(a >> i)}),
                       toFloat(H{static_cast<uint16_t>(b >> i)}), c);
  return c;
}

} // namespace

void registerDot(Registry &r) {
  vop(r, "v_dot2_u32_u16",
      lanes([](u32 a, u32 b, u32 c) { return dotUnsigned<16>(a, b, c); }));
  vop(r, "v_dot4_u32_u8",
      lanes([](u32 a, u32 b, u32 c) { return dotUnsigned<8>(a, b, c); }));
  vop(r, "v_dot8_u32_u4",
      lanes([](u32 a, u32 b, u32 c) { return dotUnsigned<4>(a, b, c); }));
  vop(r, "v_dot2_i32_i16",
      lanes([](u32 a, u32 b, u32 c) { return dotSigned<16>(a, b, c); }));
  vop(r, "v_dot4_i32_i8",
      lanes([](u32 a, u32 b, u32 c) { return dotSigned<8>(a, b, c); }));
  vop(r, "v_dot8_i32_i4",
      lanes([](u32 a, u32 b, u32 c) { return dotSigned<4>(a, b, c); }));
  vop(r, "v_dot2_f32_f16",
      lanes([](u32 a, u32 b, float c) { return dotFloat<Half>(a, b, c); }));
  vop(r, "v_dot2_f32_bf16",
      lanes([](u32 a, u32 b, float c) { return dotFloat<BFloat>(a, b, c); }));
  vop(r, "v_dot2c_i32_i16", lanes([](u32 a, u32 b, Old<u32> c) {
        return dotSigned<16>(a, b, c.value);
      }));
  vop(r, "v_dot4c_i32_i8", lanes([](u32 a, u32 b, Old<u32> c) {
        return dotSigned<8>(a, b, c.value);
      }));
  vop(r, "v_dot8c_i32_i4", lanes([](u32 a, u32 b, Old<u32> c) {
        return dotSigned<4>(a, b, c.value);
      }));
  vop(r, "v_dot2c_f32_f16", lanes([](u32 a, u32 b, Old<float> c) {
        return dotFloat<Half>(a, b, c.value);
      }));
  vop(r, "v_dot2c_f32_bf16", lanes([](u32 a, u32 b, Old<float> c) {
        return dotFloat<BFloat>(a, b, c.value);
      }));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
