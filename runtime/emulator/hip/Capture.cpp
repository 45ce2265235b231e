//===- Capture.cpp - Streams whose work becomes a graph -------------------===//

#include "Capture.h"
#include "Graph.h"
#include "State.h"

#include <algorithm>

namespace spmla {
namespace emu {

using namespace hip;

namespace {

uint64_t nextId() {
  static uint64_t last = 0;
  return ++last;
}

const char *nameOf(hipStreamCaptureMode mode) {
  switch (mode) {
  case hipStreamCaptureModeGlobal:
    return "global";
  case hipStreamCaptureModeThreadLocal:
    return "thread-local";
  case hipStreamCaptureModeRelaxed:
    break;
  }
  return "relaxed";
}

// Invalidates the captures that `disturbed` picks; success if it picks none.
template <class F>
hipError_t refuse(const std::string &what, hipError_t error, F disturbed) {
  std::string hit;
  for (const CapturePtr &c : State::get().captures()) {
    if (!disturbed(*c))
      continue;
    c->invalidated = true;
    hit += hit.empty() ? "" : ", ";
    hit += std::to_string(c->id) + " (" + nameOf(c->mode) + ")";
  }
  if (hit.empty())
    return hipSuccess;
  return failed(error, "expects no stream capture to be disturbed, got " +
                           what + " during capture " + hit);
}

// The legacy default stream waits for all blocking streams of its device, and
// they for it.
bool disturbsDefaultStream(const Capture &c, int device) {
  return std::any_of(c.tails.begin(), c.tails.end(), [&](const auto &entry) {
    return entry.first->device == device &&
           !(entry.first->flags & kStreamNonBlocking);
  });
}
hipError_t refuseImplicit(int device) {
  return refuse(
      "work on the default stream", hipErrorStreamCaptureImplicit,
      [&](const Capture &c) { return disturbsDefaultStream(c, device); });
}

} // namespace

Capture::Capture(ihipStream_t *origin, hipStreamCaptureMode mode,
                 hipGraph_t graph)
    : id(nextId()), mode(mode), thread(std::this_thread::get_id()),
      origin(origin), graph(graph), tails{{origin, {}}} {}

void Capture::add(ihipStream_t *stream, const WorkPtr &work) {
  Nodes &tail = tails[stream];
  tail = {graph->add(work, tail)};
  captured.insert(tail.front());
}

void Capture::join(ihipStream_t *stream, const Nodes &nodes) {
  Nodes &tail = tails[stream];
  for (hipGraphNode_t node : nodes)
    if (std::find(tail.begin(), tail.end(), node) == tail.end())
      tail.push_back(node);
}

void Capture::end() {
  // The streams own this: it goes with the last of them.
  std::map<ihipStream_t *, Nodes> leaving = std::move(tails);
  for (auto &entry : leaving)
    entry.first->capture.reset();
}

bool Capture::isJoined() const {
  std::set<hipGraphNode_t> reached;
  Nodes open = tails.at(origin);
  while (!open.empty()) {
    hipGraphNode_t node = open.back();
    open.pop_back();
    if (reached.insert(node).second)
      open.insert(open.end(), node->dependencies.begin(),
                  node->dependencies.end());
  }
  return std::includes(reached.begin(), reached.end(), captured.begin(),
                       captured.end());
}

hipStreamCaptureStatus captureStatus(const ihipStream_t &stream) {
  return !stream.capture               ? hipStreamCaptureStatusNone
         : stream.capture->invalidated ? hipStreamCaptureStatusInvalidated
                                       : hipStreamCaptureStatusActive;
}

bool hasBlockingCapture(int device) {
  std::vector<CapturePtr> all = State::get().captures();
  return std::any_of(all.begin(), all.end(), [&](const CapturePtr &c) {
    return disturbsDefaultStream(*c, device);
  });
}

hipError_t streamForWork(hipStream_t handle, ihipStream_t *&stream) {
  stream = findStream(handle);
  if (!stream)
    return unknownStream();
  if (isLegacyStream(handle))
    return refuseImplicit(stream->device);
  if (captureStatus(*stream) == hipStreamCaptureStatusInvalidated)
    return failed(hipErrorStreamCaptureInvalidated,
                  "expects the stream's capture to be valid, got capture " +
                      std::to_string(stream->capture->id) +
                      ", which an earlier call invalidated");
  return hipSuccess;
}

hipError_t refuseUnsafe(const std::string &what) {
  hipStreamCaptureMode own = thisThread().captureMode;
  return refuse(what, hipErrorStreamCaptureUnsupported, [&](const Capture &c) {
    if (own == hipStreamCaptureModeRelaxed)
      return false;
    if (c.thread == std::this_thread::get_id())
      return c.mode != hipStreamCaptureModeRelaxed;
    return own == hipStreamCaptureModeGlobal &&
           c.mode == hipStreamCaptureModeGlobal;
  });
}

hipError_t refuseWhileCapturing(const std::string &what, hipError_t error) {
  return refuse(what, error, [](const Capture &) { return true; });
}

hipError_t refuseStreamWait(hipStream_t handle, ihipStream_t &stream) {
  if (isLegacyStream(handle))
    return refuseImplicit(stream.device);
  if (stream.capture)
    return refuse("waiting for a stream of the capture",
                  hipErrorStreamCaptureUnsupported,
                  [&](const Capture &c) { return &c == stream.capture.get(); });
  return refuseUnsafe("waiting for a stream");
}

} // namespace emu
} // namespace spmla
