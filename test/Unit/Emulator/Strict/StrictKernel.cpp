//===- StrictKernel.cpp - Small kernels run in strict mode ----------------===//

#include "StrictKernel.h"
#include "../../../Emulator/Assembler.h"
#include "../Device.h"

using namespace spmla;
using namespace spmla::hip;

namespace spmla::emutest {

namespace {

constexpr size_t kBytes = 65536;

std::string moduleText(const StrictCase &c) {
  std::string text = R"(.amdgcn_target "amdgcn-amd-amdhsa--gfx950"
.amdhsa_code_object_version 5
.text
.p2align 8
.globl k
.type k,@function
k:
  v_lshrrev_b32 v1, 6, v0
  v_readfirstlane_b32 s4, v1
  v_and_b32 v2, 63, v0
  v_lshlrev_b32 v3, 2, v2
  v_lshlrev_b32 v4, 2, v0
  s_load_dwordx2 s[6:7], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_mov_b64 s[12:13], s[6:7]
  s_mov_b32 s14, 0x10000
  s_mov_b32 s15, 0x00027000
)";
  text += c.body;
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
amdhsa.target: amdgcn-amd-amdhsa--gfx950
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

} // namespace

std::string runStrict(const StrictCase &c) {
  std::string error;
  std::vector<char> image = assemble(moduleText(c), "gfx950", error);
  EXPECT_FALSE(image.empty()) << error;
  if (image.empty())
    return error;
  hipModule_t module = nullptr;
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess)
      << spmla_emu_last_error();
  hipFunction_t function = nullptr;
  EXPECT_EQ(hipModuleGetFunction(&function, module, "k"), hipSuccess);
  std::string text;
  {
    void *memory = nullptr;
    EXPECT_EQ(hipMalloc(&memory, kBytes), hipSuccess);
    EXPECT_EQ(hipMemset(memory, 0, c.written), hipSuccess);
    void *parameters[] = {&memory};
    // One thread: which of two sides comes first is then certain.
    spmla_emu_set_threads(1);
    hipError_t result =
        hipModuleLaunchKernel(function, c.groups, 1, 1, 64 * c.waves, 1, 1, 0,
                              nullptr, parameters, nullptr);
    if (result != hipSuccess)
      text = spmla_emu_last_error();
    EXPECT_EQ(text.empty(), result == hipSuccess);
    EXPECT_EQ(hipFree(memory), hipSuccess);
  }
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
  return text;
}

TEST_P(StrictTest, SaysWhatIsWrong) {
  const StrictCase &c = GetParam();
  spmla_emu_set_strict(1);
  std::string text = runStrict(c);
  spmla_emu_set_strict(0);
  if (c.texts.empty()) {
    EXPECT_EQ(text, "");
    return;
  }
  EXPECT_NE(text, "");
  for (const char *part : c.texts)
    EXPECT_NE(text.find(part), std::string::npos)
        << "no \"" << part << "\" in:\n"
        << text;
  // The fast mode does not mind.
  EXPECT_EQ(runStrict(c), "");
}

} // namespace spmla::emutest
