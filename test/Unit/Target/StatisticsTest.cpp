#include "ListingText.h"

#include "spmla/Target/HSACO/InstructionClass.h"
#include "spmla/Target/HSACO/Statistics.h"

#include "gmock/gmock.h"

using namespace spmla;

namespace {

const std::string LOOP =
    "\ts_load_dwordx2 s[0:1], s[4:5], 0x0\n"
    ".LBB0_1:                     ; %loop\n"
    "\tbuffer_load_dwordx4 v[0:3], v4, s[8:11], 0 offen\n"
    "\tbuffer_load_dwordx4 v5, s[8:11], 0 offen lds\n"
    "\ts_load_dword s2, s[0:1], 0x0\n"
    "\ts_waitcnt vmcnt(0)\n"
    "\tds_write_b128 v6, v[0:3]\n"
    "\ts_waitcnt lgkmcnt(0)\n"
    "\ts_barrier\n"
    "\tds_read_b64 v[8:9], v6\n"
    "\tds_bpermute_b32 v7, v6, v8\n"
    "\tv_mfma_f32_16x16x32_bf16 v[12:15], v[0:3], v[8:11], v[12:15]\n"
    "\ts_nop 7\n"
    "\tv_accvgpr_read_b32 v9, a0\n"
    "\tv_mov_b32_e32 v10, v9\n"
    "\tv_mul_f32_e64 v9, v9, s2\n"
    "\tbuffer_store_dword v9, v4, s[12:15], 0 offen\n"
    "\ts_add_i32 s3, s3, 1\n"
    "\ts_cbranch_vccnz .LBB0_3\n"
    ".LBB0_2:                     ; %latch\n"
    "\ts_cmp_lt_i32 s3, s6\n"
    "\ts_cbranch_scc1 .LBB0_1\n"
    "; %bb.4:                     ; %exit\n"
    "\ts_endpgm\n"
    ".LBB0_3:                     ; %spmla.cold\n"
    "\tv_mov_b32_e32 v9, 0\n"
    "\ts_branch .LBB0_2\n";

} // namespace

TEST(Statistics, CountsByHand) {
  Statistics statistics;
  ASSERT_FALSE(addListingStatistics(kernelListing(LOOP), statistics));
  // LDS: 64 lanes of 16 bytes DMA, 16 bytes write, 8 bytes read.
  EXPECT_EQ(formatStatistics(statistics), "instructions: 23\n"
                                          "loop.accvgpr: 1\n"
                                          "loop.barrier: 1\n"
                                          "loop.branch: 2\n"
                                          "loop.instructions: 19\n"
                                          "loop.lds_bytes: 2560\n"
                                          "loop.lds_read: 2\n"
                                          "loop.lds_write: 1\n"
                                          "loop.mfma: 1\n"
                                          "loop.nop: 1\n"
                                          "loop.salu: 2\n"
                                          "loop.smem: 1\n"
                                          "loop.valu: 3\n"
                                          "loop.vgpr_copies: 1\n"
                                          "loop.vmem_load: 2\n"
                                          "loop.vmem_store: 1\n"
                                          "loop.waitcnt: 2\n"
                                          "op.buffer_load_dwordx4: 2\n"
                                          "op.buffer_store_dword: 1\n"
                                          "op.ds_bpermute_b32: 1\n"
                                          "op.ds_read_b64: 1\n"
                                          "op.ds_write_b128: 1\n"
                                          "op.s_add_i32: 1\n"
                                          "op.s_barrier: 1\n"
                                          "op.s_branch: 1\n"
                                          "op.s_cbranch_scc1: 1\n"
                                          "op.s_cbranch_vccnz: 1\n"
                                          "op.s_cmp_lt_i32: 1\n"
                                          "op.s_endpgm: 1\n"
                                          "op.s_load_dword: 1\n"
                                          "op.s_load_dwordx2: 1\n"
                                          "op.s_nop: 1\n"
                                          "op.s_waitcnt: 2\n"
                                          "op.v_accvgpr_read_b32: 1\n"
                                          "op.v_mfma_f32_16x16x32_bf16: 1\n"
                                          "op.v_mov_b32: 2\n"
                                          "op.v_mul_f32: 1\n");
}

TEST(Statistics, ClassesSumToTheLoop) {
  Statistics statistics;
  ASSERT_FALSE(addListingStatistics(kernelListing(LOOP), statistics));
  uint64_t sum = 0;
  for (InstructionClass kind : allInstructionClasses())
    sum += statistics.at("loop." + className(kind).str());
  EXPECT_EQ(sum, statistics.at("loop.instructions"));
}

TEST(Statistics, NoLoopNoLoopFigures) {
  Statistics statistics;
  ASSERT_FALSE(addListingStatistics(kernelListing("\ts_endpgm\n"), statistics));
  EXPECT_EQ(formatStatistics(statistics), "instructions: 1\nop.s_endpgm: 1\n");
}

TEST(Statistics, Resources) {
  ResourceUsage resources;
  resources.vgpr = 180;
  resources.agpr = 4;
  resources.sgpr = 40;
  resources.vgprSpill = 1;
  resources.sgprSpill = 2;
  resources.scratch = 8;
  resources.lds = 73728;
  resources.wavesPerSIMD = 2;
  resources.workgroupsPerCU = 2;
  Statistics statistics;
  addResourceStatistics(resources, statistics);
  EXPECT_EQ(formatStatistics(statistics), "agpr: 4\n"
                                          "lds: 73728\n"
                                          "scratch: 8\n"
                                          "sgpr: 40\n"
                                          "sgpr_spill: 2\n"
                                          "vgpr: 180\n"
                                          "vgpr_spill: 1\n"
                                          "waves_per_simd: 2\n"
                                          "workgroups_per_cu: 2\n");
}
