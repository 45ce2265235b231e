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

DeviceBuffer::DeviceBuffer(const HipMemory &hip, int64_t bytes) : hip(hip) {
  void *pointer = nullptr;
  HipMemory::check(hip.hipMalloc(&pointer, size_t(bytes + 2 * GuardBytes)),
                   "hipMalloc");
  base = static_cast<char *>(pointer);
}

DeviceBuffer::~DeviceBuffer() { (void)hip.hipFree(base); }

void DeviceBuffer::upload(const Image &image) const {
  HipMemory::check(hip.hipMemcpy(base, image.bytes.data(), image.bytes.size(),
                                 hip::hipMemcpyHostToDevice),
                   "hipMemcpy");
}

void DeviceBuffer::upload(const SparseImage &image) const {
  for (const auto &[block, bytes] : image.blocks())
    HipMemory::check(hip.hipMemcpy(base + block * SparseImage::BlockBytes,
                                   bytes.data(), bytes.size(),
                                   hip::hipMemcpyHostToDevice),
                     "hipMemcpy");
}

Image DeviceBuffer::download(const Image &like) const {
  Image image = like;
  HipMemory::check(hip.hipMemcpy(image.bytes.data(), base, image.bytes.size(),
                                 hip::hipMemcpyDeviceToHost),
                   "hipMemcpy");
  return image;
}

bool DeviceBuffer::equals(const Image &image) const {
  return download(image).bytes == image.bytes;
}

bool DeviceBuffer::equals(const SparseImage &image) const {
  std::vector<uint8_t> got;
  for (const auto &[block, bytes] : image.blocks()) {
    got.resize(bytes.size());
    HipMemory::check(hip.hipMemcpy(got.data(),
                                   base + block * SparseImage::BlockBytes,
                                   got.size(), hip::hipMemcpyDeviceToHost),
                     "hipMemcpy");
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
