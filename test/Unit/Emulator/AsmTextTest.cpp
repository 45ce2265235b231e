//===- AsmTextTest.cpp - Splitting assembly -------------------------------===//

#include "emulator/AsmText.h"

#include <gtest/gtest.h>

using namespace spmla::emu;

namespace {

using Strings = std::vector<std::string>;

TEST(AsmText, OperandsAndModifiers) {
  AsmText t = splitAsm("\tbuffer_load_dwordx4 v[2:5], v1, s[4:7], 0 offen "
                       "offset:64 lds // 0000: E05C");
  EXPECT_EQ(t.mnemonic, "buffer_load_dwordx4");
  EXPECT_EQ(t.operands, (Strings{"v[2:5]", "v1", "s[4:7]", "0"}));
  ASSERT_EQ(t.modifiers.size(), 3u);
  EXPECT_EQ(t.modifiers[0].name, "offen");
  EXPECT_EQ(t.modifiers[1].name, "offset");
  EXPECT_EQ(t.modifiers[1].value, "64");
  EXPECT_EQ(t.modifiers[2].name, "lds");
}

TEST(AsmText, BracketsHoldTogether) {
  AsmText t = splitAsm("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3");
  EXPECT_EQ(t.operands, (Strings{"hwreg(HW_REG_MODE, 4, 2)", "3"}));
  t = splitAsm("v_max_f32_e64 v8, |v74|, -|v[75:76]| quad_perm:[3,2,1,0]");
  EXPECT_EQ(t.operands, (Strings{"v8", "|v74|", "-|v[75:76]|"}));
  ASSERT_EQ(t.modifiers.size(), 1u);
  EXPECT_EQ(t.modifiers[0].value, "[3,2,1,0]");
  t = splitAsm("ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"0p1pi\")");
  EXPECT_EQ(t.operands, (Strings{"v0", "v1"}));
  EXPECT_EQ(t.modifiers[0].value, "swizzle(BITMASK_PERM,\"0p1pi\")");
  EXPECT_TRUE(splitAsm("s_endpgm").operands.empty());
}

TEST(AsmText, Numbers) {
  EXPECT_EQ(parseInteger("0x10"), 16);
  EXPECT_EQ(parseInteger("-8"), -8);
  EXPECT_EQ(parseInteger("-0x8"), -8);
  for (const char *bad : {"", "-", "0x", "1.0", "12a", "v1", " 1"})
    EXPECT_FALSE(parseInteger(bad)) << bad;
  std::optional<BitList> bits = parseBitList("[1,0,1]");
  ASSERT_TRUE(bits);
  EXPECT_EQ(bits->bits, 5u);
  EXPECT_EQ(bits->count, 3u);
  EXPECT_FALSE(parseBitList("[2,0]"));
  EXPECT_FALSE(parseBitList("1,0"));
}

} // namespace
