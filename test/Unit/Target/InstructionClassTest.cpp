#include "spmla/Target/HSACO/InstructionClass.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <set>

using namespace spmla;
using testing::HasSubstr;

namespace {
struct Case {
  ListingInstruction instruction;
  InstructionClass kind;
  unsigned ldsBytes;
};
} // namespace

TEST(InstructionClass, ClassAndLDSBytes) {
  using C = InstructionClass;
  const Case cases[] = {
      {{"v_add_f32", "v0, v1, v2"}, C::VALU, 0},
      {{"v_mov_b32_dpp", "v0, v1 row_ror:8"}, C::VALU, 0},
      {{"v_accvgpr_write_b32", "a0, v1"}, C::VALU, 0},
      {{"v_mfma_f32_16x16x32_bf16", ""}, C::MFMA, 0},
      {{"v_mfma_scale_f32_16x16x128_f8f6f4", ""}, C::MFMA, 0},
      {{"v_smfmac_f32_16x16x32_bf16", ""}, C::MFMA, 0},
      {{"v_nop", ""}, C::Nop, 0},
      {{"s_add_u32", "s0, s1, s2"}, C::SALU, 0},
      {{"s_mov_b32", "m0, s0"}, C::SALU, 0},
      {{"s_load_dwordx4", ""}, C::SMEM, 0},
      {{"s_buffer_load_dword", ""}, C::SMEM, 0},
      {{"s_memtime", ""}, C::SMEM, 0},
      {{"s_waitcnt", "vmcnt(0)"}, C::Waitcnt, 0},
      {{"s_waitcnt_depctr", ""}, C::Waitcnt, 0},
      {{"s_barrier", ""}, C::Barrier, 0},
      {{"s_nop", "1"}, C::Nop, 0},
      {{"s_setprio", "1"}, C::Nop, 0},
      {{"s_cbranch_scc1", ".LBB0_1"}, C::Branch, 0},
      {{"s_branch", ".LBB0_1"}, C::Branch, 0},
      {{"s_endpgm", ""}, C::Branch, 0},
      {{"buffer_load_dwordx4", "v[0:3], v4, s[0:3], 0 offen"}, C::VMEMLoad, 0},
      {{"global_load_ubyte", "v0, v1, s[0:1]"}, C::VMEMLoad, 0},
      {{"buffer_store_dword", "v0, v1, s[0:3], 0 offen"}, C::VMEMStore, 0},
      {{"global_atomic_add_f32", ""}, C::VMEMStore, 0},
      {{"buffer_wbl2", "sc1"}, C::VMEMStore, 0},
      {{"scratch_load_dword", "v0, off, s0"}, C::VMEMLoad, 0},
      // LDS-DMA is a load that moves LDS bytes.
      {{"buffer_load_dword", "v1, s[0:3], 0 offen lds"}, C::VMEMLoad, 4},
      {{"buffer_load_dwordx4", "v1, s[0:3], 0 offen lds"}, C::VMEMLoad, 16},
      {{"buffer_load_dwordx3", "v1, s[0:3], 0 offen lds"}, C::VMEMLoad, 12},
      {{"buffer_load_ubyte", "v1, s[0:3], 0 offen lds"}, C::VMEMLoad, 4},
      {{"global_load_lds_dwordx4", "v[0:1], off"}, C::VMEMLoad, 16},
      {{"ds_read_b32", ""}, C::LDSRead, 4},
      {{"ds_read_b64", ""}, C::LDSRead, 8},
      {{"ds_read_b96", ""}, C::LDSRead, 12},
      {{"ds_read_b128", ""}, C::LDSRead, 16},
      {{"ds_read_u8", ""}, C::LDSRead, 1},
      {{"ds_read_i16", ""}, C::LDSRead, 2},
      {{"ds_read_u16_d16_hi", ""}, C::LDSRead, 2},
      {{"ds_read_addtid_b32", ""}, C::LDSRead, 4},
      {{"ds_read2_b32", ""}, C::LDSRead, 8},
      {{"ds_read2st64_b64", ""}, C::LDSRead, 16},
      {{"ds_read_b64_tr_b8", ""}, C::LDSRead, 8},
      {{"ds_read_b64_tr_b16", ""}, C::LDSRead, 8},
      {{"ds_read_b96_tr_b6", ""}, C::LDSRead, 12},
      {{"ds_bpermute_b32", ""}, C::LDSRead, 0},
      {{"ds_permute_b32", ""}, C::LDSRead, 0},
      {{"ds_swizzle_b32", ""}, C::LDSRead, 0},
      {{"ds_write_b8", ""}, C::LDSWrite, 1},
      {{"ds_write_b8_d16_hi", ""}, C::LDSWrite, 1},
      {{"ds_write_b16", ""}, C::LDSWrite, 2},
      {{"ds_write_b128", ""}, C::LDSWrite, 16},
      {{"ds_write2_b64", ""}, C::LDSWrite, 16},
      {{"ds_write2st64_b32", ""}, C::LDSWrite, 8},
      // An atomic reads and writes.
      {{"ds_add_u32", ""}, C::LDSWrite, 8},
      {{"ds_max_rtn_f32", ""}, C::LDSWrite, 8},
      {{"ds_add_rtn_u64", ""}, C::LDSWrite, 16},
      {{"ds_pk_add_rtn_bf16", ""}, C::LDSWrite, 8},
      {{"ds_nop", ""}, C::Nop, 0},
  };
  for (const Case &test : cases) {
    SCOPED_TRACE(test.instruction.mnemonic);
    llvm::Expected<InstructionClass> kind = classify(test.instruction);
    ASSERT_TRUE(static_cast<bool>(kind));
    EXPECT_EQ(className(*kind), className(test.kind));
    llvm::Expected<unsigned> bytes = ldsBytesPerLane(test.instruction);
    ASSERT_TRUE(static_cast<bool>(bytes));
    EXPECT_EQ(*bytes, test.ldsBytes);
  }
}

TEST(InstructionClass, RefusesTheUnknown) {
  llvm::Expected<InstructionClass> kind = classify({"movl", "%eax, %ebx"});
  ASSERT_FALSE(static_cast<bool>(kind));
  EXPECT_THAT(llvm::toString(kind.takeError()),
              HasSubstr("expects 'movl' to be an AMDGPU instruction"));
  llvm::Expected<unsigned> bytes = ldsBytesPerLane({"ds_gws_barrier", "v0"});
  ASSERT_FALSE(static_cast<bool>(bytes));
  EXPECT_THAT(llvm::toString(bytes.takeError()), HasSubstr("ds_gws_barrier"));
}

TEST(InstructionClass, NamesAreDistinct) {
  std::set<std::string> names;
  for (InstructionClass kind : allInstructionClasses())
    names.insert(className(kind).str());
  EXPECT_EQ(names.size(), 12u);
}

TEST(InstructionClass, Copies) {
  EXPECT_TRUE(copiesVGPR({"v_mov_b32", "v0, v17"}));
  EXPECT_TRUE(copiesVGPR({"v_mov_b64", "v[0:1], v[2:3]"}));
  EXPECT_FALSE(copiesVGPR({"v_mov_b32", "v0, s1"}));
  EXPECT_FALSE(copiesVGPR({"v_mov_b32", "v0, vcc_lo"}));
  EXPECT_FALSE(copiesVGPR({"v_mov_b32", "v0, 0xff800000"}));
  // Exchanges lanes.
  EXPECT_FALSE(copiesVGPR({"v_mov_b32_dpp", "v0, v1 row_ror:8"}));
  EXPECT_TRUE(movesAGPR({"v_accvgpr_read_b32", "v0, a0"}));
  EXPECT_FALSE(movesAGPR({"v_mov_b32", "v0, v1"}));
}
