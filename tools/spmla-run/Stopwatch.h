//===- Stopwatch.h - Where the time went ------------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_STOPWATCH_H
#define SPMLA_TOOLS_RUN_STOPWATCH_H

#include <chrono>
#include <cstdio>

namespace spmla {
namespace run {

/// Seconds by step, printed with --time.
class Stopwatch {
public:
  explicit Stopwatch(bool prints) : prints(prints) {}

  void lap(const char *step) {
    auto now = std::chrono::steady_clock::now();
    if (prints)
      std::printf("time.%s: %.3f s\n", step,
                  std::chrono::duration<double>(now - last).count());
    last = now;
  }

private:
  bool prints;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_STOPWATCH_H
