#include "spmla/Target/HSACO/Compile.h"

#include "Backend.h"
#include "DiagnosticText.h"
#include "ModuleChecks.h"
#include "Notes.h"
#include "spmla/Target/HSACO/ColdBlocks.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;

namespace spmla {

namespace {

std::string print(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  // Passes walk use lists: without their order, the printed module compiles to
  // other code than the module itself.
  module.print(os, nullptr, /*ShouldPreserveUseListOrder=*/true);
  return text;
}

/// One way from a lowered module to a stage.
class Run {
public:
  Run(StringRef chip, const StageFiles &files, Stage last)
      : files(files), last(last), limits(findTargetLimits(chip.str())) {
    object.chip = chip.str();
  }

  Error run(mlir::ModuleOp source) {
    if (!limits)
      return createStringError("expects arch to be gfx942 or gfx950, got " +
                               object.chip);
    if (Error error = files.checkEnd(last))
      return error;
    Expected<std::unique_ptr<TargetMachine>> created =
        createTargetMachine(object.chip);
    if (!created)
      return created.takeError();
    machine = std::move(*created);
    using Step = Error (Run::*)(mlir::ModuleOp);
    constexpr std::pair<Stage, Step> steps[] = {
        {Stage::LLVM, &Run::translate},   {Stage::Opt, &Run::optimizeModule},
        {Stage::Asm, &Run::generate},     {Stage::Obj, &Run::assembleListing},
        {Stage::HSACO, &Run::linkObject},
    };
    for (auto [stage, step] : steps) {
      if (stage > last)
        break;
      if (files.isSkipped(stage))
        continue;
      auto start = std::chrono::steady_clock::now();
      if (Error error = (this->*step)(source))
        return error;
      std::chrono::duration<double, std::milli> elapsed =
          std::chrono::steady_clock::now() - start;
      object.times.push_back({stage, elapsed.count()});
    }
    return Error::success();
  }

  /// Product of the last stage.
  std::string takeProduct() { return std::move(product); }
  CodeObject takeObject() { return std::move(object); }

private:
  Error translate(mlir::ModuleOp source) {
    if (files.isReplaced(Stage::LLVM)) {
      if (Error error = parseModule(Stage::LLVM))
        return error;
    } else {
      DiagnosticText diagnostics(source.getContext());
      auto kernels = source.getOps<mlir::gpu::GPUModuleOp>();
      if (!llvm::hasSingleElement(kernels))
        return createStringError("expects module to hold one gpu.module, got " +
                                 Twine(llvm::range_size(kernels)));
      module = mlir::translateModuleToLLVMIR(*kernels.begin(), context);
      if (!module)
        return diagnostics.takeError(
            "expects gpu.module to be translatable to LLVM IR, got none");
    }
    setTarget(*module, *machine);
    if (Error error = checkModule(*module, *limits))
      return error;
    // As clang does: nothing that is loaded with it may put its own symbol in
    // the place of the kernel, nor of the descriptor, which takes its
    // visibility.
    cantFail(findKernel(*module))
        ->setVisibility(GlobalValue::ProtectedVisibility);
    return keepModule(Stage::LLVM);
  }

  Error optimizeModule(mlir::ModuleOp) {
    if (files.isReplaced(Stage::Opt)) {
      if (Error error = parseModule(Stage::Opt))
        return error;
      setTarget(*module, *machine);
      if (Error error = checkModule(*module, *limits))
        return error;
    } else {
      optimize(*module, *machine);
    }
    Expected<Function *> kernel = findKernel(*module);
    if (!kernel)
      return kernel.takeError();
    nameColdBlocks(**kernel);
    return keepModule(Stage::Opt);
  }

  Error generate(mlir::ModuleOp) {
    return keepText(Stage::Asm, object.assembly,
                    [&] { return emitAssembly(*module, *machine); });
  }

  Error assembleListing(mlir::ModuleOp) {
    return keepText(Stage::Obj, relocatable,
                    [&] { return assemble(object.assembly, *machine); });
  }

  Error linkObject(mlir::ModuleOp) {
    return keepText(Stage::HSACO, object.image,
                    [&] { return link(relocatable); });
  }

  Error parseModule(Stage stage) {
    Expected<std::string> text = files.read(stage);
    if (!text)
      return text.takeError();
    const std::string &path = files.overrides.at(stage);
    SMDiagnostic diagnostic;
    module = parseIR(MemoryBufferRef(*text, path), diagnostic, context);
    if (!module)
      return createStringError(
          "expects '" + path + "' to be LLVM IR, got: line " +
          Twine(diagnostic.getLineNo()) + ": " + diagnostic.getMessage());
    return Error::success();
  }

  Error keepModule(Stage stage) {
    // Printing costs more than the check that it can be left out.
    if (files.saveTemps.empty() && stage != last)
      return Error::success();
    std::string text = print(*module);
    if (Error error = files.save(stage, text))
      return error;
    if (stage == last)
      product = std::move(text);
    return Error::success();
  }

  Error keepText(Stage stage, std::string &result,
                 function_ref<Expected<std::string>()> make) {
    Expected<std::string> text =
        files.isReplaced(stage) ? files.read(stage) : make();
    if (!text)
      return text.takeError();
    result = std::move(*text);
    if (stage == last)
      product = result;
    return files.save(stage, result);
  }

  const StageFiles &files;
  Stage last;
  const TargetLimits *limits;
  LLVMContext context;
  std::unique_ptr<TargetMachine> machine;
  std::unique_ptr<Module> module;
  std::string relocatable;
  std::string product;
  CodeObject object;
};

} // namespace

Expected<CodeObject> compileModule(mlir::ModuleOp module, StringRef chip,
                                   const StageFiles &files) {
  Run run(chip, files, Stage::HSACO);
  if (Error error = run.run(module))
    return std::move(error);
  CodeObject object = run.takeObject();
  const TargetLimits &limits = *findTargetLimits(chip.str());
  if (Error error = readNotes(object, limits))
    return std::move(error);
  if (Error error = checkResources(object, limits))
    return std::move(error);
  return object;
}

Expected<std::string> compileToStage(mlir::ModuleOp module, StringRef chip,
                                     Stage last, const StageFiles &files) {
  Run run(chip, files, last);
  if (Error error = run.run(module))
    return std::move(error);
  return run.takeProduct();
}

} // namespace spmla
