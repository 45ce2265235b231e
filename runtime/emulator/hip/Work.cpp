//===- Work.cpp - What a stream does, or a node of a graph ----------------===//

#include "Work.h"
#include "Capture.h"
#include "State.h"

namespace spmla {
namespace emu {

using namespace hip;

hipError_t runOn(hipStream_t handle, const Work &work) {
  hipError_t error = work.run();
  if (error == hipSuccess)
    return error;
  std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
  if (ihipStream_t *stream = findStream(handle))
    stream->error = error;
  return error;
}

hipError_t enqueue(hipStream_t handle, const WorkPtr &work) {
  {
    std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
    ihipStream_t *stream = nullptr;
    hipError_t error = streamForWork(handle, stream);
    if (error == hipSuccess)
      error = work->check(stream->device);
    if (error != hipSuccess)
      return error;
    if (stream->capture) {
      stream->capture->add(stream, work);
      return hipSuccess;
    }
  }
  return runOn(handle, *work);
}

hipError_t doNow(const char *what, const Work &work) {
  {
    std::lock_guard<std::recursive_mutex> lock(State::get().mutex);
    hipError_t error = hipSuccess;
    if (!currentDevice(error))
      return error;
    error = refuseWhileCapturing(what, hipErrorStreamCaptureImplicit);
    if (error != hipSuccess)
      return error;
  }
  return work.run();
}

} // namespace emu
} // namespace spmla
