//===- MemoryWork.h - Copies and fills ------------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_HIP_MEMORYWORK_H
#define SPMLA_EMULATOR_HIP_MEMORYWORK_H

#include "../Memory.h"
#include "Work.h"

namespace spmla {
namespace emu {

// Copies planes of rows, of one allocation each or of the caller's memory.
// Sizes and pitches in bytes.
class CopyWork : public Work {
public:
  struct Place {
    void *pointer;
    size_t rowPitch, planePitch;
  };
  CopyWork(const Place &to, const Place &from, const hip::hipExtent &extent,
           hip::hipMemcpyKind kind)
      : to(to), from(from), extent(extent), kind(kind) {}
  // One row.
  CopyWork(void *to, const void *from, size_t size, hip::hipMemcpyKind kind)
      : CopyWork({to, size, size}, {const_cast<void *>(from), size, size},
                 {size, 1, 1}, kind) {}

  hip::hipGraphNodeType type() const override {
    return hip::hipGraphNodeTypeMemcpy;
  }
  hip::hipError_t check(int device) const override;
  hip::hipError_t run() const override;

private:
  // The allocations at both ends, null for the caller's own memory.
  hip::hipError_t resolve(AllocationPtr &toOwner,
                          AllocationPtr &fromOwner) const;
  bool isEmpty() const {
    return !extent.width || !extent.height || !extent.depth;
  }

  Place to, from;
  hip::hipExtent extent;
  hip::hipMemcpyKind kind;
};

// Fills `height` rows with `width` elements of 1, 2 or 4 bytes.
class FillWork : public Work {
public:
  explicit FillWork(const hip::hipMemsetParams &parameters)
      : parameters(parameters) {}
  // One row of bytes.
  FillWork(void *to, int value, size_t size)
      : FillWork({to, 1, 1, size, static_cast<unsigned>(value), size}) {}

  hip::hipGraphNodeType type() const override {
    return hip::hipGraphNodeTypeMemset;
  }
  hip::hipError_t check(int device) const override;
  hip::hipError_t run() const override;

private:
  hip::hipError_t resolve(AllocationPtr &owner) const;
  bool isEmpty() const { return !parameters.width || !parameters.height; }

  hip::hipMemsetParams parameters;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_HIP_MEMORYWORK_H
