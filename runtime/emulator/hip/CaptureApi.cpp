//===- CaptureApi.cpp - Stream capture ------------------------------------===//

#include "Capture.h"
#include "State.h"

using namespace spmla;
using namespace spmla::hip;
using emu::CapturePtr;
using emu::failed;
using emu::State;

namespace {

using Lock = std::lock_guard<std::recursive_mutex>;

hipError_t nullPointer() {
  return failed(hipErrorInvalidValue,
                "expects the result pointer to be no null pointer");
}

} // namespace

SPMLA_HIP_API hipError_t hipStreamBeginCapture(hipStream_t handle,
                                               hipStreamCaptureMode mode) {
  State &s = State::get();
  Lock lock(s.mutex);
  hipError_t error = hipSuccess;
  if (!emu::currentDevice(error))
    return error;
  if (emu::isLegacyStream(handle))
    return failed(hipErrorStreamCaptureUnsupported,
                  "expects a stream of hipStreamCreate or the thread's own, "
                  "got the default stream");
  ihipStream_t *stream = emu::findStream(handle);
  if (!stream)
    return emu::unknownStream();
  if (mode > hipStreamCaptureModeRelaxed)
    return failed(hipErrorInvalidValue,
                  "expects a capture mode from 0 to 2, got " +
                      std::to_string(mode));
  if (stream->capture)
    return failed(hipErrorIllegalState,
                  "expects the stream not to be captured, got one in capture " +
                      std::to_string(stream->capture->id));
  auto *graph = new ihipGraph();
  s.graphs.insert(graph);
  stream->capture = std::make_shared<emu::Capture>(stream, mode, graph);
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipStreamEndCapture(hipStream_t handle,
                                             hipGraph_t *graph) {
  if (!graph)
    return nullPointer();
  *graph = nullptr;
  State &s = State::get();
  Lock lock(s.mutex);
  ihipStream_t *stream = emu::findStream(handle);
  if (!stream)
    return emu::unknownStream();
  CapturePtr capture = stream->capture;
  if (!capture)
    return failed(hipErrorIllegalState,
                  "expects the stream to be captured, got one that is not");
  auto text = [&](const char *what, const char *got) {
    return "expects " + std::string(what) + " capture " +
           std::to_string(capture->id) + ", got " + got;
  };
  // These leave the capture as it is: its own stream and thread can end it.
  if (capture->origin != stream)
    return failed(hipErrorStreamCaptureUnmatched,
                  text("the stream that began", "another"));
  if (capture->mode != hipStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id())
    return failed(hipErrorStreamCaptureWrongThread,
                  text("the thread that began", "another"));
  hipError_t error = hipSuccess;
  if (capture->invalidated)
    error = failed(hipErrorStreamCaptureInvalidated,
                   text("only captured work in", "a call that invalidated it"));
  else if (!capture->isJoined())
    error = failed(hipErrorStreamCaptureUnjoined,
                   text("the first stream to wait for all others of",
                        "work that it does not wait for"));
  capture->end();
  if (error == hipSuccess) {
    *graph = capture->graph;
    return hipSuccess;
  }
  s.graphs.erase(capture->graph);
  delete capture->graph;
  return error;
}

SPMLA_HIP_API hipError_t hipStreamGetCaptureInfo_v2(
    hipStream_t handle, hipStreamCaptureStatus *status, unsigned long long *id,
    hipGraph_t *graph, const hipGraphNode_t **dependencies, size_t *count) {
  if (!status)
    return nullPointer();
  State &s = State::get();
  Lock lock(s.mutex);
  ihipStream_t *stream = emu::findStream(handle);
  if (!stream)
    return emu::unknownStream();
  // The default stream is never captured, yet HIP refuses the question.
  if (emu::isLegacyStream(handle) && emu::hasBlockingCapture(stream->device))
    return failed(hipErrorStreamCaptureImplicit,
                  "expects no blocking stream to be captured when the default "
                  "stream is asked about, got one");
  *status = emu::captureStatus(*stream);
  if (*status != hipStreamCaptureStatusActive)
    return hipSuccess;
  const emu::Capture::Nodes &tail = stream->capture->tails[stream];
  if (id)
    *id = stream->capture->id;
  if (graph)
    *graph = stream->capture->graph;
  if (dependencies)
    *dependencies = tail.data();
  if (count)
    *count = tail.size();
  return hipSuccess;
}
SPMLA_HIP_API hipError_t hipStreamGetCaptureInfo(hipStream_t stream,
                                                 hipStreamCaptureStatus *status,
                                                 unsigned long long *id) {
  return hipStreamGetCaptureInfo_v2(stream, status, id, nullptr, nullptr,
                                    nullptr);
}
SPMLA_HIP_API hipError_t hipStreamIsCapturing(hipStream_t stream,
                                              hipStreamCaptureStatus *status) {
  return hipStreamGetCaptureInfo(stream, status, nullptr);
}

SPMLA_HIP_API hipError_t
hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  if (!mode)
    return nullPointer();
  if (*mode > hipStreamCaptureModeRelaxed)
    return failed(hipErrorInvalidValue,
                  "expects a capture mode from 0 to 2, got " +
                      std::to_string(*mode));
  std::swap(*mode, emu::thisThread().captureMode);
  return hipSuccess;
}
