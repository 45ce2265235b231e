#include "Time.h"

#include "spmla/Target/HSACO/Generate.h"

#include "llvm/Support/FormatVariadic.h"

#include <chrono>

using namespace llvm;

namespace spmla::gen {

Error printTimes(const Request &request, raw_ostream &os) {
  for (StringRef run : {"first", "warm"}) {
    auto start = std::chrono::steady_clock::now();
    Expected<CodeObject> object =
        generateKernel(request.specs.front(), request.files);
    std::chrono::duration<double, std::milli> total =
        std::chrono::steady_clock::now() - start;
    if (!object)
      return object.takeError();
    for (const StageTime &time : object->times)
      os << formatv("{0}.{1}: {2:F1}\n", run, stageName(time.stage),
                    time.milliseconds);
    os << formatv("{0}.total: {1:F1}\n", run, total.count());
  }
  return Error::success();
}

} // namespace spmla::gen
