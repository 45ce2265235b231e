//===- HipLibrary.cpp - HIP, found at run time ----------------------------===//

#include "HipLibrary.h"

#include "Error.h"
#include "HipErrorText.h"

#include <dlfcn.h>

#include <mutex>
#include <set>

using namespace spmla;
using namespace spmla::runtime;

// ROCm 7 first: where several are installed, the newest knows most devices.
static constexpr const char *DefaultNames[] = {
    "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
    "libamdhip64.so"};

namespace {
/// Libraries that this file opened. They stay in the process, yet must not
/// stand in for a library that the program holds: a program that found no
/// device in ROCm's library may ask for the emulator next. Leaked, so that no
/// destructor runs at exit.
struct OwnHandles {
  std::mutex mutex;
  std::set<void *> handles;

  static OwnHandles &get() {
    static OwnHandles *instance = new OwnHandles;
    return *instance;
  }
  void add(void *handle) {
    std::lock_guard<std::mutex> lock(mutex);
    handles.insert(handle);
  }
  bool contains(void *handle) {
    std::lock_guard<std::mutex> lock(mutex);
    return handles.count(handle) != 0;
  }
};
} // namespace

void HipLibrary::note(const std::string &name, const std::string &text) {
  if (!log.empty())
    log += "; ";
  // dlerror mostly begins with the name itself.
  bool named = text.compare(0, name.size() + 1, name + ":") == 0;
  log += named ? text : name + ": " + text;
}

bool HipLibrary::resolve(void *handle, const std::string &name) {
  std::string missing;
#define SPMLA_HIP_OPTIONAL(NAME, PARAMETERS)                                   \
  NAME = reinterpret_cast<decltype(NAME)>(dlsym(handle, #NAME));
#define SPMLA_HIP_REQUIRED(NAME, PARAMETERS)                                   \
  SPMLA_HIP_OPTIONAL(NAME, PARAMETERS)                                         \
  if (!NAME)                                                                   \
    missing += " " #NAME;
#include "HipSymbols.def"
  if (!hipGetDevicePropertiesR0600 && !hipGetDeviceProperties)
    missing += " hipGetDeviceProperties";
  if (!missing.empty()) {
    note(name, "lacks" + missing);
    return false;
  }
  Dl_info info;
  bool located = dladdr(reinterpret_cast<void *>(hipGetDeviceCount), &info);
  libraryPath = located && info.dli_fname ? info.dli_fname : name;
  note(name, "taken (" + libraryPath + ")");
  return true;
}

HipLibrary::HipLibrary(const char *callerPath) {
  const std::string inProcess = "already in the process";
  if (dlsym(RTLD_DEFAULT, "hipModuleLaunchKernel")) {
    if (resolve(RTLD_DEFAULT, inProcess))
      return;
  } else {
    // Loaded with RTLD_LOCAL, as Python extensions are.
    for (const char *name : DefaultNames) {
      void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
      if (handle && !OwnHandles::get().contains(handle) &&
          resolve(handle, inProcess))
        return;
    }
    note(inProcess, "none");
  }
  auto open = [&](const char *name) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      const char *reason = dlerror();
      note(name, reason ? reason : "cannot be opened");
      return false;
    }
    OwnHandles::get().add(handle);
    return resolve(handle, name);
  };
  if (callerPath) {
    if (open(callerPath))
      return;
    // Another than the one that was named would be a fallback nobody sees.
    throw Error(SPMLA_ERROR_NO_LIBRARY,
                expects("hip_library", "a HIP library that loads",
                        "'" + std::string(callerPath) + "'; tried " + log));
  }
  for (const char *name : DefaultNames)
    if (open(name))
      return;
  throw Error(SPMLA_ERROR_NO_LIBRARY, "no HIP library found; tried " + log);
}

void HipLibrary::check(hip::hipError_t code,
                       const std::string &function) const {
  if (code != hip::hipSuccess)
    throw Error(SPMLA_ERROR_HIP, function + " of " + libraryPath +
                                     " returned " + hip::describe(code));
}

std::string HipLibrary::archName(int device) const {
  if (hipGetDevicePropertiesR0600) {
    hip::hipDeviceProp_tR0600 properties{};
    check(hipGetDevicePropertiesR0600(&properties, device),
          "hipGetDevicePropertiesR0600");
    return properties.gcnArchName;
  }
  hip::hipDeviceProp_t properties{};
  check(hipGetDeviceProperties(&properties, device), "hipGetDeviceProperties");
  return properties.gcnArchName;
}
