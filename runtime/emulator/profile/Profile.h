//===- Profile.h - What launches have executed ----------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_PROFILE_PROFILE_H
#define SPMLA_EMULATOR_PROFILE_PROFILE_H

#include "../CodeObject.h"
#include "Counts.h"

namespace spmla {
namespace emu {
namespace profile {

// The counts of a process's launches, summed per kernel.
class Profile {
public:
  void add(const std::shared_ptr<const CodeObject> &object,
           const Kernel &kernel, const Counts &counts);
  void clear() { kernels.clear(); }
  // Emulator.h has the schema.
  std::string json() const;

private:
  struct KernelProfile {
    std::shared_ptr<const CodeObject> object; // keeps the kernel
    const Kernel *kernel;
    uint64_t launches = 0;
    Counts counts;
  };
  std::vector<KernelProfile> kernels; // as first launched
};

} // namespace profile
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_PROFILE_PROFILE_H
