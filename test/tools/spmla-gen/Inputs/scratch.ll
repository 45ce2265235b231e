; Memory that the backend cannot keep in registers.
define amdgpu_kernel void @k(i32 %n) {
  %memory = alloca [64 x i32], addrspace(5)
  %element = getelementptr i32, ptr addrspace(5) %memory, i32 %n
  store volatile i32 1, ptr addrspace(5) %element
  ret void
}
