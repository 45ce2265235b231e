//===- Image.cpp - Host copies of device buffers --------------------------===//

#include "Image.h"

#include <algorithm>

using namespace spmla::run;

static constexpr uint8_t Poison = 0xff;

Image::Image(int64_t size, uint32_t pattern)
    : bytes(size_t(size + 2 * GuardBytes)) {
  for (size_t i = 0; i != bytes.size(); ++i)
    bytes[i] = uint8_t(pattern >> 8 * (i % 4));
}

SparseImage::SparseImage(int64_t size) : imageSize(size) {
  int64_t total = size + 2 * GuardBytes;
  int64_t last = (total - 1) / BlockBytes;
  if (total <= WholeBytes) {
    for (int64_t block = 0; block <= last; ++block)
      hold(block);
  } else {
    hold(0);
    hold(last);
  }
}

void SparseImage::hold(int64_t block) {
  int64_t total = imageSize + 2 * GuardBytes;
  int64_t begin = block * BlockBytes;
  if (begin < 0 || begin >= total)
    return;
  std::vector<uint8_t> &bytes = held[block];
  if (bytes.empty())
    bytes.assign(size_t(std::min(BlockBytes, total - begin)), Poison);
}

void SparseImage::write(int64_t offset, const uint8_t *data, int64_t count) {
  int64_t begin = offset + GuardBytes, end = begin + count;
  for (int64_t block = begin / BlockBytes - 1; block <= end / BlockBytes + 1;
       ++block)
    hold(block);
  while (begin != end) {
    int64_t inBlock = begin % BlockBytes;
    int64_t part = std::min(end - begin, BlockBytes - inBlock);
    std::copy_n(data, part, held[begin / BlockBytes].begin() + inBlock);
    data += part;
    begin += part;
  }
}

void SparseImage::read(int64_t offset, uint8_t *data, int64_t count) const {
  int64_t begin = offset + GuardBytes, end = begin + count;
  while (begin != end) {
    int64_t inBlock = begin % BlockBytes;
    int64_t part = std::min(end - begin, BlockBytes - inBlock);
    std::copy_n(held.at(begin / BlockBytes).begin() + inBlock, part, data);
    data += part;
    begin += part;
  }
}
