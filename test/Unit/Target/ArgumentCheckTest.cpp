#include "spmla/Target/HSACO/ArgumentCheck.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spmla;
using llvm::toString;
using testing::HasSubstr;

namespace {

/// Arguments at their natural alignment: p pointer, l 64 bits, w 32 bits.
CodeObject objectWith(const std::string &kinds) {
  CodeObject object;
  object.kernel = "k";
  unsigned offset = 0;
  for (char kind : kinds) {
    unsigned size = kind == 'w' ? 4 : 8;
    offset = (offset + size - 1) / size * size;
    object.arguments.push_back({"", offset, size, kind == 'p'});
    offset += size;
  }
  return object;
}

/// Layout 2, written out: 9 pointers, 8 strides, 5 integers, 2 floats.
const std::string LAYOUT = "ppppppppp"
                           "llllllll"
                           "wwwwwww";

} // namespace

TEST(ArgumentCheck, AcceptsTheLayout) {
  CodeObject object = objectWith(LAYOUT);
  EXPECT_FALSE(checkArguments(object));
  EXPECT_EQ(object.argumentBytes(), 9u * 8 + 8 * 8 + 7 * 4);
}

// ROCm/aotriton pull request 238: the block grew, the host filled the old one.
TEST(ArgumentCheck, RefusesShortLongAndReorderedBlocks) {
  EXPECT_THAT(toString(checkArguments(objectWith(LAYOUT + "w"))),
              HasSubstr("expects number of arguments of k to be 24, got 25"));
  EXPECT_THAT(toString(checkArguments(objectWith(LAYOUT.substr(1)))),
              HasSubstr("to be 24, got 23"));
  std::string swapped = LAYOUT;
  std::swap(swapped[8], swapped[9]);
  EXPECT_EQ(toString(checkArguments(objectWith(swapped))),
            "expects argument zero_row of k to be a pointer of 8 bytes at 64, "
            "got a value of 8 bytes at 64");
  std::string wide = LAYOUT;
  wide.back() = 'l';
  EXPECT_THAT(toString(checkArguments(objectWith(wide))),
              HasSubstr("expects argument value_scale of k to be a value of 4 "
                        "bytes at 160, got a value of 8 bytes at 160"));
}
