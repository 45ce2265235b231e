//===- TemporaryFolder.h - A folder for generated kernels -------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_TEMPORARYFOLDER_H
#define SPMLA_TOOLS_RUN_TEMPORARYFOLDER_H

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace spmla {
namespace run {

/// A folder that is gone with this object. Throws std::runtime_error where none
/// can be made.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name =
        std::filesystem::temp_directory_path() / "spmla-run-XXXXXX";
    if (!mkdtemp(&name[0]))
      throw std::runtime_error("cannot create a folder like " + name);
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string path;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_TEMPORARYFOLDER_H
