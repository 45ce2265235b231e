//===- SpecOptions.h - The specification flags of the tools -----*- C++ -*-===//

#ifndef SPMLA_KERNEL_SPECOPTIONS_H
#define SPMLA_KERNEL_SPECOPTIONS_H

#include "spmla/Kernel/KernelSpec.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace spmla {

/// Registers --kernel and one flag for every field of the key that has one.
/// Construct one before llvm::cl::ParseCommandLineOptions. lld resets the
/// process's flags when it links: read them before.
class SpecOptions {
public:
  /// `takesAuto`: --schedule may be auto, for tools that know the problem.
  explicit SpecOptions(llvm::cl::OptionCategory &category,
                       bool takesAuto = false);
  ~SpecOptions();

  /// The specification that the flags ask for, valid. A flag takes precedence
  /// over the same field of `asked` (a model's geometry, say); what neither
  /// gives is completed for `heads` heads per query. --kernel must name a
  /// shipped kernel, and all that is asked for must agree with it. For
  /// --schedule auto, selectSchedule (Select.h) decides for workgroups of
  /// `tokens` slots.
  /// Errors: one line each, naming the field, what exists, and the value.
  llvm::Expected<KernelSpec> spec(const PartialSpec &asked = {}, int heads = 16,
                                  int64_t tokens = 0) const;

private:
  struct Flag;
  llvm::cl::opt<std::string> kernel;
  std::vector<std::unique_ptr<Flag>> flags;
};

} // namespace spmla

#endif // SPMLA_KERNEL_SPECOPTIONS_H
