//===- Execute.cpp - Running a problem on a device ------------------------===//

#include "Execute.h"

#include "Launcher.h"

using namespace spmla;
using namespace spmla::run;

Execution spmla::run::execute(const Problem &problem, const Device &device,
                              const Kernel &kernel, bool withLse) {
  HipMemory::check(device.hip().hipSetDevice(0), "hipSetDevice");
  Launcher launcher(problem, device, kernel);
  Execution result;
  std::optional<uint64_t> before = device.waveInstructions();
  result.seconds = launcher.launch(withLse);
  if (before)
    result.waveInstructions = *device.waveInstructions() - *before;
  result.out = launcher.downloadOut();
  result.lse = launcher.downloadLse();

  launcher.launch(withLse);
  if (launcher.downloadOut().bytes != result.out.bytes ||
      launcher.downloadLse().bytes != result.lse.bytes)
    result.failures.push_back("two launches gave different results");
  if (withLse) {
    launcher.launch(false);
    if (launcher.downloadOut().bytes != result.out.bytes)
      result.failures.push_back("out differs when no lse is asked for");
  }
  launcher.checkInputs(result.failures);
  return result;
}
