//===- Files.h - Whole files in and out -------------------------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_FILES_H
#define SPMLA_TARGET_HSACO_FILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <optional>
#include <string>

namespace spmla {

llvm::Expected<std::string> readFile(llvm::StringRef path);

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef contents);

/// A file that is to be written once its contents are known, by a caller who
/// wants to know at once whether it can be. Until it is kept it is another one
/// in the same folder, which goes with this object. A pipe or a device, which a
/// file renamed over it would destroy, takes the contents at once.
class PendingFile {
public:
  static llvm::Expected<PendingFile> create(llvm::StringRef path);
  PendingFile(PendingFile &&other);
  ~PendingFile();

  llvm::Error write(llvm::StringRef contents);
  /// The last call, after write. The file is there as a whole or as it was.
  llvm::Error keep();

private:
  explicit PendingFile(llvm::StringRef path) : path(path) {}

  std::string path;
  std::optional<llvm::sys::fs::TempFile> file; // or `path` is a device
};

/// Writes under another name in the same folder and renames: the file is
/// there as a whole or not at all.
llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef contents);

llvm::Error createFolder(llvm::StringRef path);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_FILES_H
