//===- Hip.cpp - The part of HIP that the tests use -----------------------===//

#include "Hip.h"

#include "HipTypes.h"
#include "emulator/Emulator.h"

#include <cstdlib>
#include <cstring>

using namespace spmla::hip;
using namespace spmla::emutest;

extern "C" {
hipError_t hipInit(unsigned Flags);
hipError_t hipGetDeviceCount(int *Count);
hipError_t hipSetDevice(int Device);
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *Prop, int Device);
hipError_t hipMalloc(void **Pointer, size_t Bytes);
hipError_t hipFree(void *Pointer);
hipError_t hipMemcpy(void *To, const void *From, size_t Bytes,
                     hipMemcpyKind Kind);
hipError_t hipModuleLoadData(hipModule_t *Module, const void *Image);
hipError_t hipModuleUnload(hipModule_t Module);
hipError_t hipModuleGetFunction(hipFunction_t *Function, hipModule_t Module,
                                const char *Name);
hipError_t hipModuleLaunchKernel(hipFunction_t Function, unsigned GridX,
                                 unsigned GridY, unsigned GridZ,
                                 unsigned BlockX, unsigned BlockY,
                                 unsigned BlockZ, unsigned SharedBytes,
                                 hipStream_t Stream, void **Arguments,
                                 void **Extra);
hipError_t hipDeviceSynchronize();
const char *hipGetErrorString(hipError_t Error);
}

static std::string describe(hipError_t Error, const char *Call) {
  if (Error == hipSuccess)
    return "";
  return std::string(Call) + ": " + hipGetErrorString(Error) + "\n" +
         spmla_emu_last_error();
}

std::string spmla::emutest::useDevice(const std::string &Arch) {
  static const hipError_t Initialized = [] {
    setenv("SPMLA_EMU_DEVICES", "gfx950,gfx942", /*overwrite=*/1);
    return hipInit(0);
  }();
  if (Initialized != hipSuccess)
    return describe(Initialized, "hipInit");
  int Count = 0;
  if (hipError_t Error = hipGetDeviceCount(&Count))
    return describe(Error, "hipGetDeviceCount");
  for (int Device = 0; Device < Count; ++Device) {
    hipDeviceProp_tR0600 Prop;
    if (hipError_t Error = hipGetDevicePropertiesR0600(&Prop, Device))
      return describe(Error, "hipGetDevicePropertiesR0600");
    // The name may carry target features: gfx950:sramecc+:xnack-.
    if (Arch.compare(0, Arch.size(), Prop.gcnArchName, Arch.size()) == 0)
      return describe(hipSetDevice(Device), "hipSetDevice");
  }
  return "expects a device of processor " + Arch + ", got none among " +
         std::to_string(Count);
}

DeviceBuffer::DeviceBuffer(size_t Bytes) {
  if (hipMalloc(&Pointer, Bytes) != hipSuccess)
    Pointer = nullptr;
}

DeviceBuffer::~DeviceBuffer() { (void)hipFree(Pointer); }

std::string DeviceBuffer::copyIn(const std::vector<char> &Host) {
  return describe(
      hipMemcpy(Pointer, Host.data(), Host.size(), hipMemcpyHostToDevice),
      "hipMemcpy");
}

std::string DeviceBuffer::copyOut(std::vector<char> &Host) const {
  return describe(
      hipMemcpy(Host.data(), Pointer, Host.size(), hipMemcpyDeviceToHost),
      "hipMemcpy");
}

DeviceModule::~DeviceModule() {
  if (Handle)
    (void)hipModuleUnload(static_cast<hipModule_t>(Handle));
}

std::string DeviceModule::load(const std::vector<char> &Image) {
  hipModule_t Module = nullptr;
  std::string Error =
      describe(hipModuleLoadData(&Module, Image.data()), "hipModuleLoadData");
  if (Error.empty())
    Handle = Module;
  return Error;
}

std::string DeviceModule::run(const std::string &Kernel, unsigned Waves,
                              void *In, void *Out) const {
  hipFunction_t Function = nullptr;
  if (hipError_t Error = hipModuleGetFunction(
          &Function, static_cast<hipModule_t>(Handle), Kernel.c_str()))
    return describe(Error, "hipModuleGetFunction");
  void *Arguments[] = {&In, &Out};
  if (hipError_t Error = hipModuleLaunchKernel(Function, Waves, 1, 1, 64, 1, 1,
                                               0, nullptr, Arguments, nullptr))
    return describe(Error, "hipModuleLaunchKernel");
  return describe(hipDeviceSynchronize(), "hipDeviceSynchronize");
}
