//===- HipErrorText.h - HIP's error codes in words --------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_HIPERRORTEXT_H
#define SPMLA_RUNTIME_HIPERRORTEXT_H

#include "HipTypes.h"

#include <string>

namespace spmla {
namespace hip {

/// "100 (hipErrorNoDevice: no ROCm-capable device is detected)"; the bare
/// number for a code that HIP does not have. For callers of HIP whose library
/// may have no hipGetErrorString, or is not loaded yet.
inline std::string describe(hipError_t code) {
  std::string number = std::to_string(static_cast<unsigned>(code));
  switch (code) {
  case hipSuccess:
    return number + " (hipSuccess)";
#define SPMLA_HIP_ERROR(NAME, VALUE, TEXT)                                     \
  case hipError##NAME:                                                         \
    return number + " (hipError" #NAME ": " TEXT ")";
#include "HipErrors.def"
  }
  return number;
}

} // namespace hip
} // namespace spmla

#endif // SPMLA_RUNTIME_HIPERRORTEXT_H
