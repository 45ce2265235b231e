//===- ValuIntCompares.cpp - Comparisons of integers, v_cmpx --------------===//

#include "Compare.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

namespace {

// v_cmpx: the comparison, then EXEC takes its result.
Next execCmpx(Wave &w, const Instruction &in) {
  Next next = in.inner(w, in);
  w.s[kExec] = w.s[in.dst[0].index];
  w.s[kExec + 1] = w.s[in.dst[0].index + 1];
  return next;
}

template <class T> void registerInt(Registry &r, const char *const *names) {
  compare<T>(r, names[0], [](T a, T b) { return a < b; });
  compare<T>(r, names[1], [](T a, T b) { return a == b; });
  compare<T>(r, names[2], [](T a, T b) { return a <= b; });
  compare<T>(r, names[3], [](T a, T b) { return a > b; });
  compare<T>(r, names[4], [](T a, T b) { return a != b; });
  compare<T>(r, names[5], [](T a, T b) { return a >= b; });
  compare<T>(r, names[6], [](T, T) { return false; });
  compare<T>(r, names[7], [](T, T) { return true; });
}

#define INT_NAMES(TYPE)                                                        \
  {"lt_" TYPE, "eq_" TYPE, "le_" TYPE, "gt_" TYPE,                             \
   "ne_" TYPE, "ge_" TYPE, "f_" TYPE,  "t_" TYPE}

} // namespace

void addCompare(Registry &r, const char *predicate, OpInfo info) {
  char name[32];
  __builtin_snprintf(name, sizeof(name), "v_cmp_%s", predicate);
  vop(r, name, info);
  __builtin_snprintf(name, sizeof(name), "v_cmpx_%s", predicate);
  info.wrapper = &execCmpx;
  vop(r, name, info, kOpWritesExec);
}

void registerIntCompares(Registry &r) {
  static const char *const u16[] = INT_NAMES("u16");
  static const char *const i16[] = INT_NAMES("i16");
  static const char *const u32[] = INT_NAMES("u32");
  static const char *const i32[] = INT_NAMES("i32");
  static const char *const u64[] = INT_NAMES("u64");
  static const char *const i64[] = INT_NAMES("i64");
  registerInt<uint16_t>(r, u16);
  registerInt<int16_t>(r, i16);
  registerInt<uint32_t>(r, u32);
  registerInt<int32_t>(r, i32);
  registerInt<uint64_t>(r, u64);
  registerInt<int64_t>(r, i64);
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla
