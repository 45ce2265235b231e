//===- StrictKernel.cpp - Small kernels run in strict mode ----------------===//

#include "StrictKernel.h"
#include "../../../Emulator/Assembler.h"
#include "../BodyKernel.h"
#include "../Device.h"

using namespace spmla;
using namespace spmla::hip;

namespace spmla::emutest {

constexpr size_t kBytes = 65536;

std::string runStrict(const StrictCase &c) {
  std::string error;
  std::vector<char> image =
      assemble(bodyKernelText(c.body, "gfx950"), "gfx950", error);
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
