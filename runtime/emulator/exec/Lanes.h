//===- Lanes.h - From a function on one lane to an operation --*- C++ -*-===//
//
// lanes(F) turns a captureless lambda on values of one lane into an operation
// on 64 lanes under EXEC; scalar(F) does the same for the scalar unit. Operand
// types are read off the lambda's parameters and results, so a table entry is a
// mnemonic and an expression:
//
//   vop(r, "v_add_f32", lanes([](float a, float b) { return a + b; }));
//
// Everything in exec/ lives in a namespace named after the host instruction set
// it is compiled for (SPMLA_EMU_ISA), so that the linker cannot merge the
// copies, and uses no library templates for the same reason.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_EXEC_LANES_H
#define SPMLA_EMULATOR_EXEC_LANES_H

#include "../OpInfo.h"
#include "../Wave.h"

// Lanes are independent of each other, also where source and destination rows
// are the same registers.
#if defined(__clang__)
#define SPMLA_LANE_LOOP                                                        \
  _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#else
#define SPMLA_LANE_LOOP _Pragma("GCC ivdep")
#endif
#define SPMLA_INLINE inline __attribute__((always_inline))

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

template <class To, class From> SPMLA_INLINE To bitsAs(From from) {
  return __builtin_bit_cast(To, from);
}

// 16-bit floats as bits; Float16.h has their arithmetic.
struct Half {
  uint16_t bits;
};
struct BFloat {
  uint16_t bits;
};
struct PkHalf {
  Half lo, hi;
};
struct Pk16 {
  uint16_t lo, hi;
};
struct PkFloat {
  float lo, hi;
};
struct PkWord {
  uint32_t lo, hi;
};
// Operand of v_fma_mix: an f32, already converted if op_sel_hi says f16.
struct Mix {
  float value;
};
// Two fp8 bytes in the low half, chosen by op_sel.
struct Fp8x2 {
  uint16_t bytes;
};
// The destination's old value, as a last parameter.
template <class T> struct Old {
  T value;
};
// A result of 16 bits that leaves the other half of its register alone.
template <class T> struct KeepHigh {
  T value;
};
// A result that keeps the payload of a NaN: that of an operation which chooses
// one of its operands.
template <class T> struct Exact {
  T value;
};
template <class A, class B> struct Two {
  A first;
  B second;
};

template <class T> struct TypeOf;
template <> struct TypeOf<float> {
  static constexpr Type type = Type::F32;
};
template <> struct TypeOf<uint32_t> {
  static constexpr Type type = Type::B32;
};
template <> struct TypeOf<int32_t> {
  static constexpr Type type = Type::B32;
};
template <> struct TypeOf<double> {
  static constexpr Type type = Type::F64;
};
template <> struct TypeOf<uint64_t> {
  static constexpr Type type = Type::B64;
};
template <> struct TypeOf<int64_t> {
  static constexpr Type type = Type::B64;
};
template <> struct TypeOf<uint16_t> {
  static constexpr Type type = Type::B16;
};
template <> struct TypeOf<int16_t> {
  static constexpr Type type = Type::B16;
};
template <> struct TypeOf<Half> {
  static constexpr Type type = Type::F16;
};
template <> struct TypeOf<BFloat> {
  static constexpr Type type = Type::BF16;
};
template <> struct TypeOf<bool> {
  static constexpr Type type = Type::Mask;
};
template <> struct TypeOf<Pk16> {
  static constexpr Type type = Type::PkB16;
};
template <> struct TypeOf<PkHalf> {
  static constexpr Type type = Type::PkF16;
};
template <> struct TypeOf<PkFloat> {
  static constexpr Type type = Type::PkF32;
};
template <> struct TypeOf<PkWord> {
  static constexpr Type type = Type::PkB32;
};
template <> struct TypeOf<Mix> {
  static constexpr Type type = Type::MixF;
};
template <> struct TypeOf<Fp8x2> {
  static constexpr Type type = Type::Fp8Pair;
};
template <class T> struct TypeOf<Old<T>> : TypeOf<T> {};
template <class T> struct TypeOf<KeepHigh<T>> : TypeOf<T> {};
template <class T> struct TypeOf<Exact<T>> : TypeOf<T> {};

template <class T> struct IsOld {
  static constexpr bool value = false;
};
template <class T> struct IsOld<Old<T>> {
  static constexpr bool value = true;
};

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

// The rows of source `slot`: low words and, for 64 bits, high words. Registers
// are used in place; SGPRs and whatever has modifiers go through the wave's
// scratch rows. Defined in Sources.cpp.
struct Rows {
  const uint32_t *lo, *hi;
};
Rows slowSource(Wave &w, const Operand &o, unsigned slot, Type type);

SPMLA_INLINE Rows source(Wave &w, const Operand &o, unsigned slot, Type type) {
  if (o.kind == OperandKind::Vgpr && !o.mods && o.select == Select::Dword)
    return {w.v[o.index], w.v[o.index + 1]};
  if (o.kind == OperandKind::Constant && !o.mods)
    return {o.row, o.row + kLanes};
  return slowSource(w, o, slot, type);
}

// Inputs of f32 operations are flushed where MODE says so.
void flushSource(Wave &w, Rows &rows, unsigned slot, Type type);
SPMLA_INLINE bool flushesInputs(const Wave &w, Type type) {
  switch (type) {
  case Type::F32:
  case Type::PkF32:
    return !(w.mode & kModeDenormIn32);
  case Type::F16:
  case Type::F64:
  case Type::PkF16:
    return !(w.mode & kModeDenormIn64);
  default:
    return false;
  }
}

// Packed 16-bit operands are brought to their plain layout by slowSource, so
// their default modifiers (op_sel_hi set) must count as none; see Decoder.cpp.
template <class T> struct Reader {
  Rows rows;
  Reader(Wave &w, const Operand &o, unsigned slot) {
    rows = source(w, o, slot, TypeOf<T>::type);
    if (__builtin_expect(flushesInputs(w, TypeOf<T>::type), false))
      flushSource(w, rows, slot, TypeOf<T>::type);
  }
  SPMLA_INLINE T operator[](unsigned l) const {
    if constexpr (sizeof(T) == 8)
      return bitsAs<T>(static_cast<uint64_t>(rows.hi[l]) << 32 | rows.lo[l]);
    else if constexpr (sizeof(T) == 2)
      return bitsAs<T>(static_cast<uint16_t>(rows.lo[l]));
    else
      return bitsAs<T>(rows.lo[l]);
  }
};

// Packed pairs of 32 bits: each half has a row of its own.
template <> SPMLA_INLINE PkFloat Reader<PkFloat>::operator[](unsigned l) const {
  return {bitsAs<float>(rows.lo[l]), bitsAs<float>(rows.hi[l])};
}
template <> SPMLA_INLINE PkWord Reader<PkWord>::operator[](unsigned l) const {
  return {rows.lo[l], rows.hi[l]};
}

uint32_t *unpackMask(Wave &w, uint64_t mask, unsigned slot);
template <> struct Reader<bool> {
  const uint32_t *row;
  Reader(Wave &w, const Operand &o, unsigned slot) {
    uint64_t bits;
    if (o.kind == OperandKind::Sgpr)
      bits = w.s[o.index] | static_cast<uint64_t>(w.s[o.index + 1]) << 32;
    else
      bits = o.row[0] | static_cast<uint64_t>(o.row[kLanes]) << 32;
    row = unpackMask(w, bits, slot);
  }
  SPMLA_INLINE bool operator[](unsigned l) const { return row[l] != 0; }
};

template <class T> struct Reader<Old<T>> {
  Reader<T> inner;
  Reader(Wave &w, const Operand &o, unsigned slot) : inner(w, o, slot) {}
  SPMLA_INLINE Old<T> operator[](unsigned l) const { return {inner[l]}; }
};

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

// Applies result modifiers and the flushing of denormals to dst[0].
Next modifyResult(Wave &w, const Instruction &in, Type type);

SPMLA_INLINE Next finishResult(Wave &w, const Instruction &in, Type type) {
  uint32_t wanted = 0, forbidden = 0;
  if (type == Type::F32 || type == Type::PkF32)
    wanted = kModeDenormOut32;
  if (type == Type::F64)
    wanted = kModeDenormOut64;
  if (type == Type::F16 || type == Type::PkF16) {
    wanted = kModeDenormOut64;
    forbidden = kModeFp16Overflow;
  }
  bool plain = (w.mode & (wanted | forbidden)) == wanted &&
               !(in.resultMods & ~kResultHigh);
  return __builtin_expect(plain, true) ? Next::Continue
                                       : modifyResult(w, in, type);
}
uint64_t packMask(const uint8_t *bytes);

// The NaN of an arithmetic result has one bit pattern: which operand's payload
// x86 keeps depends on the order that the compiler gave them.
SPMLA_INLINE float canonical(float f) {
  return f != f ? bitsAs<float>(0x7fc00000u) : f;
}
SPMLA_INLINE double canonical(double d) {
  return d != d ? bitsAs<double>(uint64_t(0x7ff8000000000000u)) : d;
}
SPMLA_INLINE Half canonical(Half h) {
  return (h.bits & 0x7fff) > 0x7c00 ? Half{0x7e00} : h;
}
SPMLA_INLINE PkFloat canonical(PkFloat p) {
  return {canonical(p.lo), canonical(p.hi)};
}
SPMLA_INLINE PkHalf canonical(PkHalf p) {
  return {canonical(p.lo), canonical(p.hi)};
}
template <class T> SPMLA_INLINE T canonical(T value) { return value; }

template <class T> struct Writer {
  uint32_t *lo, *hi;
  Writer(Wave &w, const Instruction &in, unsigned slot)
      : lo(w.v[in.dst[slot].index]), hi(w.v[in.dst[slot].index + 1]) {}
  SPMLA_INLINE void store(unsigned l, T value, uint32_t active) {
    if constexpr (sizeof(T) == 8) {
      uint64_t bits = bitsAs<uint64_t>(value);
      lo[l] = active ? static_cast<uint32_t>(bits) : lo[l];
      hi[l] = active ? static_cast<uint32_t>(bits >> 32) : hi[l];
    } else if constexpr (sizeof(T) == 2) {
      lo[l] = active ? static_cast<uint32_t>(bitsAs<uint16_t>(value)) : lo[l];
    } else {
      lo[l] = active ? bitsAs<uint32_t>(value) : lo[l];
    }
  }
  SPMLA_INLINE void put(unsigned l, T value, uint32_t active) {
    store(l, canonical(value), active);
  }
  Next finish(Wave &w, const Instruction &in) {
    return finishResult(w, in, TypeOf<T>::type);
  }
};

template <>
SPMLA_INLINE void Writer<PkFloat>::store(unsigned l, PkFloat value,
                                         uint32_t active) {
  lo[l] = active ? bitsAs<uint32_t>(value.lo) : lo[l];
  hi[l] = active ? bitsAs<uint32_t>(value.hi) : hi[l];
}
template <>
SPMLA_INLINE void Writer<PkWord>::store(unsigned l, PkWord value,
                                        uint32_t active) {
  lo[l] = active ? value.lo : lo[l];
  hi[l] = active ? value.hi : hi[l];
}

template <class T> struct Writer<Exact<T>> : Writer<T> {
  using Writer<T>::Writer;
  SPMLA_INLINE void put(unsigned l, Exact<T> value, uint32_t active) {
    Writer<T>::store(l, value.value, active);
  }
};

// Lanes outside EXEC get 0.
template <> struct Writer<bool> {
  uint8_t bytes[kLanes];
  unsigned index;
  Writer(Wave &, const Instruction &in, unsigned slot)
      : index(in.dst[slot].index) {}
  SPMLA_INLINE void put(unsigned l, bool value, uint32_t active) {
    bytes[l] = static_cast<uint8_t>(value & (active & 1));
  }
  Next finish(Wave &w, const Instruction &) {
    uint64_t bits = packMask(bytes);
    w.s[index] = static_cast<uint32_t>(bits);
    w.s[index + 1] = static_cast<uint32_t>(bits >> 32);
    return Next::Continue;
  }
};

template <class T> struct Writer<KeepHigh<T>> {
  uint32_t *row;
  unsigned shift;
  uint32_t keep;
  Writer(Wave &w, const Instruction &in, unsigned slot)
      : row(w.v[in.dst[slot].index]),
        shift(in.resultMods & kResultHigh ? 16 : 0),
        keep(shift ? 0xffff : 0xffff0000) {}
  SPMLA_INLINE void put(unsigned l, KeepHigh<T> value, uint32_t active) {
    uint32_t bits = bitsAs<uint16_t>(value.value);
    row[l] = active ? (row[l] & keep) | bits << shift : row[l];
  }
  Next finish(Wave &w, const Instruction &in) {
    return finishResult(w, in, TypeOf<T>::type);
  }
};

//===----------------------------------------------------------------------===//
// lanes()
//===----------------------------------------------------------------------===//

struct Empty {};

template <class F> SPMLA_INLINE F theFunction() {
  // A captureless lambda has no state: any object of its size is one.
  return __builtin_bit_cast(F, Empty{});
}

template <class F, class R, class... A> struct LaneLoop {
  static_assert(sizeof(F) == sizeof(Empty), "lanes() takes no captures");

  template <unsigned... I> struct Slots {};
  template <unsigned N, unsigned... I>
  struct MakeSlots : MakeSlots<N - 1, N - 1, I...> {};
  template <unsigned... I> struct MakeSlots<0, I...> {
    using type = Slots<I...>;
  };

  // One reader per parameter, by index.
  template <unsigned I, class T> struct Leaf {
    Reader<T> reader;
    Leaf(Wave &w, const Instruction &in) : reader(w, in.src[I], I) {}
  };
  template <class S> struct Readers;
  template <unsigned... I> struct Readers<Slots<I...>> : Leaf<I, A>... {
    Readers(Wave &w, const Instruction &in) : Leaf<I, A>(w, in)... {}
    SPMLA_INLINE R call(F f, unsigned l) const {
      return f(static_cast<const Leaf<I, A> *>(this)->reader[l]...);
    }
  };

  template <class X> static Next run(Wave &w, const Instruction &in, X *) {
    F f = theFunction<F>();
    Readers<typename MakeSlots<sizeof...(A)>::type> readers(w, in);
    const uint32_t *mask = w.mask;
    Writer<X> writer(w, in, 0);
    SPMLA_LANE_LOOP
    for (unsigned l = 0; l < kLanes; ++l)
      writer.put(l, readers.call(f, l), mask[l]);
    return writer.finish(w, in);
  }

  template <class X, class Y>
  static Next run(Wave &w, const Instruction &in, Two<X, Y> *) {
    F f = theFunction<F>();
    Readers<typename MakeSlots<sizeof...(A)>::type> readers(w, in);
    const uint32_t *mask = w.mask;
    Writer<X> first(w, in, 0);
    Writer<Y> second(w, in, 1);
    SPMLA_LANE_LOOP
    for (unsigned l = 0; l < kLanes; ++l) {
      Two<X, Y> result = readers.call(f, l);
      first.put(l, result.first, mask[l]);
      second.put(l, result.second, mask[l]);
    }
    second.finish(w, in);
    return first.finish(w, in);
  }

  static Next exec(Wave &w, const Instruction &in) {
    return run(w, in, static_cast<R *>(nullptr));
  }
};

template <class T> struct IsKeepHigh {
  static constexpr bool value = false;
};
template <class T> struct IsKeepHigh<KeepHigh<T>> {
  static constexpr bool value = true;
};

template <class R> SPMLA_INLINE void addResults(OpInfo &info, R *) {
  info.dsts[info.numDsts++] = TypeOf<R>::type;
  if (IsKeepHigh<R>::value)
    info.flags |= kOpKeepHigh;
}
template <class X, class Y>
SPMLA_INLINE void addResults(OpInfo &info, Two<X, Y> *) {
  info.dsts[info.numDsts++] = TypeOf<X>::type;
  info.dsts[info.numDsts++] = TypeOf<Y>::type;
}

template <class F, class R, class... A>
SPMLA_INLINE OpInfo describe(R (F::*)(A...) const) {
  OpInfo info;
  info.fn = &LaneLoop<F, R, A...>::exec;
  addResults(info, static_cast<R *>(nullptr));
  ((IsOld<A>::value ? void(info.flags |= kOpReadsDst)
                    : void(info.srcs[info.numSrcs++] = TypeOf<A>::type)),
   ...);
  return info;
}

// An operation from a function on one lane; see the file comment.
template <class F> SPMLA_INLINE OpInfo lanes(F) {
  return describe(&F::operator());
}

// One of two operations, by MODE.IEEE.
template <class A, class B> Next execByIeee(Wave &w, const Instruction &in) {
  return w.mode & kModeIeee ? A::exec(w, in) : B::exec(w, in);
}
template <class F, class R, class... X>
LaneLoop<F, R, X...> loopOf(R (F::*)(X...) const);
template <class F, class G> SPMLA_INLINE OpInfo lanesByIeee(F f, G) {
  OpInfo info = lanes(f);
  info.fn = &execByIeee<decltype(loopOf(&F::operator())),
                        decltype(loopOf(&G::operator()))>;
  return info;
}
// One of two operations, by the target's kind of fp8.
template <class A, class B> Next execByFnuz(Wave &w, const Instruction &in) {
  return w.group->fnuz ? A::exec(w, in) : B::exec(w, in);
}
template <class F, class G> SPMLA_INLINE OpInfo lanesByFnuz(F f, G) {
  OpInfo info = lanes(f);
  info.fn = &execByFnuz<decltype(loopOf(&F::operator())),
                        decltype(loopOf(&G::operator()))>;
  return info;
}

SPMLA_INLINE void vop(Registry &r, const char *name, OpInfo info,
                      uint16_t flags = 0) {
  info.name = name;
  info.flags |= flags;
  addOp(r, info);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_LANES_H
