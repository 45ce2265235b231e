//===- Values.cpp - Operand types and their test values -------------------===//

#include "Values.h"

using namespace spmla::emutest;

const std::vector<uint64_t> &spmla::emutest::edgeValues(Kind K) {
  static const std::vector<uint64_t> Int16 = {
      0,    1,    2,    7,      8,      15,     16,     17,     31,
      0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x5555};
  static const std::vector<uint64_t> Float16 = {
      0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3555, 0x3800,
      0x3c00, 0xbc00, 0x3e00, 0x4100, 0x6400, 0x6801, 0x77ff,
      0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7d01, 0xfe5a};
  static const std::vector<uint64_t> BFloat16 = {
      0x0000, 0x8000, 0x0001, 0x807f, 0x0080, 0x3f80, 0xbf80, 0x3f00,
      0x4049, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7fc0, 0x7f81, 0xffc5};
  static const std::vector<uint64_t> Int32 = {
      0,          1,          2,          4,          5,          15,
      16,         24,         31,         32,         33,         63,
      64,         0x7f,       0x80,       0xff,       0xffff,     0x7fffff,
      0x800000,   0xffffff,   0x1000000,  0x7fffffff, 0x80000000, 0x80000001,
      0xfffffffe, 0xffffffff, 0x0c080d04, 0x55555555};
  static const std::vector<uint64_t> Float32 = {
      0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x80800000,
      0x34000001, 0x3effffff, 0x3f000000, 0x3f800000, 0xbf800000, 0x3fc00000,
      0x40200000, 0xc0490fdb, 0x437f8000, 0x4b000001, 0x4effffff, 0x4f000000,
      0xcf000000, 0x4f800000, 0x477ff000, 0x38800000, 0x7f7fffff, 0xff7fffff,
      0x7f800000, 0xff800000, 0x7fc00000, 0x7f812345, 0xffe54321};
  static const std::vector<uint64_t> Int64 = {0,
                                              1,
                                              2,
                                              31,
                                              32,
                                              33,
                                              63,
                                              64,
                                              0xff,
                                              0x7fffffff,
                                              0x80000000,
                                              0xffffffff,
                                              0x100000000,
                                              0x7fffffffffffffff,
                                              0x8000000000000000,
                                              0x8000000000000001,
                                              0xffffffff00000000,
                                              0xfffffffffffffffe,
                                              0xffffffffffffffff};
  static const std::vector<uint64_t> Float64 = {
      0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
      0x800fffffffffffff, 0x0010000000000000, 0x36a0000000000000,
      0x3810000000000000, 0x3fdfffffffffffff, 0x3fe0000000000000,
      0x3ff0000000000000, 0xbff0000000000000, 0x3ff8000000000000,
      0x4004000000000000, 0xc00921fb54442d18, 0x41dfffffffc00000,
      0x41e0000000000000, 0xc1e0000000200000, 0x41f0000000000000,
      0x4330000000000001, 0x47efffffe0000000, 0x47effffff0000000,
      0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000,
      0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000012345678,
      0xfffc000087654321};
  switch (K) {
  case Kind::U16:
  case Kind::I16:
    return Int16;
  case Kind::F16:
    return Float16;
  case Kind::BF16:
    return BFloat16;
  case Kind::U32:
  case Kind::I32:
    return Int32;
  case Kind::F32:
    return Float32;
  case Kind::U64:
  case Kind::I64:
    return Int64;
  case Kind::F64:
    break;
  }
  return Float64;
}

uint64_t spmla::emutest::randomValue(Kind K, Rng &R) {
  uint64_t Any = R() | uint64_t(R()) << 32;
  if (!isFloat(K) || R() % 4 == 0) {
    // Small integers make equal operands, carries and shift counts likely.
    if (!isFloat(K) && R() % 4 == 0)
      return Any % 70;
    return Any & maskOf(K);
  }
  int Spread = int(R() % 24) - 12;
  switch (K) {
  case Kind::F16:
    return (Any & 0x83ff) | uint64_t(15 + Spread) << 10;
  case Kind::BF16:
    return (Any & 0x807f) | uint64_t(127 + Spread) << 7;
  case Kind::F32:
    return (Any & 0x807fffff) | uint64_t(127 + Spread) << 23;
  default:
    return (Any & 0x800fffffffffffff) | uint64_t(1023 + Spread) << 52;
  }
}

uint64_t spmla::emutest::mixedValue(Kind K, Rng &R) {
  const std::vector<uint64_t> &Edges = edgeValues(K);
  return R() % 5 == 0 ? Edges[R() % Edges.size()] : randomValue(K, R);
}

size_t spmla::emutest::numEdgeTuples(const std::vector<Kind> &Kinds) {
  size_t Count = edgeValues(Kinds[0]).size();
  return Kinds.size() > 1 ? Count * edgeValues(Kinds[1]).size() : Count;
}

std::vector<uint64_t>
spmla::emutest::operandTuple(const std::vector<Kind> &Kinds, size_t Index,
                             Rng &R) {
  std::vector<uint64_t> Values;
  for (Kind K : Kinds)
    Values.push_back(mixedValue(K, R));
  if (Index < numEdgeTuples(Kinds)) {
    const std::vector<uint64_t> &First = edgeValues(Kinds[0]);
    Values[0] = First[Index % First.size()];
    if (Kinds.size() > 1)
      Values[1] = edgeValues(Kinds[1])[Index / First.size()];
    if (Kinds.size() > 2 && R() % 2)
      Values[2] = edgeValues(Kinds[2])[R() % edgeValues(Kinds[2]).size()];
  }
  return Values;
}
