//===- ImageTest.cpp ------------------------------------------------------===//

#include "Image.h"

#include "gtest/gtest.h"

using namespace spmla::run;

namespace {
TEST(Image, FillsDataAndGuards) {
  Image image(6, 0xffa5ffa5);
  EXPECT_EQ(image.size(), 6);
  EXPECT_EQ(image.bytes.size(), size_t(6 + 2 * GuardBytes));
  EXPECT_EQ(image.get<uint16_t>(-1), 0xffa5);
  EXPECT_EQ(image.get<uint16_t>(3), 0xffa5);
  image.set<uint16_t>(2, 7);
  EXPECT_EQ(image.get<uint16_t>(2), 7);
  EXPECT_EQ(image.get<uint16_t>(1), 0xffa5);
}

TEST(SparseImage, HoldsASmallBufferWhole) {
  SparseImage image(3 * SparseImage::BlockBytes);
  int64_t held = 0;
  for (const auto &[block, bytes] : image.blocks())
    held += int64_t(bytes.size());
  EXPECT_EQ(held, image.size() + 2 * GuardBytes);
}

TEST(SparseImage, ReadsBackAcrossBlocks) {
  SparseImage image(4 * SparseImage::BlockBytes);
  std::vector<uint8_t> data(SparseImage::BlockBytes + 100);
  for (size_t i = 0; i != data.size(); ++i)
    data[i] = uint8_t(i * 7);
  int64_t offset = SparseImage::BlockBytes - GuardBytes - 50;
  image.write(offset, data.data(), int64_t(data.size()));
  std::vector<uint8_t> got(data.size() + 2);
  image.read(offset - 1, got.data(), int64_t(got.size()));
  EXPECT_EQ(got.front(), 0xff);
  EXPECT_EQ(got.back(), 0xff);
  EXPECT_TRUE(std::equal(data.begin(), data.end(), got.begin() + 1));
}

// A cache of many GiB costs what is used of it, with poison around each row.
TEST(SparseImage, HoldsTheNeighbourhoodOfRowsOnly) {
  int64_t size = int64_t(100) << 30;
  SparseImage image(size);
  const uint8_t row[576] = {1};
  for (int64_t offset : {int64_t(0), size / 2, size - 576})
    image.write(offset, row, sizeof row);
  EXPECT_LE(image.blocks().size(), 12u);
  uint8_t byte;
  for (int64_t offset : {int64_t(-1), size / 2 - 40000, size / 2 + 40000,
                         size + GuardBytes - 1}) {
    image.read(offset, &byte, 1);
    EXPECT_EQ(byte, 0xff);
  }
}
} // namespace
