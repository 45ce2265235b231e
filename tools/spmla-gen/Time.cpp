#include "Time.h"

#include "spmla/Target/HSACO/Generate.h"

#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <ctime>

using namespace llvm;

namespace spmla::gen {

Error printTimes(const Request &request, raw_ostream &os) {
  for (StringRef run : {"first", "warm"}) {
    auto start = std::chrono::steady_clock::now();
    std::clock_t cpuStart = std::clock();
    Expected<CodeObject> object =
        generateKernel(request.specs.front(), request.files);
    std::chrono::duration<double, std::milli> total =
        std::chrono::steady_clock::now() - start;
    double cpu = 1000.0 * (std::clock() - cpuStart) / CLOCKS_PER_SEC;
    if (!object)
      return object.takeError();
    for (const StageTime &time : object->times)
      os << formatv("{0}.{1}: {2:F1}\n", run, stageName(time.stage),
                    time.milliseconds);
    os << formatv("{0}.total: {1:F1}\n", run, total.count());
    os << formatv("{0}.cpu: {1:F1}\n", run, cpu);
  }
  return Error::success();
}

} // namespace spmla::gen
