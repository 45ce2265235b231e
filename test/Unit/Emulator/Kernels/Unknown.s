// Two instructions that the emulator does not know, one of them twice.
.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
.text
.globl unknown
.p2align 8
.type unknown,@function
unknown:
  v_mov_b32 v1, 0
  v_trig_preop_f64 v[2:3], v[4:5], v6
  s_nop 0
  v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11]
  v_trig_preop_f64 v[2:3], v[4:5], v6
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel unknown
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 16
  .amdhsa_accum_offset 16
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: unknown
    .symbol: unknown.kd
    .kernarg_segment_size: 0
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 16
    .max_flat_workgroup_size: 256
...
.end_amdgpu_metadata
