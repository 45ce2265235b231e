//===- Execute.h - Running a problem on a device ----------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_EXECUTE_H
#define SPMLA_TOOLS_RUN_EXECUTE_H

#include "Device.h"
#include "Problem.h"

#include <optional>
#include <string>
#include <vector>

namespace spmla {
namespace run {

struct Execution {
  /// As the first launch left them.
  Image out;
  Image lse;
  /// Of the first launch.
  std::optional<uint64_t> waveInstructions;
  double seconds = 0;
  /// What differed between launches, and inputs that changed; one line each.
  std::vector<std::string> failures;
};

/// Copies the problem to the device and launches it twice, which must give the
/// same bytes; `withLse` hands the kernel an LSE buffer and adds a third launch
/// without it, whose output must be the same too. Throws std::runtime_error
/// where HIP or the runtime report an error.
Execution execute(const Problem &problem, const Device &device,
                  const Kernel &kernel, bool withLse);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_EXECUTE_H
