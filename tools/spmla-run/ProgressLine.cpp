//===- ProgressLine.cpp - What is being done ------------------------------===//

#include "ProgressLine.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

using namespace spmla::run;

/// Back to the line's begin, and erase the line.
static constexpr char Erase[] = "\r\x1b[K";

ProgressLine::ProgressLine(const std::string &step) : step(step) {
  if (!isatty(STDERR_FILENO))
    return;
  // Both may be one terminal.
  std::fflush(stdout);
  print(0);
  thread = std::thread([this] { run(); });
}

void ProgressLine::print(int seconds) const {
  std::fprintf(stderr, "%s%s, %d s", Erase, step.c_str(), seconds);
}

void ProgressLine::run() {
  std::unique_lock<std::mutex> lock(mutex);
  for (int seconds = 1; !ended.wait_for(lock, std::chrono::seconds(1),
                                        [this] { return isEnded; });
       ++seconds)
    print(seconds);
}

ProgressLine::~ProgressLine() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isEnded = true;
  }
  ended.notify_one();
  thread.join();
  std::fputs(Erase, stderr);
}
