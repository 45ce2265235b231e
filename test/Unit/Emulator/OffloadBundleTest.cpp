//===- OffloadBundleTest.cpp - Files with code for several targets --------===//

#include "emulator/OffloadBundle.h"
#include "Device.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Compression.h>

#include <algorithm>
#include <cstring>

using namespace spmla::emutest;
using namespace spmla::emu;
using namespace spmla::hip;

namespace {

using Bytes = std::vector<uint8_t>;
struct Input {
  std::string id;
  Bytes image;
};

template <class T> void append(Bytes &bytes, T value) {
  const auto *p = reinterpret_cast<const uint8_t *>(&value);
  bytes.insert(bytes.end(), p, p + sizeof(value));
}
void appendText(Bytes &bytes, const std::string &text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

std::string deviceId(const std::string &target) {
  return "hipv4-amdgcn-amd-amdhsa--" + target;
}

Bytes bundleOf(const std::vector<Input> &inputs) {
  Bytes head, images;
  size_t headBytes = 24 + 8;
  for (const Input &input : inputs)
    headBytes += 24 + input.id.size();
  appendText(head, "__CLANG_OFFLOAD_BUNDLE__");
  append<uint64_t>(head, inputs.size());
  for (const Input &input : inputs) {
    append<uint64_t>(head, headBytes + images.size());
    append<uint64_t>(head, input.image.size());
    append<uint64_t>(head, input.id.size());
    appendText(head, input.id);
    images.insert(images.end(), input.image.begin(), input.image.end());
  }
  head.insert(head.end(), images.begin(), images.end());
  return head;
}

Bytes compressed(const Bytes &bundle, uint16_t version, bool zstd) {
  llvm::SmallVector<uint8_t, 0> packed;
  llvm::compression::compress(zstd ? llvm::compression::Format::Zstd
                                   : llvm::compression::Format::Zlib,
                              bundle, packed);
  Bytes file;
  appendText(file, "CCOB");
  append<uint16_t>(file, version);
  append<uint16_t>(file, zstd);
  if (version == 2) {
    append(file, static_cast<uint32_t>(24 + packed.size()));
    append(file, static_cast<uint32_t>(bundle.size()));
  } else {
    append<uint64_t>(file, 32 + packed.size());
    append<uint64_t>(file, bundle.size());
  }
  append<uint64_t>(file, 0); // a hash that nobody reads
  file.insert(file.end(), packed.begin(), packed.end());
  return file;
}

// Which of the images is chosen for a device; as a number, or the error.
std::string chosen(const Bytes &file, const std::vector<Input> &inputs,
                   const char *arch) {
  ModuleImage image =
      findModuleImage(file.data(), file.size(), *findArch(arch));
  if (image.status != LoadStatus::Ok)
    return (image.status == LoadStatus::WrongTarget ? "wrong target: "
                                                    : "invalid: ") +
           image.error;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].image == Bytes(image.data, image.data + image.size))
      return std::to_string(i);
  return "something else";
}

Bytes fake(uint8_t byte) { return Bytes(100, byte); }

TEST(OffloadBundle, GivesTheDevicesEntry) {
  const std::vector<Input> inputs = {
      {"host-x86_64-unknown-linux-gnu-", {}},
      {deviceId("gfx90a"), fake(1)},
      {deviceId("gfx942"), fake(2)},
      {"hip-amdgcn-amd-amdhsa-gfx950", fake(3)}, // without an environment
  };
  Bytes file = bundleOf(inputs);
  EXPECT_EQ(chosen(file, inputs, "gfx942"), "2");
  EXPECT_EQ(chosen(file, inputs, "gfx950"), "3");
  for (uint16_t version : {2, 3})
    for (bool zstd : {false, true}) {
      Bytes packed = compressed(file, version, zstd);
      EXPECT_EQ(chosen(packed, inputs, "gfx942"), "2");
      EXPECT_EQ(chosen(packed, inputs, "gfx950"), "3");
    }
}

// Features as in ROCm/TheRock PR#5668 and rocm-systems PR#11737; generic code
// as in rocm-libraries#9366; retired names (iree PR#19206) fit nothing.
TEST(OffloadBundle, MatchesTargets) {
  struct {
    std::vector<const char *> targets;
    const char *chosen;
  } cases[] = {
      {{"gfx950"}, "0"},
      {{"gfx950:xnack-"}, "0"},
      {{"gfx950:sramecc+:xnack-"}, "0"},
      {{"gfx950:xnack+", "gfx950:xnack-"}, "1"},
      {{"gfx950", "gfx950:sramecc+", "gfx950:xnack+"}, "1"},
      {{"gfx950:sramecc+:xnack-", "gfx950"}, "0"},
      {{"gfx942", "gfx9-4-generic"}, "1"},
      {{"gfx950", "gfx9-4-generic:sramecc+:xnack-"}, "0"},
      {{"gfx9-4-generic", "gfx950"}, "1"},
      {{"gfx950:xnack+"},
       "wrong target: expects an offload bundle to have an entry for "
       "gfx950:sramecc+:xnack-, got gfx950:xnack+"},
      {{"gfx950:sramecc-"},
       "wrong target: expects an offload bundle to have an entry for "
       "gfx950:sramecc+:xnack-, got gfx950:sramecc-"},
      {{"gfx90a", "gfx942", "gfx940", "gfx9500"},
       "wrong target: expects an offload bundle to have an entry for "
       "gfx950:sramecc+:xnack-, got gfx90a, gfx942, gfx940, gfx9500"},
      {{},
       "wrong target: expects an offload bundle to have an entry for "
       "gfx950:sramecc+:xnack-, got none"},
  };
  for (const auto &c : cases) {
    std::vector<Input> inputs;
    for (const char *target : c.targets)
      inputs.push_back(
          {deviceId(target), fake(static_cast<uint8_t>(inputs.size()))});
    EXPECT_EQ(chosen(bundleOf(inputs), inputs, "gfx950"), c.chosen);
  }
}

// hipModuleLoadData is given a pointer: the size comes from the file's headers,
// and nothing behind it is touched.
TEST(OffloadBundle, LoadsAsAModule) {
  Bytes bundle = bundleOf({{deviceId("gfx942"), readKernels("Gfx942")},
                           {deviceId("gfx950"), readKernels("Launch")}});
  for (const Bytes &file :
       {bundle, compressed(bundle, 2, true), compressed(bundle, 3, false),
        readKernels("Generic")}) {
    size_t pages = (file.size() + 4095) / 4096 * 4096;
    AllocationPtr memory = Allocation::map(pages);
    uint8_t *begin = memory->data() + pages - file.size();
    std::copy(file.begin(), file.end(), begin);
    hipModule_t module = nullptr;
    ASSERT_EQ(hipModuleLoadData(&module, begin), hipSuccess)
        << spmla_emu_last_error();
    // The file may go once it is loaded.
    std::fill_n(begin, file.size(), 0);
    Buffer in(64, 3), out(1, 0);
    uint32_t n = 64;
    hipFunction_t function = nullptr;
    ASSERT_EQ(hipModuleGetFunction(&function, module, "sums"), hipSuccess);
    void *parameters[] = {out.parameter(), in.parameter(), &n};
    EXPECT_EQ(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr,
                                    parameters, nullptr),
              hipSuccess);
    EXPECT_EQ(out.read()[0], 192u);
    EXPECT_EQ(hipModuleUnload(module), hipSuccess);
  }
  hipModule_t module = nullptr;
  Bytes other = bundleOf({{deviceId("gfx90a"), fake(1)}});
  EXPECT_EQ(hipModuleLoadData(&module, other.data()), hipErrorNoBinaryForGpu);
  EXPECT_NE(std::string(spmla_emu_last_error()).find("got gfx90a"),
            std::string::npos);
  other = bundleOf({{deviceId("gfx950"), readKernels("Gfx942")}});
  EXPECT_EQ(hipModuleLoadData(&module, other.data()), hipErrorNoBinaryForGpu);
}

TEST(OffloadBundle, CompressionErrorsAreNamed) {
  const std::vector<Input> inputs = {{deviceId("gfx950"), fake(1)}};
  Bytes good = compressed(bundleOf(inputs), 3, true);
  auto with = [&](size_t at, uint8_t byte) {
    Bytes file = good;
    file[at] = byte;
    return chosen(file, inputs, "gfx950");
  };
  auto expectPart = [](const std::string &text, const char *part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(chosen(good, inputs, "gfx950"), "0");
  expectPart(with(4, 1), "of version 2 or 3, got version 1");
  expectPart(with(6, 2), "zlib (0) or zstd (1), got method 2");
  expectPart(with(6, 0), "to be whole, got");
  expectPart(with(8, 33), "to be whole, got");
  expectPart(with(10, 1), "to lie in its file, got");
  expectPart(with(23, 1), "to fit in memory, got");
  expectPart(with(16, 0xff), "bytes inside, got");
  expectPart(with(40, good[40] ^ 0xff), "to be whole, got");
  Bytes inner = compressed(fake(1), 3, true);
  expectPart(chosen(inner, inputs, "gfx950"),
             "expects an offload bundle inside a compressed one");
}

// Any length and any changed byte is an error or a bundle, never a crash. The
// memory ends with the file.
TEST(OffloadBundle, CorruptFilesAreErrors) {
  const std::vector<Input> inputs = {{deviceId("gfx942"), fake(1)},
                                     {deviceId("gfx950"), fake(2)}};
  Bytes bundle = bundleOf(inputs);
  for (const Bytes &whole :
       {bundle, compressed(bundle, 2, false), compressed(bundle, 3, true)}) {
    AllocationPtr memory = Allocation::map(4096);
    auto load = [&](const Bytes &file) {
      uint8_t *begin = memory->data() + 4096 - file.size();
      std::copy(file.begin(), file.end(), begin);
      EXPECT_LE(moduleFileBytes(begin,
                                [&](size_t wanted) {
                                  return std::min(wanted, file.size());
                                }),
                file.size());
      return findModuleImage(begin, file.size(), *findArch("gfx950")).status;
    };
    EXPECT_EQ(load(whole), LoadStatus::Ok);
    // Shorter than the magic it is no bundle, and nothing looks into it.
    for (size_t size = 24; size < whole.size(); ++size)
      EXPECT_NE(load(Bytes(whole.begin(), whole.begin() + size)),
                LoadStatus::Ok)
          << size;
    for (size_t at = 0; at < whole.size(); ++at)
      for (uint8_t change : {0xff, 0x80, 0x01}) {
        Bytes changed = whole;
        changed[at] ^= change;
        load(changed);
      }
  }
}

} // namespace
