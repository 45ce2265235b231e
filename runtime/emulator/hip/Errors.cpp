//===- Errors.cpp - hipGetLastError and the names of errors ---------------===//

#include "State.h"

using namespace spmla;
using namespace spmla::hip;

SPMLA_HIP_API hipError_t hipGetLastError() {
  hipError_t error = emu::thisThread().lastError;
  emu::thisThread().lastError = hipSuccess;
  return error;
}

SPMLA_HIP_API hipError_t hipPeekAtLastError() {
  return emu::thisThread().lastError;
}

SPMLA_HIP_API const char *hipGetErrorName(hipError_t error) {
  switch (error) {
  case hipSuccess:
    return "hipSuccess";
#define SPMLA_HIP_ERROR(NAME, VALUE, TEXT)                                     \
  case hipError##NAME:                                                         \
    return "hipError" #NAME;
#include "../../HipErrors.def"
  }
  return "hipErrorUnknown";
}

SPMLA_HIP_API const char *hipGetErrorString(hipError_t error) {
  switch (error) {
  case hipSuccess:
    return "no error";
#define SPMLA_HIP_ERROR(NAME, VALUE, TEXT)                                     \
  case hipError##NAME:                                                         \
    return TEXT;
#include "../../HipErrors.def"
  }
  return "unknown error";
}
