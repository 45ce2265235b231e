#include "spmla/Target/HSACO/Generate.h"

#include "DiagnosticText.h"
#include "spmla/Kernel/KernelModule.h"
#include "spmla/Kernel/KernelSpec.h"
#include "spmla/Kernel/TargetLimits.h"
#include "spmla/Pipelines/Pipelines.h"
#include "spmla/Target/HSACO/ArgumentCheck.h"
#include "spmla/Target/HSACO/Compile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;

namespace spmla {

namespace {

std::string chipOf(const KernelSpec &spec) {
  return std::string(toString(spec.arch));
}

mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

/// From a specification to the llvm and rocdl dialects.
class Lowering {
public:
  Lowering(const KernelSpec &spec, const StageFiles &files, Stage last)
      : spec(spec), files(files), last(last),
        context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {}

  Error run() {
    if (std::optional<std::string> refusal = validate(spec))
      return createStringError(*refusal);
    if (Error error = files.checkEnd(last))
      return error;
    using Step = Error (Lowering::*)();
    constexpr std::pair<Stage, Step> steps[] = {
        {Stage::Spmla, &Lowering::build},
        {Stage::Tile, &Lowering::lowerToTile},
        {Stage::MLIR, &Lowering::lowerToLLVM},
    };
    for (auto [stage, step] : steps) {
      if (stage > last)
        break;
      if (files.isSkipped(stage))
        continue;
      auto start = std::chrono::steady_clock::now();
      if (Error error =
              files.isReplaced(stage) ? parse(stage) : (this->*step)())
        return error;
      if (Error error = keep(stage))
        return error;
      std::chrono::duration<double, std::milli> elapsed =
          std::chrono::steady_clock::now() - start;
      times.push_back({stage, elapsed.count()});
    }
    return Error::success();
  }

  mlir::ModuleOp getModule() { return module ? *module : mlir::ModuleOp(); }
  std::string takeProduct() { return std::move(product); }
  const std::vector<StageTime> &getTimes() const { return times; }

private:
  Error build() {
    DiagnosticText diagnostics(&context);
    module = buildKernelModule(&context, spec);
    if (!module || mlir::failed(mlir::verify(*module)))
      return diagnostics.takeError("expects " + kernelName(spec) +
                                   " to be buildable, got no module");
    return Error::success();
  }

  Error lowerToTile() { return lower(buildSpmlaToTilePipeline); }

  Error lowerToLLVM() {
    return lower([&](mlir::OpPassManager &passes) {
      SpmlaToLLVMOptions options;
      options.chip = chipOf(spec);
      buildSpmlaToLLVMPipeline(passes, options);
    });
  }

  Error lower(function_ref<void(mlir::OpPassManager &)> buildPipeline) {
    DiagnosticText diagnostics(&context);
    auto passes = mlir::PassManager::on<mlir::ModuleOp>(&context);
    buildPipeline(passes);
    if (mlir::failed(passes.run(*module)))
      return diagnostics.takeError("expects " + kernelName(spec) +
                                   " to be lowered, got a failed pass");
    return Error::success();
  }

  Error parse(Stage stage) {
    Expected<std::string> text = files.read(stage);
    if (!text)
      return text.takeError();
    const std::string &path = files.overrides.at(stage);
    DiagnosticText diagnostics(&context);
    module = mlir::parseSourceString<mlir::ModuleOp>(*text, &context, path);
    if (!module)
      return diagnostics.takeError("expects '" + path + "' to be MLIR");
    return Error::success();
  }

  Error keep(Stage stage) {
    if (files.saveTemps.empty() && stage != last)
      return Error::success();
    std::string text;
    raw_string_ostream(text) << *module << '\n';
    if (Error error = files.save(stage, text))
      return error;
    if (stage == last)
      product = std::move(text);
    return Error::success();
  }

  const KernelSpec &spec;
  const StageFiles &files;
  Stage last;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string product;
  std::vector<StageTime> times;
};

Error checkIdentity(const KernelSpec &spec, const CodeObject &object) {
  if (object.kernel != kernelName(spec))
    return createStringError("expects kernel of code object to be " +
                             kernelName(spec) + ", got " + object.kernel);
  unsigned workgroupSize = spec.waves * WAVE_SIZE;
  if (object.resources.workgroupSize != workgroupSize)
    return createStringError("expects workgroup size of " + object.kernel +
                             " to be " + Twine(workgroupSize) + ", got " +
                             Twine(object.resources.workgroupSize));
  return checkArguments(object);
}

} // namespace

Expected<CodeObject> generateKernel(const KernelSpec &spec,
                                    const StageFiles &files) {
  Lowering lowering(spec, files, Stage::HSACO);
  if (Error error = lowering.run())
    return std::move(error);
  Expected<CodeObject> object =
      compileModule(lowering.getModule(), chipOf(spec), files);
  if (!object)
    return object.takeError();
  if (Error error = checkIdentity(spec, *object))
    return std::move(error);
  object->times.insert(object->times.begin(), lowering.getTimes().begin(),
                       lowering.getTimes().end());
  return object;
}

Expected<std::string> generateStage(const KernelSpec &spec, Stage last,
                                    const StageFiles &files) {
  Lowering lowering(spec, files, last);
  if (Error error = lowering.run())
    return std::move(error);
  if (last <= Stage::MLIR)
    return lowering.takeProduct();
  return compileToStage(lowering.getModule(), chipOf(spec), last, files);
}

} // namespace spmla
