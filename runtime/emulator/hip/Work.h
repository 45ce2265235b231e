//===- Work.h - What a stream does, or a node of a graph ------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_HIP_WORK_H
#define SPMLA_EMULATOR_HIP_WORK_H

#include "../../HipTypes.h"

#include <memory>

namespace spmla {
namespace emu {

// One piece of device work, with copies of everything that the call which made
// it pointed at. It never changes, so streams, graphs and their executable
// copies share it.
class Work {
public:
  virtual ~Work() = default;
  virtual hip::hipGraphNodeType type() const = 0;
  // What HIP looks at when work is enqueued on a stream of `device`. The
  // caller holds State's lock.
  virtual hip::hipError_t check(int device) const = 0;
  // Does it. The caller does not hold the lock: this may take long.
  virtual hip::hipError_t run() const = 0;
};
using WorkPtr = std::shared_ptr<const Work>;

// Orders other nodes, and does nothing.
class EmptyWork : public Work {
public:
  hip::hipGraphNodeType type() const override {
    return hip::hipGraphNodeTypeEmpty;
  }
  hip::hipError_t check(int) const override { return hip::hipSuccess; }
  hip::hipError_t run() const override { return hip::hipSuccess; }
};

// Work goes to a stream: into the stream's capture if there is one; otherwise
// it is done before this returns.
hip::hipError_t enqueue(hip::hipStream_t stream, const WorkPtr &work);
// Does work that waits for the device, as HIP's calls without "Async" in their
// names; `what` names it ("a copy").
hip::hipError_t doNow(const char *what, const Work &work);
// Does checked work on a stream that is not captured. A failure is one of the
// stream from then on.
hip::hipError_t runOn(hip::hipStream_t stream, const Work &work);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_HIP_WORK_H
