//===- BodyKernel.cpp - A kernel around a few instructions ----------------===//

#include "BodyKernel.h"

std::string spmla::emutest::bodyKernelText(const std::string &body,
                                           const std::string &arch,
                                           const std::string &first) {
  std::string text = R"(.amdgcn_target "amdgcn-amd-amdhsa--)" + arch + R"("
.amdhsa_code_object_version 5
.text
.p2align 8
.globl k
.type k,@function
k:
)" + first + R"(
  v_lshrrev_b32 v1, 6, v0
  v_and_b32 v2, 63, v0
  v_readfirstlane_b32 s4, v1
  v_lshlrev_b32 v3, 2, v2
  v_lshlrev_b32 v4, 2, v0
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[12:13], s[6:7]
  s_mov_b32 s14, 0x10000
  s_mov_b32 s15, 0x00027000
)";
  text += body;
  text += R"(
  s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_kernarg_size 8
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_sgpr_workgroup_id_x 1
  .amdhsa_accum_offset 64
  .amdhsa_next_free_vgpr 128
  .amdhsa_next_free_sgpr 48
.end_amdhsa_kernel
.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.target: amdgcn-amd-amdhsa--)" +
          arch + R"(
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 54
    .vgpr_count: 128
    .agpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - {.size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global}
...
.end_amdgpu_metadata
)";
  return text;
}
