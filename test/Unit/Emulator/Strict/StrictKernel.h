//===- StrictKernel.h - Small kernels run in strict mode --------*- C++ -*-===//

#ifndef SPMLA_UNITTESTS_EMULATOR_STRICT_STRICTKERNEL_H
#define SPMLA_UNITTESTS_EMULATOR_STRICT_STRICTKERNEL_H

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace spmla::emutest {

// A kernel body (BodyKernel.h; the memory is zeros) and what strict mode must
// say of it.
struct StrictCase {
  const char *name;
  unsigned waves;
  const char *body;
  // Parts of the error text; none: the kernel is correct.
  std::vector<const char *> texts;
  unsigned groups = 1;
  size_t written = 65536; // bytes of the memory that the host has written
};

inline void PrintTo(const StrictCase &c, std::ostream *os) { *os << c.name; }

// Runs the case, one workgroup after the other, and returns the error text of
// the launch, empty if it succeeded.
std::string runStrict(const StrictCase &c);

class StrictTest : public testing::TestWithParam<StrictCase> {};
inline std::string caseName(const testing::TestParamInfo<StrictCase> &info) {
  return info.param.name;
}

} // namespace spmla::emutest

#endif // SPMLA_UNITTESTS_EMULATOR_STRICT_STRICTKERNEL_H
