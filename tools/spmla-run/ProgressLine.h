//===- ProgressLine.h - What is being done ----------------------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_PROGRESSLINE_H
#define SPMLA_TOOLS_RUN_PROGRESSLINE_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace spmla {
namespace run {

/// While it lives, the standard error's last line says `step` and the seconds
/// since, and nothing else may be printed. Nothing where that is no terminal.
class ProgressLine {
public:
  explicit ProgressLine(const std::string &step);
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

private:
  void print(int seconds) const;
  void run();

  const std::string step;
  std::mutex mutex;
  std::condition_variable ended;
  bool isEnded = false;
  std::thread thread;
};

/// What `body` returns, with a line while it runs.
template <typename Body> auto during(const std::string &step, Body &&body) {
  ProgressLine line(step);
  return body();
}

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_PROGRESSLINE_H
