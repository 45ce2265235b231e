//===- Request.h - What one run of spmla-gen is asked for -------*- C++ -*-===//

#ifndef SPMLA_TOOLS_SPMLA_GEN_REQUEST_H
#define SPMLA_TOOLS_SPMLA_GEN_REQUEST_H

#include "spmla/Kernel/KernelSpec.h"
#include "spmla/Target/HSACO/Stages.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace spmla::gen {

/// What is written about a kernel: the product of a stage, or its statistics.
struct Form {
  /// As on the command line.
  std::string name;
  std::string doc;
  /// None: statistics.
  std::optional<Stage> stage;
  /// Of a file in a folder.
  std::string extension;
};

enum class Action {
  List,     ///< Print the shipped kernels.
  Generate, ///< Write each kernel in one form.
  Time,     ///< Generate one kernel twice and print what each stage took.
};

/// Plain values: linking resets the command line's own.
struct Request {
  Action action = Action::Generate;
  Form form;
  std::vector<KernelSpec> specs;
  /// Whether all shipped kernels are meant.
  bool isAll = false;
  /// File, folder, or "-" for the standard output.
  std::string output;
  bool checkBudget = false;
  StageFiles files;
};

/// Reads the command line; exits for --help and --version.
llvm::Expected<Request> parseCommandLine(int argc, char **argv);

} // namespace spmla::gen

#endif // SPMLA_TOOLS_SPMLA_GEN_REQUEST_H
