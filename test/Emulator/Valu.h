//===- Valu.h - Tables of vector instructions -------------------*- C++ -*-===//
//
// One line of a table is a mnemonic, the encodings that exist, and a model: a
// function of the operands of one lane. Its parameter types are the operands'
// types, its result type says how the result is compared.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TEST_EMULATOR_VALU_H
#define SPMLA_TEST_EMULATOR_VALU_H

#include "Values.h"

namespace spmla::emutest {

/// A result compared by rule How; Open where the ISA does not specify it for
/// these operands.
template <class T, Match How> struct Loose {
  T Value;
  bool Open = false;
};
using UlpFloat = Loose<float, Match::UlpF32>;
using UlpHalf = Loose<Half, Match::UlpF16>;
using SeedDouble = Loose<double, Match::SeedF64>;
using OpenFloat = Loose<float, Match::NanF32>;
using OpenHalf = Loose<Half, Match::NanF16>;
using OpenDouble = Loose<double, Match::NanF64>;
using OpenInt = Loose<int32_t, Match::Exact>;
using OpenWord = Loose<uint32_t, Match::Exact>;
/// Two f16 or bf16 results, the first in the low half.
using PairF16 = Loose<uint32_t, Match::NanPkF16>;
using PairBF16 = Loose<uint32_t, Match::NanPkBF16>;

/// A lane's result: bits and how to compare them.
struct LaneResult {
  uint64_t Bits;
  Match How;
};

template <class T> struct TypeInfo;
#define EMUTEST_TYPE(TYPE, KIND, MATCH)                                        \
  template <> struct TypeInfo<TYPE> {                                          \
    static constexpr Kind kind = Kind::KIND;                                   \
    static constexpr Match match = Match::MATCH;                               \
    using BitsType = std::conditional_t<                                       \
        sizeof(TYPE) == 8, uint64_t,                                           \
        std::conditional_t<sizeof(TYPE) == 4, uint32_t, uint16_t>>;            \
    static TYPE decode(uint64_t Bits) {                                        \
      return bitCast<TYPE>(BitsType(Bits));                                    \
    }                                                                          \
    static LaneResult encode(TYPE Value) {                                     \
      return {bitCast<BitsType>(Value), match};                                \
    }                                                                          \
  };
EMUTEST_TYPE(uint16_t, U16, Exact)
EMUTEST_TYPE(int16_t, I16, Exact)
EMUTEST_TYPE(Half, F16, NanF16)
EMUTEST_TYPE(BFloat, BF16, Exact)
EMUTEST_TYPE(uint32_t, U32, Exact)
EMUTEST_TYPE(int32_t, I32, Exact)
EMUTEST_TYPE(float, F32, NanF32)
EMUTEST_TYPE(uint64_t, U64, Exact)
EMUTEST_TYPE(int64_t, I64, Exact)
EMUTEST_TYPE(double, F64, NanF64)
#undef EMUTEST_TYPE
template <class T, Match How> struct TypeInfo<Loose<T, How>> {
  static constexpr Kind kind = TypeInfo<T>::kind;
  static LaneResult encode(Loose<T, How> Result) {
    return {TypeInfo<T>::encode(Result.Value).Bits,
            Result.Open ? Match::Any : How};
  }
};

/// A model with its types erased: operand bits in, result bits out.
struct LaneModel {
  std::vector<Kind> Args;
  Kind Result;
  std::function<LaneResult(const uint64_t *)> Eval;
};

template <class R, class... Args, size_t... I>
LaneModel eraseTypes(std::function<R(Args...)> Fn, std::index_sequence<I...>) {
  return {
      {TypeInfo<Args>::kind...}, TypeInfo<R>::kind, [Fn](const uint64_t *Bits) {
        return TypeInfo<R>::encode(Fn(TypeInfo<Args>::decode(Bits[I])...));
      }};
}
template <class R, class... Args>
LaneModel eraseTypes(std::function<R(Args...)> Fn) {
  return eraseTypes(Fn, std::index_sequence_for<Args...>());
}
template <class F> LaneModel laneModel(F Fn) {
  return eraseTypes(std::function(Fn));
}

/// What exists of an instruction beside its plain forms; or'ed.
enum ValuForm : unsigned {
  /// Only the 64-bit encoding (VOP3), without suffix.
  kVop3 = 0,
  /// _e32 and _e64 encodings.
  kVop12 = 1,
  kSdwa = 2,
  kDpp = 4,
  /// neg and abs of floating-point sources.
  kNegAbs = 8,
  /// clamp of a floating-point result.
  kClamp = 16,
  /// A 16-bit result leaves the high half alone instead of zeroing it, and
  /// op_sel picks the halves.
  kOpSel = 32,
  /// The last source is the destination's old value (v_fmac and the like).
  kAccumulates = 64,
};

/// Adds the cases of one instruction in its encodings.
void addValu(Table &T, const std::string &Mnemonic, unsigned Forms,
             const LaneModel &Model);
template <class F>
void valu(Table &T, const std::string &Mnemonic, unsigned Forms, F Fn) {
  addValu(T, Mnemonic, Forms, laneModel(Fn));
}
/// The same for comparisons v_cmp_<Name> and v_cmpx_<Name>: the model returns
/// 0 or 1.
void addCompare(Table &T, const std::string &Name, const LaneModel &Model);
template <class F> void compare(Table &T, const std::string &Name, F Fn) {
  addCompare(T, Name, laneModel(Fn));
}

/// The lane that a DPP control reads for \p Lane, or -1: invalid.
int dppSource(const std::string &Control, unsigned Lane);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_VALU_H
