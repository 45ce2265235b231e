//===- FileBytes.cpp - Whole files in and out -----------------------------===//

#include "FileBytes.h"

#include "spmla/Target/HSACO/Files.h"

#include <stdexcept>

using namespace spmla;
using namespace spmla::run;

bool spmla::run::readFileBytes(const std::string &path, std::string &bytes,
                               std::string &error) {
  llvm::Expected<std::string> read = readFile(path);
  if (read)
    bytes = std::move(*read);
  else
    error = llvm::toString(read.takeError());
  return bool(read);
}

static void check(llvm::Error failure) {
  if (failure)
    throw std::runtime_error(llvm::toString(std::move(failure)));
}

OutputFile::OutputFile(const std::string &path) {
  llvm::Expected<PendingFile> created = PendingFile::create(path);
  check(created.takeError());
  file = std::make_unique<PendingFile>(std::move(*created));
}

OutputFile::OutputFile(OutputFile &&) = default;
OutputFile::~OutputFile() = default;

void OutputFile::write(const std::string &bytes) { check(file->write(bytes)); }

void OutputFile::keep() { check(file->keep()); }
