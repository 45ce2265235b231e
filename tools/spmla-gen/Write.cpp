#include "Write.h"

#include "spmla/Kernel/KernelTable.h"
#include "spmla/Target/HSACO/Budget.h"
#include "spmla/Target/HSACO/CodeObjectFiles.h"
#include "spmla/Target/HSACO/Files.h"
#include "spmla/Target/HSACO/Generate.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla::gen {

namespace {

/// A folder if all kernels go there or if the name does not say what a file
/// of this form says.
Expected<std::string> outputPath(const Request &request,
                                 const KernelSpec &spec) {
  bool isHSACO = request.form.stage == Stage::HSACO;
  bool isFolder =
      request.isAll || (isHSACO && sys::path::extension(request.output) !=
                                       "." + request.form.extension);
  if (!isFolder)
    return request.output;
  if (Error error = createFolder(request.output))
    return std::move(error);
  SmallString<128> path(request.output);
  sys::path::append(path, kernelName(spec) + "." + request.form.extension);
  return std::string(path);
}

Error writeText(const Request &request, const KernelSpec &spec,
                StringRef text) {
  if (request.output == "-") {
    outs() << text;
    return Error::success();
  }
  Expected<std::string> path = outputPath(request, spec);
  if (!path)
    return path.takeError();
  return replaceFile(*path, text);
}

Error checkShipped(const KernelSpec &spec, const Statistics &statistics) {
  const KernelRecord *record = findKernel(spec);
  if (!record)
    return createStringError("expects kernel to be shipped, for only then it "
                             "has a budget, got " +
                             kernelName(spec));
  return checkBudget(*record, statistics);
}

Error writeObject(const Request &request, const KernelSpec &spec,
                  const CodeObject &object) {
  if (request.output == "-") {
    outs() << object.image;
    return Error::success();
  }
  Expected<std::string> path = outputPath(request, spec);
  if (!path)
    return path.takeError();
  return writeCodeObject(*path, spec, object);
}

} // namespace

Error writeKernel(const Request &request, const KernelSpec &spec) {
  bool isHSACO = request.form.stage == Stage::HSACO;
  if (request.form.stage && !isHSACO) {
    Expected<std::string> text =
        generateStage(spec, *request.form.stage, request.files);
    if (!text)
      return text.takeError();
    return writeText(request, spec, *text);
  }
  Expected<CodeObject> object = generateKernel(spec, request.files);
  if (!object)
    return object.takeError();
  if (isHSACO && !request.checkBudget)
    return writeObject(request, spec, *object);
  Expected<Statistics> statistics = collectStatistics(*object);
  if (!statistics)
    return statistics.takeError();
  addLineStatistics(spec, *statistics);
  if (request.checkBudget)
    if (Error error = checkShipped(spec, *statistics))
      return error;
  if (isHSACO)
    return writeObject(request, spec, *object);
  return writeText(request, spec, formatStatistics(*statistics));
}

} // namespace spmla::gen
