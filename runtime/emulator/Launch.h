//===- Launch.h - Running a kernel ----------------------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_LAUNCH_H
#define SPMLA_EMULATOR_LAUNCH_H

#include "CodeObject.h"
#include "profile/Counts.h"

#include <array>

namespace spmla {
namespace emu {

using Dim3 = std::array<uint32_t, 3>;

struct LaunchConfig {
  const Kernel *kernel = nullptr;
  uint64_t loadBase = 0; // of the kernel's code object
  const Arch *arch = nullptr;
  Dim3 grid = {1, 1, 1};  // workgroups
  Dim3 block = {1, 1, 1}; // work-items per workgroup
  uint32_t dynamicLdsBytes = 0;
  unsigned threads = 1; // host threads
  bool strict = false;
  uint64_t instructionLimit = 0; // of a wave, in strict mode
  bool profile = false;          // not together with strict

  uint32_t ldsBytes() const {
    return kernel->descriptor.ldsBytes + dynamicLdsBytes;
  }
  uint32_t workitems() const { return block[0] * block[1] * block[2]; }
  uint64_t workgroups() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

struct LaunchResult {
  FaultKind fault = FaultKind::None;
  std::string error; // kernel, workgroup, wave, lane, pc, line
  std::array<uint64_t, kNumInstClasses> executed = {};
  profile::Counts profileCounts; // empty unless asked for
};

// The kernarg segment: `explicitBytes` as the caller packed them, then the
// hidden arguments that the metadata asks for.
std::vector<uint8_t> buildKernarg(const LaunchConfig &config,
                                  const uint8_t *explicitArguments,
                                  size_t explicitBytes);
// Bytes of the argument block up to the end of the last explicit argument.
size_t explicitArgumentBytes(const Kernel &kernel);

// Runs all workgroups and returns when they are done. `memory` is what the
// kernel may access.
LaunchResult runKernel(const LaunchConfig &config,
                       const std::vector<uint8_t> &kernarg,
                       MemorySnapshot memory);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_LAUNCH_H
