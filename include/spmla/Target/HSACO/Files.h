//===- Files.h - Whole files in and out -------------------------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_FILES_H
#define SPMLA_TARGET_HSACO_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spmla {

llvm::Expected<std::string> readFile(llvm::StringRef path);

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef contents);

/// Writes under another name in the same folder and renames: the file is
/// there as a whole or not at all.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef contents);

llvm::Error createFolder(llvm::StringRef path);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_FILES_H
