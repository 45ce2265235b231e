//===- KernelFile.cpp - What a code object says of its kernels ------------===//

#include "KernelFile.h"

#include "spmla/Target/HSACO/Files.h"
#include "spmla/Target/HSACO/MetadataNote.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBundle.h"

using namespace llvm;
using namespace spmla;
using namespace spmla::run;
using object::ELF64LEObjectFile;

static Error expects(const Twine &what, const Twine &wanted, const Twine &got) {
  return createStringError("expects " + what + " to be " + wanted + ", got " +
                           got);
}

/// The code object of a bundle, or `file` itself.
static Expected<std::string> unbundle(std::string file) {
  std::unique_ptr<MemoryBuffer> whole =
      MemoryBuffer::getMemBufferCopy(file, "offload bundle");
  if (whole->getBuffer().starts_with("CCOB")) {
    auto decompressed = object::CompressedOffloadBundle::decompress(*whole);
    if (!decompressed)
      return expects("the compressed bundle", "whole",
                     toString(decompressed.takeError()));
    whole = std::move(*decompressed);
  }
  const StringRef bytes = whole->getBuffer();
  if (!bytes.starts_with("__CLANG_OFFLOAD_BUNDLE__"))
    return file;
  auto bundle = object::OffloadBundleFatBin::create(
      whole->getMemBufferRef(), /*SectionOffset=*/0, "offload bundle");
  if (!bundle)
    return expects("the bundle", "whole", toString(bundle.takeError()));
  StringRef image;
  std::string targets;
  for (const object::OffloadBundleEntry &entry : (*bundle)->getEntries()) {
    const StringRef id = entry.ID;
    if (!id.contains("amdgcn"))
      continue; // of the host
    if (entry.Offset > bytes.size() || entry.Size > bytes.size() - entry.Offset)
      return expects("entry " + id, "in the bundle",
                     "offset " + Twine(entry.Offset) + ", size " +
                         Twine(entry.Size));
    image = bytes.substr(entry.Offset, entry.Size);
    targets += (targets.empty() ? "" : ", ") + id.str();
  }
  if (targets.empty() || StringRef(targets).contains(','))
    return expects("it", "a bundle with code for one target",
                   targets.empty() ? "none" : targets);
  return image.str();
}

/// HIP's loaders have crashed on what this refuses (rocm-systems PR 938).
static Expected<std::unique_ptr<object::ObjectFile>>
openCodeObject(StringRef image) {
  auto file = object::ObjectFile::createELFObjectFile(
      MemoryBufferRef(image, "code object"));
  if (!file)
    return expects("it", "an ELF file", toString(file.takeError()));
  const auto *elf = dyn_cast<ELF64LEObjectFile>(file->get());
  if (!elf)
    return expects("it", "64-bit little-endian ELF", "another ELF");
  const auto &header = elf->getELFFile().getHeader();
  if (header.e_type != ELF::ET_DYN || header.e_machine != ELF::EM_AMDGPU)
    return expects("it", "a linked AMDGPU object (type 3, machine 224)",
                   "type " + Twine(header.e_type) + ", machine " +
                       Twine(header.e_machine));
  return file;
}

/// LLVM's own name of a processor must not be asked for one that it does not
/// know, as a corrupt header may have.
static Expected<StringRef> archOf(const ELF64LEObjectFile &elf) {
  unsigned machine = elf.getELFFile().getHeader().e_flags & ELF::EF_AMDGPU_MACH;
  switch (machine) {
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX942:
    return "gfx942";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX950:
    return "gfx950";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX9_4_GENERIC:
    return "gfx9-4-generic";
  }
  return expects("it", "for gfx942, gfx950 or gfx9-4-generic",
                 "EF_AMDGPU_MACH 0x" + Twine::utohexstr(machine));
}

static Error readKernels(StringRef note,
                         std::vector<emu::KernelMetadata> &kernels) {
  std::string text = emu::readMetadata(
      reinterpret_cast<const uint8_t *>(note.data()), note.size(), kernels);
  if (!text.empty())
    return createStringError(text);
  for (const emu::KernelMetadata &kernel : kernels)
    for (const emu::KernelArgument &argument : kernel.arguments)
      if (argument.size > kernel.kernargSize ||
          argument.offset > kernel.kernargSize - argument.size)
        return expects("the arguments of kernel " + kernel.name,
                       "in its block of " + Twine(kernel.kernargSize) +
                           " bytes",
                       "offset " + Twine(argument.offset) + ", size " +
                           Twine(argument.size));
  return Error::success();
}

static Error read(KernelFile &result) {
  Expected<std::string> image = unbundle(std::move(result.image));
  if (!image)
    return image.takeError();
  result.image = std::move(*image);
  auto file = openCodeObject(result.image);
  if (!file)
    return file.takeError();
  const auto &elf = cast<ELF64LEObjectFile>(**file);
  Expected<StringRef> arch = archOf(elf);
  if (!arch)
    return arch.takeError();
  result.arch = arch->str();
  Expected<StringRef> note = findMetadataNote(elf);
  return note ? readKernels(*note, result.kernels) : note.takeError();
}

bool spmla::run::readKernelFile(const std::string &path, KernelFile &file,
                                std::string &error) {
  Expected<std::string> image = readFile(path);
  if (!image) {
    error = toString(image.takeError());
    return false;
  }
  file.image = std::move(*image);
  if (Error failure = read(file)) {
    error = "code object '" + path + "': " + toString(std::move(failure));
    return false;
  }
  return true;
}

const emu::KernelMetadata *KernelFile::find(const std::string &name) const {
  for (const emu::KernelMetadata &kernel : kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}

bool KernelFile::runsOn(const std::string &processor) const {
  if (arch == "gfx9-4-generic")
    return processor == "gfx942" || processor == "gfx950";
  return processor == arch;
}
