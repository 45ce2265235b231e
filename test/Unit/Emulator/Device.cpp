//===- Device.cpp - The HIP calls that the tests share --------------------===//

#include "Device.h"
#include "emulator/Registry.h"

#include <fstream>

using namespace spmla;
using namespace spmla::emutest;
using namespace spmla::hip;

namespace {

// Every test starts with one gfx950 and the widest instruction set, whatever
// ran before it in the same process.
class FreshDevice : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo &) override {
    EXPECT_EQ(spmla_emu_set_devices("gfx950"), 0) << spmla_emu_last_error();
    EXPECT_EQ(hipSetDevice(0), hipSuccess);
    spmla_emu_set_threads(0);
    for (emu::HostIsa isa :
         {emu::HostIsa::Generic, emu::HostIsa::Avx2, emu::HostIsa::Avx512})
      if (emu::hostHas(isa))
        emu::selectHostIsa(isa);
    (void)hipGetLastError();
  }
};

[[maybe_unused]] const bool registered = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new FreshDevice());
  return true;
}();

} // namespace

std::vector<uint8_t> spmla::emutest::readKernels(const std::string &name) {
  std::ifstream file(std::string(SPMLA_KERNELS) + "/" + name + ".hsaco",
                     std::ios::binary);
  EXPECT_TRUE(file) << name;
  return std::vector<uint8_t>((std::istreambuf_iterator<char>(file)),
                              std::istreambuf_iterator<char>());
}

Buffer::Buffer(std::vector<uint32_t> words) : count(words.size()) {
  EXPECT_EQ(hipMalloc(&pointer, 4 * count), hipSuccess);
  EXPECT_EQ(hipMemcpy(pointer, words.data(), 4 * count, hipMemcpyHostToDevice),
            hipSuccess);
}
Buffer::~Buffer() { EXPECT_EQ(hipFree(pointer), hipSuccess); }

std::vector<uint32_t> Buffer::read() const {
  std::vector<uint32_t> words(count);
  EXPECT_EQ(hipMemcpy(words.data(), pointer, 4 * count, hipMemcpyDeviceToHost),
            hipSuccess);
  return words;
}

Module::Module(const std::string &name) {
  std::vector<uint8_t> image = readKernels(name);
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), hipSuccess)
      << spmla_emu_last_error();
}
Module::~Module() { EXPECT_EQ(hipModuleUnload(module), hipSuccess); }

hipFunction_t Module::function(const std::string &name) {
  hipFunction_t function = nullptr;
  EXPECT_EQ(hipModuleGetFunction(&function, module, name.c_str()), hipSuccess)
      << spmla_emu_last_error();
  return function;
}

hipError_t Module::launch(const std::string &name, unsigned blocks,
                          unsigned threads, std::vector<void *> parameters,
                          unsigned dynamicLds) {
  return hipModuleLaunchKernel(function(name), blocks, 1, 1, threads, 1, 1,
                               dynamicLds, nullptr, parameters.data(), nullptr);
}
