//===- LaunchRunner.cpp - Launching anyone's kernel -----------------------===//

#include "LaunchRunner.h"

#include <chrono>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

LaunchRunner::LaunchRunner(const Device &device, const std::string &image)
    : device(device), stream(device.hip()) {
  device.check(device.hip().hipModuleLoadData(&module, image.data()),
               "hipModuleLoadData");
}

LaunchRunner::~LaunchRunner() { (void)device.hip().hipModuleUnload(module); }

LaunchResult LaunchRunner::run(const Launch &launch,
                               std::vector<uint8_t> arguments) const {
  const HipMemory &hip = device.hip();
  hip::hipFunction_t function = nullptr;
  device.check(
      hip.hipModuleGetFunction(&function, module, launch.symbol.c_str()),
      "hipModuleGetFunction(" + launch.symbol + ")");
  // A null function was once launched all the same (aotriton PR 238).
  if (!function)
    throw std::runtime_error("expects hipModuleGetFunction(" + launch.symbol +
                             ") to be a function, got null");
  size_t bytes = arguments.size();
  void *extra[] = {hip::launchParamBufferPointer(), arguments.data(),
                   hip::launchParamBufferSize(), &bytes, hip::launchParamEnd()};

  const std::optional<uint64_t> before = device.waveInstructions();
  const auto begin = std::chrono::steady_clock::now();
  device.check(hip.hipModuleLaunchKernel(
                   function, launch.grid[0], launch.grid[1], launch.grid[2],
                   launch.block[0], launch.block[1], launch.block[2],
                   launch.dynamicLds, stream.get(), nullptr, extra),
               "hipModuleLaunchKernel(" + launch.symbol + ")");
  device.check(hip.hipStreamSynchronize(stream.get()),
               "kernel " + launch.symbol);
  const auto end = std::chrono::steady_clock::now();

  LaunchResult result;
  result.seconds = std::chrono::duration<double>(end - begin).count();
  if (before)
    result.waveInstructions = *device.waveInstructions() - *before;
  return result;
}
