//===- ProfileKernel.h - Small kernels run with profiling -------*- C++ -*-===//

#ifndef SPMLA_UNITTESTS_EMULATOR_PROFILE_PROFILEKERNEL_H
#define SPMLA_UNITTESTS_EMULATOR_PROFILE_PROFILEKERNEL_H

#include "../Device.h"

#include <nlohmann/json.hpp>
#include <string>

namespace spmla::emutest {

// A kernel body (BodyKernel.h), loaded on a device of `arch`, with 64 KiB of
// LDS and zeros in its memory. Profiling is on, and the profile empty, for as
// long as it lives.
class ProfileKernel {
public:
  explicit ProfileKernel(const std::string &body,
                         const std::string &arch = "gfx950",
                         const std::string &first = "");
  ~ProfileKernel();
  ProfileKernel(const ProfileKernel &) = delete;
  ProfileKernel &operator=(const ProfileKernel &) = delete;

  hip::hipError_t launch(unsigned groups = 1, unsigned workitems = 64);

private:
  hip::hipModule_t module = nullptr;
  void *memory = nullptr;
};

nlohmann::json profileOfProcess();
// Launches once; the profile of the kernel.
nlohmann::json profileOf(const std::string &body,
                         const std::string &arch = "gfx950",
                         unsigned workitems = 64);
// The counters, without pc, text and class, of the only instruction whose text
// begins so.
nlohmann::json countersOf(const nlohmann::json &kernel,
                          const std::string &text);

} // namespace spmla::emutest

#endif // SPMLA_UNITTESTS_EMULATOR_PROFILE_PROFILEKERNEL_H
