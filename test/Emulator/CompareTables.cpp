//===- CompareTables.cpp - v_cmp and v_cmpx -------------------------------===//

#include "FloatOps.h"
#include "Tables.h"
#include "Valu.h"

using namespace spmla::emutest;

template <class T>
static void addIntegers(Table &Tab, const std::string &Type) {
  using U = uint32_t;
  compare(Tab, "lt_" + Type, [](T A, T B) { return U(A < B); });
  compare(Tab, "eq_" + Type, [](T A, T B) { return U(A == B); });
  compare(Tab, "le_" + Type, [](T A, T B) { return U(A <= B); });
  compare(Tab, "gt_" + Type, [](T A, T B) { return U(A > B); });
  compare(Tab, "ne_" + Type, [](T A, T B) { return U(A != B); });
  compare(Tab, "ge_" + Type, [](T A, T B) { return U(A >= B); });
  compare(Tab, "f_" + Type, [](T, T) { return U(0); });
  compare(Tab, "t_" + Type, [](T, T) { return U(1); });
}

template <class T> static void addFloats(Table &Tab, const std::string &Type) {
  using U = uint32_t;
  auto Add = [&](const std::string &Name, auto Fn) {
    compare(Tab, Name + "_" + Type,
            [Fn](T A, T B) { return U(Fn(numeric(A), numeric(B))); });
  };
  Add("lt", [](double A, double B) { return A < B; });
  Add("eq", [](double A, double B) { return A == B; });
  Add("le", [](double A, double B) { return A <= B; });
  Add("gt", [](double A, double B) { return A > B; });
  Add("lg", [](double A, double B) { return A < B || A > B; });
  Add("ge", [](double A, double B) { return A >= B; });
  Add("o", [](double A, double B) { return A == A && B == B; });
  Add("u", [](double A, double B) { return A != A || B != B; });
  Add("nge", [](double A, double B) { return !(A >= B); });
  Add("nlg", [](double A, double B) { return !(A < B || A > B); });
  Add("ngt", [](double A, double B) { return !(A > B); });
  Add("nle", [](double A, double B) { return !(A <= B); });
  Add("neq", [](double A, double B) { return !(A == B); });
  Add("nlt", [](double A, double B) { return !(A < B); });
  Add("f", [](double, double) { return false; });
  Add("tru", [](double, double) { return true; });
}

/// Bits of the class mask: signaling NaN, quiet NaN, -inf, -normal, -denormal,
/// -0, +0, +denormal, +normal, +inf.
static unsigned classOf(bool Signaling, bool Nan, bool Inf, bool Zero,
                        bool Denormal, bool Negative) {
  if (Nan)
    return Signaling ? 0 : 1;
  unsigned Distance = Inf ? 3 : !Zero && !Denormal ? 2 : Denormal ? 1 : 0;
  return Negative ? 5 - Distance : 6 + Distance;
}

template <class T> static void addClass(Table &Tab, const std::string &Type) {
  compare(Tab, "class_" + Type, [](T A, uint32_t Mask) {
    constexpr double Smallest = sizeof(T) == 8   ? 0x1p-1022
                                : sizeof(T) == 4 ? 0x1p-126
                                                 : 0x1p-14;
    double X = std::fabs(numeric(A));
    unsigned Class = classOf(isSignalingNan(A), isNan(A), std::isinf(X), X == 0,
                             X != 0 && X < Smallest, isNegative(A));
    return Mask >> Class & 1;
  });
}

void spmla::emutest::addCompareTables(std::vector<Table> &Tables) {
  Table Integers{"CompareInteger", "gfx950", {}},
      Floats{"CompareFloat", "gfx950", {}};
  addIntegers<int16_t>(Integers, "i16");
  addIntegers<uint16_t>(Integers, "u16");
  addIntegers<int32_t>(Integers, "i32");
  addIntegers<uint32_t>(Integers, "u32");
  addIntegers<int64_t>(Integers, "i64");
  addIntegers<uint64_t>(Integers, "u64");
  addFloats<Half>(Floats, "f16");
  addFloats<float>(Floats, "f32");
  addFloats<double>(Floats, "f64");
  addClass<Half>(Floats, "f16");
  addClass<float>(Floats, "f32");
  addClass<double>(Floats, "f64");
  Tables.push_back(std::move(Integers));
  Tables.push_back(std::move(Floats));
}
