// Kernels that commit one fault each.
.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
.text

.globl ldsOutside
.p2align 8
.type ldsOutside,@function
ldsOutside:
  v_mov_b32 v1, 0x1000
  ds_read_b32 v2, v1
  s_endpgm

.globl ldsEdge
.p2align 8
.type ldsEdge,@function
ldsEdge:
  v_mov_b32 v1, 0xffc
  ds_write_b32 v1, v0
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  s_endpgm

.globl roundingMode
.p2align 8
.type roundingMode,@function
roundingMode:
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
  s_endpgm

.globl trap
.p2align 8
.type trap,@function
trap:
  s_trap 2
  s_endpgm

.globl badJump
.p2align 8
.type badJump,@function
badJump:
  s_mov_b64 s[4:5], 64
  s_setpc_b64 s[4:5]
  s_endpgm

.globl structuredBuffer
.p2align 8
.type structuredBuffer,@function
structuredBuffer:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_or_b32 s5, s5, 0x40000
  s_mov_b32 s6, 64
  s_mov_b32 s7, 0x20000
  v_mov_b32 v1, 0
  buffer_load_dword v2, v1, s[4:7], 0 offen
  s_endpgm

.globl partialTranspose
.p2align 8
.type partialTranspose,@function
partialTranspose:
  s_mov_b64 exec, 1
  v_mov_b32 v1, 0
  ds_read_b64_tr_b8 v[2:3], v1
  s_endpgm

.rodata
.p2align 6
.amdhsa_kernel ldsOutside
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdhsa_kernel ldsEdge
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdhsa_kernel roundingMode
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdhsa_kernel trap
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdhsa_kernel badJump
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdhsa_kernel structuredBuffer
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 0
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel

.amdhsa_kernel partialTranspose
  .amdhsa_next_free_vgpr 64
  .amdhsa_next_free_sgpr 32
  .amdhsa_accum_offset 64
  .amdhsa_group_segment_fixed_size 4096
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
.end_amdhsa_kernel


.amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: ldsOutside
    .symbol: ldsOutside.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: ldsEdge
    .symbol: ldsEdge.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: roundingMode
    .symbol: roundingMode.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: trap
    .symbol: trap.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: badJump
    .symbol: badJump.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: structuredBuffer
    .symbol: structuredBuffer.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
  - .name: partialTranspose
    .symbol: partialTranspose.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 4096
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 32
    .vgpr_count: 64
    .max_flat_workgroup_size: 1024
    .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
        .address_space: global
...
.end_amdgpu_metadata
