#include "ModuleChecks.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

namespace {

Error checkFastMath(const Function &function) {
  for (StringRef attribute : {"no-nans-fp-math", "no-infs-fp-math"})
    if (function.getFnAttribute(attribute).getValueAsBool())
      return createStringError(
          "expects function %s to be without the attribute %s, got it",
          function.getName().str().c_str(), attribute.str().c_str());
  for (const Instruction &instruction : instructions(function)) {
    const auto *math = dyn_cast<FPMathOperator>(&instruction);
    if (!math || (!math->hasNoNaNs() && !math->hasNoInfs()))
      continue;
    std::string text;
    raw_string_ostream(text) << instruction;
    return createStringError(
        "expects instructions of %s to be without nnan and ninf, got:%s",
        function.getName().str().c_str(), text.c_str());
  }
  return Error::success();
}

Error checkLDS(const Module &module, StringRef kernel,
               const TargetLimits &limits) {
  uint64_t bytes = 0;
  for (const GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == AMDGPUAS::LOCAL_ADDRESS)
      bytes += module.getDataLayout().getTypeAllocSize(global.getValueType());
  if (bytes > limits.ldsBytes)
    return createStringError(
        "expects LDS of %s to be at most %u bytes on %s, got %llu",
        kernel.str().c_str(), limits.ldsBytes, std::string(limits.chip).c_str(),
        static_cast<unsigned long long>(bytes));
  return Error::success();
}

} // namespace

Expected<Function *> findKernel(Module &module) {
  Function *kernel = nullptr;
  for (Function &function : module) {
    if (function.isDeclaration() ||
        function.getCallingConv() != CallingConv::AMDGPU_KERNEL)
      continue;
    if (kernel)
      return createStringError(
          "expects module to hold one kernel, got %s and %s",
          kernel->getName().str().c_str(), function.getName().str().c_str());
    kernel = &function;
  }
  if (!kernel)
    return createStringError("expects module to hold one kernel, got none");
  return kernel;
}

Error checkModule(Module &module, const TargetLimits &limits) {
  Expected<Function *> kernel = findKernel(module);
  if (!kernel)
    return kernel.takeError();
  std::string name = (*kernel)->getName().str();
  for (const Function &function : module) {
    if (function.isDeclaration() && !function.isIntrinsic())
      return createStringError(
          "expects functions of %s to be defined, got declaration of %s",
          name.c_str(), function.getName().str().c_str());
    if (Error error = checkFastMath(function))
      return error;
  }
  return checkLDS(module, name, limits);
}

} // namespace spmla
