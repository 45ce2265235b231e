//===- Options.cpp - What the command line asks for -----------------------===//

#include "Options.h"

#include "Accuracy.h"
#include "LaunchFileHelp.h"
#include "Models.h"
#include "Scenario.h"

#include "spmla/Kernel/ParseFlags.h"
#include "spmla/Kernel/SpecOptions.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace spmla;
using namespace spmla::run;

static constexpr char Overview[] =
    "Runs one sparse MLA attention kernel on a seeded problem and compares it "
    "with attention\nin double precision over the same cache rows. The kernel "
    "is generated in process and\nloaded through the runtime, as a server "
    "would "
    "load it. The last line is PASS or FAIL;\nthe exit code is 0 only on "
    "PASS.\n";

static constexpr char Examples[] =
    "\nEXAMPLES:\n"
    "  spmla-run --model glm-5.2 --tp 8\n"
    "      the kernel and the shape of one rank of GLM-5.2 on 8 GPUs\n"
    "  spmla-run --format bf16 --rope 0 --heads 12 --lengths 0,1,63,64,65,500 "
    "--invalid 0.2 --lse\n"
    "      a bf16 cache without rope, ragged lists, every fifth slot invalid\n"
    "  spmla-run --page-size 61 --scenario late-jump --logit-std 4\n"
    "      a paged cache, and logits that grow towards the end of each list\n"
    "  spmla-gen --format fp8_scalar -o kernels && spmla-run --hsaco "
    "kernels/NAME.hsaco --device hip\n"
    "      a code object from a file, on a GPU\n"
    "  spmla-run --schedule direct --scenario zero-q --profile=direct.json\n"
    "      what a tile costs: with scores of 0 no maximum grows\n"
    "  spmla-run --hsaco vector_add.hsaco --symbol vector_add --launch "
    "vector_add.json --strict\n"
    "      anyone's kernel, in the emulator's strict mode\n"
    "\nOUTPUT: key: value lines\n"
    "  max_rel_error      worst over queries and heads of max|d| / max|ref|\n"
    "  rms_rel_error      worst over queries and heads of rms(d) / rms(ref)\n"
    "  total_rms_rel_error  rms(d) / rms(ref) over all of them\n"
    "  lse_abs_error      worst error of the LSE (with --lse)\n"
    "  mode               of the emulator: fast or strict\n"
    "  wave_instructions  executed by one launch (emulator only)\n"
    "  seconds            from one launch to its completion\n"
    "  out_digest         hash of the output, to compare runs bit by bit\n"
    "  failure            what was wrong, if anything\n";

static constexpr char ProfileHelp[] =
    "\nPROFILE: tables of what one launch has executed\n"
    "  Wave instructions by class; bytes; requests for 128-byte lines, one per "
    "line that a\n"
    "  vector memory instruction touches (merged: without the lines that the "
    "one before it\n"
    "  in the wave asked for, too); LDS cycles and those that bank conflicts "
    "cost; lanes.\n"
    "  Then the same for each instruction of the hot loop, the innermost loop "
    "that holds\n"
    "  most of what is executed. Last, the figures of one tile: the difference "
    "of two more\n"
    "  launches with one query each, whose rows have as many tiles as the "
    "longest of\n"
    "  --lengths (at least 8) and half as many, divided by the tiles between "
    "and the\n"
    "  workgroups. FILE.json has all of it: {\"kernels\": [...], \"tile\": "
    "{...}}, described in\n"
    "  runtime/emulator/Emulator.h and tools/spmla-run/TileProfile.h.\n";

namespace {

std::string scenarioHelp() {
  std::string text = "kind of problem (default gaussian)";
  for (const ScenarioInfo &info : scenarios())
    text += std::string("\n") + info.name + ": " + info.doc;
  return text;
}

std::string modelHelp() {
  return "model whose rows, heads, list length and softmax scale to take: " +
         modelNames();
}

// Flags are registered for the life of the process; the texts that they refer
// to must live as long.
struct Flags {
  cl::OptionCategory kernelCategory{"Kernel", "Which kernel"};
  cl::OptionCategory problemCategory{"Problem", "What it computes"};
  cl::OptionCategory runCategory{"Run", "Where it runs"};
  std::string modelText = modelHelp(), scenarioText = scenarioHelp();

  SpecOptions spec{kernelCategory, /*takesAuto=*/true};
  cl::opt<std::string> hsaco{
      "hsaco", cl::value_desc("FILE"), cl::cat(runCategory),
      cl::desc("run this code object; its manifest lies beside it and says "
               "what it is, unless --launch does")};
  cl::opt<std::string> launch{
      "launch", cl::value_desc("FILE"), cl::cat(runCategory),
      cl::desc("run kernels of --hsaco, anyone's, as this launch file says "
               "(below)\ninstead of a problem")};
  cl::opt<std::string> symbol{
      "symbol", cl::value_desc("NAME"), cl::cat(runCategory),
      cl::desc("the kernel of launches that name none (default: the only one "
               "of --hsaco)")};

  cl::opt<std::string> model{"model", cl::desc(modelText),
                             cl::value_desc("NAME"), cl::cat(problemCategory)};
  Flag<int> tp{"tp", cl::init(1), cl::value_desc("N"), cl::cat(problemCategory),
               cl::desc("ranks that share the model's heads (default 1)")};
  Flag<int64_t> heads{
      "heads", cl::init(16), cl::value_desc("N"), cl::cat(problemCategory),
      cl::desc("query heads (default 16, or the model's / tp)")};
  Flag<int64_t> queries{
      "queries", cl::init(1), cl::value_desc("N"), cl::cat(problemCategory),
      cl::desc("query tokens (default: one for each of --lengths)")};
  ListFlag<int64_t> lengths{
      "lengths", cl::CommaSeparated, cl::value_desc("N,N,..."),
      cl::cat(problemCategory),
      cl::desc("slots that each query lists, cycled (default 2048, or the "
               "model's)")};
  Flag<int64_t> slots{"slots", cl::init(65536), cl::value_desc("N"),
                      cl::cat(problemCategory),
                      cl::desc("slots of the cache (default 65536)")};
  Flag<int64_t> pageSize{"page-size", cl::init(1), cl::value_desc("N"),
                         cl::cat(problemCategory),
                         cl::desc("slots of a page (default 1, a flat cache)")};
  Flag<double> invalid{
      "invalid", cl::init(0), cl::value_desc("FRACTION"),
      cl::cat(problemCategory),
      cl::desc("share of listed slots that are -1, otherwise negative, or past "
               "the cache (default 0)")};
  Flag<double> logitStd{
      "logit-std", cl::init(1), cl::value_desc("X"), cl::cat(problemCategory),
      cl::desc("standard deviation of the logits (default 1)")};
  cl::opt<std::string> scenario{"scenario", cl::init("gaussian"),
                                cl::value_desc("NAME"), cl::desc(scenarioText),
                                cl::cat(problemCategory)};
  cl::opt<std::string> layout{
      "layout", cl::init("padded"), cl::value_desc("packed|padded|heads-first"),
      cl::cat(problemCategory),
      cl::desc("strides of q, out, lse and the cache (default padded)\n"
               "packed: no gaps\n"
               "padded: gaps between rows, queries and pages\n"
               "heads-first: [heads, queries, columns]")};
  cl::opt<std::string> kvScale{
      "kv-scale", cl::init("device"), cl::value_desc("device|host|both"),
      cl::cat(problemCategory),
      cl::desc("where an fp8 cache's scale is (default device)\n"
               "device: in device memory, read by the kernel\n"
               "host: a value\n"
               "both: a factor in each")};
  cl::opt<std::string> qScale{
      "q-scale", cl::init("device"), cl::value_desc("device|host|both"),
      cl::cat(problemCategory),
      cl::desc("where the scale of an e4m3fn q is, as for --kv-scale")};
  Flag<uint64_t> seed{"seed", cl::init(1), cl::value_desc("N"),
                      cl::cat(problemCategory),
                      cl::desc("of all random numbers (default 1)")};
  cl::opt<std::string> splits{
      "splits", cl::init("auto"), cl::value_desc("N|auto"),
      cl::cat(problemCategory),
      cl::desc("workgroups that share a query's list; 1 is all that kernels "
               "do so far (default auto)")};
  Flag<bool> sink{
      "sink", cl::cat(problemCategory),
      cl::desc("an attention sink; no kernel has one so far: refused")};
  Flag<bool> lse{
      "lse", cl::cat(problemCategory),
      cl::desc("let the kernel write the LSE, compare it, and require the same "
               "output bits without it")};

  cl::opt<std::string> device{
      "device", cl::init("emu"), cl::value_desc("emu|hip"),
      cl::cat(runCategory),
      cl::desc("emu: the emulator beside this program (default)\n"
               "hip: the first GPU of the HIP library that is found")};
  Flag<bool> strict{
      "strict", cl::cat(runCategory),
      cl::desc("let the emulator refuse what the hardware does not promise: "
               "races, data used\nbefore it was waited for or never written, "
               "accesses outside an allocation;\nslower (default: as the "
               "environment variable SPMLA_EMU_MODE says, fast)")};
  cl::opt<std::string> profile{
      "profile", cl::ValueOptional, cl::value_desc("FILE.json"),
      cl::cat(runCategory),
      cl::desc("profile one more launch on the emulator (below; with --launch, "
               "all launches),\nand write the figures to FILE.json if it is "
               "given")};
  Flag<bool> time{"time", cl::cat(runCategory),
                  cl::desc("print where the time went")};
  Flag<bool> instructions{
      "instructions", cl::cat(runCategory),
      cl::desc("list the instructions that the emulator implements, with their "
               "classes, and exit")};
};

/// Turns flags into options, or into one line of error text.
class Parser {
public:
  Parser(Flags &flags, std::string &error) : flags(flags), error(error) {}

  std::optional<Options> parse(const std::string &program) {
    options.instructions = flags.instructions;
    if (options.instructions)
      return readDevice(program) ? std::optional<Options>(std::move(options))
                                 : std::nullopt;
    if (flags.launch.getNumOccurrences())
      return readLaunch() && readDevice(program)
                 ? std::optional<Options>(std::move(options))
                 : std::nullopt;
    if (!expects(!flags.symbol.getNumOccurrences(), "--symbol",
                 "given with --launch", "it alone") ||
        !refuseMissingFeatures() || !readModel() || !readProblem() ||
        !readKernel() || !readDevice(program))
      return std::nullopt;
    return std::move(options);
  }

private:
  bool expects(bool holds, const Twine &flag, const Twine &wanted,
               const Twine &got) {
    if (!holds)
      error = ("expects " + flag + " to be " + wanted + ", got " + got).str();
    return holds;
  }

  bool refuseMissingFeatures() {
    return expects(!flags.sink, "--sink",
                   "off: kernels have no attention sink yet", "on") &&
           expects(flags.splits == "auto" || flags.splits == "1", "--splits",
                   "1 or auto: kernels do not split lists yet",
                   flags.splits.getValue());
  }

  bool readModel() {
    if (!flags.model.getNumOccurrences())
      return expects(!flags.tp.getNumOccurrences(), "--tp",
                     "given with --model", "it alone");
    model = findModel(flags.model);
    return expects(model, "--model", "one of " + modelNames(),
                   flags.model.getValue()) &&
           expects(flags.tp > 0 && model->heads % flags.tp == 0, "--tp",
                   "a divisor of the model's " + Twine(model->heads) + " heads",
                   Twine(flags.tp));
  }

  bool readProblem() {
    ProblemSpec &problem = options.problem;
    problem.heads = model && !flags.heads.getNumOccurrences()
                        ? model->heads / flags.tp
                        : flags.heads;
    problem.lengths.assign(flags.lengths.begin(), flags.lengths.end());
    if (problem.lengths.empty())
      problem.lengths = {model ? model->topk : 2048};
    problem.queries = flags.queries.getNumOccurrences()
                          ? flags.queries
                          : int64_t(problem.lengths.size());
    problem.slots = flags.slots;
    problem.pageSize = flags.pageSize;
    problem.invalid = flags.invalid;
    problem.logitStd = flags.logitStd;
    problem.seed = flags.seed;
    options.model = model;
    options.lse = flags.lse;
    for (int64_t length : problem.lengths)
      if (!expects(length >= 0, "--lengths", "at least 0", Twine(length)))
        return false;
    return expects(problem.heads >= 1, "--heads", "at least 1",
                   Twine(problem.heads)) &&
           expects(problem.queries >= 0, "--queries", "at least 0",
                   Twine(problem.queries)) &&
           expects(problem.slots >= 0 && problem.slots <= int64_t(1) << 31,
                   "--slots", "0 to 2147483648", Twine(problem.slots)) &&
           expects(problem.pageSize >= 1, "--page-size", "at least 1",
                   Twine(problem.pageSize)) &&
           expects(problem.invalid >= 0 && problem.invalid <= 1, "--invalid",
                   "0 to 1", std::to_string(problem.invalid)) &&
           expects(problem.logitStd > 0 && std::isfinite(problem.logitStd),
                   "--logit-std", "positive and finite",
                   std::to_string(problem.logitStd)) &&
           readNames();
  }

  bool readNames() {
    ProblemSpec &problem = options.problem;
    std::string all;
    for (const ScenarioInfo &info : scenarios())
      all += (all.empty() ? "" : ", ") + std::string(info.name);
    const ScenarioInfo *scenario = findScenario(flags.scenario);
    if (!expects(scenario, "--scenario", "one of " + all,
                 flags.scenario.getValue()))
      return false;
    problem.scenario = scenario->scenario;
    return choose(flags.layout, "--layout", problem.layout,
                  {{"packed", Layout::Packed},
                   {"padded", Layout::Padded},
                   {"heads-first", Layout::HeadsFirst}}) &&
           choosePlace(flags.kvScale, "--kv-scale", problem.kvScale) &&
           choosePlace(flags.qScale, "--q-scale", problem.qScale);
  }

  bool choosePlace(StringRef text, const char *flag, ScalePlace &place) {
    return choose(text, flag, place,
                  {{"device", ScalePlace::Device},
                   {"host", ScalePlace::Host},
                   {"both", ScalePlace::Both}});
  }

  template <typename T>
  bool choose(StringRef text, const char *flag, T &value,
              std::initializer_list<std::pair<const char *, T>> choices) {
    std::string all;
    for (const auto &[name, choice] : choices) {
      if (text == name) {
        value = choice;
        return true;
      }
      all += (all.empty() ? "" : ", ") + std::string(name);
    }
    return expects(false, flag, "one of " + all, text);
  }

  bool readDevice(const std::string &program) {
    if (!expects(flags.device == "emu" || flags.device == "hip", "--device",
                 "emu or hip", flags.device.getValue()) ||
        !expects(!flags.instructions || flags.device == "emu", "--device",
                 "emu with --instructions: it is the emulator's list",
                 flags.device.getValue()) ||
        !expects(!flags.strict || flags.device == "emu", "--device",
                 "emu with --strict: a GPU has no such mode",
                 flags.device.getValue()))
      return false;
    options.strict = flags.strict;
    options.time = flags.time;
    options.profile = flags.profile.getNumOccurrences() != 0;
    options.profileFile = flags.profile;
    if (!expects(!options.profile || flags.device == "emu", "--device",
                 "emu with --profile: a GPU counts nothing",
                 flags.device.getValue()) ||
        !expects(!options.profile || !flags.strict, "--profile",
                 "without --strict", "both"))
      return false;
    if (flags.device == "hip")
      return true;
    SmallString<256> path(sys::path::parent_path(program));
    sys::path::append(path, "..", "lib", "libspmla_hipemu.so");
    sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    options.emulator = path.str().str();
    return expects(sys::fs::exists(path), "the emulator", options.emulator,
                   "no such file");
  }

  /// No flag of `category` may be given with `flag`.
  bool refuseFlags(const char *flag, const char *what,
                   cl::OptionCategory &category) {
    for (const auto &entry : cl::getRegisteredOptions())
      if (!expects(!entry.second->getNumOccurrences() ||
                       !is_contained(entry.second->Categories, &category),
                   flag, Twine("without flags that describe ") + what,
                   "--" + entry.first))
        return false;
    return true;
  }

  bool readLaunch() {
    options.hsaco = flags.hsaco;
    options.launchFile = flags.launch;
    options.symbol = flags.symbol;
    return expects(!options.launchFile.empty(), "--launch", "a file",
                   "an empty name") &&
           expects(!options.hsaco.empty(), "--hsaco", "given with --launch",
                   "no such flag") &&
           refuseFlags("--launch", "a kernel", flags.kernelCategory) &&
           refuseFlags("--launch", "a problem", flags.problemCategory);
  }

  /// Of one round of --lengths. Instructions grow with the sum of all lists, so
  /// that their mean stands for all.
  int64_t meanLength() const {
    const ProblemSpec &problem = options.problem;
    const size_t count =
        size_t(std::min(problem.queries, int64_t(problem.lengths.size())));
    double sum = 0;
    for (size_t i = 0; i != count; ++i)
      sum += double(problem.lengths[i]);
    constexpr double most = 1e18; // far below what an int64_t holds
    return count ? int64_t(std::min(sum / double(count), most)) : 0;
  }

  bool readKernel() {
    PartialSpec asked;
    if (model) {
      asked.latent = model->latent;
      asked.rope = model->rope;
    }
    options.hsaco = flags.hsaco;
    if (!options.hsaco.empty()) {
      SmallString<256> manifest(options.hsaco);
      sys::path::replace_extension(manifest, "json");
      return refuseFlags("--hsaco", "a kernel", flags.kernelCategory) &&
             expects(sys::fs::exists(options.hsaco), "--hsaco", "a code object",
                     options.hsaco + ", which does not exist") &&
             expects(sys::fs::exists(manifest), "--hsaco",
                     "of spmla-gen, with its manifest " + Twine(manifest) +
                         " beside it, or anyone's with --launch",
                     options.hsaco + " alone");
    }
    Expected<KernelSpec> spec =
        flags.spec.spec(asked, int(options.problem.heads), meanLength());
    if (!spec) {
      error = toString(spec.takeError());
      return false;
    }
    options.kernel = *spec;
    return true;
  }

  Flags &flags;
  std::string &error;
  const Model *model = nullptr;
  Options options;
};
} // namespace

std::optional<Options> spmla::run::parseOptions(int argc, char **argv,
                                                std::string &error) {
  static Flags flags;
  static const std::string limits =
      "\nPASS: no failure; rows that must be 0 or NaN are, nothing else was "
      "written, launches agree\nbit for bit, and errors are at most\n" +
      describeLimits();
  static cl::extrahelp examples(Examples), pass(limits), profile(ProfileHelp),
      launchFile(LaunchFileHelp);
  cl::HideUnrelatedOptions(
      {&flags.kernelCategory, &flags.problemCategory, &flags.runCategory});
  if (Error failure = parseFlags(argc, argv, Overview)) {
    error = toString(std::move(failure));
    return std::nullopt;
  }
  std::string program = sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(&parseOptions));
  return Parser(flags, error).parse(program);
}
