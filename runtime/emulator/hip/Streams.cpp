//===- Streams.cpp - Streams and events -----------------------------------===//
//
// All work is done inside the call that enqueues it. So every stream is always
// idle, every recorded event has happened, and waiting is only a check of
// handles and of faults. The order that streams and events promise holds.
//
// In a capture, an event stands for the nodes before it, and waiting for it
// brings a stream into the capture.
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include "State.h"

using namespace spmla;
using namespace spmla::hip;
using emu::failed;
using emu::State;
using emu::unknownStream;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

hipError_t unknownEvent() {
  return failed(hipErrorInvalidHandle,
                "expects an event handle of hipEventCreate, got an unknown "
                "one");
}

// Reports a fault of earlier work; its text is the thread's last error already
// if this thread launched it.
hipError_t reported(hipError_t error) {
  if (error != hipSuccess)
    emu::thisThread().lastError = error;
  return error;
}

} // namespace

SPMLA_HIP_API hipError_t hipStreamCreateWithFlags(hipStream_t *stream,
                                                  unsigned flags) {
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  if (!stream || flags > kStreamNonBlocking)
    return failed(hipErrorInvalidValue,
                  "expects a stream pointer and flags of 0 or 1, got flags " +
                      std::to_string(flags));
  State &s = State::get();
  Lock lock(s.mutex);
  *stream = new ihipStream_t();
  (*stream)->device = emu::thisThread().device;
  (*stream)->flags = flags;
  s.streams.insert(*stream);
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipStreamCreate(hipStream_t *stream) {
  return hipStreamCreateWithFlags(stream, kStreamDefault);
}

SPMLA_HIP_API hipError_t hipStreamDestroy(hipStream_t stream) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.streams.erase(stream))
    return unknownStream();
  if (emu::CapturePtr capture = stream->capture) {
    capture->invalidated = true;
    capture->tails.erase(stream);
    // Nobody can end it any more.
    if (capture->origin == stream) {
      capture->end();
      s.graphs.erase(capture->graph);
      delete capture->graph;
    }
  }
  delete stream;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipStreamSynchronize(hipStream_t stream) {
  Lock lock(State::get().mutex);
  ihipStream_t *found = emu::findStream(stream);
  if (!found)
    return unknownStream();
  hipError_t error = emu::refuseStreamWait(stream, *found);
  return error == hipSuccess ? reported(found->error) : error;
}
SPMLA_HIP_API hipError_t hipStreamQuery(hipStream_t stream) {
  return hipStreamSynchronize(stream);
}

SPMLA_HIP_API hipError_t hipStreamWaitEvent(hipStream_t stream,
                                            hipEvent_t event, unsigned flags) {
  State &s = State::get();
  Lock lock(s.mutex);
  ihipStream_t *found = nullptr;
  hipError_t error = emu::streamForWork(stream, found);
  if (error != hipSuccess)
    return error;
  if (!s.events.count(event))
    return unknownEvent();
  if (flags)
    return failed(hipErrorInvalidValue,
                  "expects flags to be 0, got " + std::to_string(flags));
  emu::CapturePtr capture = event->capture.lock();
  if (!capture && !found->capture)
    return hipSuccess;
  if (!capture) {
    found->capture->invalidated = true;
    return failed(hipErrorStreamCaptureIsolation,
                  "expects a captured stream to wait for events of its "
                  "capture, got an event recorded outside");
  }
  if (capture->invalidated)
    return failed(hipErrorStreamCaptureInvalidated,
                  "expects the event's capture to be valid, got capture " +
                      std::to_string(capture->id) +
                      ", which an earlier call invalidated");
  if (found->capture && found->capture != capture) {
    found->capture->invalidated = capture->invalidated = true;
    return failed(hipErrorStreamCaptureMerge,
                  "expects stream and event to be of one capture, got captures "
                  "" + std::to_string(found->capture->id) +
                      " and " + std::to_string(capture->id));
  }
  if (emu::isLegacyStream(stream))
    return failed(hipErrorStreamCaptureUnsupported,
                  "expects a stream of hipStreamCreate or the thread's own to "
                  "join a capture, got the default stream");
  found->capture = capture;
  capture->join(found, event->captured);
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipEventCreateWithFlags(hipEvent_t *event,
                                                 unsigned flags) {
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  if (!event)
    return failed(hipErrorInvalidValue, "expects event to be no null pointer");
  if (flags & ~(kEventBlockingSync | kEventDisableTiming))
    return failed(hipErrorInvalidValue,
                  "expects flags of hipEventBlockingSync and "
                  "hipEventDisableTiming, got " +
                      std::to_string(flags));
  State &s = State::get();
  Lock lock(s.mutex);
  *event = new ihipEvent_t();
  (*event)->device = emu::thisThread().device;
  (*event)->flags = flags;
  s.events.insert(*event);
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipEventCreate(hipEvent_t *event) {
  return hipEventCreateWithFlags(event, kEventDefault);
}

SPMLA_HIP_API hipError_t hipEventDestroy(hipEvent_t event) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.events.erase(event))
    return unknownEvent();
  delete event;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.events.count(event))
    return unknownEvent();
  ihipStream_t *found = nullptr;
  hipError_t error = emu::streamForWork(stream, found);
  if (error != hipSuccess)
    return error;
  if (found->device != event->device)
    return failed(hipErrorInvalidHandle,
                  "expects event and stream to be of one device, got " +
                      std::to_string(event->device) + " and " +
                      std::to_string(found->device));
  event->capture = found->capture;
  event->captured.clear();
  event->recorded = !found->capture;
  event->error = found->error;
  event->time = std::chrono::steady_clock::now();
  if (found->capture)
    event->captured = found->capture->tails[found];
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipEventQuery(hipEvent_t event) {
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.events.count(event))
    return unknownEvent();
  if (emu::CapturePtr capture = event->capture.lock()) {
    capture->invalidated = true;
    return failed(hipErrorCapturedEvent,
                  "expects the event to be recorded outside captures, got one "
                  "of capture " +
                      std::to_string(capture->id));
  }
  return reported(event->error);
}
SPMLA_HIP_API hipError_t hipEventSynchronize(hipEvent_t event) {
  State &s = State::get();
  Lock lock(s.mutex);
  hipError_t error = hipEventQuery(event);
  if (error != hipSuccess)
    return error;
  return emu::refuseUnsafe("waiting for an event");
}

SPMLA_HIP_API hipError_t hipEventElapsedTime(float *milliseconds,
                                             hipEvent_t start,
                                             hipEvent_t stop) {
  if (!milliseconds)
    return failed(hipErrorInvalidValue,
                  "expects the result pointer to be no null pointer");
  State &s = State::get();
  Lock lock(s.mutex);
  if (!s.events.count(start) || !s.events.count(stop))
    return unknownEvent();
  if (start->device != stop->device)
    return failed(hipErrorInvalidHandle,
                  "expects two events of one device, got " +
                      std::to_string(start->device) + " and " +
                      std::to_string(stop->device));
  if (!start->recorded || !stop->recorded ||
      ((start->flags | stop->flags) & kEventDisableTiming))
    return failed(hipErrorInvalidHandle,
                  "expects two recorded events with timing, got others");
  *milliseconds =
      std::chrono::duration<float, std::milli>(stop->time - start->time)
          .count();
  return hipSuccess;
}
