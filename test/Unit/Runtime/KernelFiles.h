//===- KernelFiles.h - Kernels on disk for loader tests ---------*- C++ -*-===//

#ifndef SPMLA_TEST_KERNELFILES_H
#define SPMLA_TEST_KERNELFILES_H

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace spmla {
namespace test {

/// A linked, empty gfx950 code object: an ELF header and one segment.
std::string emptyCodeObject();

/// A manifest that the runtime accepts for `image` in "kernel.hsaco", of an
/// fp8_scalar 512+64 kernel of 16 heads per program but for the fields in
/// `key`, by which it is named.
nlohmann::json
goodManifest(const std::string &image,
             const nlohmann::json &key = nlohmann::json::object());

/// The kernel of goodManifest.
extern const char KernelOfTest[];

/// A folder that holds kernel.hsaco and kernel.json and goes away with it.
class KernelFiles {
public:
  KernelFiles();
  ~KernelFiles();

  std::string hsaco() const;
  std::string json() const;

  /// Replace one of the files.
  void writeImage(const std::string &image);
  void writeManifest(const std::string &text);
  void writeManifest(const nlohmann::json &manifest);

private:
  std::filesystem::path folder;
};

} // namespace test
} // namespace spmla

#endif // SPMLA_TEST_KERNELFILES_H
