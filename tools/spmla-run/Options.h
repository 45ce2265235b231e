//===- Options.h - What the command line asks for ---------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_OPTIONS_H
#define SPMLA_TOOLS_RUN_OPTIONS_H

#include "Models.h"
#include "Problem.h"

#include "spmla/Kernel/KernelSpec.h"

#include <optional>
#include <string>

namespace spmla {
namespace run {

struct Options {
  /// Lists the emulator's instructions and does nothing else.
  bool instructions = false;
  /// Code object to run; empty: the one of `kernel`, generated in process.
  std::string hsaco;
  /// Launches of that code object's kernels instead of a problem; empty: none.
  std::string launchFile;
  /// The kernel of launches that name none.
  std::string symbol;
  KernelSpec kernel;
  /// Path of the emulator, or empty: a GPU.
  std::string emulator;
  /// Turns the emulator's strict mode on.
  bool strict = false;
  /// Everything but the row format and the softmax scale.
  ProblemSpec problem;
  /// What --model named, or null. A kernel from a file must have its rows.
  const Model *model = nullptr;
  bool lse = false;
  bool time = false;
  /// Profiles the launch and its tiles (emulator only).
  bool profile = false;
  /// Where the profile goes as JSON; empty: nowhere.
  std::string profileFile;
};

/// Reads the command line. Nothing: `error` has one line that names the flag.
/// Must come before any kernel is generated, since lld resets all flags.
std::optional<Options> parseOptions(int argc, char **argv, std::string &error);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_OPTIONS_H
