//===- MetadataNote.h - The note that describes kernels ---------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_METADATANOTE_H
#define SPMLA_TARGET_HSACO_METADATANOTE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"

namespace spmla {

/// The metadata note of a code object, MessagePack (AMDGPUUsage, "Code Object
/// V5 Metadata"); part of the file's bytes. Fails if there is none, or on a
/// table that does not lie in the file.
llvm::Expected<llvm::StringRef>
findMetadataNote(const llvm::object::ELF64LEObjectFile &elf);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_METADATANOTE_H
