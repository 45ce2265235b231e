//===- KernelFile.cpp - What a code object says of its kernels ------------===//

#include "KernelFile.h"

#include "spmla/Target/HSACO/Files.h"
#include "spmla/Target/HSACO/MetadataNote.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace spmla;
using namespace spmla::run;
using object::ELF64LEObjectFile;

static Error expects(const Twine &what, const Twine &wanted, const Twine &got) {
  return createStringError("expects " + what + " to be " + wanted + ", got " +
                           got);
}

/// HIP's loaders have crashed on what this refuses (rocm-systems PR 938).
static Expected<std::unique_ptr<object::ObjectFile>>
openCodeObject(StringRef image) {
  // hipcc --genco wraps its code objects.
  if (image.starts_with("__CLANG_OFFLOAD_BUNDLE__") ||
      image.starts_with("CCOB"))
    return expects("it", "one code object",
                   "a bundle, which clang-offload-bundler --unbundle takes "
                   "apart");
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
  auto file = openCodeObject(result.image);
  if (!file)
    return file.takeError();
  const auto &elf = cast<ELF64LEObjectFile>(**file);
  result.arch = elf.tryGetCPUName().value_or("").str();
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
