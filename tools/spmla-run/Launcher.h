//===- Launcher.h - A problem's buffers on a device -------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_LAUNCHER_H
#define SPMLA_TOOLS_RUN_LAUNCHER_H

#include "Device.h"
#include "Problem.h"

#include <string>
#include <vector>

namespace spmla {
namespace run {

/// Holds a problem in device memory and launches a kernel on it, any number of
/// times. What HIP or the runtime refuse is thrown as std::runtime_error.
class Launcher {
public:
  /// Copies the inputs to the device. The arguments outlive the launcher.
  Launcher(const Problem &problem, const Device &device, const Kernel &kernel);

  /// Poisons the outputs, launches and waits; returns seconds from launch to
  /// completion. `withLse` hands the kernel an LSE buffer.
  double launch(bool withLse);

  Image downloadOut() const { return out.download(problem.out); }
  Image downloadLse() const { return lse.download(problem.lse); }

  /// Appends a line for each input that is no longer as it was copied.
  void checkInputs(std::vector<std::string> &failures) const;

private:
  spmla_attention describe(bool withLse) const;

  const Problem &problem;
  const Device &device;
  const Kernel &kernel;
  Stream stream;
  DeviceBuffer q, cache, indices, indptr, out, lse, kvScale, qScale;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_LAUNCHER_H
