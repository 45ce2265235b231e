#include "spmla/Target/HSACO/MetadataNote.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace spmla {

Expected<StringRef> findMetadataNote(const object::ELF64LEObjectFile &elf) {
  const auto &file = elf.getELFFile();
  auto sections = file.sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    if (section.sh_type != ELF::SHT_NOTE)
      continue;
    Error error = Error::success();
    for (const auto note : file.notes(section, error))
      if (note.getName() == "AMDGPU" &&
          note.getType() == ELF::NT_AMDGPU_METADATA) {
        consumeError(std::move(error));
        return note.getDescAsStringRef(section.sh_addralign);
      }
    if (error)
      return std::move(error);
  }
  return createStringError("expects code object to be described by a metadata "
                           "note, got none");
}

} // namespace spmla
