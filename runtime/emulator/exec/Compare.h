//===- Compare.h - v_cmp and v_cmpx from a predicate ----------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_EXEC_COMPARE_H
#define SPMLA_EMULATOR_EXEC_COMPARE_H

#include "Float16.h"
#include "Operations.h"

namespace spmla {
namespace emu {
namespace SPMLA_EMU_ISA {

// Enters `predicate` ("lt_f32") as v_cmp_… and as v_cmpx_…, which writes EXEC
// as well. Defined in ValuIntCompares.cpp.
void addCompare(Registry &r, const char *predicate, OpInfo info);

template <class T> SPMLA_INLINE T comparable(T value) { return value; }
SPMLA_INLINE float comparable(Half value) { return toFloat(value); }

template <class T, class P>
SPMLA_INLINE void compare(Registry &r, const char *predicate, P) {
  addCompare(r, predicate, lanes([](T a, T b) -> bool {
               return theFunction<P>()(comparable(a), comparable(b));
             }));
}

} // namespace SPMLA_EMU_ISA
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_EXEC_COMPARE_H
