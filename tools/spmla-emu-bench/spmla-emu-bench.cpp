//===- spmla-emu-bench.cpp - How fast the emulator runs kernels -----------===//
//
// Wave instructions per second of one host thread, in fast and in strict mode,
// of kernels that differ in what they execute. Seconds are the thread's own
// (CPU time), so that a busy machine matters little.
//
//===----------------------------------------------------------------------===//

#include "AdoptKernel.h"
#include "Device.h"
#include "Generate.h"
#include "Launcher.h"
#include "Problem.h"
#include "TemporaryFolder.h"

#include "emulator/Emulator.h"

#include <benchmark/benchmark.h>

#include <dlfcn.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

using namespace spmla;
using namespace spmla::run;

namespace {
/// A kernel by what is asked for; the rest is as shipped.
struct Subject {
  const char *name;
  CacheFormat format;
  Schedule schedule;
  QType qType;
  Dot dot;
};

constexpr Subject Subjects[] = {
    {"direct_fp8_dot_fp8", CacheFormat::fp8_scalar, Schedule::direct,
     QType::e4m3fn, Dot::fp8},
    {"direct_fp8_dot_bf16", CacheFormat::fp8_scalar, Schedule::direct,
     QType::bf16, Dot::bf16},
    {"solo_fp8_dot_fp8", CacheFormat::fp8_scalar, Schedule::solo, QType::e4m3fn,
     Dot::fp8},
    {"staged_bf16", CacheFormat::bf16, Schedule::staged, QType::bf16,
     Dot::bf16},
};

KernelSpec specOf(const Subject &subject) {
  PartialSpec asked;
  asked.format = subject.format;
  asked.schedule = subject.schedule;
  asked.qType = subject.qType;
  asked.dot = subject.dot;
  return completeSpec(asked);
}

/// The emulator that this program is linked with.
std::string emulatorPath() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&spmla_emu_set_strict), &info))
    throw std::runtime_error("expects the emulator to be a shared library");
  return info.dli_fname;
}

void launches(benchmark::State &state, const Subject &subject, bool strict) {
  TemporaryFolder folder;
  std::string hsaco, error;
  if (!generateFiles(specOf(subject), folder.path, hsaco, error))
    throw std::runtime_error(error);
  // Before memory is allocated: strict mode notes what of it is written.
  spmla_emu_set_strict(strict);
  spmla_emu_set_threads(1);
  Device device(emulatorPath(), "gfx950");
  Kernel kernel(device, hsaco);
  ProblemSpec spec;
  spec.queries = 4; // workgroups, which strict mode compares
  spec.lengths = {2048};
  spec.slots = 8192;
  adoptKernel(kernel.info(), nullptr, spec);
  Problem problem = buildProblem(spec);
  Launcher launcher(problem, device, kernel);
  uint64_t before = *device.waveInstructions();
  for (auto _ : state)
    launcher.launch(true);
  state.counters["wave_instructions/s"] = benchmark::Counter(
      double(*device.waveInstructions() - before), benchmark::Counter::kIsRate);
}
} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  for (const Subject &subject : Subjects)
    for (bool strict : {false, true})
      benchmark::RegisterBenchmark(
          (subject.name + std::string(strict ? "/strict" : "/fast")).c_str(),
          [&subject, strict](benchmark::State &state) {
            launches(state, subject, strict);
          })
          ->Unit(benchmark::kMillisecond);
  try {
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception &exception) {
    std::fprintf(stderr, "spmla-emu-bench: error: %s\n", exception.what());
    return 1;
  }
  return 0;
}
