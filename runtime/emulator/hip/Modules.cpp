//===- Modules.cpp - Code objects and launches ----------------------------===//

#include "../OffloadBundle.h"
#include "Capture.h"
#include "State.h"

#include <fstream>

#include <sys/uio.h>
#include <unistd.h>

using namespace spmla;
using namespace spmla::hip;
using emu::Arch;
using emu::failed;
using emu::State;

namespace {

// How many bytes from `p` on, at most `wanted`, can be read: a caller hands
// over a pointer without a size, and a corrupt header may claim any.
size_t readableBytes(const uint8_t *p, size_t wanted) {
  constexpr size_t page = 4096;
  size_t done = 0;
  while (done < wanted) {
    uint8_t byte;
    iovec local = {&byte, 1};
    iovec remote = {const_cast<uint8_t *>(p + done), 1};
    if (process_vm_readv(getpid(), &local, 1, &remote, 1, 0) != 1)
      return done;
    done += page - reinterpret_cast<uintptr_t>(p + done) % page;
  }
  return wanted;
}

hipError_t load(hipModule_t *module, const uint8_t *file, size_t size) {
  hipError_t error = hipSuccess;
  const Arch *arch = emu::currentDevice(error);
  if (!arch)
    return error;
  auto refused = [](emu::LoadStatus status, const std::string &text) {
    // Programs try targets, so that a wrong one is nothing to tell.
    return status == emu::LoadStatus::WrongTarget
               ? failed(hipErrorNoBinaryForGpu, text)
               : emu::failedAloud(hipErrorInvalidImage, text);
  };
  emu::ModuleImage image = emu::findModuleImage(file, size, *arch);
  if (image.status != emu::LoadStatus::Ok)
    return refused(image.status, image.error);
  emu::CodeObject::Result result =
      emu::CodeObject::load(image.data, image.size, *arch);
  if (result.status != emu::LoadStatus::Ok)
    return refused(result.status, result.error);
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  auto *m = new ihipModule_t();
  m->object = std::move(result.object);
  m->device = emu::thisThread().device;
  s.memory.adopt(m->object->memory(), m->device);
  s.modules.insert(m);
  *module = m;
  return hipSuccess;
}

hipError_t unknownHandle(const char *what) {
  return failed(hipErrorInvalidHandle, std::string("expects a live ") + what +
                                           " handle, got an unknown one");
}

} // namespace

SPMLA_HIP_API hipError_t hipModuleLoadData(hipModule_t *module,
                                           const void *image) {
  if (!module || !image)
    return failed(hipErrorInvalidValue,
                  "expects module and image to be no null pointers");
  const auto *bytes = static_cast<const uint8_t *>(image);
  size_t size = emu::moduleFileBytes(
      bytes, [&](size_t wanted) { return readableBytes(bytes, wanted); });
  return load(module, bytes, size);
}
SPMLA_HIP_API hipError_t hipModuleLoadDataEx(hipModule_t *module,
                                             const void *image, unsigned,
                                             void *, void **) {
  return hipModuleLoadData(module, image);
}
SPMLA_HIP_API hipError_t hipModuleLoad(hipModule_t *module,
                                       const char *fileName) {
  if (!module || !fileName)
    return failed(hipErrorInvalidValue,
                  "expects module and file name to be no null pointers");
  std::ifstream file(fileName, std::ios::binary);
  if (!file)
    return failed(hipErrorFileNotFound,
                  std::string("expects a readable file, got ") + fileName);
  std::string bytes((std::istreambuf_iterator<char>(file)),
                    std::istreambuf_iterator<char>());
  return load(module, reinterpret_cast<const uint8_t *>(bytes.data()),
              bytes.size());
}

SPMLA_HIP_API hipError_t hipModuleUnload(hipModule_t module) {
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.modules.count(module))
    return unknownHandle("module");
  hipError_t error = emu::refuseUnsafe("unloading a module");
  if (error != hipSuccess)
    return error;
  s.modules.erase(module);
  for (auto &entry : module->functions)
    s.functions.erase(&entry.second);
  s.memory.drop(module->object->memory());
  delete module;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipModuleGetFunction(hipFunction_t *function,
                                              hipModule_t module,
                                              const char *name) {
  if (!function || !name)
    return failed(hipErrorInvalidValue,
                  "expects function and name to be no null pointers");
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.modules.count(module))
    return unknownHandle("module");
  const emu::Kernel *kernel = module->object->findKernel(name);
  if (!kernel)
    return failed(hipErrorNotFound,
                  std::string("expects the module to have a kernel ") + name +
                      ", got none of that name");
  ihipModuleSymbol_t &symbol = module->functions[name];
  symbol.kernel = kernel;
  symbol.module = module;
  s.functions.insert(&symbol);
  *function = &symbol;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipModuleGetGlobal(hipDeviceptr_t *pointer,
                                            size_t *bytes, hipModule_t module,
                                            const char *name) {
  if ((!pointer && !bytes) || !name)
    return failed(hipErrorInvalidValue,
                  "expects a result pointer and a name, got null");
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.modules.count(module))
    return unknownHandle("module");
  const emu::Variable *variable = module->object->findVariable(name);
  if (!variable)
    return failed(hipErrorNotFound,
                  std::string("expects the module to have a variable ") + name +
                      ", got none of that name");
  if (pointer)
    *pointer = module->object->memory()->data() + variable->offset;
  if (bytes)
    *bytes = variable->bytes;
  return hipSuccess;
}

SPMLA_HIP_API hipError_t hipFuncGetAttribute(int *value,
                                             hipFunction_attribute attribute,
                                             hipFunction_t function) {
  if (!value)
    return failed(hipErrorInvalidValue, "expects value to be no null pointer");
  State &s = State::get();
  std::lock_guard<std::recursive_mutex> lock(s.mutex);
  if (!s.functions.count(function))
    return unknownHandle("function");
  const emu::Kernel &kernel = *function->kernel;
  size_t ldsLimit = function->module->object->arch().ldsBytes;
  switch (attribute) {
  case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = static_cast<int>(kernel.metadata.maxWorkgroupSize);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(kernel.descriptor.ldsBytes);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(kernel.descriptor.scratchBytes);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_NUM_REGS:
    *value = static_cast<int>(kernel.metadata.vgprs);
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = static_cast<int>(
        ldsLimit - std::min<size_t>(ldsLimit, kernel.descriptor.ldsBytes));
    return hipSuccess;
  case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
  case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
  case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
  case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
  case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = 0;
    return hipSuccess;
  }
  return failed(hipErrorInvalidValue,
                "expects a function attribute from 0 to 9, got " +
                    std::to_string(attribute));
}

// AMD's runtime has nothing to set: dynamic LDS needs no permission.
SPMLA_HIP_API hipError_t hipFuncSetAttribute(const void *function,
                                             hipFuncAttribute attribute,
                                             int value) {
  if (!function)
    return failed(hipErrorInvalidDeviceFunction,
                  "expects function to be no null pointer");
  if (attribute != hipFuncAttributeMaxDynamicSharedMemorySize &&
      attribute != hipFuncAttributePreferredSharedMemoryCarveout)
    return failed(hipErrorInvalidValue,
                  "expects a function attribute of 8 or 9, got " +
                      std::to_string(attribute));
  if (value < 0)
    return failed(hipErrorInvalidValue, "expects a value of at least 0, got " +
                                            std::to_string(value));
  return hipSuccess;
}
