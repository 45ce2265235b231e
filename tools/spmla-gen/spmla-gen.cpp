//===- spmla-gen.cpp - Generate attention kernels -------------------------===//

#include "List.h"
#include "Progress.h"
#include "Request.h"
#include "Time.h"
#include "Write.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace spmla;
using namespace spmla::gen;

namespace {

/// One line per error.
bool report(Error error) {
  bool failed = static_cast<bool>(error);
  handleAllErrors(std::move(error), [](const ErrorInfoBase &info) {
    WithColor::error(errs(), "spmla-gen") << info.message() << '\n';
  });
  return failed;
}

/// A kernel that fails is named, and the others are generated nevertheless.
bool generateAll(const Request &request) {
  Progress progress(errs(), request.specs.size());
  bool failed = false;
  for (const KernelSpec &spec : request.specs) {
    progress.start(kernelName(spec));
    if (Error error = writeKernel(request, spec)) {
      progress.breakLine();
      failed |= report(std::move(error));
    }
  }
  progress.breakLine();
  return failed;
}

bool run(const Request &request) {
  switch (request.action) {
  case Action::List:
    printKernelList(outs());
    return false;
  case Action::Time:
    return report(printTimes(request, outs()));
  case Action::Generate:
    return request.isAll ? generateAll(request)
                         : report(writeKernel(request, request.specs.front()));
  }
  llvm_unreachable("every action is handled");
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Expected<Request> request = parseCommandLine(argc, argv);
  if (!request)
    return report(request.takeError());
  bool failed = run(*request);
  outs().flush();
  if (std::error_code error = outs().error()) {
    // Otherwise its destructor ends the program.
    outs().clear_error();
    failed |= report(createStringError(
        error, "expects standard output to take all of the output, got: " +
                   error.message()));
  }
  return failed;
}
