//===- LaunchMemory.cpp - The buffers of a launch file --------------------===//

#include "LaunchMemory.h"

#include "FileBytes.h"

#include <algorithm>
#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

LaunchMemory::LaunchMemory(const Device &device,
                           const std::vector<LaunchBuffer> &buffers)
    : device(device) {
  try {
    for (const LaunchBuffer &buffer : buffers)
      add(buffer);
  } catch (...) {
    release();
    throw;
  }
}

LaunchMemory::~LaunchMemory() { release(); }

void LaunchMemory::release() {
  for (const DeviceRange &range : deviceRanges)
    (void)device.hip().hipFree(reinterpret_cast<void *>(range.address));
}

void LaunchMemory::add(const LaunchBuffer &buffer) {
  if (!buffer.input.empty()) {
    std::string file, error;
    if (!readFileBytes(buffer.input, file, error))
      throw std::runtime_error(error);
    size_t begin;
    allocate(buffer, parseNpy(file, buffer.input, begin));
    upload(0, file.data() + begin, file.size() - begin);
    return;
  }
  allocate(buffer, buffer.header);
  if (buffer.fill.empty())
    return;
  const uint64_t bytes = deviceRanges.back().bytes;
  const uint64_t most = std::min<uint64_t>(bytes, 1 << 20);
  std::vector<uint8_t> block(static_cast<size_t>(most));
  for (size_t i = 0; i != block.size(); ++i)
    block[i] = buffer.fill[i % buffer.fill.size()];
  for (uint64_t done = 0; done != bytes;) {
    const auto count = size_t(std::min<uint64_t>(bytes - done, block.size()));
    upload(done, block.data(), count);
    done += count;
  }
}

void LaunchMemory::allocate(const LaunchBuffer &buffer,
                            const NpyHeader &header) {
  const uint64_t bytes = header.dataBytes();
  void *pointer = nullptr;
  if (bytes)
    device.check(device.hip().hipMalloc(&pointer, size_t(bytes)),
                 "hipMalloc of buffer " + buffer.name + " (" +
                     std::to_string(bytes) + " bytes)");
  headers.push_back(header);
  deviceRanges.push_back({reinterpret_cast<uint64_t>(pointer), bytes});
}

void LaunchMemory::upload(uint64_t offset, const void *bytes,
                          size_t count) const {
  auto *to = reinterpret_cast<char *>(deviceRanges.back().address) + offset;
  if (count)
    device.check(
        device.hip().hipMemcpy(to, bytes, count, hip::hipMemcpyHostToDevice),
        "hipMemcpy");
}

std::string LaunchMemory::download(size_t index) const {
  const DeviceRange &range = deviceRanges[index];
  std::string file = formatNpyHeader(headers[index]);
  const size_t begin = file.size();
  file.resize(begin + size_t(range.bytes));
  if (range.bytes)
    device.check(device.hip().hipMemcpy(
                     &file[begin], reinterpret_cast<void *>(range.address),
                     size_t(range.bytes), hip::hipMemcpyDeviceToHost),
                 "hipMemcpy");
  return file;
}
