//===- LineRequests.h - What a tile's gathers ask memory for ----*- C++ -*-===//

#ifndef SPMLA_KERNEL_LINEREQUESTS_H
#define SPMLA_KERNEL_LINEREQUESTS_H

namespace spmla {
struct KernelSpec;

/// Requests for 128-byte lines that a workgroup's gathers of 64 tokens make.
struct LineRequests {
  /// Each load instruction of a wave asks once for every line that one of its
  /// lanes touches.
  int perLoad;
  /// The same, but a line that the gather before it in the wave asked for as
  /// well is not asked for again: its two halves merge.
  int merged;
};

/// Of rows that abut in the cache, so that the pitch is rowBytes(spec), all
/// with even or all with odd slot numbers. The cache begins at a line: with a
/// pitch of 576 bytes even rows begin at one, too, and odd rows in the middle
/// of one; with pitches of 512, 1024 and 1152 bytes every row begins at one.
LineRequests countLineRequests(const KernelSpec &spec, bool hasOddRows);

} // namespace spmla

#endif // SPMLA_KERNEL_LINEREQUESTS_H
