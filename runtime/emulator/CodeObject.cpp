//===- CodeObject.cpp - A loaded code object ------------------------------===//

#include "CodeObject.h"
#include "Text.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <string_view>

namespace spmla {
namespace emu {

namespace {

// Values that <elf.h> may lack; see LLVM's AMDGPUUsage.
constexpr uint16_t kMachineAmdgpu = 224;
constexpr uint8_t kAbiHsa = 64, kAbiVersion5 = 3, kAbiVersion6 = 4;
constexpr uint32_t kNoteMetadata = 32;
constexpr uint32_t kRelocAbs64 = 3, kRelocRelative64 = 13;
// Target features in e_flags.
constexpr uint32_t kXnackBits = 0x300, kXnackOn = 0x300;
constexpr uint32_t kEccBits = 0xc00, kEccOff = 0x800;
// gfx9-4-generic: code for gfx942 and gfx950 alike.
constexpr uint32_t kGenericMachine = 0x5f;
// A code object's segments; anything larger is a corrupt header.
constexpr uint64_t kMaxLoadBytes = uint64_t(1) << 30;

} // namespace

class CodeObjectLoader {
public:
  CodeObjectLoader(const uint8_t *image, size_t size, const Arch &arch)
      : image(image), size(size), object(new CodeObject(arch)), arch(arch) {}

  CodeObject::Result run() {
    bool ok = checkHeader() && loadSegments() && readSections() && relocate() &&
              decodeCode() && readKernels() && readVariables();
    CodeObject::Result result;
    if (ok) {
      result.object = std::move(object);
    } else {
      result.status = status;
      result.error = error;
    }
    return result;
  }

private:
  bool fail(const std::string &text) {
    status = status == LoadStatus::Ok ? LoadStatus::Invalid : status;
    error = text;
    return false;
  }

  // `count` records of type T at a file offset, or null.
  template <class T> const uint8_t *records(uint64_t offset, uint64_t count) {
    if (offset > size || count > (size - offset) / sizeof(T))
      return nullptr;
    return image + offset;
  }
  template <class T> static T at(const uint8_t *records, uint64_t index) {
    T value;
    std::memcpy(&value, records + index * sizeof(T), sizeof(T));
    return value;
  }
  // Loaded bytes at an address of the file, or null.
  uint8_t *loaded(uint64_t address, uint64_t count) {
    const Allocation &m = *object->segments;
    if (address > m.size || count > m.size - address)
      return nullptr;
    return m.data() + address;
  }

  bool checkHeader();
  bool loadSegments();
  bool readSections();
  bool readNotes(uint64_t offset, uint64_t bytes);
  bool relocate();
  bool decodeCode();
  bool readKernels();
  bool readVariables();
  // Calls `f(name, symbol)` for each defined dynamic symbol.
  template <class F> void forEachSymbol(F f);
  bool findSymbol(const std::string &name, uint64_t &address);

  const uint8_t *image;
  size_t size;
  std::unique_ptr<CodeObject> object;
  const Arch &arch;
  LoadStatus status = LoadStatus::Ok;
  std::string error;
  Elf64_Ehdr header = {};
  std::vector<Elf64_Shdr> sections;
  std::vector<KernelMetadata> metadata;
  bool hasMetadata = false;
};

bool CodeObjectLoader::checkHeader() {
  if (size < sizeof(header))
    return fail(
        "expects a code object to have an ELF header of 64 bytes, got " +
        std::to_string(size) + " bytes");
  header = at<Elf64_Ehdr>(image, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return fail("expects a code object to begin with the ELF magic, got " +
                hexBytes(image, 4));
  if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != kMachineAmdgpu || header.e_type != ET_DYN)
    return fail("expects a 64-bit little-endian AMDGPU shared object, got "
                "machine " +
                std::to_string(header.e_machine) + ", type " +
                std::to_string(header.e_type));
  if (header.e_ident[EI_OSABI] != kAbiHsa ||
      (header.e_ident[EI_ABIVERSION] != kAbiVersion5 &&
       header.e_ident[EI_ABIVERSION] != kAbiVersion6))
    return fail("expects a code object of HSA version 5 or 6 (ABI version 3 or "
                "4), got ABI " +
                std::to_string(header.e_ident[EI_OSABI]) + " version " +
                std::to_string(header.e_ident[EI_ABIVERSION]));
  uint32_t machine = header.e_flags & 0xff;
  if (machine != arch.elfMachine && machine != kGenericMachine) {
    status = LoadStatus::WrongTarget;
    return fail(std::string("expects a code object for ") + arch.name +
                ", got one for " + nameOfMachine(machine) + " (machine " +
                hex(machine) + ")");
  }
  // Our devices have XNACK off and SRAM ECC on; "any" fits both.
  uint32_t xnack = header.e_flags & kXnackBits, ecc = header.e_flags & kEccBits;
  if (xnack == kXnackOn || ecc == kEccOff) {
    status = LoadStatus::WrongTarget;
    return fail(std::string("expects a code object for ") + arch.targetId +
                ", got one with " +
                (xnack == kXnackOn ? "xnack+" : "sramecc-"));
  }
  return true;
}

bool CodeObjectLoader::loadSegments() {
  const uint8_t *table = records<Elf64_Phdr>(header.e_phoff, header.e_phnum);
  if (!table || header.e_phentsize != sizeof(Elf64_Phdr))
    return fail("expects program headers to lie in the file, got a table at " +
                hex(header.e_phoff));
  uint64_t end = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr p = at<Elf64_Phdr>(table, i);
    if (p.p_type != PT_LOAD)
      continue;
    if (!records<uint8_t>(p.p_offset, p.p_filesz) || p.p_filesz > p.p_memsz ||
        p.p_vaddr > kMaxLoadBytes || p.p_memsz > kMaxLoadBytes)
      return fail("expects segment " + std::to_string(i) +
                  " to lie in the file, got offset " + hex(p.p_offset) +
                  ", address " + hex(p.p_vaddr));
    end = std::max(end, p.p_vaddr + p.p_memsz);
  }
  if (end == 0)
    return fail("expects a code object to have loadable segments, got none");
  object->segments = Allocation::map(end);
  if (!object->segments)
    return fail("expects " + std::to_string(end) +
                " bytes of memory for the code object, got none");
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr p = at<Elf64_Phdr>(table, i);
    if (p.p_type == PT_LOAD)
      std::memcpy(object->segments->data() + p.p_vaddr, image + p.p_offset,
                  p.p_filesz);
  }
  return true;
}

bool CodeObjectLoader::readSections() {
  const uint8_t *table = records<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  if (!table || header.e_shentsize != sizeof(Elf64_Shdr))
    return fail("expects section headers to lie in the file, got a table at " +
                hex(header.e_shoff));
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr s = at<Elf64_Shdr>(table, i);
    if (s.sh_type != SHT_NOBITS && !records<uint8_t>(s.sh_offset, s.sh_size))
      return fail("expects section " + std::to_string(i) +
                  " to lie in the file, got offset " + hex(s.sh_offset) +
                  ", size " + hex(s.sh_size));
    sections.push_back(s);
    if (s.sh_type == SHT_NOTE && !readNotes(s.sh_offset, s.sh_size))
      return false;
  }
  return hasMetadata ||
         fail("expects a code object to have a metadata note, got none");
}

bool CodeObjectLoader::readNotes(uint64_t offset, uint64_t bytes) {
  uint64_t end = offset + bytes;
  auto align = [](uint64_t n) { return (n + 3) & ~uint64_t(3); };
  while (end - offset >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr n = at<Elf64_Nhdr>(image + offset, 0);
    offset += sizeof(n);
    uint64_t name = align(n.n_namesz), description = align(n.n_descsz);
    if (name > end - offset || n.n_descsz > end - offset - name)
      return fail("expects a note to lie in its section, got name size " +
                  std::to_string(n.n_namesz) + ", size " +
                  std::to_string(n.n_descsz));
    bool isOurs = n.n_type == kNoteMetadata && n.n_namesz == 7 &&
                  std::memcmp(image + offset, "AMDGPU", 7) == 0;
    if (isOurs) {
      std::string text =
          readMetadata(image + offset + name, n.n_descsz, metadata);
      if (!text.empty())
        return fail(text);
      hasMetadata = true;
    }
    offset += name;
    offset += std::min(description, end - offset);
  }
  return true;
}

template <class F> void CodeObjectLoader::forEachSymbol(F f) {
  for (const Elf64_Shdr &s : sections) {
    if (s.sh_type != SHT_DYNSYM || s.sh_link >= sections.size())
      continue;
    const Elf64_Shdr &strings = sections[s.sh_link];
    if (strings.sh_type != SHT_STRTAB)
      continue;
    for (uint64_t i = 0; i < s.sh_size / sizeof(Elf64_Sym); ++i) {
      Elf64_Sym symbol = at<Elf64_Sym>(image + s.sh_offset, i);
      if (symbol.st_name >= strings.sh_size || symbol.st_shndx == SHN_UNDEF)
        continue;
      uint64_t left = strings.sh_size - symbol.st_name;
      const char *text = reinterpret_cast<const char *>(
          image + strings.sh_offset + symbol.st_name);
      size_t length = strnlen(text, left);
      if (length < left)
        f(std::string_view(text, length), symbol);
    }
  }
}

bool CodeObjectLoader::findSymbol(const std::string &name, uint64_t &address) {
  bool found = false;
  forEachSymbol([&](std::string_view other, const Elf64_Sym &symbol) {
    if (found || other != name)
      return;
    address = symbol.st_value;
    found = true;
  });
  return found;
}

bool CodeObjectLoader::relocate() {
  for (const Elf64_Shdr &s : sections) {
    if (s.sh_type == SHT_REL && (s.sh_flags & SHF_ALLOC))
      return fail("expects relocations with addends, got others");
    if (s.sh_type != SHT_RELA || !(s.sh_flags & SHF_ALLOC))
      continue;
    for (uint64_t i = 0; i < s.sh_size / sizeof(Elf64_Rela); ++i) {
      Elf64_Rela r = at<Elf64_Rela>(image + s.sh_offset, i);
      uint8_t *place = loaded(r.r_offset, 8);
      if (!place)
        return fail("expects a relocation to lie in a segment, got address " +
                    hex(r.r_offset));
      uint64_t value =
          object->segments->begin + static_cast<uint64_t>(r.r_addend);
      uint32_t type = static_cast<uint32_t>(r.r_info);
      if (type == kRelocAbs64) {
        uint64_t index = r.r_info >> 32;
        if (s.sh_link >= sections.size() ||
            sections[s.sh_link].sh_type != SHT_DYNSYM ||
            index >= sections[s.sh_link].sh_size / sizeof(Elf64_Sym))
          return fail("expects a relocation to name a symbol, got number " +
                      std::to_string(index));
        Elf64_Sym symbol =
            at<Elf64_Sym>(image + sections[s.sh_link].sh_offset, index);
        if (symbol.st_shndx == SHN_UNDEF)
          return fail("expects all symbols to be defined, got symbol " +
                      std::to_string(index) + " undefined");
        value += symbol.st_value;
      } else if (type != kRelocRelative64) {
        return fail("expects relocations of type ABS64 or RELATIVE64, got "
                    "type " +
                    std::to_string(type));
      }
      std::memcpy(place, &value, sizeof(value));
    }
  }
  return true;
}

bool CodeObjectLoader::decodeCode() {
  for (const Elf64_Shdr &s : sections) {
    if (s.sh_type != SHT_PROGBITS || !(s.sh_flags & SHF_EXECINSTR))
      continue;
    const uint8_t *code = loaded(s.sh_addr, s.sh_size);
    if (!code)
      return fail("expects code to lie in a segment, got address " +
                  hex(s.sh_addr));
    auto program = std::make_unique<Program>();
    std::string text =
        decodeProgram(code, s.sh_size, s.sh_addr, arch.name, *program);
    if (!text.empty())
      return fail(text);
    object->programs.push_back(std::move(program));
  }
  return true;
}

bool CodeObjectLoader::readKernels() {
  for (KernelMetadata &m : metadata) {
    Kernel kernel;
    uint64_t address;
    if (!findSymbol(m.symbol, address))
      return fail("expects kernel " + m.name +
                  " to have a descriptor, got no "
                  "symbol " +
                  m.symbol);
    const uint8_t *bytes = loaded(address, KernelDescriptor::kBytes);
    if (!bytes)
      return fail("expects the descriptor of " + m.name +
                  " to lie in a segment, got address " + hex(address));
    std::string text = readKernelDescriptor(bytes, kernel.descriptor);
    if (!text.empty())
      return fail("kernel " + m.name + ": " + text);
    if (m.wavefrontSize != kLanes)
      return fail("expects kernel " + m.name +
                  " to have waves of 64 lanes, "
                  "got " +
                  std::to_string(m.wavefrontSize));
    if (m.kernargSize > (1u << 16))
      return fail("expects the arguments of " + m.name +
                  " to fit in 64 KiB, got " + std::to_string(m.kernargSize));
    for (const KernelArgument &a : m.arguments)
      if (a.size > m.kernargSize || a.offset > m.kernargSize - a.size)
        return fail("expects the arguments of " + m.name +
                    " to lie in its argument block of " +
                    std::to_string(m.kernargSize) + " bytes, got offset " +
                    std::to_string(a.offset) + ", size " +
                    std::to_string(a.size));

    uint64_t entry =
        address + static_cast<uint64_t>(kernel.descriptor.entryOffset);
    // Firmware that preloads arguments starts 256 bytes in, behind code that
    // loads them for firmware that does not.
    if (kernel.descriptor.preloadDwords())
      entry += 256;
    for (const auto &program : object->programs) {
      uint64_t offset = entry - program->sectionAddress;
      if (entry < program->sectionAddress || offset % 4 ||
          offset / 4 >= program->indexOfWord.size() ||
          program->indexOfWord[offset / 4] < 0)
        continue;
      kernel.program = program.get();
      kernel.entry = static_cast<uint32_t>(program->indexOfWord[offset / 4]);
    }
    if (!kernel.program)
      return fail("expects kernel " + m.name +
                  " to begin in code, got address " + hex(entry));
    kernel.metadata = std::move(m);
    object->kernels.push_back(std::move(kernel));
  }
  return true;
}

bool CodeObjectLoader::readVariables() {
  std::string outside;
  forEachSymbol([&](std::string_view name, const Elf64_Sym &symbol) {
    bool isKernel =
        std::any_of(object->kernels.begin(), object->kernels.end(),
                    [&](const Kernel &k) { return k.metadata.symbol == name; });
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || isKernel)
      return;
    if (!loaded(symbol.st_value, symbol.st_size))
      outside = name;
    object->variables.push_back(
        {std::string(name), symbol.st_value, symbol.st_size});
  });
  return outside.empty() || fail("expects variable " + outside +
                                 " to lie in a segment, got one outside");
}

CodeObject::Result CodeObject::load(const uint8_t *image, size_t size,
                                    const Arch &arch) {
  return CodeObjectLoader(image, size, arch).run();
}

size_t CodeObject::sizeFromHeaders(const uint8_t *image) {
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0)
    return 0;
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof(header));
  if (header.e_ident[EI_CLASS] != ELFCLASS64)
    return 0;
  // The section table comes last in what lld writes, but take the maximum of
  // everything the headers mention.
  uint64_t end = sizeof(header);
  end = std::max<uint64_t>(end, header.e_shoff + uint64_t(header.e_shnum) *
                                                     sizeof(Elf64_Shdr));
  end = std::max<uint64_t>(end, header.e_phoff + uint64_t(header.e_phnum) *
                                                     sizeof(Elf64_Phdr));
  return end;
}

const Kernel *CodeObject::findKernel(const std::string &name) const {
  for (const Kernel &k : kernels)
    if (k.metadata.name == name)
      return &k;
  return nullptr;
}

const Variable *CodeObject::findVariable(const std::string &name) const {
  for (const Variable &v : variables)
    if (v.name == name)
      return &v;
  return nullptr;
}

} // namespace emu
} // namespace spmla
