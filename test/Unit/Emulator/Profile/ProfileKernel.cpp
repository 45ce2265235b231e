//===- ProfileKernel.cpp - Small kernels run with profiling ---------------===//

#include "ProfileKernel.h"
#include "../../../Emulator/Assembler.h"
#include "../BodyKernel.h"

using namespace spmla;
using namespace spmla::hip;
using nlohmann::json;

namespace spmla::emutest {

constexpr size_t kBytes = 65536;
// Of gfx942; the kernel itself declares 4 KiB.
constexpr unsigned kDynamicLds = 65536 - 4096;

ProfileKernel::ProfileKernel(const std::string &body, const std::string &arch,
                             const std::string &first) {
  if (arch != spmla_emu_device_arch(0))
    EXPECT_EQ(spmla_emu_set_devices(arch.c_str()), 0) << spmla_emu_last_error();
  std::string error;
  std::vector<char> image =
      assemble(bodyKernelText(body, arch, first), arch, error);
  EXPECT_NE(image.size(), 0u) << error;
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess)
      << spmla_emu_last_error();
  EXPECT_EQ(hipMalloc(&memory, kBytes), hipSuccess);
  EXPECT_EQ(hipMemset(memory, 0, kBytes), hipSuccess);
  spmla_emu_reset_profile();
  spmla_emu_set_profile(1);
}

ProfileKernel::~ProfileKernel() {
  spmla_emu_set_profile(0);
  spmla_emu_reset_profile();
  EXPECT_EQ(hipFree(memory), hipSuccess);
  EXPECT_EQ(hipModuleUnload(module), hipSuccess);
}

hipError_t ProfileKernel::launch(unsigned groups, unsigned workitems) {
  hipFunction_t function = nullptr;
  EXPECT_EQ(hipModuleGetFunction(&function, module, "k"), hipSuccess);
  void *parameters[] = {&memory};
  return hipModuleLaunchKernel(function, groups, 1, 1, workitems, 1, 1,
                               kDynamicLds, nullptr, parameters, nullptr);
}

json profileOfProcess() { return json::parse(spmla_emu_profile_json()); }

json profileOf(const std::string &body, const std::string &arch,
               unsigned workitems) {
  ProfileKernel kernel(body, arch);
  EXPECT_EQ(kernel.launch(1, workitems), hipSuccess) << spmla_emu_last_error();
  return profileOfProcess().at("kernels").at(0);
}

json countersOf(const json &kernel, const std::string &text) {
  json found;
  unsigned count = 0;
  for (const json &instruction : kernel.at("instructions"))
    if (instruction.at("text").get<std::string>().rfind(text, 0) == 0) {
      found = instruction;
      ++count;
    }
  EXPECT_EQ(count, 1u) << text << " in " << kernel.dump(1);
  for (const char *key : {"pc", "text", "class"})
    found.erase(key);
  return found;
}

} // namespace spmla::emutest
