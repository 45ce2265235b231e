//===- Image.h - Host copies of device buffers ------------------*- C++ -*-===//
//
// A device buffer stands between two guards; what a kernel must not read there
// is poison, and what it must not write is compared afterwards. The emulator's
// strict mode refuses such accesses itself: there the device has no guards.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_IMAGE_H
#define SPMLA_TOOLS_RUN_IMAGE_H

#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

namespace spmla {
namespace run {

/// Bytes of a guard. A multiple of any alignment that kernels ask for.
constexpr int64_t GuardBytes = 4096;

/// A buffer that is small enough to be held whole. Offsets count from the end
/// of the first guard.
class Image {
public:
  Image() = default;
  /// Filled, guards included, with repetitions of `pattern`.
  Image(int64_t size, uint32_t pattern);

  /// Bytes between the guards.
  int64_t size() const { return int64_t(bytes.size()) - 2 * GuardBytes; }

  template <typename T> void set(int64_t index, T value) {
    std::memcpy(data() + index * int64_t(sizeof value), &value, sizeof value);
  }
  template <typename T> T get(int64_t index) const {
    T value;
    std::memcpy(&value, data() + index * int64_t(sizeof value), sizeof value);
    return value;
  }

  uint8_t *data() { return bytes.data() + GuardBytes; }
  const uint8_t *data() const { return bytes.data() + GuardBytes; }

  /// Guards included.
  std::vector<uint8_t> bytes;
};

/// A buffer of any size of which only blocks near the rows in use are held:
/// the rest of the device buffer is left as allocated. Small buffers are held
/// whole. Poison is 0xff in every byte, which is NaN in bf16 and in e4m3fn.
class SparseImage {
public:
  static constexpr int64_t BlockBytes = 64 << 10;
  static constexpr int64_t WholeBytes = 256 << 20;

  explicit SparseImage(int64_t size = 0);

  int64_t size() const { return imageSize; }

  /// Overwrites bytes; the blocks around them are held from now on.
  void write(int64_t offset, const uint8_t *data, int64_t count);
  /// Reads bytes of blocks that are held.
  void read(int64_t offset, uint8_t *data, int64_t count) const;

  /// Held blocks by their number: block n holds the bytes of the allocation
  /// from n * BlockBytes on, where the allocation begins with a guard. The last
  /// one ends with the second guard.
  const std::map<int64_t, std::vector<uint8_t>> &blocks() const { return held; }

private:
  void hold(int64_t block);

  int64_t imageSize;
  std::map<int64_t, std::vector<uint8_t>> held;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_IMAGE_H
