//===- KernelText.cpp - The kernel around a tested instruction ------------===//
//
// s[0:1] kernel arguments, s2 workgroup; s[4:5] and s[6:7] this wave's input
// and output record; s[8:9] EXEC, s[10:11] VCC, s12 M0, s13 SCC, s[14:15] the
// address of the memory window; v0 lane * 4, v1 to v4 temporaries.
//
//===----------------------------------------------------------------------===//

#include "KernelText.h"

#include <sstream>

using namespace spmla::emutest;

/// Emits one global access of a dword per lane at byte Offset of a record whose
/// address is in Base. The instruction's own offset field ends at 4095.
static void access(std::ostream &OS, const char *Load, unsigned Reg,
                   size_t Offset, const char *Base) {
  const char *Addr = "v0";
  size_t High = Offset & ~size_t(2047);
  if (High) {
    OS << "  v_add_u32_e32 v1, " << High << ", v0\n";
    Addr = "v1";
  }
  if (*Load == 'l')
    OS << "  global_load_dword v" << Reg << ", " << Addr;
  else
    OS << "  global_store_dword " << Addr << ", v" << Reg;
  OS << ", " << Base << " offset:" << (Offset - High) << "\n";
}

static void emitLoadState(std::ostream &OS, const Case &C) {
  RecordLayout L(C.Win);
  OS << "  s_load_dwordx4 s[4:7], s[0:1], 0x0\n"
     << "  s_mul_i32 s3, s2, " << L.Size << "\n"
     << "  s_waitcnt lgkmcnt(0)\n"
     << "  s_add_u32 s4, s4, s3\n  s_addc_u32 s5, s5, 0\n"
     << "  s_add_u32 s6, s6, s3\n  s_addc_u32 s7, s7, 0\n"
     << "  s_load_dwordx8 s[8:15], s[4:5], 0x0\n"
     << "  s_load_dwordx16 s[16:31], s[4:5], 0x20\n"
     << "  s_load_dwordx16 s[32:47], s[4:5], 0x60\n"
     << "  v_lshlrev_b32_e32 v0, 2, v0\n";
  for (unsigned I = 0; I < C.Win.V; ++I)
    access(OS, "load", kFirstV + I, L.V + 256 * I, "s[4:5]");
  for (unsigned I = 0; I < C.Win.A; ++I) {
    access(OS, "load", 2, L.A + 256 * I, "s[4:5]");
    OS << "  s_waitcnt vmcnt(0)\n  v_accvgpr_write_b32 a" << I << ", v2\n";
  }
  for (unsigned I = 0; I < C.Win.Lds / 256; ++I) {
    access(OS, "load", 2, L.Lds + 256 * I, "s[4:5]");
    OS << "  s_waitcnt vmcnt(0)\n  ds_write_b32 v0, v2 offset:" << 256 * I
       << "\n";
  }
  OS << "  s_waitcnt vmcnt(0) lgkmcnt(0)\n"
     << "  s_mov_b32 m0, s12\n  s_mov_b64 vcc, s[10:11]\n"
     << "  s_mov_b64 exec, s[8:9]\n  s_cmp_lg_u32 s13, 0\n  s_nop 7\n";
}

static void emitStoreState(std::ostream &OS, const Case &C) {
  RecordLayout L(C.Win);
  // Long enough for the results of the slowest MFMA.
  OS << "  s_nop 15\n  s_nop 15\n  s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\n"
     << "  s_cselect_b32 s13, 1, 0\n  s_mov_b64 s[8:9], exec\n"
     << "  s_mov_b64 exec, -1\n  s_mov_b64 s[10:11], vcc\n"
     << "  s_mov_b32 s12, m0\n  v_mov_b32_e32 v2, 0\n  s_nop 4\n";
  for (unsigned I = 0; I < 8 + kNumS; ++I)
    OS << "  v_writelane_b32 v2, s" << 8 + I << ", " << I << "\n";
  access(OS, "store", 2, 0, "s[6:7]");
  for (unsigned I = 0; I < C.Win.V; ++I)
    access(OS, "store", kFirstV + I, L.V + 256 * I, "s[6:7]");
  for (unsigned I = 0; I < C.Win.A; ++I) {
    OS << "  v_accvgpr_read_b32 v2, a" << I << "\n";
    access(OS, "store", 2, L.A + 256 * I, "s[6:7]");
  }
  for (unsigned I = 0; I < C.Win.Lds / 256; ++I) {
    OS << "  ds_read_b32 v2, v0 offset:" << 256 * I
       << "\n  s_waitcnt lgkmcnt(0)\n";
    access(OS, "store", 2, L.Lds + 256 * I, "s[6:7]");
  }
  OS << "  s_endpgm\n";
}

static void emitKernel(std::ostream &OS, const std::string &Name,
                       const Case &C) {
  OS << ".text\n.p2align 8\n.globl " << Name << "\n.type " << Name
     << ",@function\n"
     << Name << ":\n";
  emitLoadState(OS, C);
  OS << "  " << C.Text << "\n";
  emitStoreState(OS, C);
  unsigned NumV = (kFirstV + C.Win.V + 7) / 8 * 8;
  OS << ".rodata\n.p2align 6\n.amdhsa_kernel " << Name
     << "\n  .amdhsa_group_segment_fixed_size " << C.Win.Lds
     << "\n  .amdhsa_private_segment_fixed_size " << C.Win.Scratch
     << "\n  .amdhsa_enable_private_segment " << (C.Win.Scratch ? 1 : 0)
     << "\n  .amdhsa_kernarg_size 16"
        "\n  .amdhsa_user_sgpr_kernarg_segment_ptr 1"
        "\n  .amdhsa_system_sgpr_workgroup_id_x 1"
     << "\n  .amdhsa_accum_offset " << NumV << "\n  .amdhsa_next_free_vgpr "
     << NumV + C.Win.A
     << "\n  .amdhsa_next_free_sgpr 48"
        "\n  .amdhsa_float_denorm_mode_32 "
     << (C.FlushF32 ? 0 : 3)
     << "\n  .amdhsa_float_denorm_mode_16_64 3"
        "\n.end_amdhsa_kernel\n";
}

static void emitMetadata(std::ostream &OS, const std::string &Name,
                         const Case &C) {
  OS << "  - .name: " << Name << "\n    .symbol: " << Name
     << ".kd\n    .kernarg_segment_size: 16\n    .kernarg_segment_align: 8"
     << "\n    .group_segment_fixed_size: " << C.Win.Lds
     << "\n    .private_segment_fixed_size: " << C.Win.Scratch
     << "\n    .wavefront_size: 64\n    .sgpr_count: 54\n    .vgpr_count: "
     << (kFirstV + C.Win.V + 7) / 8 * 8 + C.Win.A
     << "\n    .agpr_count: " << C.Win.A
     << "\n    .max_flat_workgroup_size: 64\n    .args:\n"
     << "      - {.size: 8, .offset: 0, .value_kind: global_buffer,"
        " .address_space: global}\n"
     << "      - {.size: 8, .offset: 8, .value_kind: global_buffer,"
        " .address_space: global}\n";
}

std::string spmla::emutest::moduleText(const Table &T,
                                       const std::vector<size_t> &Indices) {
  std::ostringstream OS;
  OS << ".amdgcn_target \"amdgcn-amd-amdhsa--" << T.Arch
     << "\"\n.amdhsa_code_object_version 5\n";
  for (size_t I : Indices)
    emitKernel(OS, "k" + std::to_string(I), T.Cases[I]);
  OS << ".amdgpu_metadata\n---\namdhsa.version: [1, 2]\n"
     << "amdhsa.target: amdgcn-amd-amdhsa--" << T.Arch << "\namdhsa.kernels:\n";
  for (size_t I : Indices)
    emitMetadata(OS, "k" + std::to_string(I), T.Cases[I]);
  OS << "...\n.end_amdgpu_metadata\n";
  return OS.str();
}
