// Matrix and transcendental instructions on any bits: 128 bytes per lane.
.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
.text

.globl matrix
.p2align 8
.type matrix,@function
matrix:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_load_dwordx2 s[6:7], s[0:1], 0x8
  v_lshlrev_b32 v1, 7, v0
  s_waitcnt lgkmcnt(0)
  global_load_dwordx4 v[8:11], v1, s[6:7]
  global_load_dwordx4 v[12:15], v1, s[6:7] offset:16
  global_load_dwordx4 v[16:19], v1, s[6:7] offset:32
  global_load_dwordx4 v[20:23], v1, s[6:7] offset:48
  s_waitcnt vmcnt(0)
  v_cvt_f32_i32 v24, v8
  v_exp_f32 v24, v9
  v_log_f32 v25, v10
  v_rcp_f32 v26, v11
  v_sqrt_f32 v27, v12
  v_sin_f32 v28, v13
  v_mfma_f32_16x16x128_f8f6f4 v[32:35], v[8:15], v[16:23], v[24:27]
  v_mfma_f32_16x16x32_bf16 v[36:39], v[8:11], v[16:19], v[24:27]
  v_mfma_f32_16x16x32_f16 a[0:3], v[8:11], v[16:19], 1.0
  v_mfma_f32_16x16x4_f32 v[44:47], v8, v16, v[24:27]
  s_nop 15
  v_accvgpr_read_b32 v40, a0
  v_accvgpr_read_b32 v41, a1
  v_accvgpr_read_b32 v42, a2
  v_accvgpr_read_b32 v43, a3
  v_mov_b32 v29, 0 // the conversion keeps the upper half
  v_cvt_pk_fp8_f32 v29, v24, v25
  v_cvt_pk_bf16_f32 v30, v26, v27
  v_pk_fma_f32 v[48:49], v[24:25], v[26:27], v[24:25]
  v_pk_fma_f16 v31, v8, v9, v10
  global_store_dwordx4 v1, v[24:27], s[4:5]
  global_store_dwordx4 v1, v[28:31], s[4:5] offset:16
  global_store_dwordx4 v1, v[32:35], s[4:5] offset:32
  global_store_dwordx4 v1, v[36:39], s[4:5] offset:48
  global_store_dwordx4 v1, v[40:43], s[4:5] offset:64
  global_store_dwordx4 v1, v[44:47], s[4:5] offset:80
  global_store_dwordx2 v1, v[48:49], s[4:5] offset:96
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel matrix
  .amdhsa_next_free_vgpr 72
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: matrix
    .symbol: matrix.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 72
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
      - .offset: 8
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
.end_amdgpu_metadata
