//===- WaitState.cpp - Which memory operations are finished ---------------===//

#include "WaitState.h"

#include <algorithm>
#include <iterator>

namespace spmla {
namespace emu {
namespace strict {

uint32_t WaitState::issue(Queue queue) {
  if (queue == Queue::Flat) {
    ++of(issued, Queue::Vector);
    ++of(issued, Queue::Lds);
  }
  return ++of(issued, queue);
}

void WaitState::retire(Queue queue, uint32_t remaining) {
  uint32_t all = of(issued, queue);
  if (all > remaining)
    of(retired, queue) = std::max(of(retired, queue), all - remaining);
}

void WaitState::retireFlat() {
  of(retired, Queue::Flat) = std::min(flatVector, flatLgkm);
}

void WaitState::waitVector(uint32_t remaining) {
  if (remaining && flatVector < of(issued, Queue::Flat))
    return;
  retire(Queue::Vector, remaining);
  flatVector = of(issued, Queue::Flat);
  retireFlat();
}

void WaitState::waitLgkm(uint32_t remaining) {
  if (remaining && flatLgkm < of(issued, Queue::Flat))
    return;
  // Were all scalar loads done first, the rest would be the newest of LDS.
  retire(Queue::Lds, remaining);
  if (remaining == 0)
    retire(Queue::Scalar, 0);
  flatLgkm = of(issued, Queue::Flat);
  retireFlat();
}

void WaitState::passBarrier() {
  std::copy(std::begin(retired), std::end(retired),
            std::begin(retiredAtBarrier));
}

bool WaitState::anyPending() const {
  return !std::equal(std::begin(issued), std::end(issued), std::begin(retired));
}

} // namespace strict
} // namespace emu
} // namespace spmla
