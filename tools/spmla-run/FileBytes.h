//===- FileBytes.h - Whole files in and out ---------------------*- C++ -*-===//
//
// What spmla/Target/HSACO/Files.h has, for callers that do without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_TOOLS_RUN_FILEBYTES_H
#define SPMLA_TOOLS_RUN_FILEBYTES_H

#include <memory>
#include <string>

namespace spmla {

class PendingFile;

namespace run {

/// False: `error` has one line that names the path.
bool readFileBytes(const std::string &path, std::string &bytes,
                   std::string &error);

/// A file that a run writes at its end. That it cannot be written is known at
/// the begin, and it is as it was until it is kept. Errors are thrown as
/// std::runtime_error.
class OutputFile {
public:
  explicit OutputFile(const std::string &path);
  OutputFile(OutputFile &&);
  ~OutputFile();

  void write(const std::string &bytes);
  /// The last call: the file is there.
  void keep();

private:
  std::unique_ptr<PendingFile> file;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_FILEBYTES_H
