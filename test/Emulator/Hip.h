//===- Hip.h - The part of HIP that the tests use ---------------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_HIP_H
#define SPMLA_TEST_EMULATOR_HIP_H

#include <cstddef>
#include <string>
#include <vector>

namespace spmla::emutest {

/// Makes the first device of processor \p Arch current. The tests run on a
/// gfx950 and a gfx942. Returns the error text, empty on success.
std::string useDevice(const std::string &Arch);

/// Device memory.
class DeviceBuffer {
public:
  explicit DeviceBuffer(size_t Bytes);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;

  void *get() const { return Pointer; }
  std::string copyIn(const std::vector<char> &Host);
  std::string copyOut(std::vector<char> &Host) const;

private:
  void *Pointer = nullptr;
};

/// A loaded code object.
class DeviceModule {
public:
  DeviceModule() = default;
  ~DeviceModule();
  DeviceModule(DeviceModule &&Other) : Handle(Other.Handle) {
    Other.Handle = nullptr;
  }
  DeviceModule(const DeviceModule &) = delete;
  DeviceModule &operator=(const DeviceModule &) = delete;

  std::string load(const std::vector<char> &Image);
  /// Launches \p Kernel with \p Waves workgroups of 64 work-items and the two
  /// pointer arguments, and waits for it.
  std::string run(const std::string &Kernel, unsigned Waves, void *In,
                  void *Out) const;

private:
  void *Handle = nullptr;
};

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_HIP_H
