//===- MsgPackTest.cpp - Reading MessagePack ------------------------------===//

#include "emulator/MsgPack.h"
#include "emulator/Metadata.h"

#include <gtest/gtest.h>

using namespace spmla::emu;

namespace {

using Bytes = std::vector<uint8_t>;

TEST(MsgPack, Integers) {
  struct {
    Bytes bytes;
    int64_t value;
  } cases[] = {{{0x7f}, 127},
               {{0xff}, -1},
               {{0xe0}, -32},
               {{0xcc, 200}, 200},
               {{0xcd, 1, 2}, 258},
               {{0xce, 0, 1, 0, 0}, 65536},
               {{0xcf, 0, 0, 1, 0, 0, 0, 0, 0}, int64_t(1) << 40},
               {{0xd0, 0x80}, -128},
               {{0xd1, 0xff, 0xfe}, -2},
               {{0xd3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd}, -3}};
  for (const auto &c : cases) {
    MsgPack in(c.bytes.data(), c.bytes.size());
    MsgPack::Value v;
    ASSERT_TRUE(in.read(v));
    EXPECT_EQ(v.kind, MsgPack::Kind::Integer);
    EXPECT_EQ(static_cast<int64_t>(v.integer), c.value);
    EXPECT_FALSE(in.read(v)) << "nothing is left";
  }
}

TEST(MsgPack, StringsAndContainers) {
  // {"a": [true, nil, "xyz"]}
  Bytes b = {0x81, 0xa1, 'a', 0x93, 0xc3, 0xc0, 0xd9, 3, 'x', 'y', 'z'};
  MsgPack in(b.data(), b.size());
  MsgPack::Value v;
  ASSERT_TRUE(in.read(v));
  EXPECT_EQ(v.kind, MsgPack::Kind::Map);
  EXPECT_EQ(v.count, 1u);
  ASSERT_TRUE(in.read(v));
  EXPECT_EQ(v.string, "a");
  ASSERT_TRUE(in.read(v));
  EXPECT_EQ(v.kind, MsgPack::Kind::Array);
  EXPECT_EQ(v.count, 3u);
  ASSERT_TRUE(in.read(v));
  EXPECT_EQ(v.kind, MsgPack::Kind::Boolean);
  ASSERT_TRUE(in.read(v));
  EXPECT_EQ(v.kind, MsgPack::Kind::Nil);
  ASSERT_TRUE(in.read(v));
  EXPECT_EQ(v.string, "xyz");

  MsgPack again(b.data(), b.size());
  EXPECT_TRUE(again.skip());
  EXPECT_FALSE(again.read(v));
}

TEST(MsgPack, TruncatedAndHugeLengthsFail) {
  for (const Bytes &b :
       {Bytes{0xd9, 200, 'x'}, Bytes{0xdb, 0xff, 0xff, 0xff, 0xff},
        Bytes{0xdd, 0xff, 0xff, 0xff, 0xff}, Bytes{0xdf, 0x7f, 0, 0, 0},
        Bytes{0xcf, 1, 2}, Bytes{0xc1}, Bytes{0xc7, 1, 2, 3}, Bytes{}}) {
    MsgPack in(b.data(), b.size());
    EXPECT_FALSE(in.skip());
  }
  // Nesting without end.
  Bytes deep(10000, 0x91);
  MsgPack in(deep.data(), deep.size());
  EXPECT_FALSE(in.skip());
}

TEST(Metadata, OldVersionIsRefused) {
  // {"amdhsa.version": [1, 1], "amdhsa.kernels": []}
  std::string s = "\x82\xae"
                  "amdhsa.version"
                  "\x92\x01\x01"
                  "\xae"
                  "amdhsa.kernels"
                  "\x90";
  std::vector<KernelMetadata> kernels;
  std::string error = readMetadata(reinterpret_cast<const uint8_t *>(s.data()),
                                   s.size(), kernels);
  EXPECT_NE(error.find("got 1.1"), std::string::npos) << error;
}

} // namespace
