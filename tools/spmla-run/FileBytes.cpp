//===- FileBytes.cpp - Whole files in and out -----------------------------===//

#include "FileBytes.h"

#include "spmla/Target/HSACO/Files.h"

using namespace spmla;

bool spmla::run::readFileBytes(const std::string &path, std::string &bytes,
                               std::string &error) {
  llvm::Expected<std::string> read = readFile(path);
  if (read)
    bytes = std::move(*read);
  else
    error = llvm::toString(read.takeError());
  return bool(read);
}

bool spmla::run::replaceFileBytes(const std::string &path,
                                  const std::string &bytes,
                                  std::string &error) {
  llvm::Error failure = replaceFile(path, bytes);
  const bool failed = bool(failure);
  if (failed)
    error = llvm::toString(std::move(failure));
  return !failed;
}
