@tile = internal addrspace(3) global [163856 x i8] poison, align 16
define amdgpu_kernel void @k(i32 %n) {
  store volatile i32 %n, ptr addrspace(3) @tile
  ret void
}
