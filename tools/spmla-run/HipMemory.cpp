//===- HipMemory.cpp - Device memory for a test program -------------------===//

#include "HipMemory.h"

#include "HipErrorText.h"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

HipMemory::HipMemory(const std::string &library)
    : handle(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle)
    throw std::runtime_error(dlerror());
#define RESOLVE(NAME)                                                          \
  NAME = reinterpret_cast<decltype(NAME)>(find(#NAME));                        \
  if (!NAME)                                                                   \
  throw std::runtime_error(library + " lacks " #NAME)
  RESOLVE(hipSetDevice);
  RESOLVE(hipMalloc);
  RESOLVE(hipFree);
  RESOLVE(hipMemcpy);
  RESOLVE(hipStreamCreate);
  RESOLVE(hipStreamDestroy);
  RESOLVE(hipStreamSynchronize);
  RESOLVE(hipModuleLoadData);
  RESOLVE(hipModuleUnload);
  RESOLVE(hipModuleGetFunction);
  RESOLVE(hipModuleLaunchKernel);
#undef RESOLVE
}

void *HipMemory::find(const char *symbol) const {
  return dlsym(handle, symbol);
}

void HipMemory::check(hip::hipError_t code, const char *function) {
  if (code != hip::hipSuccess)
    throw std::runtime_error(std::string(function) + " returned " +
                             hip::describe(code));
}

DeviceBuffer::DeviceBuffer(const HipMemory &hip, int64_t bytes, int64_t guard)
    : hip(hip), guard(guard), size(bytes + 2 * guard) {
  void *pointer = nullptr;
  // Of nothing there is a pointer too: an empty tensor is not a missing one.
  HipMemory::check(hip.hipMalloc(&pointer, size_t(std::max<int64_t>(size, 1))),
                   "hipMalloc");
  base = static_cast<char *>(pointer);
}

DeviceBuffer::~DeviceBuffer() { (void)hip.hipFree(base); }

DeviceBuffer::Part DeviceBuffer::part(int64_t offset, size_t count) const {
  int64_t begin = offset - (GuardBytes - guard);
  int64_t first = std::clamp<int64_t>(begin, 0, size);
  int64_t last = std::clamp<int64_t>(begin + int64_t(count), 0, size);
  return {base + first, size_t(first - begin), size_t(last - first)};
}

void DeviceBuffer::copyIn(int64_t offset,
                          const std::vector<uint8_t> &bytes) const {
  Part p = part(offset, bytes.size());
  HipMemory::check(hip.hipMemcpy(p.device, bytes.data() + p.skipped, p.count,
                                 hip::hipMemcpyHostToDevice),
                   "hipMemcpy");
}

void DeviceBuffer::copyOut(int64_t offset, std::vector<uint8_t> &bytes) const {
  Part p = part(offset, bytes.size());
  HipMemory::check(hip.hipMemcpy(bytes.data() + p.skipped, p.device, p.count,
                                 hip::hipMemcpyDeviceToHost),
                   "hipMemcpy");
}

void DeviceBuffer::upload(const Image &image) const { copyIn(0, image.bytes); }

void DeviceBuffer::upload(const SparseImage &image) const {
  for (const auto &[block, bytes] : image.blocks())
    copyIn(block * SparseImage::BlockBytes, bytes);
}

Image DeviceBuffer::download(const Image &like) const {
  Image image = like;
  copyOut(0, image.bytes);
  return image;
}

bool DeviceBuffer::equals(const Image &image) const {
  return download(image).bytes == image.bytes;
}

bool DeviceBuffer::equals(const SparseImage &image) const {
  for (const auto &[block, bytes] : image.blocks()) {
    std::vector<uint8_t> got = bytes;
    copyOut(block * SparseImage::BlockBytes, got);
    if (got != bytes)
      return false;
  }
  return true;
}

Stream::Stream(const HipMemory &hip) : hip(hip) {
  HipMemory::check(hip.hipStreamCreate(&stream), "hipStreamCreate");
}

Stream::~Stream() { (void)hip.hipStreamDestroy(stream); }

void Stream::synchronize() const {
  HipMemory::check(hip.hipStreamSynchronize(stream), "hipStreamSynchronize");
}
