//===- AtomicOps.cpp - What atomics do to a memory word -------------------===//

#include "AtomicOps.h"

#include "FloatOps.h"

using namespace spmla::emutest;

using u64 = uint64_t;

template <class T> static T as(u64 X) { return fromBits<T>(BitsOf<T>(X)); }
template <class T> static u64 bits(T X) { return toBits<T>(X); }

template <class T> static u64 increment(u64 Old, u64 Data, u64) {
  return T(Old) >= T(Data) ? 0 : T(T(Old) + 1);
}
template <class T> static u64 decrement(u64 Old, u64 Data, u64) {
  return T(Old) == 0 || T(Old) > T(Data) ? T(Data) : T(T(Old) - 1);
}
template <class T> static u64 minimumOf(u64 Old, u64 Data, u64) {
  return as<T>(Data) < as<T>(Old) ? Data : Old;
}
template <class T> static u64 maximumOf(u64 Old, u64 Data, u64) {
  return as<T>(Data) > as<T>(Old) ? Data : Old;
}
template <class T> static u64 sum(u64 Old, u64 Data, u64) {
  return bits<T>(as<T>(Old) + as<T>(Data));
}
template <const FloatFormat &Format>
static u64 packedSum(u64 Old, u64 Data, u64) {
  u64 Result = 0;
  for (unsigned Shift : {0, 16})
    Result |= u64(encode(Format, decode(Format, Old >> Shift & 0xffff) +
                                     decode(Format, Data >> Shift & 0xffff)))
              << Shift;
  return Result;
}
static u64 swap(u64, u64 Data, u64) { return Data; }
static u64 compareSwap(u64 Old, u64 Data, u64 Compare) {
  return Old == Compare ? Data : Old;
}

const std::vector<AtomicOp> &spmla::emutest::atomicOps() {
  static const std::vector<AtomicOp> Ops = {
      {"add_u32", "add", 32, sum<uint32_t>, Kind::U32},
      {"sub_u32", "sub", 32, [](u64 O, u64 D, u64) { return O - D; },
       Kind::U32},
      {"rsub_u32", nullptr, 32, [](u64 O, u64 D, u64) { return D - O; },
       Kind::U32},
      {"inc_u32", "inc", 32, increment<uint32_t>, Kind::U32},
      {"dec_u32", "dec", 32, decrement<uint32_t>, Kind::U32},
      {"min_i32", "smin", 32, minimumOf<int32_t>, Kind::I32},
      {"max_i32", "smax", 32, maximumOf<int32_t>, Kind::I32},
      {"min_u32", "umin", 32, minimumOf<uint32_t>, Kind::U32},
      {"max_u32", "umax", 32, maximumOf<uint32_t>, Kind::U32},
      {"and_b32", "and", 32, [](u64 O, u64 D, u64) { return O & D; },
       Kind::U32},
      {"or_b32", "or", 32, [](u64 O, u64 D, u64) { return O | D; }, Kind::U32},
      {"xor_b32", "xor", 32, [](u64 O, u64 D, u64) { return O ^ D; },
       Kind::U32},
      {nullptr, "swap", 32, swap, Kind::U32},
      {"cmpst_b32", "cmpswap", 32, compareSwap, Kind::U32, true},
      {"add_f32", "add_f32", 32, sum<float>, Kind::F32},
      {"min_f32", nullptr, 32, minimumOf<float>, Kind::F32},
      {"max_f32", nullptr, 32, maximumOf<float>, Kind::F32},
      {"pk_add_f16", "pk_add_f16", 32, packedSum<kF16>, Kind::F16},
      {"pk_add_bf16", "pk_add_bf16", 32, packedSum<kBF16>, Kind::BF16},
      {"add_u64", "add_x2", 64, sum<u64>, Kind::U64},
      {"sub_u64", "sub_x2", 64, [](u64 O, u64 D, u64) { return O - D; },
       Kind::U64},
      {"rsub_u64", nullptr, 64, [](u64 O, u64 D, u64) { return D - O; },
       Kind::U64},
      {"inc_u64", "inc_x2", 64, increment<u64>, Kind::U64},
      {"dec_u64", "dec_x2", 64, decrement<u64>, Kind::U64},
      {"min_i64", "smin_x2", 64, minimumOf<int64_t>, Kind::I64},
      {"max_i64", "smax_x2", 64, maximumOf<int64_t>, Kind::I64},
      {"min_u64", "umin_x2", 64, minimumOf<u64>, Kind::U64},
      {"max_u64", "umax_x2", 64, maximumOf<u64>, Kind::U64},
      {"and_b64", "and_x2", 64, [](u64 O, u64 D, u64) { return O & D; },
       Kind::U64},
      {"or_b64", "or_x2", 64, [](u64 O, u64 D, u64) { return O | D; },
       Kind::U64},
      {"xor_b64", "xor_x2", 64, [](u64 O, u64 D, u64) { return O ^ D; },
       Kind::U64},
      {nullptr, "swap_x2", 64, swap, Kind::U64},
      {"cmpst_b64", "cmpswap_x2", 64, compareSwap, Kind::U64, true},
      {"add_f64", "add_f64", 64, sum<double>, Kind::F64},
      {"min_f64", "min_f64", 64, minimumOf<double>, Kind::F64},
      {"max_f64", "max_f64", 64, maximumOf<double>, Kind::F64},
  };
  return Ops;
}

uint64_t spmla::emutest::atomicValue(const AtomicOp &Op, Rng &R) {
  u64 Sign = R() & 1, Exp = R() % 16;
  u64 Random = R() | u64(R()) << 32;
  switch (Op.Type) {
  case Kind::F16:
    return (Random & 0x83ff83ff) | (Exp % 8 + 11) << 10 | (Exp + 8) << 26;
  case Kind::BF16:
    return (Random & 0x807f807f) | (Exp + 119) << 7 | (Exp + 120) << 23;
  case Kind::F32:
    return (Random & 0x7fffff) | (Exp + 119) << 23 | Sign << 31;
  case Kind::F64:
    return (Random & 0xfffffffffffff) | (Exp + 1015) << 52 | Sign << 63;
  default:
    return mixedValue(Op.Type, R);
  }
}
