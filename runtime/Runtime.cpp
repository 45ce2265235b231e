//===- Runtime.cpp - Finding HIP and its devices --------------------------===//

#include "Handles.h"
#include "HipErrorText.h"

using namespace spmla;
using namespace spmla::runtime;

static std::shared_ptr<const Devices> findDevices(const char *hipLibrary) {
  auto devices = std::make_shared<Devices>(hipLibrary);
  const HipLibrary &hip = devices->hip;
  int count = 0;
  hip::hipError_t code = hip.hipGetDeviceCount(&count);
  // ROCm says "no device" in two ways: 100, and 101 from its initialisation.
  if (code == hip::hipErrorNoDevice || code == hip::hipErrorInvalidDevice ||
      (code == hip::hipSuccess && count < 1))
    throw Error(SPMLA_ERROR_NO_DEVICE,
                "no device: hipGetDeviceCount of " + hip.path() + " returned " +
                    hip::describe(code) + " and " + std::to_string(count) +
                    " devices; tried " + hip.searchLog());
  hip.check(code, "hipGetDeviceCount");
  for (int device = 0; device != count; ++device)
    devices->archs.push_back(hip.archName(device));
  return devices;
}

spmla_status spmla_runtime_create(int api_version, const char *hip_library,
                                  spmla_runtime **runtime) {
  return guarded([&] {
    if (api_version < 1 || api_version > SPMLA_API_VERSION)
      throw Error(SPMLA_ERROR_VERSION,
                  expects("api_version",
                          "1 to " + std::to_string(SPMLA_API_VERSION),
                          std::to_string(api_version)));
    requireNotNull("runtime", runtime);
    *runtime = nullptr;
    *runtime = new spmla_runtime{findDevices(hip_library)};
  });
}

void spmla_runtime_destroy(spmla_runtime *runtime) { delete runtime; }

const char *spmla_runtime_library(const spmla_runtime *runtime) {
  return runtime ? runtime->devices->hip.path().c_str() : nullptr;
}

int spmla_runtime_device_count(const spmla_runtime *runtime) {
  return runtime ? int(runtime->devices->archs.size()) : 0;
}

const char *spmla_runtime_device_arch(const spmla_runtime *runtime,
                                      int device) {
  if (device < 0 || device >= spmla_runtime_device_count(runtime))
    return nullptr;
  return runtime->devices->archs[size_t(device)].c_str();
}
