#include "Backend.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;

namespace spmla {

namespace {

constexpr StringLiteral TRIPLE = "amdgcn-amd-amdhsa";

void registerBackend() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmParser();
    LLVMInitializeAMDGPUAsmPrinter();
  });
}

/// Keeps errors of the backend, which otherwise end the process.
class ErrorCollector final : public DiagnosticHandler {
public:
  explicit ErrorCollector(std::string &text) : text(text) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream os(text);
    if (!text.empty())
      os << "; ";
    DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    return true;
  }

private:
  std::string &text;
};

} // namespace

Expected<std::unique_ptr<TargetMachine>> createTargetMachine(StringRef chip) {
  registerBackend();
  Triple triple(TRIPLE);
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError(message);
  TargetOptions options;
  options.MCOptions.AsmVerbose = true;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, chip, /*Features=*/"", options, Reloc::PIC_, std::nullopt,
      CodeGenOptLevel::Aggressive));
}

void setTarget(Module &module, const TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  module.setModuleFlag(Module::Error, "amdhsa_code_object_version", 500);
}

void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3)
      .run(module, modules);
}

Expected<std::string> emitAssembly(Module &module, TargetMachine &machine) {
  SmallString<0> text;
  raw_svector_ostream os(text);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  CodeGenFileType::AssemblyFile))
    return createStringError(
        "expects the AMDGPU backend to print assembly, got none");
  std::string errors;
  std::unique_ptr<DiagnosticHandler> previous =
      module.getContext().getDiagnosticHandler();
  module.getContext().setDiagnosticHandler(
      std::make_unique<ErrorCollector>(errors));
  passes.run(module);
  module.getContext().setDiagnosticHandler(std::move(previous));
  if (!errors.empty())
    return createStringError(errors);
  return std::string(text);
}

} // namespace spmla
