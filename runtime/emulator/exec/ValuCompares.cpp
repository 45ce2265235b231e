//===- ValuCompares.cpp - Comparisons of floats ---------------------------===//

#include "Compare.h"
#include "Float16.h"
#include "Rounding.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

// Which of ten classes a float is in: bits of v_cmp_class.
template <class U>
SPMLA_INLINE uint32_t classOf(U bits, unsigned mantissaBits, U inf) {
  U magnitude = bits & static_cast<U>(~(U(1) << (8 * sizeof(U) - 1)));
  bool negative = bits != magnitude;
  U minNormal = static_cast<U>(U(1) << mantissaBits);
  U quietBit = static_cast<U>(U(1) << (mantissaBits - 1));
  uint32_t nan = bits & quietBit ? 2 : 1;
  uint32_t number = magnitude == inf         ? (negative ? 1u << 2 : 1u << 9)
                    : magnitude >= minNormal ? (negative ? 1u << 3 : 1u << 8)
                    : magnitude != 0         ? (negative ? 1u << 4 : 1u << 7)
                                             : (negative ? 1u << 5 : 1u << 6);
  return magnitude > inf ? nan : number;
}

// Comparison names of one type, in the order of FloatPredicates.
template <class T> void registerFloat(Registry &r, const char *const *names) {
  compare<T>(r, names[0], [](auto a, auto b) { return a < b; });
  compare<T>(r, names[1], [](auto a, auto b) { return a == b; });
  compare<T>(r, names[2], [](auto a, auto b) { return a <= b; });
  compare<T>(r, names[3], [](auto a, auto b) { return a > b; });
  compare<T>(r, names[4], [](auto a, auto b) { return a < b || a > b; });
  compare<T>(r, names[5], [](auto a, auto b) { return a >= b; });
  compare<T>(r, names[6], [](auto a, auto b) { return a == a && b == b; });
  compare<T>(r, names[7], [](auto a, auto b) { return a != a || b != b; });
  compare<T>(r, names[8], [](auto a, auto b) { return !(a >= b); });
  compare<T>(r, names[9], [](auto a, auto b) { return !(a < b || a > b); });
  compare<T>(r, names[10], [](auto a, auto b) { return !(a > b); });
  compare<T>(r, names[11], [](auto a, auto b) { return !(a <= b); });
  compare<T>(r, names[12], [](auto a, auto b) { return !(a == b); });
  compare<T>(r, names[13], [](auto a, auto b) { return !(a < b); });
  compare<T>(r, names[14], [](auto, auto) { return false; });
  compare<T>(r, names[15], [](auto, auto) { return true; });
}

#define FLOAT_NAMES(TYPE)                                                      \
  {                                                                            \
      "lt_" TYPE,  "eq_" TYPE,  "le_" TYPE,  "gt_" TYPE,                       \
      "lg_" TYPE,  "ge_" TYPE,  "o_" TYPE,   "u_" TYPE,                        \
      "nge_" TYPE, "nlg_" TYPE, "ngt_" TYPE, "nle_" TYPE,                      \
      "neq_" TYPE, "nlt_" TYPE, "f_" TYPE,   "tru_" TYPE}

} // namespace

void registerCompares(Registry &r) {
  static const char *const f32[] = FLOAT_NAMES("f32");
  static const char *const f64[] = FLOAT_NAMES("f64");
  static const char *const f16[] = FLOAT_NAMES("f16");
  registerFloat<float>(r, f32);
  registerFloat<double>(r, f64);
  registerFloat<Half>(r, f16);
  addCompare(r, "class_f32", lanes([](float a, uint32_t wanted) {
               return (classOf(bitsAs<uint32_t>(a), 23, 0x7f800000u) &
                       wanted) != 0;
             }));
  addCompare(r, "class_f64", lanes([](double a, uint32_t wanted) {
               return (classOf(bitsAs<uint64_t>(a), 52,
                               uint64_t(0x7ff0000000000000u)) &
                       wanted) != 0;
             }));
  addCompare(r, "class_f16", lanes([](Half a, uint16_t wanted) {
               return (classOf(a.bits, 10, uint16_t(0x7c00)) & wanted) != 0;
             }));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
