#include "Notes.h"
#include "spmla/Target/HSACO/MetadataNote.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/AMDHSAKernelDescriptor.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using object::ELF64LEObjectFile;

namespace spmla {

namespace {

Error expects(const Twine &what, const Twine &required, const Twine &got) {
  return createStringError("expects " + what + " to be " + required + ", got " +
                           got);
}

/// Target, version and kind, from the ELF header.
Error checkHeader(const ELF64LEObjectFile &elf, const TargetLimits &limits) {
  const auto &header = elf.getELFFile().getHeader();
  if (header.e_type != ELF::ET_DYN || header.e_machine != ELF::EM_AMDGPU)
    return expects("code object", "an AMDGPU shared object",
                   "ELF type " + Twine(header.e_type) + ", machine " +
                       Twine(header.e_machine));
  if (header.e_ident[ELF::EI_ABIVERSION] != ELF::ELFABIVERSION_AMDGPU_HSA_V5)
    return expects("ABI version of code object",
                   Twine(int(ELF::ELFABIVERSION_AMDGPU_HSA_V5)),
                   Twine(int(header.e_ident[ELF::EI_ABIVERSION])));
  StringRef chip = elf.tryGetCPUName().value_or("none");
  if (chip != StringRef(limits.chip))
    return expects("processor of code object", limits.chip, chip);
  unsigned xnack = header.e_flags & ELF::EF_AMDGPU_FEATURE_XNACK_V4;
  unsigned sramecc = header.e_flags & ELF::EF_AMDGPU_FEATURE_SRAMECC_V4;
  // A device loads an object only if the object asks for its very setting or
  // for none (ROCm/TheRock pull request 5668, rocm-systems 11737).
  if (xnack != ELF::EF_AMDGPU_FEATURE_XNACK_ANY_V4 ||
      sramecc != ELF::EF_AMDGPU_FEATURE_SRAMECC_ANY_V4)
    return expects("features xnack and sramecc of code object", "any",
                   "flags " + Twine::utohexstr(header.e_flags));
  return Error::success();
}

/// The bytes of a defined dynamic symbol. Also fails on undefined ones.
Expected<StringRef> findSymbol(const ELF64LEObjectFile &elf, StringRef name) {
  StringRef found;
  for (const object::ELFSymbolRef symbol : elf.getDynamicSymbolIterators()) {
    Expected<StringRef> symbolName = symbol.getName();
    if (!symbolName)
      return symbolName.takeError();
    Expected<object::section_iterator> section = symbol.getSection();
    if (!section)
      return section.takeError();
    if (*section == elf.section_end()) {
      // hip issues 2269 and 1066: such an object fails at load, or at launch.
      return expects("symbols of code object", "defined",
                     "undefined " + *symbolName);
    }
    if (*symbolName != name)
      continue;
    Expected<StringRef> contents = (*section)->getContents();
    Expected<uint64_t> address = symbol.getAddress();
    if (!contents || !address)
      return joinErrors(contents.takeError(), address.takeError());
    found =
        contents->substr(*address - (*section)->getAddress(), symbol.getSize());
  }
  if (found.empty())
    return expects("symbol " + name + " of code object", "exported", "none");
  return found;
}

unsigned integer(msgpack::MapDocNode &map, StringRef key) {
  auto entry = map.find(key);
  if (entry == map.end())
    return 0;
  msgpack::DocNode &node = entry->second;
  return node.getKind() == msgpack::Type::UInt ? node.getUInt() : node.getInt();
}

StringRef string(msgpack::MapDocNode &map, StringRef key) {
  auto entry = map.find(key);
  return entry != map.end() && entry->second.isString()
             ? entry->second.getString()
             : StringRef();
}

Error readMetadata(StringRef note, CodeObject &object) {
  msgpack::Document document;
  if (!document.readFromBlob(note, /*Multi=*/false))
    return expects("metadata note", "MessagePack", "something else");
  msgpack::DocNode kernels = document.getRoot().getMap(
      /*Convert=*/true)["amdhsa.kernels"];
  if (!kernels.isArray() || kernels.getArray().size() != 1)
    return expects("number of kernels in code object", "1",
                   kernels.isArray() ? Twine(kernels.getArray().size())
                                     : Twine("none"));
  msgpack::MapDocNode &kernel = kernels.getArray()[0].getMap(/*Convert=*/true);
  object.kernel = string(kernel, ".name").str();
  ResourceUsage &resources = object.resources;
  resources.vgpr = integer(kernel, ".vgpr_count");
  resources.agpr = integer(kernel, ".agpr_count");
  resources.sgpr = integer(kernel, ".sgpr_count");
  resources.vgprSpill = integer(kernel, ".vgpr_spill_count");
  resources.sgprSpill = integer(kernel, ".sgpr_spill_count");
  resources.scratch = integer(kernel, ".private_segment_fixed_size");
  resources.lds = integer(kernel, ".group_segment_fixed_size");
  resources.workgroupSize = integer(kernel, ".max_flat_workgroup_size");
  msgpack::DocNode arguments = kernel[".args"];
  if (!arguments.isArray())
    return Error::success();
  for (msgpack::DocNode &node : arguments.getArray()) {
    msgpack::MapDocNode &argument = node.getMap(/*Convert=*/true);
    StringRef kind = string(argument, ".value_kind");
    if (!kind.starts_with("hidden_"))
      object.arguments.push_back(
          {string(argument, ".name").str(), integer(argument, ".offset"),
           integer(argument, ".size"), kind == "global_buffer"});
  }
  return Error::success();
}

Error readDescriptor(StringRef bytes, CodeObject &object) {
  if (bytes.size() != sizeof(amdhsa::kernel_descriptor_t))
    return expects("size of kernel descriptor",
                   Twine(sizeof(amdhsa::kernel_descriptor_t)),
                   Twine(bytes.size()));
  uint16_t preload =
      support::endian::read16le(bytes.data() + amdhsa::KERNARG_PRELOAD_OFFSET);
  // Bits 0 to 6: dwords; then the first one, which LLVM always leaves at 0.
  object.preloadedBytes = 4 * (preload & 0x7f);
  return Error::success();
}

} // namespace

Error readNotes(CodeObject &object, const TargetLimits &limits) {
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createELFObjectFile(
          MemoryBufferRef(object.image, "code object"));
  if (!file)
    return expects("code object", "an ELF file", toString(file.takeError()));
  const auto *elf = dyn_cast<ELF64LEObjectFile>(file->get());
  if (!elf)
    return expects("code object", "64-bit little-endian ELF", "another ELF");
  if (Error error = checkHeader(*elf, limits))
    return error;
  Expected<StringRef> note = findMetadataNote(*elf);
  if (!note)
    return note.takeError();
  if (Error error = readMetadata(*note, object))
    return error;
  if (Expected<StringRef> code = findSymbol(*elf, object.kernel); !code)
    return code.takeError();
  Expected<StringRef> descriptor = findSymbol(*elf, object.kernel + ".kd");
  if (!descriptor)
    return descriptor.takeError();
  if (Error error = readDescriptor(*descriptor, object))
    return error;
  ResourceUsage &resources = object.resources;
  resources.wavesPerSIMD = wavesPerSIMD(resources.vgpr);
  resources.workgroupsPerCU = workgroupsPerCU(
      limits, resources.vgpr, resources.lds, resources.workgroupSize);
  return Error::success();
}

Error checkResources(const CodeObject &object, const TargetLimits &limits) {
  const ResourceUsage &resources = object.resources;
  // Spilled SGPRs have corrupted buffer descriptors on gfx950 (FlyDSL issue
  // 1087): wrong, not only slow.
  struct {
    const char *figure;
    unsigned value;
    unsigned limit;
  } checks[] = {
      {"vgpr_spill", resources.vgprSpill, 0},
      {"sgpr_spill", resources.sgprSpill, 0},
      {"scratch", resources.scratch, 0},
      {"lds", resources.lds, limits.ldsBytes},
      {"vgpr", resources.vgpr, VGPRS_PER_SIMD},
  };
  std::string failures;
  for (const auto &check : checks)
    if (check.value > check.limit)
      failures += (failures.empty() ? "" : "; ") +
                  ("expects " + Twine(check.figure) + " of " + object.kernel +
                   " to be at most " + Twine(check.limit) + ", got " +
                   Twine(check.value))
                      .str();
  if (!failures.empty())
    return createStringError(failures);
  return Error::success();
}

unsigned CodeObject::argumentBytes() const {
  unsigned end = 0;
  for (const KernelArgument &argument : arguments)
    end = std::max(end, argument.offset + argument.size);
  return end;
}

} // namespace spmla
