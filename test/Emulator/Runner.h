//===- Runner.h - Runs a case and compares ----------------------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_RUNNER_H
#define SPMLA_TEST_EMULATOR_RUNNER_H

#include "Case.h"

namespace spmla::emutest {

/// Runs case number \p Index of \p T on the device. The first call for a table
/// assembles the cases \p Together, those that this process will run, into one
/// code object; where it does not load, each case is loaded alone, so that one
/// missing instruction fails only its own tests. Returns what went wrong, empty
/// if the result is the expected one.
std::string runCase(const Table &T, size_t Index,
                    const std::vector<size_t> &Together);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_RUNNER_H
