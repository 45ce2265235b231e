//===- ForeignRun.cpp - Running a launch file -----------------------------===//

#include "ForeignRun.h"

#include "Device.h"
#include "Digest.h"
#include "FileBytes.h"
#include "KernelArguments.h"
#include "KernelFile.h"
#include "LaunchFile.h"
#include "LaunchMemory.h"
#include "LaunchRunner.h"
#include "PrintProfile.h"
#include "ProfileSession.h"
#include "ProgressLine.h"
#include "Stopwatch.h"

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

using namespace spmla;
using namespace spmla::run;

namespace {
LaunchFile readLaunchFile(const Options &options) {
  std::string text, error;
  if (!readFileBytes(options.launchFile, text, error))
    throw std::runtime_error(error);
  return parseLaunchFile(text, options.launchFile, options.symbol);
}

KernelFile readKernels(const std::string &path) {
  KernelFile file;
  std::string error;
  if (!readKernelFile(path, file, error))
    throw std::runtime_error(error);
  if (file.kernels.empty())
    throw std::runtime_error("expects code object '" + path +
                             "' to have kernels, got none");
  return file;
}

/// Finds and checks the kernel of a launch. The only one of a code object needs
/// no name.
const emu::KernelMetadata &resolve(Launch &launch, const KernelFile &file) {
  if (launch.symbol.empty() && file.kernels.size() == 1)
    launch.symbol = file.kernels.front().name;
  const emu::KernelMetadata *kernel = file.find(launch.symbol);
  if (!kernel) {
    std::string names;
    for (const emu::KernelMetadata &known : file.kernels)
      names += (names.empty() ? "" : ", ") + known.name;
    throw std::runtime_error("expects the symbol to be one of " + names +
                             ", got " +
                             (launch.symbol.empty() ? "none" : launch.symbol));
  }
  checkLaunch(launch, *kernel);
  return *kernel;
}

/// Runs `body(i)` for each launch, and names it in an error.
template <typename Body> void forEachLaunch(LaunchFile &file, Body &&body) {
  for (size_t i = 0; i != file.launches.size(); ++i)
    try {
      body(i);
    } catch (const std::runtime_error &error) {
      throw std::runtime_error("launches[" + std::to_string(i) +
                               "]: " + error.what());
    }
}

/// Not left to HIP: a wrong image has crashed it (rocm-systems PR 938).
void checkArch(const Device &device, const KernelFile &file) {
  const std::string target = spmla_runtime_device_arch(device.runtime(), 0);
  if (!file.runsOn(target.substr(0, target.find(':'))))
    throw std::runtime_error("expects the device to be " + file.arch +
                             " as the code object, got " + target);
}

void print(const Launch &launch, const LaunchResult &result) {
  std::printf("kernel: %s\n", launch.symbol.c_str());
  if (result.waveInstructions)
    std::printf("wave_instructions: %" PRIu64 "\n", *result.waveInstructions);
  else
    std::printf("wave_instructions: n/a\n");
  std::printf("seconds: %.6f\n", result.seconds);
  std::fflush(stdout);
}

/// One path for each file, there or not.
std::filesystem::path placeOf(const std::string &path) {
  std::error_code code;
  const auto absolute = std::filesystem::absolute(path, code);
  const auto resolved = std::filesystem::weakly_canonical(absolute, code);
  return code ? absolute : resolved;
}

/// What a run writes must not be one of its other files.
void checkFiles(const LaunchFile &file, const Options &options) {
  std::map<std::filesystem::path, std::string> taken;
  auto take = [&](const std::string &path, const std::string &what) {
    if (path.empty())
      return;
    const auto [other, isNew] = taken.emplace(placeOf(path), what);
    if (!isNew)
      throw std::runtime_error("expects " + what + " to be another file than " +
                               other->second + ", got '" + path + "'");
  };
  taken[placeOf(options.launchFile)] = "--launch";
  taken[placeOf(options.hsaco)] = "--hsaco";
  take(options.profileFile, "--profile");
  for (const LaunchBuffer &buffer : file.buffers)
    take(buffer.output, "the output of buffer " + buffer.name);
}

struct BufferOutput {
  size_t buffer; // index
  OutputFile file;
};

std::vector<BufferOutput>
openOutputs(const std::vector<LaunchBuffer> &buffers) {
  std::vector<BufferOutput> outputs;
  for (size_t i = 0; i != buffers.size(); ++i)
    if (!buffers[i].output.empty())
      outputs.push_back({i, OutputFile(buffers[i].output)});
  return outputs;
}

/// Writes what a buffer holds, and returns the line to print.
std::string write(BufferOutput &output, const LaunchFile &file,
                  const LaunchMemory &memory) {
  const std::string bytes = memory.download(output.buffer);
  output.file.write(bytes);
  const auto dataBytes = size_t(memory.ranges()[output.buffer].bytes);
  Digest digest;
  digest.add(reinterpret_cast<const uint8_t *>(bytes.data()) + bytes.size() -
                 dataBytes,
             dataBytes);
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, digest.value());
  return "digest." + file.buffers[output.buffer].name + ": " + text + "\n";
}
} // namespace

void spmla::run::runLaunchFile(const Options &options) {
  Stopwatch watch(options.time);
  LaunchFile file = readLaunchFile(options);
  checkFiles(file, options);
  const KernelFile kernels = readKernels(options.hsaco);
  std::vector<const emu::KernelMetadata *> launched(file.launches.size());
  forEachLaunch(file, [&](size_t i) {
    launched[i] = &resolve(file.launches[i], kernels);
  });

  const std::string arch = kernels.runsOn("gfx950") ? "gfx950" : kernels.arch;
  const Device device(options.emulator, arch, options.strict);
  checkArch(device, kernels);
  std::printf("device: %s\n", device.description().c_str());
  std::printf("mode: %s\n", device.mode().value_or("n/a").c_str());
  HipMemory::check(device.hip().hipSetDevice(0), "hipSetDevice");
  std::optional<LaunchMemory> memory;
  during("filling the buffers", [&] { memory.emplace(device, file.buffers); });
  // All before the first launch: a mistake in the last must not cost a run.
  std::vector<std::vector<uint8_t>> arguments(file.launches.size());
  forEachLaunch(file, [&](size_t i) {
    arguments[i] =
        packArguments(file.launches[i], *launched[i], memory->ranges());
  });
  // So must a file that cannot be written.
  std::vector<BufferOutput> outputs = openOutputs(file.buffers);
  std::optional<OutputFile> profileFile;
  if (!options.profileFile.empty())
    profileFile.emplace(options.profileFile);
  const LaunchRunner runner(device, kernels.image);
  watch.lap("load");

  std::optional<ProfileSession> profile;
  if (options.profile)
    profile.emplace(device.hip());
  forEachLaunch(file, [&](size_t i) {
    const Launch &launch = file.launches[i];
    print(launch, during("executing " + launch.symbol,
                         [&] { return runner.run(launch, arguments[i]); }));
  });
  watch.lap("execute");

  // All are whole before the first takes its name.
  std::string text;
  for (BufferOutput &output : outputs)
    text += write(output, file, *memory);
  if (profile) {
    const nlohmann::ordered_json counts = profile->take();
    text += printProfile(counts);
    if (profileFile)
      profileFile->write(counts.dump(1) + "\n");
  }
  for (BufferOutput &output : outputs)
    output.file.keep();
  if (profileFile)
    profileFile->keep();
  std::fputs(text.c_str(), stdout);
  watch.lap("write");
}
