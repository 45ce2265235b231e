; Fine, but not the kernel that was asked for.
define amdgpu_kernel void @k(i32 %n) {
  ret void
}
