//===- CodeObjectFileTest.cpp ---------------------------------------------===//

#include "CodeObjectFile.h"

#include "Error.h"
#include "KernelFiles.h"
#include "Manifest.h"

#include "gtest/gtest.h"

#include <elf.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>

using namespace spmla;
using namespace spmla::runtime;

namespace {
/// Checks a copy that ends where its heap block ends, so that an address
/// sanitizer sees a read past it.
std::string elfError(const std::string &image) {
  try {
    checkElf(std::string(image.data(), image.size()), "k.hsaco");
  } catch (const Error &error) {
    return error.what();
  }
  return "accepted";
}

std::string afterHeaderChange(const std::function<void(Elf64_Ehdr &)> &change) {
  std::string image = test::emptyCodeObject();
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof header);
  change(header);
  std::memcpy(&image[0], &header, sizeof header);
  return elfError(image);
}

TEST(CodeObjectFile, AcceptsALinkedObject) {
  EXPECT_EQ(checkElf(test::emptyCodeObject(), "k.hsaco").str(), "gfx950");
}

// TheRock issue 7976: every truncation is refused, none is read past its end.
TEST(CodeObjectFile, RefusesEveryTruncation) {
  std::string image = test::emptyCodeObject();
  for (size_t size = 0; size != image.size(); ++size)
    EXPECT_NE(elfError(image.substr(0, size)), "accepted") << size;
}

// hrx-system PR 104 and 173, hip issue 2269: each field off by one.
TEST(CodeObjectFile, NamesTheWrongField) {
  EXPECT_EQ(afterHeaderChange([](Elf64_Ehdr &h) { h.e_ident[0] ^= 1; }),
            "'k.hsaco': expects the file to be an ELF image, got another magic "
            "number");
  EXPECT_EQ(afterHeaderChange(
                [](Elf64_Ehdr &h) { h.e_ident[EI_CLASS] = ELFCLASS32; }),
            "'k.hsaco': expects the ELF class to be 2 (64-bit), got 1");
  EXPECT_EQ(
      afterHeaderChange(
          [](Elf64_Ehdr &h) { h.e_ident[EI_DATA] = ELFDATA2MSB; }),
      "'k.hsaco': expects the ELF data encoding to be 1 (little-endian), got "
      "2");
  EXPECT_EQ(afterHeaderChange([](Elf64_Ehdr &h) { ++h.e_ident[EI_VERSION]; }),
            "'k.hsaco': expects the ELF version to be 1 (current), got 2");
  EXPECT_EQ(afterHeaderChange([](Elf64_Ehdr &h) { ++h.e_ident[EI_OSABI]; }),
            "'k.hsaco': expects the ELF OS ABI to be 64 (AMDGPU HSA), got 65");
  EXPECT_EQ(
      afterHeaderChange([](Elf64_Ehdr &h) { h.e_ident[EI_ABIVERSION] = 5; }),
      "'k.hsaco': expects the ELF ABI version to be 2 to 4 (code object "
      "version "
      "4 to 6), got 5");
  EXPECT_EQ(afterHeaderChange([](Elf64_Ehdr &h) { ++h.e_machine; }),
            "'k.hsaco': expects the ELF machine to be 224 (AMDGPU), got 225");
  EXPECT_EQ(afterHeaderChange([](Elf64_Ehdr &h) { h.e_type = ET_REL; }),
            "'k.hsaco': expects the ELF type to be 3 (a linked object), got 1");
  EXPECT_EQ(afterHeaderChange([](Elf64_Ehdr &h) { ++h.e_phentsize; }),
            "'k.hsaco': expects the size of a program header to be 56 (64-bit "
            "ELF), got 57");
  EXPECT_EQ(
      afterHeaderChange([](Elf64_Ehdr &h) { h.e_phnum = 0; }),
      "'k.hsaco': expects the number of segments to be at least 1, got 0");
}

TEST(CodeObjectFile, RefusesTablesOutsideTheFile) {
  EXPECT_EQ(
      afterHeaderChange([](Elf64_Ehdr &h) { ++h.e_phnum; }),
      "'k.hsaco': expects the program header table to be inside the file, "
      "got one that reaches past its 120 bytes");
  EXPECT_EQ(
      afterHeaderChange([](Elf64_Ehdr &h) { h.e_phoff = ~0ull; }),
      "'k.hsaco': expects the program header table to be inside the file, "
      "got one that reaches past its 120 bytes");
  EXPECT_EQ(
      afterHeaderChange([](Elf64_Ehdr &h) {
        h.e_shnum = 1;
        h.e_shentsize = sizeof(Elf64_Shdr);
        h.e_shoff = 119;
      }),
      "'k.hsaco': expects the section header table to be inside the file, "
      "got one that reaches past its 120 bytes");
}

TEST(CodeObjectFile, RefusesASegmentOutsideTheFile) {
  std::string image = test::emptyCodeObject();
  uint64_t size = image.size() + 1;
  std::memcpy(&image[sizeof(Elf64_Ehdr) + offsetof(Elf64_Phdr, p_filesz)],
              &size, sizeof size);
  EXPECT_EQ(elfError(image), "'k.hsaco': expects a segment to be inside the "
                             "file, got one that reaches past its 120 bytes");
}

// Any damage to the header either leaves a legal object or is an error.
TEST(CodeObjectFile, SurvivesEveryFlippedBit) {
  for (size_t bit = 0; bit != 8 * test::emptyCodeObject().size(); ++bit) {
    std::string image = test::emptyCodeObject();
    image[bit / 8] = char(image[bit / 8] ^ 1 << bit % 8);
    elfError(image);
  }
}

TEST(CodeObjectFile, ComparesSizeAndChecksum) {
  std::string image = test::emptyCodeObject();
  Manifest manifest = parseManifest(test::goodManifest(image).dump(), "k.json");
  EXPECT_NO_THROW(checkContents(image, manifest, "k.hsaco"));
  auto error = [&](const std::string &bytes) -> std::string {
    try {
      checkContents(bytes, manifest, "k.hsaco");
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), SPMLA_ERROR_FILE);
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error(image.substr(1)), "expects the size of 'k.hsaco' (kernel " +
                                        std::string(test::KernelOfTest) +
                                        ") to be 120 "
                                        "bytes as its manifest says, got 119");
  image.back() ^= 1;
  EXPECT_EQ(error(image).find("expects the SHA-256 of 'k.hsaco' (kernel " +
                              std::string(test::KernelOfTest) + ") to be"),
            0u);
}

TEST(CodeObjectFile, SaysWhyAFileCannotBeRead) {
  try {
    readFile("/nonexistent/k.hsaco");
    FAIL() << "read a file that is not there";
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), SPMLA_ERROR_FILE);
    EXPECT_STREQ(error.what(), "cannot open '/nonexistent/k.hsaco': No such "
                               "file or directory");
  }
}
} // namespace
