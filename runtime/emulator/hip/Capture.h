//===- Capture.h - Streams whose work becomes a graph ---------*- C++ -*-===//
//
// Rules and error codes are those of HIP's runtime (ROCm 6 and 7), which are
// CUDA's but for details. Everything here wants State's lock to be held.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_HIP_CAPTURE_H
#define SPMLA_EMULATOR_HIP_CAPTURE_H

#include "Work.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace spmla {
namespace emu {

// From hipStreamBeginCapture to hipStreamEndCapture. The streams that take part
// own it: the one it began on, and those that have waited for its events.
class Capture {
public:
  using Nodes = std::vector<hip::hipGraphNode_t>;

  Capture(hip::ihipStream_t *origin, hip::hipStreamCaptureMode mode,
          hip::hipGraph_t graph);

  // Work on a stream of the capture becomes a node.
  void add(hip::ihipStream_t *stream, const WorkPtr &work);
  // What is captured next on `stream`, which becomes one of the capture's,
  // depends on `nodes`, too.
  void join(hip::ihipStream_t *stream, const Nodes &nodes);
  // All streams leave it. The graph stays.
  void end();
  // Does the origin stream wait for all that was captured?
  bool isJoined() const;

  const uint64_t id;
  const hip::hipStreamCaptureMode mode;
  const std::thread::id thread; // that began it
  hip::ihipStream_t *const origin;
  const hip::hipGraph_t graph;
  bool invalidated = false;
  // Per stream the nodes that its next one will depend on.
  std::map<hip::ihipStream_t *, Nodes> tails;

private:
  std::set<hip::hipGraphNode_t> captured;
};
using CapturePtr = std::shared_ptr<Capture>;

hip::hipStreamCaptureStatus captureStatus(const hip::ihipStream_t &stream);

// Is a stream captured that synchronises with the device's default stream?
bool hasBlockingCapture(int device);

// The stream behind a handle that work or an event record is to go to.
hip::hipError_t streamForWork(hip::hipStream_t handle,
                              hip::ihipStream_t *&stream);

// The refusals. Each returns success if HIP allows `what` ("an allocation") in
// the calling thread now; otherwise the captures that it would disturb are
// invalid from then on.
//
// What might wait for a device or use its default stream unseen; the calling
// thread's capture mode decides.
hip::hipError_t refuseUnsafe(const std::string &what);
// What waits for a device, whatever captures.
hip::hipError_t refuseWhileCapturing(const std::string &what,
                                     hip::hipError_t error);
// Waiting for a stream.
hip::hipError_t refuseStreamWait(hip::hipStream_t handle,
                                 hip::ihipStream_t &stream);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_HIP_CAPTURE_H
