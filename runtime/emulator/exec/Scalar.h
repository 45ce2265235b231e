//===- Scalar.h - From a function on scalars to an operation --*- C++ -*-===//
//
// scalar(F) is to the scalar unit what lanes(F) is to the vector unit. A first
// parameter `Scc &` gives access to the condition bit.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_EXEC_SCALAR_H
#define SPMLA_EMULATOR_EXEC_SCALAR_H

#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

struct Scc {
  uint32_t &bit;
  SPMLA_INLINE void set(bool b) { bit = b; }
  SPMLA_INLINE bool get() const { return bit != 0; }
};

SPMLA_INLINE uint64_t readScalar(const Wave &w, const Operand &o) {
  if (o.kind == OperandKind::Constant)
    return o.row[0] | static_cast<uint64_t>(o.row[kLanes]) << 32;
  uint64_t value = w.s[o.index];
  if (o.dwords == 2)
    value |= static_cast<uint64_t>(w.s[o.index + 1]) << 32;
  return value;
}
SPMLA_INLINE void writeScalar(Wave &w, const Operand &o, uint64_t value) {
  w.s[o.index] = static_cast<uint32_t>(value);
  if (o.dwords == 2)
    w.s[o.index + 1] = static_cast<uint32_t>(value >> 32);
}

template <class T> struct ScalarReader {
  static SPMLA_INLINE T read(const Wave &w, const Operand &o) {
    if constexpr (sizeof(T) == 8)
      return bitsAs<T>(readScalar(w, o));
    else
      return bitsAs<T>(static_cast<uint32_t>(readScalar(w, o)));
  }
};
template <class T> struct ScalarReader<Old<T>> {
  static SPMLA_INLINE Old<T> read(const Wave &w, const Operand &o) {
    return {ScalarReader<T>::read(w, o)};
  }
};

template <class F, class R, class... A> struct ScalarOp {
  template <unsigned... I> struct Slots {};
  template <unsigned N, unsigned... I>
  struct MakeSlots : MakeSlots<N - 1, N - 1, I...> {};
  template <unsigned... I> struct MakeSlots<0, I...> {
    using type = Slots<I...>;
  };
  template <unsigned... I>
  static SPMLA_INLINE R call(Wave &w, const Instruction &in, Slots<I...>) {
    Scc scc{w.s[kScc]};
    return theFunction<F>()(scc, ScalarReader<A>::read(w, in.src[I])...);
  }
  static Next exec(Wave &w, const Instruction &in) {
    typename MakeSlots<sizeof...(A)>::type slots;
    if constexpr (sizeof(R) == 8)
      writeScalar(w, in.dst[0], bitsAs<uint64_t>(call(w, in, slots)));
    else
      writeScalar(w, in.dst[0], bitsAs<uint32_t>(call(w, in, slots)));
    return Next::Continue;
  }
  static void result(OpInfo &info) {
    addResults(info, static_cast<R *>(nullptr));
  }
};
template <class F, class... A> struct ScalarOp<F, void, A...> {
  static Next exec(Wave &w, const Instruction &in) {
    return run(w, in, static_cast<A *>(nullptr)...);
  }
  template <class X> static Next run(Wave &w, const Instruction &in, X *) {
    Scc scc{w.s[kScc]};
    theFunction<F>()(scc, ScalarReader<X>::read(w, in.src[0]));
    return Next::Continue;
  }
  template <class X, class Y>
  static Next run(Wave &w, const Instruction &in, X *, Y *) {
    Scc scc{w.s[kScc]};
    theFunction<F>()(scc, ScalarReader<X>::read(w, in.src[0]),
                     ScalarReader<Y>::read(w, in.src[1]));
    return Next::Continue;
  }
  static void result(OpInfo &) {}
};

template <class F, class R, class... A>
SPMLA_INLINE OpInfo describeScalar(R (F::*)(Scc &, A...) const) {
  OpInfo info;
  info.format = Format::Scalar;
  info.cls = InstClass::Salu;
  info.fn = &ScalarOp<F, R, A...>::exec;
  ScalarOp<F, R, A...>::result(info);
  ((IsOld<A>::value ? void(info.flags |= kOpReadsDst)
                    : void(info.srcs[info.numSrcs++] = TypeOf<A>::type)),
   ...);
  return info;
}
template <class F> SPMLA_INLINE OpInfo scalar(F) {
  return describeScalar(&F::operator());
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_SCALAR_H
