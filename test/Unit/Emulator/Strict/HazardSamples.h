//===- HazardSamples.h - Instructions that wait states matter to -*- C++
//-*-===//
//
// As LLVM's machine IR. Results of the first ones and operands of the second
// ones meet in v4 and up, a4 and up, s4 and up, VCC, EXEC, M0 and MODE.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_UNITTESTS_EMULATOR_STRICT_HAZARDSAMPLES_H
#define SPMLA_UNITTESTS_EMULATOR_STRICT_HAZARDSAMPLES_H

namespace spmla::emutest {

struct HazardSample {
  const char *text;
  bool isGfx950Only = false;
};

#define X ", implicit $exec"
#define MX ", implicit $mode, implicit $exec"
#define V2(A, B) "$vgpr" #A "_vgpr" #B
#define V4(A, B, C, D) "$vgpr" #A "_vgpr" #B "_vgpr" #C "_vgpr" #D
#define V8A "$vgpr40_vgpr41_vgpr42_vgpr43_vgpr44_vgpr45_vgpr46_vgpr47"
#define V8B "$vgpr48_vgpr49_vgpr50_vgpr51_vgpr52_vgpr53_vgpr54_vgpr55"
#define V16                                                                    \
  "$vgpr4_vgpr5_vgpr6_vgpr7_vgpr8_vgpr9_vgpr10_vgpr11_vgpr12_vgpr13_vgpr14_"   \
  "vgpr15_vgpr16_vgpr17_vgpr18_vgpr19"
#define FAR16                                                                  \
  "$vgpr64_vgpr65_vgpr66_vgpr67_vgpr68_vgpr69_vgpr70_vgpr71_vgpr72_vgpr73_"    \
  "vgpr74_vgpr75_vgpr76_vgpr77_vgpr78_vgpr79"
#define FAR4 V4(64, 65, 66, 67)
#define A4 "$agpr4_agpr5_agpr6_agpr7"

// Writes, or of MFMA and stores also reads, the registers that matter.
inline const HazardSample kFirstSamples[] = {
    {"$vgpr4 = V_MOV_B32_e32 $vgpr30" X},
    {V2(4, 5) " = V_LSHLREV_B64_e64 1, " V2(30, 31) X},
    {"$vgpr4 = V_ADD_F32_e32 $vgpr30, $vgpr31" MX},
    {"$vgpr4 = V_ACCVGPR_READ_B32_e64 $agpr30" X},
    {"$agpr4 = V_ACCVGPR_WRITE_B32_e64 $vgpr30" X},
    {"$agpr4 = V_ACCVGPR_MOV_B32 $agpr30" X},
    {"$vgpr4 = V_MOV_B32_dpp $vgpr4, $vgpr30, 257, 15, 15, 0" X},
    {"$vgpr4, $vgpr5 = V_SWAP_B32 $vgpr5, $vgpr4" X},
    {"$vgpr5, $vgpr4 = V_SWAP_B32 $vgpr4, $vgpr5" X},
    {"$vgpr4, $vgpr5 = V_PERMLANE32_SWAP_B32_e32 $vgpr4, $vgpr5" X, true},
    {"$vgpr5, $vgpr4 = V_PERMLANE16_SWAP_B32_e32 $vgpr5, $vgpr4" X, true},
    // Transcendental.
    {"$vgpr4 = V_EXP_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_LOG_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_RCP_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_RCP_IFLAG_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_RSQ_F32_e64 0, $vgpr30, 0, 0" MX},
    {"$vgpr4 = V_SQRT_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_SIN_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_COS_F32_e32 $vgpr30" MX},
    {"$vgpr4 = V_EXP_F16_e32 $vgpr30" MX},
    {"$vgpr4 = V_RCP_F16_e32 $vgpr30" MX},
    {V2(4, 5) " = V_RCP_F64_e32 " V2(30, 31) MX},
    {V2(4, 5) " = V_RSQ_F64_e32 " V2(30, 31) MX},
    {V2(4, 5) " = V_SQRT_F64_e32 " V2(30, 31) MX},
    // Dot products.
    {"$vgpr4 = V_DOT2_F32_F16 8, $vgpr30, 8, $vgpr31, 8, $vgpr32, 0, 0, 0, 0, "
     "0" MX},
    {"$vgpr4 = V_DOT4_I32_I8 8, $vgpr30, 8, $vgpr31, 8, $vgpr32, 0, 0, 0" X},
    {"$vgpr4 = V_DOT2C_F32_F16_e32 $vgpr30, $vgpr31, $vgpr4" MX},
    {"$vgpr4 = V_DOT4C_I32_I8_e32 $vgpr30, $vgpr31, $vgpr4" X},
    // Packed.
    {V2(4, 5) " = V_PK_ADD_F32 8, " V2(30, 31) ", 8, " V2(
        32, 33) ", 0, 0, 0, 0, 0" MX},
    {"$vgpr4 = V_PK_FMA_F16 8, $vgpr30, 8, $vgpr31, 8, $vgpr32, 0, 0, 0, 0, "
     "0" MX},
    {"$vgpr4 = V_PK_FMA_F16 0, $vgpr30, 8, $vgpr31, 8, $vgpr32, 0, 0, 0, 0, "
     "0" MX},
    {"$vgpr4 = V_FMA_MIX_F32 8, $vgpr30, 0, $vgpr31, 0, $vgpr32, 0, 0, 0" MX},
    // Results at another place of the register.
    {"$vgpr4 = V_ADD_U16_sdwa 0, $vgpr30, 0, $vgpr31, 0, 1, 0, 6, 6" X},
    {"$vgpr4 = V_ADD_U16_sdwa 0, $vgpr30, 0, $vgpr31, 0, 5, 2, 6, 6, implicit "
     "$exec, implicit $vgpr4(tied-def 0)"},
    {"$vgpr4 = V_ADD_U16_sdwa 0, $vgpr30, 0, $vgpr31, 0, 6, 0, 5, 6" X},
    {"$vgpr4 = V_FMA_F16_gfx9_e64 8, $vgpr30, 0, $vgpr31, 0, $vgpr32, 0, 0, "
     "8" MX},
    {"$vgpr4 = V_FMA_F16_gfx9_e64 4, $vgpr30, 0, $vgpr31, 0, $vgpr32, 0, 0, "
     "0" MX},
    {"$vgpr4 = V_FMA_MIXHI_F16 0, $vgpr30, 0, $vgpr31, 0, $vgpr32, 0, $vgpr4, "
     "0, 0" MX},
    {"$vgpr4 = V_FMA_MIXLO_F16 0, $vgpr30, 0, $vgpr31, 0, $vgpr32, 0, $vgpr4, "
     "0, 0" MX},
    {"$vgpr4 = V_CVT_PK_FP8_F32_e64 8, $vgpr30, 0, $vgpr31, $vgpr4, 0" MX},
    {"$vgpr4 = V_CVT_PK_FP8_F32_e64 0, $vgpr30, 0, $vgpr31, $vgpr4, 0" MX},
    {"$vgpr4 = V_CVT_SCALEF32_PK_FP8_F32_e64 8, $vgpr30, 0, $vgpr31, 0, "
     "$vgpr32, $vgpr4, 0" MX,
     true},
    {"$vgpr4 = V_CVT_SCALEF32_PK_FP8_F32_e64 0, $vgpr30, 0, $vgpr31, 0, "
     "$vgpr32, $vgpr4, 0" MX,
     true},
    {"$vgpr4 = V_CVT_SCALEF32_PK_BF16_FP8_e64 4, $vgpr30, 0, $vgpr31, 0" MX,
     true},
    {"$vgpr4 = V_BITOP3_B16_e64 8, $vgpr30, 0, $vgpr31, 0, $vgpr32, 64, 8" X,
     true},
    // Scalar results of the vector ALU.
    {"$sgpr4_sgpr5 = V_CMP_EQ_U32_e64 $vgpr30, $vgpr31" X},
    {"V_CMP_EQ_U32_e32 $vgpr30, $vgpr31, implicit-def $vcc" X},
    {"V_CMPX_EQ_U32_e32 $vgpr30, $vgpr31, implicit-def $exec, implicit-def "
     "$vcc" X},
    {"$sgpr4_sgpr5 = V_CMPX_EQ_U32_e64 $vgpr30, $vgpr31, implicit-def "
     "$exec" X},
    {"$sgpr4 = V_READFIRSTLANE_B32 $vgpr30" X},
    {"$sgpr5 = V_READLANE_B32 $vgpr30, 3"},
    {"$vgpr4, $sgpr4_sgpr5 = V_ADD_CO_U32_e64 $vgpr30, $vgpr31, 0" X},
    {"$vgpr4, $vcc = V_DIV_SCALE_F32_e64 0, $vgpr30, 0, $vgpr30, 0, $vgpr32, "
     "0, 0" MX},
    // MFMA of every shape and number of passes.
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X4F32_vgprcd_e64 $vgpr30, $vgpr31, 0, "
                    "0, 0, 0" MX},
    {V16 " = V_MFMA_F32_32X32X2F32_vgprcd_e64 $vgpr30, $vgpr31, 0, 0, 0, "
         "0" MX},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", 0, 0, 0, 0" MX},
    {V16 " = V_MFMA_F32_32X32X8F16_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", 0, 0, 0, 0" MX},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X16BF16_1K_vgprcd_e64 " V2(
        30, 31) ", " V2(32, 33) ", 0, 0, 0, 0" MX},
    {V16 " = V_MFMA_F32_32X32X8BF16_1K_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", 0, 0, 0, 0" MX},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X32_FP8_FP8_vgprcd_e64 " V2(
        30, 31) ", " V2(32, 33) ", 0, 0, 0, 0" MX},
    {V16 " = V_MFMA_F32_32X32X16_BF8_FP8_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", 0, 0, 0, 0" MX},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X32_BF16_vgprcd_e64 " V4(
         40, 41, 42, 43) ", " V4(44, 45, 46, 47) ", 0, 0, 0, 0" MX,
     true},
    {V16 " = V_MFMA_F32_32X32X16_BF16_vgprcd_e64 " V4(40, 41, 42, 43) ", " V4(
         44, 45, 46, 47) ", 0, 0, 0, 0" MX,
     true},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X32_F16_vgprcd_e64 " V4(
         40, 41, 42, 43) ", " V4(44, 45, 46, 47) ", 0, 0, 0, 0" MX,
     true},
    {V16 " = V_MFMA_F32_32X32X16_F16_vgprcd_e64 " V4(40, 41, 42, 43) ", " V4(
         44, 45, 46, 47) ", 0, 0, 0, 0" MX,
     true},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X128_F8F6F4_f8_f8_vgprcd_e64 " V8A
                    ", " V8B ", 0, 0, 0" MX,
     true},
    {V16 " = V_MFMA_F32_32X32X64_F8F6F4_f8_f8_vgprcd_e64 " V8A ", " V8B
         ", 0, 0, 0" MX,
     true},
    {V4(4, 5, 6, 7) " = V_MFMA_SCALE_F32_16X16X128_F8F6F4_f8_f8_vgprcd_e64 " V8A
                    ", " V8B ", 0, 0, 0, $vgpr30, $vgpr31, 0, 0" MX,
     true},
    {V16 " = V_MFMA_SCALE_F32_32X32X64_F8F6F4_f8_f8_vgprcd_e64 " V8A ", " V8B
         ", 0, 0, 0, $vgpr30, $vgpr31, 0, 0" MX,
     true},
    {A4 " = V_MFMA_F32_16X16X16F16_e64 " V2(30, 31) ", " V2(
        32, 33) ", 0, 0, 0, 0" MX},
    // The same read C where others write.
    {FAR4 " = V_MFMA_F32_16X16X4F32_vgprcd_e64 $vgpr30, $vgpr31, " V4(
        4, 5, 6, 7) ", 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", " V4(4, 5, 6, 7) ", 0, 0, 0" MX},
    {FAR16 " = V_MFMA_F32_32X32X8F16_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", " V16 ", 0, 0, 0" MX},
    {FAR16 " = V_MFMA_F32_32X32X64_F8F6F4_f8_f8_vgprcd_e64 " V8A ", " V8B
           ", " V16 ", 0, 0" MX,
     true},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(30, 31) ", " V2(
        32, 33) ", " V4(4, 5, 6, 7) ", 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(4, 5) ", " V2(
        6, 7) ", 0, 0, 0, 0" MX},
    // Memory.
    {"GLOBAL_STORE_DWORDX4 " V2(30, 31) ", " V4(4, 5, 6, 7) ", 0, 0" X},
    {"GLOBAL_STORE_DWORDX3_SADDR $vgpr30, $vgpr4_vgpr5_vgpr6, $sgpr30_sgpr31, "
     "0, 0" X},
    {"GLOBAL_STORE_DWORDX2 " V2(30, 31) ", " V2(4, 5) ", 0, 0" X},
    {"FLAT_STORE_DWORDX4 " V2(30, 31) ", " V4(
        4, 5, 6, 7) ", 0, 0, implicit $exec, implicit $flat_scr"},
    {"SCRATCH_STORE_DWORDX4_SADDR " V4(
        4, 5, 6, 7) ", $sgpr30, 0, 0, implicit $exec, implicit $flat_scr"},
    {"BUFFER_STORE_DWORDX4_OFFEN_exact " V4(
        4, 5, 6, 7) ", $vgpr30, $sgpr28_sgpr29_sgpr30_sgpr31, 0, 0, 0, 0" X},
    {"BUFFER_STORE_DWORDX4_OFFEN_exact " V4(
        4, 5, 6,
        7) ", $vgpr30, $sgpr28_sgpr29_sgpr30_sgpr31, $sgpr32, 0, 0, 0" X},
    {"BUFFER_STORE_DWORDX2_OFFEN_exact " V2(
        4, 5) ", $vgpr30, $sgpr28_sgpr29_sgpr30_sgpr31, 0, 0, 0, 0" X},
    {"GLOBAL_ATOMIC_CMPSWAP_X2 " V2(30, 31) ", " V4(4, 5, 6, 7) ", 0, 0" X},
    {"DS_WRITE_B128_gfx9 $vgpr30, " V4(4, 5, 6, 7) ", 0, 0" X},
    {"$vgpr4 = GLOBAL_LOAD_DWORD " V2(30, 31) ", 0, 0" X},
    {"$vgpr4 = DS_READ_B32_gfx9 $vgpr30, 0, 0" X},
    {"$sgpr4_sgpr5 = S_LOAD_DWORDX2_IMM $sgpr30_sgpr31, 0, 0"},
    // Scalar.
    {"$m0 = S_MOV_B32 0"},
    {"$m0 = S_ADD_U32 $sgpr30, 1, implicit-def $scc"},
    {"$sgpr4 = S_MOV_B32 0"},
    {"$vcc = S_MOV_B64 0"},
    {"$exec = S_MOV_B64 -1"},
    {"S_SETREG_B32_mode $sgpr30, 1, implicit-def $mode, implicit $mode"},
    {"S_SETREG_IMM32_B32_mode 0, 1, implicit-def $mode, implicit $mode"},
    {"$sgpr4 = S_GETREG_B32 1, implicit $mode"},
};

// Reads or writes them.
inline const HazardSample kSecondSamples[] = {
    {"$vgpr20 = V_MOV_B32_e32 $vgpr4" X},
    {"$vgpr4 = V_MOV_B32_e32 $vgpr20" X},
    {"$vgpr20 = V_ADD_F32_e64 0, $vgpr21, 0, $vgpr5, 0, 0" MX},
    {"$vgpr7 = V_MOV_B32_e32 $vgpr20" X},
    {V2(4, 5) " = V_LSHLREV_B64_e64 1, " V2(20, 21) X},
    {V2(20, 21) " = V_PK_ADD_F32 8, " V2(20, 21) ", 8, " V2(
        4, 5) ", 0, 0, 0, 0, 0" MX},
    {"$vgpr4 = V_FMAC_F32_e32 $vgpr20, $vgpr21, $vgpr4" MX},
    {"$vgpr20 = V_ACCVGPR_READ_B32_e64 $agpr4" X},
    {"$agpr4 = V_ACCVGPR_WRITE_B32_e64 $vgpr20" X},
    {"$agpr20 = V_ACCVGPR_WRITE_B32_e64 $vgpr4" X},
    {"$agpr20 = V_ACCVGPR_MOV_B32 $agpr4" X},
    {"$vgpr20 = V_EXP_F32_e32 $vgpr4" MX},
    {V2(20, 21) " = V_RCP_F64_e32 " V2(4, 5) MX},
    {"$vgpr4 = V_EXP_F32_e32 $vgpr20" MX},
    {"$vgpr4, $vgpr20 = V_SWAP_B32 $vgpr20, $vgpr4" X},
    {"$vgpr20, $vgpr4 = V_SWAP_B32 $vgpr4, $vgpr20" X},
    {"$vgpr4, $vgpr20 = V_PERMLANE16_SWAP_B32_e32 $vgpr4, $vgpr20" X, true},
    {"$vgpr20, $vgpr4 = V_PERMLANE32_SWAP_B32_e32 $vgpr20, $vgpr4" X, true},
    {"$vgpr20, $vgpr21 = V_PERMLANE32_SWAP_B32_e32 $vgpr20, $vgpr21" X, true},
    // Dot products, as A, B and C.
    {"$vgpr20 = V_DOT2_F32_F16 8, $vgpr4, 8, $vgpr21, 8, $vgpr22, 0, 0, 0, 0, "
     "0" MX},
    {"$vgpr20 = V_DOT2_F32_F16 8, $vgpr21, 8, $vgpr22, 8, $vgpr4, 0, 0, 0, 0, "
     "0" MX},
    {"$vgpr4 = V_DOT2_F32_F16 8, $vgpr21, 8, $vgpr22, 8, $vgpr4, 0, 0, 0, 0, "
     "0" MX},
    {"$vgpr20 = V_DOT4_I32_I8 8, $vgpr21, 8, $vgpr4, 8, $vgpr22, 0, 0, 0" X},
    {"$vgpr4 = V_DOT2C_F32_F16_e32 $vgpr20, $vgpr21, $vgpr4" MX},
    {"$vgpr20 = V_DOT2C_F32_F16_e32 $vgpr4, $vgpr21, $vgpr20" MX},
    // Parts of a register.
    {"$vgpr20 = V_ADD_U16_sdwa 0, $vgpr4, 0, $vgpr21, 0, 6, 0, 5, 6" X},
    {"$vgpr4 = V_ADD_U16_sdwa 0, $vgpr20, 0, $vgpr21, 0, 5, 2, 6, 6, implicit "
     "$exec, implicit $vgpr4(tied-def 0)"},
    {"$vgpr4 = V_FMA_F16_gfx9_e64 8, $vgpr20, 0, $vgpr21, 0, $vgpr22, 0, 0, "
     "8" MX},
    {"$vgpr4 = V_FMA_MIXHI_F16 0, $vgpr20, 0, $vgpr21, 0, $vgpr22, 0, $vgpr4, "
     "0, 0" MX},
    {"$vgpr4 = V_FMA_MIXLO_F16 0, $vgpr20, 0, $vgpr21, 0, $vgpr22, 0, $vgpr4, "
     "0, 0" MX},
    {"$vgpr4 = V_CVT_PK_FP8_F32_e64 8, $vgpr20, 0, $vgpr21, $vgpr4, 0" MX},
    {"$vgpr4 = V_CVT_PK_BF8_F32_e64 0, $vgpr20, 0, $vgpr21, $vgpr4, 0" MX},
    {"$vgpr4 = V_CVT_SCALEF32_PK_FP8_F32_e64 0, $vgpr20, 0, $vgpr21, 0, "
     "$vgpr22, $vgpr4, 0" MX,
     true},
    {"$vgpr20 = V_CVT_SCALEF32_PK_BF16_FP8_e64 4, $vgpr21, 0, $vgpr4, 0" MX,
     true},
    {"$vgpr4 = V_BITOP3_B16_e64 8, $vgpr20, 0, $vgpr21, 0, $vgpr22, 64, 8" X,
     true},
    // DPP and single lanes.
    {"$vgpr20 = V_MOV_B32_dpp $vgpr20, $vgpr4, 257, 15, 15, 0" X},
    {"$vgpr4 = V_MOV_B32_dpp $vgpr4, $vgpr20, 257, 15, 15, 0" X},
    {"$vgpr20 = V_ADD_U32_dpp $vgpr20, $vgpr21, $vgpr4, 257, 15, 15, 0" X},
    {"$sgpr20 = V_READLANE_B32 $vgpr4, 3"},
    {"$sgpr20 = V_READLANE_B32 $vgpr20, $sgpr4"},
    {"$sgpr20 = V_READLANE_B32 $vgpr20, 3"},
    {"$sgpr20 = V_READFIRSTLANE_B32 $vgpr4" X},
    {"$sgpr20 = V_READFIRSTLANE_B32 $vgpr20" X},
    {"$vgpr4 = V_WRITELANE_B32 1, 3, $vgpr4"},
    {"$vgpr20 = V_WRITELANE_B32 1, $sgpr5, $vgpr20"},
    {"$vgpr20 = V_WRITELANE_B32 $sgpr4, 3, $vgpr20"},
    // Scalar operands of the vector ALU.
    {"$vgpr20 = V_MOV_B32_e32 $sgpr4" X},
    {"$vgpr20 = V_MOV_B32_e32 $sgpr5" X},
    {"$vgpr20 = V_MOV_B32_e32 $vcc_hi" X},
    {"$vgpr20 = V_MOV_B32_e32 $exec_lo" X},
    {"$vgpr20 = V_MOV_B32_e32 $m0" X},
    {"$vgpr20 = V_CNDMASK_B32_e32 $vgpr21, $vgpr22, implicit $vcc" X},
    {"$vgpr20 = V_CNDMASK_B32_e64 0, $vgpr21, 0, $vgpr22, $sgpr4_sgpr5" X},
    {"$vgpr20 = V_ADDC_U32_e32 $vgpr21, $vgpr22, implicit-def $vcc, implicit "
     "$vcc" X},
    {"$vgpr20 = V_DIV_FMAS_F32_e64 0, $vgpr21, 0, $vgpr22, 0, $vgpr23, 0, 0, "
     "implicit $mode, implicit $vcc" X},
    {V2(20, 21) " = V_DIV_FMAS_F64_e64 0, " V2(22, 23) ", 0, " V2(
        24, 25) ", 0, " V2(4, 5) ", 0, 0, implicit $mode, implicit $vcc" X},
    // MFMA: A, B, exactly C, parts of C, scales, AGPRs.
    {FAR4 " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(4, 5) ", " V2(
        20, 21) ", 0, 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(20, 21) ", " V2(
        6, 7) ", 0, 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(20, 21) ", " V2(
        22, 23) ", " V4(4, 5, 6, 7) ", 0, 0, 0" MX},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X32_FP8_FP8_vgprcd_e64 " V2(
        20, 21) ", " V2(22, 23) ", " V4(4, 5, 6, 7) ", 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(20, 21) ", " V2(
        22, 23) ", " V4(2, 3, 4, 5) ", 0, 0, 0" MX},
    {V4(4, 5, 6, 7) " = V_MFMA_F32_16X16X16F16_vgprcd_e64 " V2(20, 21) ", " V2(
        22, 23) ", 0, 0, 0, 0" MX},
    {FAR16 " = V_MFMA_F32_32X32X8F16_vgprcd_e64 " V2(20, 21) ", " V2(
        22, 23) ", " V16 ", 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X4F32_vgprcd_e64 $vgpr4, $vgpr20, 0, 0, 0, "
          "0" MX},
    {FAR4 " = V_MFMA_F32_16X16X4F32_vgprcd_e64 $vgpr20, $vgpr21, " V4(
        4, 5, 6, 7) ", 0, 0, 0" MX},
    {FAR4 " = V_MFMA_F32_16X16X4F32_vgprcd_e64 $vgpr20, $vgpr21, " V4(
        6, 7, 8, 9) ", 0, 0, 0" MX},
    {FAR4 " = V_MFMA_SCALE_F32_16X16X128_F8F6F4_f8_f8_vgprcd_e64 " V8A ", " V8B
          ", 0, 0, 0, $vgpr4, $vgpr20, 0, 0" MX,
     true},
    {FAR4 " = V_MFMA_SCALE_F32_16X16X128_F8F6F4_f8_f8_vgprcd_e64 " V8A ", " V8B
          ", 0, 0, 0, $vgpr20, $vgpr5, 0, 0" MX,
     true},
    {"$agpr40_agpr41_agpr42_agpr43 = V_MFMA_F32_16X16X16F16_e64 "
     "$agpr4_agpr5, " V2(20, 21) ", 0, 0, 0, 0" MX},
    {"$agpr40_agpr41_agpr42_agpr43 = V_MFMA_F32_16X16X16F16_e64 " V2(
        22, 23) ", " V2(20, 21) ", " A4 ", 0, 0, 0" MX},
    {"$agpr40_agpr41_agpr42_agpr43 = V_MFMA_F32_16X16X16F16_e64 " V2(
        22, 23) ", " V2(20, 21) ", $agpr6_agpr7_agpr8_agpr9, 0, 0, 0" MX},
    // Memory: data, addresses, results.
    {"GLOBAL_STORE_DWORD " V2(20, 21) ", $vgpr4, 0, 0" X},
    {"GLOBAL_STORE_DWORD " V2(4, 5) ", $vgpr20, 0, 0" X},
    {"GLOBAL_STORE_DWORD_SADDR $vgpr20, $vgpr21, $sgpr4_sgpr5, 0, 0" X},
    {"$vgpr4 = GLOBAL_LOAD_DWORD " V2(20, 21) ", 0, 0" X},
    {"$agpr4 = GLOBAL_LOAD_DWORD " V2(20, 21) ", 0, 0" X},
    {"$vgpr20 = GLOBAL_LOAD_DWORD " V2(4, 5) ", 0, 0" X},
    {"$vgpr20 = FLAT_LOAD_DWORD " V2(
        4, 5) ", 0, 0, implicit $exec, implicit $flat_scr"},
    {"$vgpr20 = SCRATCH_LOAD_DWORD_SADDR $sgpr4, 0, 0, implicit $exec, "
     "implicit $flat_scr"},
    {"$vgpr20 = BUFFER_LOAD_DWORD_OFFEN $vgpr4, $sgpr20_sgpr21_sgpr22_sgpr23, "
     "0, 0, 0, 0" X},
    {"$vgpr20 = BUFFER_LOAD_DWORD_OFFEN $vgpr21, $sgpr4_sgpr5_sgpr6_sgpr7, 0, "
     "0, 0, 0" X},
    {"$vgpr20 = BUFFER_LOAD_DWORD_OFFEN $vgpr21, $sgpr20_sgpr21_sgpr22_sgpr23, "
     "$sgpr4, 0, 0, 0" X},
    {"$vgpr4 = GLOBAL_ATOMIC_ADD_RTN " V2(20, 21) ", $vgpr22, 0, 1" X},
    {"DS_WRITE_B32_gfx9 $vgpr20, $vgpr4, 0, 0" X},
    {"DS_WRITE_B32_gfx9 $vgpr4, $vgpr20, 0, 0" X},
    {"$vgpr4 = DS_READ_B32_gfx9 $vgpr20, 0, 0" X},
    {"$vgpr20 = DS_BPERMUTE_B32 $vgpr4, $vgpr21, 0" X},
    {"GLOBAL_LOAD_LDS_DWORD " V2(4, 5) ", 0, 0, implicit $m0" X},
    {"GLOBAL_LOAD_LDS_DWORD_SADDR $sgpr4_sgpr5, $vgpr20, 0, 0, implicit "
     "$m0" X},
    {"BUFFER_LOAD_DWORD_LDS_OFFEN $vgpr4, $sgpr20_sgpr21_sgpr22_sgpr23, 0, 0, "
     "0, 0, implicit $exec, implicit $m0"},
    {"$sgpr20 = S_LOAD_DWORD_IMM $sgpr4_sgpr5, 0, 0"},
    // Scalar.
    {"$sgpr20 = S_MOV_B32 $sgpr4"},
    {"$sgpr20 = S_MOV_B32 $m0"},
    {"$sgpr20 = S_GETREG_B32 1, implicit $mode"},
    {"S_SETREG_B32_mode $sgpr20, 1, implicit-def $mode, implicit $mode"},
    {"S_SETREG_IMM32_B32_mode 0, 1, implicit-def $mode, implicit $mode"},
};

#undef X
#undef MX
#undef V2
#undef V4
#undef V8A
#undef V8B
#undef V16
#undef FAR16
#undef FAR4
#undef A4

} // namespace spmla::emutest

#endif // SPMLA_UNITTESTS_EMULATOR_STRICT_HAZARDSAMPLES_H
