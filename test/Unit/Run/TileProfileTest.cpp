//===- TileProfileTest.cpp - Rows whose difference is some tiles ----------===//

#include "TileProfile.h"

#include <gtest/gtest.h>

using namespace spmla::run;

namespace {

TEST(TileRows, AreWholeTilesAndTwoToOne) {
  for (auto [longest, tile, shorter, longer] :
       {std::array<int64_t, 4>{2048, 64, 1024, 2048},
        {2047, 64, 1024, 2048},
        {2049, 64, 1088, 2112},
        {1025, 128, 640, 1152}}) {
    TileRows rows = chooseTileRows(longest, tile);
    EXPECT_EQ(rows.shorter, shorter) << longest;
    EXPECT_EQ(rows.longer, longer) << longest;
  }
}

TEST(TileRows, AreNeverShort) {
  for (int64_t longest : {0, 1, 511, 512}) {
    TileRows rows = chooseTileRows(longest, 64);
    EXPECT_EQ(rows.shorter, 256);
    EXPECT_EQ(rows.longer, 512);
  }
}

} // namespace
