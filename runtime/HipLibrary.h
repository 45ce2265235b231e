//===- HipLibrary.h - HIP, found at run time --------------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_HIPLIBRARY_H
#define SPMLA_RUNTIME_HIPLIBRARY_H

#include "HipTypes.h"

#include <string>

namespace spmla {
namespace runtime {

/// The functions of one loaded HIP library. It is never unloaded: ROCm's own
/// threads and exit handlers would be left without code.
class HipLibrary {
public:
  /// Searches as spmla_runtime_create documents; `callerPath` may be null.
  /// Throws SPMLA_ERROR_NO_LIBRARY with everything that was tried.
  explicit HipLibrary(const char *callerPath);

  /// Throws SPMLA_ERROR_HIP naming `function` unless `code` is hipSuccess.
  void check(hip::hipError_t code, const std::string &function) const;

  /// File that the functions were loaded from.
  const std::string &path() const { return libraryPath; }

  /// Where the search looked before it found the library, one phrase each.
  const std::string &searchLog() const { return log; }

  /// The device's target id, such as "gfx950:sramecc+:xnack-".
  std::string archName(int device) const;

#define SPMLA_HIP_REQUIRED(NAME, PARAMETERS) hip::hipError_t(*NAME) PARAMETERS;
#define SPMLA_HIP_OPTIONAL(NAME, PARAMETERS)                                   \
  SPMLA_HIP_REQUIRED(NAME, PARAMETERS)
  // The list's parameter types are HIP's.
  using hipMemcpyKind = hip::hipMemcpyKind;
  using hipModule_t = hip::hipModule_t;
  using hipFunction_t = hip::hipFunction_t;
  using hipStream_t = hip::hipStream_t;
  using hipDeviceProp_t = hip::hipDeviceProp_t;
  using hipDeviceProp_tR0600 = hip::hipDeviceProp_tR0600;
#include "HipSymbols.def"

private:
  bool resolve(void *handle, const std::string &name);
  void note(const std::string &name, const std::string &text);

  std::string libraryPath;
  std::string log;
};

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_HIPLIBRARY_H
