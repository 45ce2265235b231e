//===- WaitState.h - Which memory operations are finished -----*- C++ -*-===//
//
// The wait counters of one wave, as the ISA documents and the field know them:
//   vmcnt    vector memory, loads and stores, LDS-DMA included; in order.
//   lgkmcnt  LDS operations, in order among themselves, and scalar loads, which
//            return in any order: while one is outstanding, only a wait for 0
//            says that it is done.
// A flat access counts on both, for it may go to either side; while one is
// outstanding a counter says nothing before it is 0. The emulator itself
// finishes every operation at once; this is what a program may rely on.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_STRICT_WAITSTATE_H
#define SPMLA_EMULATOR_STRICT_WAITSTATE_H

#include <cstdint>

namespace spmla {
namespace emu {
namespace strict {

enum class Queue : uint8_t { Vector, Lds, Scalar, Flat };
constexpr unsigned kNumQueues = 4;

// One memory instruction that a wave has issued. Packed, for there is one or
// more per byte of LDS. `serial` counts from 1 within the wave's queue; 0 means
// that there was none.
struct Access {
  uint32_t serial = 0;
  uint32_t instruction : 23;
  uint32_t wave : 4; // a workgroup has at most 16
  uint32_t queueBits : 2;
  uint32_t writes : 1; // LDS; an atomic does
  uint32_t atomic : 1;
  uint32_t swaps : 1; // as in Effects

  Access()
      : instruction(0), wave(0), queueBits(0), writes(0), atomic(0), swaps(0) {}
  Queue queue() const { return static_cast<Queue>(queueBits); }
};

class WaitState {
public:
  // Registers an operation; returns its serial.
  uint32_t issue(Queue queue);
  // s_waitcnt with at most that many operations left.
  void waitVector(uint32_t remaining);
  void waitLgkm(uint32_t remaining);
  // The workgroup's barrier has opened.
  void passBarrier();

  bool isPending(const Access &a) const {
    return a.serial > retired[a.queueBits];
  }
  // Not known to be finished when the last barrier opened.
  bool isSinceBarrier(const Access &a) const {
    return a.serial > retiredAtBarrier[a.queueBits];
  }
  bool anyPending() const;

private:
  uint32_t &of(uint32_t (&counts)[kNumQueues], Queue queue) {
    return counts[static_cast<unsigned>(queue)];
  }
  void retire(Queue queue, uint32_t remaining);
  void retireFlat();

  uint32_t issued[kNumQueues] = {};
  uint32_t retired[kNumQueues] = {};
  uint32_t retiredAtBarrier[kNumQueues] = {};
  // Flat operations that one of the two counters has covered.
  uint32_t flatVector = 0, flatLgkm = 0;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_WAITSTATE_H
