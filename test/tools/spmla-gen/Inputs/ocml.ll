declare float @__ocml_exp2_f32(float)
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %y = call float @__ocml_exp2_f32(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
