#include "Request.h"

#include "spmla/Kernel/KernelTable.h"
#include "spmla/Kernel/ParseFlags.h"
#include "spmla/Kernel/SpecOptions.h"
#include "spmla/Target/HSACO/CodeObjectFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace spmla::gen {

namespace {

constexpr StringLiteral OVERVIEW =
    "Generates sparse-MLA attention kernels for AMD GPUs: a code object that "
    "HIP loads (NAME.hsaco)\nand a manifest that says how to launch it "
    "(NAME.json), or any form on the way there.\nName a shipped kernel, or "
    "describe one by flags: what is not asked for follows by rule.\n";

constexpr StringLiteral EXAMPLES =
    "\nEXAMPLES:\n"
    "  spmla-gen --list\n"
    "      the kernels that are shipped\n"
    "  spmla-gen --format fp8_scalar --rope 64 -o kernels\n"
    "      one kernel from flags: kernels/NAME.hsaco and kernels/NAME.json\n"
    "  spmla-gen --format bf16 --emit stats\n"
    "      registers, LDS and what one wave runs in the tile loop, as "
    "key: value lines\n"
    "  spmla-gen --all --check-budget -o kernels\n"
    "      every shipped kernel, refused if it outgrew its record\n";

ArrayRef<Form> allForms() {
  static const Form forms[] = {
      {"spmla", "tile-level IR as built", Stage::Spmla, "mlir"},
      {"mlir", "after lowering to the llvm and rocdl dialects", Stage::MLIR,
       "mlir"},
      {"llvm", "LLVM IR before optimisation", Stage::LLVM, "ll"},
      {"asm", "assembly listing", Stage::Asm, "s"},
      {"stats", "figures of the kernel, key: value", std::nullopt, "txt"},
      {"hsaco", "code object and manifest", Stage::HSACO, "hsaco"},
  };
  return forms;
}

Expected<Form> parseForm(StringRef name) {
  for (const Form &form : allForms())
    if (form.name == name)
      return form;
  std::string known = join(
      map_range(allForms(), [](const Form &form) { return form.name; }), ", ");
  return createStringError("expects --emit to be one of " + known + ", got '" +
                           name + "'");
}

std::string describeForms() {
  std::string text = "form to write (default hsaco):";
  for (const Form &form : allForms())
    text += "\n" + form.name + ": " + form.doc;
  return text;
}

/// The first flag of `category` that was given, other than `except`, or an
/// empty string.
std::string firstGiven(cl::OptionCategory &category, StringRef except = "") {
  for (const auto &entry : cl::getRegisteredOptions())
    if (entry.second->getNumOccurrences() && entry.first != except &&
        is_contained(entry.second->Categories, &category))
      return ((entry.first.size() == 1 ? "-" : "--") + entry.first).str();
  return "";
}

struct CommandLine {
  // Options keep references to their descriptions.
  std::string forms = describeForms();
  std::string stages =
      "put FILE in the place of a stage's product; stages: " + stageNames();
  cl::OptionCategory specCategory{"Kernel", "Which kernel"};
  cl::OptionCategory category{"Generation", "What to do with it"};
  SpecOptions spec{specCategory};
  Flag<bool> all{"all", cl::desc("every shipped kernel"), cl::cat(category)};
  Flag<bool> list{"list",
                  cl::desc("print the shipped kernels and what they serve"),
                  cl::cat(category)};
  cl::opt<std::string> emit{"emit", cl::init("hsaco"), cl::value_desc("FORM"),
                            cl::cat(category), cl::desc(forms)};
  cl::opt<std::string> output{
      "o", cl::value_desc("PATH"), cl::cat(category),
      cl::desc("file or folder to write to, - for the standard output "
               "(default: standard output, this folder for hsaco and --all)")};
  Flag<bool> checkBudget{
      "check-budget", cl::cat(category),
      cl::desc("fail if a figure exceeds the bounds in the kernel's record "
               "(--emit stats or hsaco)")};
  Flag<bool> time{"time", cl::cat(category),
                  cl::desc("generate twice and print the milliseconds of "
                           "each stage; writes no file")};
  cl::opt<std::string> saveTemps{
      "save-temps", cl::value_desc("DIR"), cl::cat(category),
      cl::desc("write every stage's product to DIR/NN-STAGE.EXT")};
  cl::list<std::string> overrides{"override", cl::value_desc("STAGE=FILE"),
                                  cl::cat(category), cl::desc(stages)};
};

void printVersion(raw_ostream &os) {
  os << "spmla-gen " << generatorVersion() << ", LLVM " << LLVM_VERSION_STRING
     << '\n';
}

/// The combinations that have no meaning.
Error checkCombination(const CommandLine &line, const Request &request,
                       StringRef specFlag) {
  if (request.isAll && !specFlag.empty())
    return createStringError("expects --all to be alone, got " + specFlag +
                             " as well");
  if (!line.all && specFlag.empty())
    return createStringError("expects a kernel to be named by --kernel, --all "
                             "or flags such as --format, got none");
  if (request.action == Action::Time) {
    if (request.isAll)
      return createStringError("expects --time to be for one kernel, got "
                               "--all");
    if (line.emit.getNumOccurrences() || line.output.getNumOccurrences())
      return createStringError(
          "expects --time to be without --emit and -o, got one");
  }
  bool hasStatistics =
      !request.form.stage || request.form.stage == Stage::HSACO;
  if (request.checkBudget && !hasStatistics)
    return createStringError("expects --emit to be stats or hsaco with "
                             "--check-budget, got " +
                             request.form.name);
  if (request.isAll &&
      (!request.files.saveTemps.empty() || !request.files.overrides.empty()))
    return createStringError("expects --save-temps and --override to be for "
                             "one kernel, got --all");
  if (request.isAll && request.output == "-")
    return createStringError("expects -o to be a folder with --all, got -");
  return Error::success();
}

} // namespace

Expected<Request> parseCommandLine(int argc, char **argv) {
  // Registered flags are never taken back, and lld resets them all.
  static CommandLine line;
  cl::HideUnrelatedOptions({&line.specCategory, &line.category});
  static cl::extrahelp examples(EXAMPLES);
  cl::SetVersionPrinter(printVersion);
  if (Error error = parseFlags(argc, argv, OVERVIEW))
    return std::move(error);

  Request request;
  if (line.list) {
    std::string other = firstGiven(line.specCategory);
    if (other.empty())
      other = firstGiven(line.category, /*except=*/"list");
    if (!other.empty())
      return createStringError("expects --list to be alone, got " + other +
                               " as well");
    request.action = Action::List;
    return request;
  }
  request.action = line.time ? Action::Time : Action::Generate;
  request.isAll = line.all;
  request.checkBudget = line.checkBudget;
  Expected<Form> form = parseForm(line.emit);
  if (!form)
    return form.takeError();
  request.form = *form;
  bool isFiles = request.isAll || request.form.stage == Stage::HSACO;
  request.output = line.output.getNumOccurrences() ? line.output.getValue()
                   : isFiles                       ? "."
                                                   : "-";
  request.files.saveTemps = line.saveTemps;
  for (const std::string &text : line.overrides)
    if (Error error = request.files.addOverride(text))
      return std::move(error);
  if (Error error =
          checkCombination(line, request, firstGiven(line.specCategory)))
    return std::move(error);
  if (request.isAll) {
    for (const KernelRecord &record : kernelTable())
      request.specs.push_back(record.spec);
    return request;
  }
  Expected<KernelSpec> spec = line.spec.spec();
  if (!spec)
    return spec.takeError();
  request.specs.push_back(*spec);
  return request;
}

} // namespace spmla::gen
