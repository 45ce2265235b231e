//===- CodeObjectFile.cpp - Reading a .hsaco safely -----------------------===//

#include "CodeObjectFile.h"

#include "Error.h"
#include "Manifest.h"
#include "Sha256.h"

#include <elf.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

using namespace spmla::runtime;

std::string spmla::runtime::readFile(const std::string &path) {
  auto fail = [&](const char *what) {
    return Error(SPMLA_ERROR_FILE, std::string("cannot ") + what + " '" + path +
                                       "': " + std::strerror(errno));
  };
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(
      std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file)
    throw fail("open");
  std::string bytes;
  char buffer[1 << 16];
  while (size_t count = std::fread(buffer, 1, sizeof buffer, file.get()))
    bytes.append(buffer, count);
  if (std::ferror(file.get()))
    throw fail("read");
  return bytes;
}

void spmla::runtime::checkContents(const std::string &image,
                                   const Manifest &manifest,
                                   const std::string &path) {
  if (image.size() != manifest.fileBytes)
    throw Error(
        SPMLA_ERROR_FILE,
        expects("the size of '" + path + "' (kernel " + manifest.kernel + ")",
                std::to_string(manifest.fileBytes) +
                    " bytes as its manifest says",
                std::to_string(image.size())));
  std::string digest = sha256(image.data(), image.size());
  if (digest != manifest.sha256)
    throw Error(SPMLA_ERROR_FILE,
                expects("the SHA-256 of '" + path + "' (kernel " +
                            manifest.kernel + ")",
                        manifest.sha256 + " as its manifest says", digest));
}

namespace {
/// The image's header and tables, read without trusting an offset in it.
class ElfReader {
public:
  ElfReader(const std::string &image, const std::string &path)
      : image(image), path(path) {}

  template <typename T> T read(uint64_t offset, const char *what) const {
    T value;
    if (!contains(offset, sizeof value))
      throw outside(what);
    std::memcpy(&value, image.data() + offset, sizeof value);
    return value;
  }

  void require(const char *what, uint64_t got, uint64_t wanted,
               const char *name) const {
    if (got != wanted)
      throw Error(SPMLA_ERROR_FILE,
                  "'" + path + "': " +
                      expects(what, std::to_string(wanted) + " (" + name + ")",
                              std::to_string(got)));
  }

  bool contains(uint64_t offset, uint64_t size) const {
    return offset <= image.size() && size <= image.size() - offset;
  }

  Error outside(const char *what) const {
    return Error(SPMLA_ERROR_FILE,
                 "'" + path + "': " +
                     expects(what, "inside the file",
                             "one that reaches past its " +
                                 std::to_string(image.size()) + " bytes"));
  }

private:
  const std::string &image;
  const std::string &path;
};
} // namespace

TargetId spmla::runtime::checkElf(const std::string &image,
                                  const std::string &path) {
  // ELFOSABI_AMDGPU_HSA and its ABI versions are in LLVM's AMDGPUUsage; code
  // object versions 4 to 6 share the layout of e_flags.
  constexpr uint8_t AmdgpuHsa = 64, AbiV4 = 2, AbiV6 = 4;

  ElfReader elf(image, path);
  Elf64_Ehdr header = elf.read<Elf64_Ehdr>(0, "the ELF header");
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    throw Error(SPMLA_ERROR_FILE, "'" + path + "': " +
                                      expects("the file", "an ELF image",
                                              "another magic number"));
  elf.require("the ELF class", header.e_ident[EI_CLASS], ELFCLASS64, "64-bit");
  elf.require("the ELF data encoding", header.e_ident[EI_DATA], ELFDATA2LSB,
              "little-endian");
  elf.require("the ELF version", header.e_ident[EI_VERSION], EV_CURRENT,
              "current");
  elf.require("the ELF OS ABI", header.e_ident[EI_OSABI], AmdgpuHsa,
              "AMDGPU HSA");
  uint8_t abi = header.e_ident[EI_ABIVERSION];
  if (abi < AbiV4 || abi > AbiV6)
    throw Error(SPMLA_ERROR_FILE,
                "'" + path + "': " +
                    expects("the ELF ABI version",
                            "2 to 4 (code object version 4 to 6)",
                            std::to_string(abi)));
  elf.require("the ELF machine", header.e_machine, EM_AMDGPU, "AMDGPU");
  elf.require("the ELF type", header.e_type, ET_DYN, "a linked object");
  elf.require("the ELF header's size", header.e_ehsize, sizeof(Elf64_Ehdr),
              "64-bit ELF");
  elf.require("the size of a program header", header.e_phentsize,
              sizeof(Elf64_Phdr), "64-bit ELF");
  if (header.e_phnum == 0)
    throw Error(SPMLA_ERROR_FILE,
                "'" + path + "': " +
                    expects("the number of segments", "at least 1", "0"));
  for (unsigned i = 0; i != header.e_phnum; ++i) {
    auto segment = elf.read<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr),
                                        "the program header table");
    if (!elf.contains(segment.p_offset, segment.p_filesz))
      throw elf.outside("a segment");
  }
  if (header.e_shnum)
    elf.require("the size of a section header", header.e_shentsize,
                sizeof(Elf64_Shdr), "64-bit ELF");
  for (unsigned i = 0; i != header.e_shnum; ++i) {
    auto section = elf.read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr),
                                        "the section header table");
    if (section.sh_type != SHT_NOBITS &&
        !elf.contains(section.sh_offset, section.sh_size))
      throw elf.outside("a section");
  }
  return TargetId::fromElfFlags(header.e_flags);
}
