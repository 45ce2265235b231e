//===- MinMax.h - v_min, v_max, v_min3, v_max3, v_med3 of a type --*- C++
//-*-===//

#ifndef SPMLA_EMULATOR_EXEC_MINMAX_H
#define SPMLA_EMULATOR_EXEC_MINMAX_H

#include "Float16.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

// The numbers that operands stand for; halves are compared as floats, which
// keeps the payload of a NaN.
SPMLA_INLINE float number(float f) { return f; }
SPMLA_INLINE double number(double d) { return d; }
SPMLA_INLINE float number(Half h) { return toFloat(h); }
template <class T> SPMLA_INLINE T fromNumber(float f);
template <> SPMLA_INLINE float fromNumber<float>(float f) { return f; }
template <> SPMLA_INLINE Half fromNumber<Half>(float f) { return toHalf(f); }

// Result of a three-operand form: the VOP3-only f16 ones keep the other half.
template <class T> struct Three {
  using type = Exact<T>;
};
template <> struct Three<Half> {
  using type = KeepHigh<Half>;
};

// Names: min, max, min3, max3, med3.
struct MinMaxNames {
  const char *min, *max, *min3, *max3, *med3;
};
template <class T>
SPMLA_INLINE void registerMinMax(Registry &r, MinMaxNames n) {
  using Result3 = typename Three<T>::type;
  constexpr uint16_t flags3 = TypeOf<T>::type == Type::F16 ? kOpDstHigh : 0;
  vop(r, n.min,
      lanesByIeee(
          [](T a, T b) {
            return Exact<T>{fromNumber<T>(minNumIeee(number(a), number(b)))};
          },
          [](T a, T b) {
            return Exact<T>{fromNumber<T>(minNum(number(a), number(b)))};
          }));
  vop(r, n.max,
      lanesByIeee(
          [](T a, T b) {
            return Exact<T>{fromNumber<T>(maxNumIeee(number(a), number(b)))};
          },
          [](T a, T b) {
            return Exact<T>{fromNumber<T>(maxNum(number(a), number(b)))};
          }));
  vop(r, n.min3,
      lanesByIeee(
          [](T a, T b, T c) {
            return Result3{fromNumber<T>(
                minNumIeee(minNumIeee(number(a), number(b)), number(c)))};
          },
          [](T a, T b, T c) {
            return Result3{
                fromNumber<T>(minNum(minNum(number(a), number(b)), number(c)))};
          }),
      flags3);
  vop(r, n.max3,
      lanesByIeee(
          [](T a, T b, T c) {
            return Result3{fromNumber<T>(
                maxNumIeee(maxNumIeee(number(a), number(b)), number(c)))};
          },
          [](T a, T b, T c) {
            return Result3{
                fromNumber<T>(maxNum(maxNum(number(a), number(b)), number(c)))};
          }),
      flags3);
  vop(r, n.med3,
      lanesByIeee(
          [](T a, T b, T c) {
            auto x = number(a), y = number(b), z = number(c);
            return Result3{fromNumber<T>(
                medianOf(x, y, z, minNumIeee(minNumIeee(x, y), z)))};
          },
          [](T a, T b, T c) {
            auto x = number(a), y = number(b), z = number(c);
            return Result3{
                fromNumber<T>(medianOf(x, y, z, minNum(minNum(x, y), z)))};
          }),
      flags3);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_MINMAX_H
