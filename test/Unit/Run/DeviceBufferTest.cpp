//===- DeviceBufferTest.cpp - Images on a device, with guards and without -===//

#include "HipMemory.h"

#include "gtest/gtest.h"

using namespace spmla::run;

namespace {
class DeviceBufferTest : public testing::TestWithParam<int64_t> {
protected:
  HipMemory hip{SPMLA_FAKEHIP};
};

/// An image whose bytes tell where they lie.
Image numbered(int64_t size) {
  Image image(size, 0);
  for (size_t i = 0; i != image.bytes.size(); ++i)
    image.bytes[i] = uint8_t(i * 7 + i / 256);
  return image;
}

TEST_P(DeviceBufferTest, HoldsAnImage) {
  Image image = numbered(1000);
  DeviceBuffer buffer(hip, image.size(), GetParam());
  buffer.upload(image);
  for (int64_t i = 0; i != image.size(); ++i)
    ASSERT_EQ(buffer.data<uint8_t>()[i], image.data()[i]) << i;
  EXPECT_TRUE(buffer.equals(image));
  Image back = buffer.download(image);
  EXPECT_EQ(back.bytes, image.bytes);

  buffer.data<uint8_t>()[999] ^= 1;
  EXPECT_FALSE(buffer.equals(image));
  back = buffer.download(image);
  back.data()[999] ^= 1;
  EXPECT_EQ(back.bytes, image.bytes);
}

TEST_P(DeviceBufferTest, ChangedGuardsAreSeen) {
  Image image = numbered(1000);
  DeviceBuffer buffer(hip, image.size(), GetParam());
  buffer.upload(image);
  if (!GetParam())
    return; // there are none to change
  buffer.data<uint8_t>()[-1] ^= 1;
  EXPECT_FALSE(buffer.equals(image));
  buffer.data<uint8_t>()[-1] ^= 1;
  buffer.data<uint8_t>()[1000] ^= 1;
  EXPECT_FALSE(buffer.equals(image));
}

TEST_P(DeviceBufferTest, HoldsTheBlocksOfASparseImage) {
  constexpr int64_t Size = SparseImage::WholeBytes + 12345;
  SparseImage image(Size);
  std::vector<uint8_t> row(300, 42);
  image.write(0, row.data(), 300);
  image.write(Size / 2, row.data(), 300);
  image.write(Size - 300, row.data(), 300);
  DeviceBuffer buffer(hip, Size, GetParam());
  buffer.upload(image);
  for (int64_t offset : {int64_t(0), Size / 2, Size - 300}) {
    EXPECT_EQ(buffer.data<uint8_t>()[offset], 42);
    EXPECT_EQ(buffer.data<uint8_t>()[offset + 299], 42);
  }
  EXPECT_EQ(buffer.data<uint8_t>()[300], 0xff);
  EXPECT_TRUE(buffer.equals(image));
  buffer.data<uint8_t>()[Size - 1] = 0;
  EXPECT_FALSE(buffer.equals(image));
}

TEST_P(DeviceBufferTest, OfNothingIsNoNullPointer) {
  DeviceBuffer buffer(hip, 0, GetParam());
  EXPECT_NE(buffer.data<uint8_t>(), nullptr);
  Image image(0, 0x01020304);
  buffer.upload(image);
  EXPECT_TRUE(buffer.equals(image));
}

INSTANTIATE_TEST_SUITE_P(Guards, DeviceBufferTest,
                         testing::Values(0, GuardBytes),
                         [](const testing::TestParamInfo<int64_t> &info) {
                           return info.param ? "Inside" : "Outside";
                         });
} // namespace
