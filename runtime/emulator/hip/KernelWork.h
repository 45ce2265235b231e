//===- KernelWork.h - Launches of a kernel --------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_HIP_KERNELWORK_H
#define SPMLA_EMULATOR_HIP_KERNELWORK_H

#include "../Launch.h"
#include "Work.h"

namespace spmla {
namespace emu {

class KernelWork : public Work {
public:
  // Checks a launch and copies its arguments, which come in one of HIP's two
  // forms. The caller holds State's lock, and `function` is live.
  static hip::hipError_t make(hip::hipFunction_t function, const Dim3 &grid,
                              const Dim3 &block, unsigned sharedBytes,
                              void **parameters, void **extra,
                              std::shared_ptr<const KernelWork> &work);

  hip::hipGraphNodeType type() const override {
    return hip::hipGraphNodeTypeKernel;
  }
  hip::hipError_t check(int device) const override;
  hip::hipError_t run() const override;

  // What it was made from. The pointers in it live as long as this.
  hip::hipKernelNodeParams parameters() const;

private:
  hip::hipFunction_t function = nullptr;
  int device = 0;
  // Kept to the end of a launch. Launching after hipModuleUnload is an error.
  std::shared_ptr<const CodeObject> object;
  LaunchConfig config; // what the launch decides of it
  std::vector<uint8_t> arguments;
  std::vector<void *> pointers; // to each argument
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_HIP_KERNELWORK_H
