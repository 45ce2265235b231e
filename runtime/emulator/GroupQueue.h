//===- GroupQueue.h - Which workgroup runs next ---------------*- C++ -*-===//
//
// Workgroups begin in order, as on the hardware, and at most as many as the
// device holds are begun and not ended. One whose waves all wait for something
// in memory is set aside, so that others can bring it about; it is taken up
// again when no new one may begin. So kernels whose workgroups wait for each
// other come to an end if the device holds them all, on any number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_GROUPQUEUE_H
#define SPMLA_EMULATOR_GROUPQUEUE_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

namespace spmla {
namespace emu {

// The workgroups of one launch. `Runner` holds the state of a begun one.
template <class Runner> class GroupQueue {
public:
  struct Turn {
    uint64_t number = 0;
    std::unique_ptr<Runner> runner; // null: the workgroup begins
  };

  GroupQueue(uint64_t total, uint64_t resident)
      : resident(resident), firstFault(total) {}

  // What the calling thread is to run; false if there is nothing left for it.
  bool take(Turn &turn) {
    std::lock_guard<std::mutex> lock(mutex);
    if (next < firstFault && begun < resident) {
      ++begun;
      turn = {next++, nullptr};
      return true;
    }
    while (!aside.empty()) {
      turn = std::move(aside.front());
      aside.pop_front();
      if (turn.number < firstFault)
        return true;
      --begun;
    }
    return false;
  }

  // The workgroup waits. After a fault it may do so in vain, and is given up.
  void setAside(uint64_t number, std::unique_ptr<Runner> runner) {
    std::lock_guard<std::mutex> lock(mutex);
    if (faulted)
      --begun;
    else
      aside.push_back({number, std::move(runner)});
  }

  void end() {
    std::lock_guard<std::mutex> lock(mutex);
    --begun;
  }

  // The workgroup has faulted; later ones do not begin any more. Is it the
  // first of all so far?
  bool fault(uint64_t number) {
    std::lock_guard<std::mutex> lock(mutex);
    --begun;
    faulted = true;
    if (number >= firstFault)
      return false;
    firstFault = number;
    return true;
  }

private:
  const uint64_t resident;
  std::mutex mutex;
  uint64_t next = 0;   // the first that has not begun
  uint64_t firstFault; // or the number of workgroups
  uint64_t begun = 0;  // and not ended
  bool faulted = false;
  std::deque<Turn> aside; // longest first
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_GROUPQUEUE_H
