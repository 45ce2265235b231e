//===- DecoderTest.cpp - What the decoder accepts and refuses -------------===//

#include "emulator/Decoder.h"
#include "emulator/Disassembler.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace spmla::emu;

namespace {

// Error text of a line; encodings only matter to a few operations.
std::string errorOf(const std::string &line, Instruction *out = nullptr) {
  static ConstantPool constants; // operands point into it
  Decoder decoder(constants);
  const uint8_t bytes[16] = {};
  Instruction in;
  std::string error = decoder.decode(line, bytes, sizeof(bytes), 0, in);
  if (out)
    *out = in;
  return error;
}

TEST(Decoder, OperandsAreData) {
  Instruction in;
  ASSERT_EQ(errorOf("v_fma_f32 v3, -v1, |s2|, a7", &in), "");
  EXPECT_EQ(in.cls, InstClass::Valu);
  EXPECT_EQ(in.numDsts, 1);
  EXPECT_EQ(in.dst[0].index, 3);
  EXPECT_EQ(in.numSrcs, 3);
  EXPECT_EQ(in.src[0].mods, kModNeg);
  EXPECT_EQ(in.src[1].kind, OperandKind::Sgpr);
  EXPECT_EQ(in.src[1].mods, kModAbs);
  EXPECT_EQ(in.src[2].index, kAccBase + 7);

  // Sources that the text omits are there: the accumulator, VCC.
  ASSERT_EQ(errorOf("v_fmac_f32_e32 v3, v1, v2", &in), "");
  EXPECT_EQ(in.numSrcs, 3);
  EXPECT_EQ(in.src[2].index, 3);
  ASSERT_EQ(errorOf("v_div_fmas_f32 v0, v1, v2, v3", &in), "");
  EXPECT_EQ(in.src[3].index, kVcc);

  ASSERT_EQ(errorOf("global_store_dwordx4 v[0:1], v[4:7], off offset:-16", &in),
            "");
  EXPECT_EQ(in.cls, InstClass::VmemStore);
  EXPECT_EQ(in.src[0].dwords, 2);
  EXPECT_EQ(in.src[2].index, 4);
  EXPECT_EQ(in.src[2].dwords, 4);
  EXPECT_EQ(in.imm, -16);

  ASSERT_EQ(errorOf("s_and_saveexec_b64 s[4:5], vcc", &in), "");
  EXPECT_TRUE(in.flags & kFlagWritesExec);
  ASSERT_EQ(errorOf("s_mov_b32 exec_hi, 0", &in), "");
  EXPECT_TRUE(in.flags & kFlagWritesExec);
}

TEST(Decoder, ConstantsTakeTheirOperandsType) {
  Instruction in;
  ASSERT_EQ(errorOf("v_add_f32_e32 v0, 1.0, v1", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0x3f800000u);
  ASSERT_EQ(errorOf("v_add_f16_e32 v0, -4.0, v1", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0xc400u);
  ASSERT_EQ(errorOf("v_add_f64 v[0:1], v[2:3], 0.5", &in), "");
  EXPECT_EQ(in.src[1].constant(), 0x3fe0000000000000u);
  ASSERT_EQ(errorOf("v_ceil_f64_e32 v[0:1], 0x40590000", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0x4059000000000000u);
  ASSERT_EQ(errorOf("v_mul_f32_e64 v0, 4, v1", &in), "");
  EXPECT_EQ(in.src[0].constant(), 4u) << "an integer is its own bits";
  ASSERT_EQ(errorOf("s_mov_b64 s[0:1], -1", &in), "");
  EXPECT_EQ(in.src[0].constant(), ~uint64_t(0));
  ASSERT_EQ(errorOf("s_mov_b64 s[0:1], 0xffffffff", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0xffffffffu) << "zero-extended";
  ASSERT_EQ(errorOf("v_cmp_lt_u64_e32 vcc, 0x80000000, v[0:1]", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0x80000000u);
  ASSERT_EQ(errorOf("s_ashr_i64 s[0:1], 0x80000000, 4", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0xffffffff80000000u) << "sign-extended";
  ASSERT_EQ(errorOf("v_cmp_lt_i64_e32 vcc, 0x80000000, v[0:1]", &in), "");
  EXPECT_EQ(in.src[0].constant(), 0xffffffff80000000u);
  ASSERT_EQ(errorOf("v_add_u32_e32 v0, lit(0x4), v1", &in), "");
  EXPECT_EQ(in.src[0].constant(), 4u);
}

// Bytes that crash LLVM's disassembler: a reserved selection of an SDWA
// operand, a literal in a 64-bit encoding, a literal behind the end.
TEST(Disassembler, ReservedEncodingsAreNoInstructions) {
  struct {
    uint32_t words[2];
    size_t size;
  } const cases[] = {
      {{0x3f7bdcf9, 0x44f734b7}, 8}, {{0x4454bcf9, 0xc767fda8}, 8},
      {{0x7e0002f9, 0x06060701}, 8}, {{0xe910c264, 0xffa792a3}, 8},
      {{0xe21ca8f2, 0xffe1ffcb}, 8}, {{0xd1cb1e65, 0x96f5feff}, 8},
      {{0x7e0002ff, 0}, 4}};
  for (const char *arch : {"gfx950", "gfx942"}) {
    Disassembler disassembler(arch);
    ASSERT_TRUE(disassembler.valid());
    for (const auto &c : cases) {
      uint8_t bytes[8];
      std::memcpy(bytes, c.words, sizeof(bytes));
      std::string text = "left over";
      EXPECT_EQ(disassembler.print(bytes, c.size, 0, text), 0u) << c.words[0];
      EXPECT_EQ(text, "");
    }
  }
}

TEST(Decoder, RefusesWhatItDoesNotUnderstand) {
  const char *const lines[] = {
      "v_no_such_thing v0, v1",
      "v_add_f32_e32 v0, v1",                    // an operand is missing
      "v_add_f32_e32 v0, v1, v2, v3",            // one too many
      "v_add_f32_e32 v0, v[1:2], v3",            // too wide
      "v_add_f32_e32 s0, v1, v2",                // scalar destination
      "v_add_u32_e64 v0, -v1, v2",               // sign of an integer
      "v_add_u32_e64 v0, v1, v2 mul:2",          // omod of an integer
      "v_add_f32_e64 v0, v1, v2 mul:8",          // no such factor
      "v_add_f32_e64 v0, v1, v2 op_sel:[1,0,0]", // no halves
      "v_add_f32_dpp v0, v1, v2 row_share:1",    // of another target
      "v_add_f32_dpp v0, v1, v2 row_mask:0xf bank_mask:0xf", // no control
      "v_add_f32_e64 v0, v1, v2 byte_sel:1", // of another target
      "v_mul_lo_u32 v0, v1, v2 clamp",       // no such form
      "v_pk_mul_f32 v[0:1], v[2:3], 1.0",    // upper half of a constant
      "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3] cbsz:1",
      "v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:9], v[8:13], v[0:3] cbsz:2",
      "buffer_load_dword v0, v1, s[4:7], 0 idxen",
      "buffer_load_dword v0, v1, s[4:7], 0", // address without offen
      "buffer_load_dword v0, v1, s[4:5], 0 offen",
      "global_load_dword v0, v1, off", // half an address
      "global_load_dword v0, v[2:3], off glc",
      "ds_read_b32 v0, v1 gds",
      "s_getreg_b32 s0, hwreg(HW_REG_HW_ID)",
      "s_add_u32 s0, s1, v2",
      "s_mov_b32 s102, 0",
      "v_mov_b32_e32 v256, 0",
      "s_mov_b32 src_scc, 0",
  };
  for (const char *line : lines)
    EXPECT_NE(errorOf(line), "") << line;
}

} // namespace
