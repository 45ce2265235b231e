//===- Handles.h - What the C handles stand for -----------------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_HANDLES_H
#define SPMLA_RUNTIME_HANDLES_H

#include "Error.h"
#include "HipLibrary.h"
#include "Manifest.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace spmla {
namespace runtime {

/// Kept alive by the runtime handle and by every kernel loaded through it.
struct Devices {
  explicit Devices(const char *hipLibrary) : hip(hipLibrary) {}

  HipLibrary hip;
  /// Target id of each device.
  std::vector<std::string> archs;
};

/// Makes a device the calling thread's current one for the life of a block.
class DeviceScope {
public:
  DeviceScope(const HipLibrary &hip, int device);
  ~DeviceScope();
  DeviceScope(const DeviceScope &) = delete;
  DeviceScope &operator=(const DeviceScope &) = delete;

  /// Goes back now and throws if HIP refuses; the destructor, which runs when
  /// another error is on its way, has to ignore that.
  void restore();

private:
  const HipLibrary &hip;
  int previous;
  bool changed;
};

} // namespace runtime
} // namespace spmla

struct spmla_runtime {
  std::shared_ptr<const spmla::runtime::Devices> devices;
};

/// Immutable once loaded: any thread may launch it.
struct spmla_kernel {
  std::shared_ptr<const spmla::runtime::Devices> devices;
  int device;
  spmla::runtime::Manifest manifest;
  spmla::hip::hipModule_t module = nullptr;
  spmla::hip::hipFunction_t function = nullptr;
  /// Zeros of a cache row's size in device memory; null if the kernel needs
  /// none.
  void *zeroRow = nullptr;
};

namespace spmla {
namespace runtime {

/// Throws SPMLA_ERROR_INVALID_ARGUMENT if `pointer` is null.
template <typename T> void requireNotNull(const char *what, T *pointer) {
  if (!pointer)
    throw Error(SPMLA_ERROR_INVALID_ARGUMENT,
                expects(what, "a pointer", "null"));
}

/// Applies the rule of struct_size: throws SPMLA_ERROR_VERSION unless `got` is
/// one of the sizes that the struct had in versions 1 to SPMLA_API_VERSION.
void requireStructSize(const char *what, size_t got,
                       std::initializer_list<size_t> versions);

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_HANDLES_H
