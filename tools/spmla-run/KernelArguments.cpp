//===- KernelArguments.cpp - A launch against a kernel's metadata ---------===//

#include "KernelArguments.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

using namespace spmla;
using namespace spmla::run;

static std::runtime_error wrong(const std::string &what,
                                const std::string &wanted,
                                const std::string &got) {
  return std::runtime_error("expects " + what + " to be " + wanted + ", got " +
                            got);
}

static std::vector<emu::KernelArgument>
explicitArguments(const emu::KernelMetadata &kernel) {
  std::vector<emu::KernelArgument> arguments;
  for (const emu::KernelArgument &argument : kernel.arguments)
    if (!argument.isHidden())
      arguments.push_back(argument);
  return arguments;
}

static std::string bytesText(uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

static void checkArgument(const LaunchArgument &given,
                          const emu::KernelArgument &declared,
                          const std::string &what) {
  const bool isPointer = declared.valueKind == "global_buffer";
  if (!isPointer && declared.valueKind != "by_value")
    throw wrong(what, "a pointer to global memory or a value",
                "one that the kernel declares as " + declared.valueKind);
  if (given.isPointer == isPointer && given.bytes.size() == declared.size)
    return;
  // "f32" says its size, "12 bytes" has.
  throw wrong(what,
              (isPointer ? "a pointer (" : "a value (") +
                  bytesText(declared.size) + ")",
              given.description);
}

void spmla::run::checkLaunch(const Launch &launch,
                             const emu::KernelMetadata &kernel) {
  const std::vector<emu::KernelArgument> declared = explicitArguments(kernel);
  if (launch.arguments.size() != declared.size())
    throw wrong("the number of arguments of kernel " + kernel.name,
                std::to_string(declared.size()),
                std::to_string(launch.arguments.size()));
  for (size_t i = 0; i != declared.size(); ++i)
    checkArgument(launch.arguments[i], declared[i],
                  "argument " + std::to_string(i) + " of kernel " +
                      kernel.name);
  for (size_t d = 0; d != launch.grid.size(); ++d) {
    constexpr uint64_t most = 0xffffffff; // of HIP
    uint64_t items = uint64_t(launch.grid[d]) * launch.block[d];
    if (items > most)
      throw wrong("grid times block of kernel " + kernel.name,
                  "at most " + std::to_string(most) +
                      " work-items in each dimension",
                  std::to_string(items));
  }
  uint64_t items = 1;
  for (uint32_t extent : launch.block)
    items *= extent;
  if (items > kernel.maxWorkgroupSize)
    throw wrong("the block of kernel " + kernel.name,
                "at most " + std::to_string(kernel.maxWorkgroupSize) +
                    " work-items",
                std::to_string(items));
}

std::vector<uint8_t>
spmla::run::packArguments(const Launch &launch,
                          const emu::KernelMetadata &kernel,
                          const std::vector<DeviceRange> &buffers) {
  const std::vector<emu::KernelArgument> declared = explicitArguments(kernel);
  std::vector<uint8_t> block;
  for (size_t i = 0; i != declared.size(); ++i) {
    std::vector<uint8_t> bytes = launch.arguments[i].bytes;
    for (const LaunchArgument::Pointer &pointer :
         launch.arguments[i].pointers) {
      const DeviceRange &buffer = buffers[pointer.buffer];
      if (pointer.offset > buffer.bytes)
        throw wrong("the offset of argument " + std::to_string(i) +
                        " of kernel " + kernel.name,
                    "at most " + bytesText(buffer.bytes) + " as the buffer has",
                    std::to_string(pointer.offset));
      const uint64_t address = buffer.address + pointer.offset;
      std::memcpy(bytes.data() + pointer.at, &address, sizeof address);
    }
    block.resize(
        std::max<size_t>(block.size(), declared[i].offset + declared[i].size));
    std::copy(bytes.begin(), bytes.end(),
              block.begin() + ptrdiff_t(declared[i].offset));
  }
  return block;
}
