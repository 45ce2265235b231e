//===- HipMemory.h - Device memory for a test program -----------*- C++ -*-===//
//
// The runtime launches on memory and streams of its caller; this is the
// caller's side, on the HIP library that the runtime found. Kernels that are
// not the project's own are launched here, too.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_HIPMEMORY_H
#define SPMLA_TOOLS_RUN_HIPMEMORY_H

#include "Image.h"

#include "HipTypes.h"

#include <string>

namespace spmla {
namespace run {

/// The functions that spmla-run needs beside the runtime. Errors are thrown as
/// std::runtime_error with the function and HIP's error.
class HipMemory {
public:
  /// `library` is what spmla_runtime_library says.
  explicit HipMemory(const std::string &library);

  hip::hipError_t (*hipSetDevice)(int);
  hip::hipError_t (*hipMalloc)(void **, size_t);
  hip::hipError_t (*hipFree)(void *);
  hip::hipError_t (*hipMemcpy)(void *, const void *, size_t,
                               hip::hipMemcpyKind);
  hip::hipError_t (*hipStreamCreate)(hip::hipStream_t *);
  hip::hipError_t (*hipStreamDestroy)(hip::hipStream_t);
  hip::hipError_t (*hipStreamSynchronize)(hip::hipStream_t);
  hip::hipError_t (*hipModuleLoadData)(hip::hipModule_t *, const void *);
  hip::hipError_t (*hipModuleUnload)(hip::hipModule_t);
  hip::hipError_t (*hipModuleGetFunction)(hip::hipFunction_t *,
                                          hip::hipModule_t, const char *);
  hip::hipError_t (*hipModuleLaunchKernel)(hip::hipFunction_t, unsigned,
                                           unsigned, unsigned, unsigned,
                                           unsigned, unsigned, unsigned,
                                           hip::hipStream_t, void **, void **);

  /// A symbol that is not HIP's own, or null.
  void *find(const char *symbol) const;

  static void check(hip::hipError_t code, const char *function);

private:
  void *handle;
};

/// Device memory of an image.
class DeviceBuffer {
public:
  /// `bytes` between guards of `guard` bytes: GuardBytes, as the image has, or
  /// 0 where an access beyond `bytes` is to be one outside the allocation.
  DeviceBuffer(const HipMemory &hip, int64_t bytes, int64_t guard);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;

  /// First byte behind the guard.
  template <typename T> T *data() const {
    return reinterpret_cast<T *>(base + guard);
  }

  void upload(const Image &image) const;
  void upload(const SparseImage &image) const;
  /// What the device holds; `like` gives the size, and guards that the device
  /// lacks.
  Image download(const Image &like) const;
  bool equals(const Image &image) const;
  bool equals(const SparseImage &image) const;

private:
  /// What the device has of `count` bytes from `offset` of an image on.
  struct Part {
    char *device;
    size_t skipped; // bytes before it
    size_t count;
  };
  Part part(int64_t offset, size_t count) const;
  void copyIn(int64_t offset, const std::vector<uint8_t> &bytes) const;
  void copyOut(int64_t offset, std::vector<uint8_t> &bytes) const;

  const HipMemory &hip;
  int64_t guard;
  int64_t size; // guards included
  char *base = nullptr;
};

/// A stream other than the default one, as servers use.
class Stream {
public:
  explicit Stream(const HipMemory &hip);
  ~Stream();
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  void synchronize() const;
  hip::hipStream_t get() const { return stream; }

private:
  const HipMemory &hip;
  hip::hipStream_t stream = nullptr;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_HIPMEMORY_H
