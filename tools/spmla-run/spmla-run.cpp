//===- spmla-run.cpp - Run a kernel and compare it with the reference -----===//

#include "Accuracy.h"
#include "AdoptKernel.h"
#include "Compare.h"
#include "Device.h"
#include "Execute.h"
#include "FileBytes.h"
#include "ForeignRun.h"
#include "Generate.h"
#include "Launcher.h"
#include "Options.h"
#include "PrintProfile.h"
#include "Problem.h"
#include "ProfileSession.h"
#include "ProgressLine.h"
#include "Reference.h"
#include "Stopwatch.h"
#include "TemporaryFolder.h"
#include "TileProfile.h"

#include <cinttypes>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

namespace {
void print(const Execution &execution, const Comparison &comparison,
           bool withLse) {
  std::printf("max_rel_error: %.3e\n", comparison.maxRelative);
  std::printf("rms_rel_error: %.3e\n", comparison.rmsRelative);
  std::printf("total_rms_rel_error: %.3e\n", comparison.totalRmsRelative);
  if (withLse)
    std::printf("lse_abs_error: %.3e\n", comparison.lseAbsolute);
  else
    std::printf("lse_abs_error: n/a\n");
  if (execution.waveInstructions)
    std::printf("wave_instructions: %" PRIu64 "\n",
                *execution.waveInstructions);
  else
    std::printf("wave_instructions: n/a\n");
  std::printf("seconds: %.6f\n", execution.seconds);
  for (const std::string &failure : execution.failures)
    std::printf("failure: %s\n", failure.c_str());
  for (const std::string &failure : comparison.failures)
    std::printf("failure: %s\n", failure.c_str());
}

void profile(const Options &options, const Problem &problem,
             const Device &device, const Kernel &kernel,
             std::optional<OutputFile> &file) {
  nlohmann::ordered_json profile;
  {
    ProgressLine line("executing for the profile");
    ProfileSession session(device.hip());
    Launcher(problem, device, kernel).launch(options.lse);
    profile = session.take();
  }
  std::fputs(printProfile(profile).c_str(), stdout);
  profile["tile"] = during("executing for the profile of a tile", [&] {
    return profileTiles(problem.spec, device, kernel, options.lse);
  });
  std::fputs(printTileProfile(profile["tile"]).c_str(), stdout);
  if (file) {
    file->write(profile.dump(1) + "\n");
    file->keep();
  }
}

/// True: the result passes.
bool runKernel(const Options &options) {
  Stopwatch watch(options.time);
  // First of all: that it cannot be written must not cost a run.
  std::optional<OutputFile> profileFile;
  if (!options.profileFile.empty())
    profileFile.emplace(options.profileFile);
  std::optional<TemporaryFolder> folder;
  std::string hsaco = options.hsaco, error;
  if (hsaco.empty()) {
    folder.emplace();
    bool generated = during("generating the kernel", [&] {
      return generateFiles(options.kernel, folder->path, hsaco, error);
    });
    if (!generated)
      throw std::runtime_error(error);
    watch.lap("generate");
  }
  Device device(options.emulator, std::string(toString(options.kernel.arch)),
                options.strict);
  Kernel kernel(device, hsaco);
  watch.lap("load");
  std::printf("device: %s\n", device.description().c_str());
  std::printf("mode: %s\n", device.mode().value_or("n/a").c_str());
  std::printf("kernel: %s\n", kernel.info().name);

  ProblemSpec spec = options.problem;
  adoptKernel(kernel.info(), options.model, spec);
  Problem problem =
      during("building the problem", [&] { return buildProblem(spec); });
  std::printf("problem: %" PRId64 " queries, %" PRId64 " heads, %" PRId64
              " listed slots of a cache of %" PRId64 "\n",
              spec.queries, spec.heads, problem.listedSlots(), spec.slots);
  std::fflush(stdout);
  watch.lap("build");
  Execution execution = during("executing", [&] {
    return execute(problem, device, kernel, options.lse);
  });
  watch.lap("execute");
  Reference reference = during("computing the reference",
                               [&] { return computeReference(problem); });
  watch.lap("reference");
  Comparison comparison = compare(problem, reference, execution.out,
                                  options.lse ? &execution.lse : nullptr,
                                  limitsOf(keyOf(kernel.info())));
  watch.lap("compare");
  print(execution, comparison, options.lse);
  std::printf("out_digest: %016" PRIx64 "\n", digest(problem, execution.out));
  if (options.profile) {
    profile(options, problem, device, kernel, profileFile);
    watch.lap("profile");
  }
  return execution.failures.empty() && comparison.failures.empty();
}
} // namespace

int main(int argc, char **argv) {
  std::string error;
  std::optional<Options> options = parseOptions(argc, argv, error);
  if (!options) {
    std::fprintf(stderr, "spmla-run: error: %s\n", error.c_str());
    return 1;
  }
  try {
    if (options->instructions) {
      std::fputs(emulatorInstructions(options->emulator).c_str(), stdout);
      return 0;
    }
    if (!options->launchFile.empty()) {
      runLaunchFile(*options);
      return 0;
    }
    bool passes = runKernel(*options);
    std::puts(passes ? "PASS" : "FAIL");
    return passes ? 0 : 1;
  } catch (const std::exception &exception) {
    std::fflush(stdout);
    std::fprintf(stderr, "spmla-run: error: %s\n", exception.what());
    return 1;
  }
}
