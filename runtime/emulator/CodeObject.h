//===- CodeObject.h - A loaded code object --------------------*- C++ -*-===//
//
// Checks and loads an ELF file for a device: segments are copied to memory of
// their own, relocated, and the code is decoded. Files may be corrupt in any
// way; every offset is checked.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_EMULATOR_CODEOBJECT_H
#define SPMLA_EMULATOR_CODEOBJECT_H

#include "Arch.h"
#include "KernelDescriptor.h"
#include "Memory.h"
#include "Metadata.h"
#include "Program.h"

#include <memory>
#include <string>
#include <vector>

namespace spmla {
namespace emu {

struct Kernel {
  KernelMetadata metadata;
  KernelDescriptor descriptor;
  const Program *program = nullptr;
  uint32_t entry = 0; // index of the first instruction
};

// Data that the code object exports.
struct Variable {
  std::string name;
  uint64_t offset = 0, bytes = 0; // in the segments
};

enum class LoadStatus { Ok, Invalid, WrongTarget };

class CodeObject {
public:
  struct Result {
    LoadStatus status = LoadStatus::Ok;
    std::string error;
    std::unique_ptr<CodeObject> object;
  };
  // `size` is the number of readable bytes at `image`.
  static Result load(const uint8_t *image, size_t size, const Arch &arch);

  // Size of the ELF file at `image` by its own headers, for callers that are
  // given a pointer only (hipModuleLoadData). 0 if it is none.
  static size_t sizeFromHeaders(const uint8_t *image);

  const Kernel *findKernel(const std::string &name) const;
  const Variable *findVariable(const std::string &name) const;
  const AllocationPtr &memory() const { return segments; }
  uint64_t base() const { return segments->begin; }
  const Arch &arch() const { return target; }

private:
  explicit CodeObject(const Arch &arch) : target(arch) {}

  const Arch &target;
  AllocationPtr segments;
  std::vector<std::unique_ptr<Program>> programs;
  std::vector<Kernel> kernels;
  std::vector<Variable> variables;

  friend class CodeObjectLoader;
};

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_CODEOBJECT_H
