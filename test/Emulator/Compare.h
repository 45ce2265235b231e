//===- Compare.h - Expected against computed wave state ---------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_COMPARE_H
#define SPMLA_TEST_EMULATOR_COMPARE_H

#include "WaveState.h"

#include <string>

namespace spmla::emutest {

/// Whether \p Got is a right answer where \p Want is expected. \p WantHigh and
/// \p GotHigh are the next register's words, for the 64-bit rules.
bool matches(Match How, uint32_t Want, uint32_t WantHigh, uint32_t Got,
             uint32_t GotHigh);

/// Lists the first differences between \p Want and \p Got with the inputs that
/// led to them; empty if there are none.
std::string compareStates(const WaveState &In, const Expected &Want,
                          const WaveState &Got);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_COMPARE_H
