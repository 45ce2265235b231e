define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %y = fadd nnan float %x, 1.0
  store float %y, ptr addrspace(1) %p
  ret void
}
