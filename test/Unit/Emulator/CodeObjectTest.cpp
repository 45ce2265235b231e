//===- CodeObjectTest.cpp - Loading good and corrupt code objects ---------===//

#include "emulator/CodeObject.h"
#include "Device.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

using namespace spmla::emutest;
using namespace spmla::emu;
using namespace spmla::hip;

namespace {

// Loads from memory that ends with the image: reading on is a crash.
CodeObject::Result load(const std::vector<uint8_t> &image,
                        const char *arch = "gfx950") {
  size_t pages = (image.size() + 4095) / 4096 * 4096;
  AllocationPtr memory = Allocation::map(pages);
  uint8_t *begin = memory->data() + pages - image.size();
  std::copy(image.begin(), image.end(), begin);
  return CodeObject::load(begin, image.size(), *findArch(arch));
}

TEST(CodeObject, LoadsVersion5) {
  CodeObject::Result r = load(readKernels("Launch"));
  ASSERT_EQ(r.status, LoadStatus::Ok) << r.error;
  const Kernel *k = r.object->findKernel("sums");
  ASSERT_TRUE(k);
  EXPECT_EQ(k->descriptor.ldsBytes, 4096u);
  EXPECT_EQ(k->metadata.symbol, "sums.kd");
  EXPECT_FALSE(r.object->findKernel("sum"));
}

TEST(CodeObject, OtherTargetIsNamed) {
  CodeObject::Result r = load(readKernels("Gfx942"));
  EXPECT_EQ(r.status, LoadStatus::WrongTarget);
  EXPECT_NE(
      r.error.find("expects a code object for gfx950, got one for gfx942"),
      std::string::npos)
      << r.error;
  EXPECT_EQ(load(readKernels("Gfx942"), "gfx942").status, LoadStatus::Ok);
  EXPECT_EQ(load(readKernels("Launch"), "gfx942").status,
            LoadStatus::WrongTarget);
}

// xnack and sramecc of image and device, as in ROCm/TheRock PR#5668 and
// rocm-systems PR#11737: "any" fits, the opposite does not.
TEST(CodeObject, TargetFeaturesMustFit) {
  std::vector<uint8_t> image = readKernels("Launch");
  uint32_t flags;
  std::memcpy(&flags, &image[offsetof(Elf64_Ehdr, e_flags)], 4);
  auto status = [&](uint32_t features) {
    uint32_t changed = (flags & 0xff) | features;
    std::memcpy(&image[offsetof(Elf64_Ehdr, e_flags)], &changed, 4);
    return load(image).status;
  };
  EXPECT_EQ(status(0x100 | 0x400), LoadStatus::Ok);          // any, any
  EXPECT_EQ(status(0x200 | 0xc00), LoadStatus::Ok);          // xnack-, sramecc+
  EXPECT_EQ(status(0x300 | 0x400), LoadStatus::WrongTarget); // xnack+
  EXPECT_EQ(status(0x100 | 0x800), LoadStatus::WrongTarget); // sramecc-
}

TEST(CodeObject, UnknownInstructionsAreAllListed) {
  CodeObject::Result r = load(readKernels("Unknown"));
  ASSERT_EQ(r.status, LoadStatus::Invalid);
  for (const char *part :
       {"2 kinds", "v_trig_preop_f64 v[2:3], v[4:5], v6: unknown instruction",
        "v_mqsad_u32_u8", "gfx950"})
    EXPECT_NE(r.error.find(part), std::string::npos) << r.error;
  // The one that occurs twice has two pcs.
  size_t line = r.error.find("at pc");
  std::string pcs = r.error.substr(line, r.error.find('\n', line) - line);
  EXPECT_NE(pcs.find(" 0x", pcs.find(" 0x") + 1), std::string::npos) << pcs;
}

// An unlinked object (ROCm/hip#2269), one without metadata (hip#1066).
TEST(CodeObject, RelocatableFileAndMissingNoteAreRefused) {
  std::vector<uint8_t> image = readKernels("Launch");
  std::vector<uint8_t> relocatable = image;
  relocatable[offsetof(Elf64_Ehdr, e_type)] = ET_REL;
  EXPECT_EQ(load(relocatable).status, LoadStatus::Invalid);

  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof(header));
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    size_t at = header.e_shoff + i * sizeof(Elf64_Shdr);
    Elf64_Shdr section;
    std::memcpy(&section, &image[at], sizeof(section));
    if (section.sh_type == SHT_NOTE)
      section.sh_type = SHT_PROGBITS;
    std::memcpy(&image[at], &section, sizeof(section));
  }
  CodeObject::Result r = load(image);
  EXPECT_EQ(r.status, LoadStatus::Invalid);
  EXPECT_NE(r.error.find("metadata note"), std::string::npos) << r.error;
}

TEST(CodeObject, VariablesLieInASegment) {
  std::vector<uint8_t> image = readKernels("Launch");
  CodeObject::Result r = load(image);
  ASSERT_EQ(r.status, LoadStatus::Ok) << r.error;
  const Variable *v = r.object->findVariable("settable");
  ASSERT_TRUE(v);
  unsigned found = 0;
  for (size_t at = 0; at + sizeof(Elf64_Sym) <= image.size(); at += 8) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, &image[at], sizeof(symbol));
    if (symbol.st_value != v->offset || symbol.st_size != v->bytes ||
        ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT)
      continue;
    symbol.st_size = uint64_t(1) << 40;
    std::memcpy(&image[at], &symbol, sizeof(symbol));
    ++found;
  }
  EXPECT_GE(found, 1u);
  r = load(image);
  EXPECT_EQ(r.status, LoadStatus::Invalid);
  EXPECT_NE(r.error.find("expects variable settable to lie in a segment"),
            std::string::npos)
      << r.error;
}

// No file may crash the loader: every length, in steps of 16 bytes.
TEST(CodeObject, TruncatedFilesAreErrors) {
  std::vector<uint8_t> image = readKernels("Unknown");
  unsigned refused = 0;
  for (size_t size = 0; size < image.size(); size += 16) {
    std::vector<uint8_t> part(image.begin(), image.begin() + size);
    CodeObject::Result r = load(part);
    EXPECT_NE(r.status, LoadStatus::Ok) << size;
    EXPECT_FALSE(r.error.empty());
    ++refused;
  }
  EXPECT_GT(refused, 100u);
}

// Bytes changed anywhere. Many changes are harmless; none may crash, and an
// error has a text.
TEST(CodeObject, ChangedBytesNeverCrash) {
  const std::vector<uint8_t> image = readKernels("Faults");
  constexpr uint8_t changes[] = {0xff, 0x80, 0x01};
  unsigned errors = 0;
  for (size_t at = 0; at < image.size(); ++at) {
    std::vector<uint8_t> changed = image;
    changed[at] ^= changes[at % 3];
    CodeObject::Result r = load(changed);
    if (r.status != LoadStatus::Ok) {
      EXPECT_FALSE(r.error.empty());
      ++errors;
    }
  }
  EXPECT_GT(errors, 300u);
}

TEST(CodeObject, HeaderFieldsOfAnySizeNeverCrash) {
  const std::vector<uint8_t> image = readKernels("Launch");
  for (size_t at = 0; at + 8 <= 64; ++at)
    for (uint64_t value :
         {~uint64_t(0), uint64_t(1) << 63, uint64_t(1) << 32,
          uint64_t(image.size()), uint64_t(image.size()) - 1, uint64_t(0)}) {
      std::vector<uint8_t> changed = image;
      std::memcpy(&changed[at], &value, 8);
      CodeObject::Result r = load(changed);
      EXPECT_TRUE(r.status == LoadStatus::Ok || !r.error.empty());
    }
}

// hipModuleLoadData gets no size: a file whose headers point behind readable
// memory is an error all the same.
TEST(CodeObject, PointerWithoutSize) {
  std::vector<uint8_t> image = readKernels("Launch");
  uint64_t huge = 1ull << 30;
  std::memcpy(&image[offsetof(Elf64_Ehdr, e_shoff)], &huge, 8);
  hipModule_t module = nullptr;
  EXPECT_EQ(hipModuleLoadData(&module, image.data()), hipErrorInvalidImage);
  EXPECT_EQ(module, nullptr);
  const char text[] = "not an ELF file, but long enough to be looked at as if "
                      "it were one";
  EXPECT_EQ(hipModuleLoadData(&module, text), hipErrorInvalidImage);
}

} // namespace
