//===- SpecOptions.cpp - The specification flags of the tools -------------===//

#include "spmla/Kernel/SpecOptions.h"

#include "spmla/Kernel/KernelTable.h"
#include "spmla/Kernel/Select.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace spmla {

/// One field's flag. A string for every field: its values are refused in the
/// project's words, not in the option parser's.
struct SpecOptions::Flag {
  Flag(const KeyFieldInfo &info, bool takesAuto, cl::OptionCategory &category)
      : info(info), takesAuto(takesAuto && info.field == KeyField::schedule),
        help(describe(info)), hint(valueHint(info)),
        option(StringRef(info.flag), cl::desc(help), cl::value_desc(hint),
               cl::cat(category)) {
    if (this->takesAuto) {
      hint += "|auto";
      help += "\nauto: of an fp8 cache, direct or solo, whichever executes "
              "fewer instructions";
      option.setValueStr(hint);
      option.setDescription(help);
    }
  }

  bool isAuto() const { return takesAuto && option == "auto"; }

  static std::string valueHint(const KeyFieldInfo &info) {
    if (info.values.size() == 0)
      return "N";
    std::string hint;
    for (const KeyValue &value : info.values)
      hint += (hint.empty() ? "" : "|") + std::string(value.spelling);
    return hint;
  }

  static std::string describe(const KeyFieldInfo &info) {
    std::string text = info.doc;
    text += info.preset ? " (default " + std::string(info.preset) + ")"
                        : " (default by rule)";
    for (const KeyValue &value : info.values)
      if (*value.doc)
        text += std::string("\n") + value.spelling + ": " + value.doc;
    return text;
  }

  const KeyFieldInfo &info;
  bool takesAuto;
  // The option refers to both texts.
  std::string help, hint;
  cl::opt<std::string> option;
};

SpecOptions::SpecOptions(cl::OptionCategory &category, bool takesAuto)
    : kernel("kernel", cl::value_desc("NAME"), cl::cat(category),
             cl::desc("a shipped kernel by its name; other specification flags "
                      "must agree with it")) {
  for (const KeyFieldInfo &info : keyFields())
    if (info.flag)
      flags.push_back(std::make_unique<Flag>(info, takesAuto, category));
}

SpecOptions::~SpecOptions() = default;

static Error lineError(const std::string &line) {
  return createStringError(inconvertibleErrorCode(), line);
}

static Expected<KernelSpec> namedSpec(const std::string &name,
                                      const PartialSpec &asked) {
  const KernelRecord *record = findKernel(name);
  if (!record)
    return lineError(formatv("expects kernel to be a shipped one, got {0}; the "
                             "nearest is {1}",
                             name, nearestKernel(name).name));
  for (const KeyFieldInfo &info : keyFields()) {
    std::string has = keyValue(record->spec, info.field);
    std::optional<std::string> wants = keyValue(asked, info.field);
    if (wants && *wants != has)
      return lineError(formatv("expects {0} to be {1} with kernel {2}, got {3}",
                               info.words, has, name, *wants));
  }
  return record->spec;
}

/// By what the other fields come to be.
static Expected<Schedule> chooseSchedule(const PartialSpec &wanted, int heads,
                                         int64_t tokens) {
  const KernelSpec rest = completeSpec(wanted, heads);
  if (rest.format != CacheFormat::fp8_scalar)
    return lineError(
        formatv("expects format to be fp8_scalar with schedule auto, got {0}",
                toString(rest.format)));
  return selectSchedule(rest.qType, rest.dot, tokens);
}

Expected<KernelSpec> SpecOptions::spec(const PartialSpec &asked, int heads,
                                       int64_t tokens) const {
  PartialSpec wanted = asked;
  bool isAuto = false;
  for (const std::unique_ptr<Flag> &flag : flags) {
    std::string error;
    if (flag->isAuto())
      isAuto = true;
    else if (flag->option.getNumOccurrences() &&
             !setKeyValue(wanted, flag->info.field, flag->option, error))
      return lineError(error);
  }
  if (kernel.getNumOccurrences())
    return namedSpec(kernel, wanted);
  if (isAuto) {
    Expected<Schedule> schedule = chooseSchedule(wanted, heads, tokens);
    if (!schedule)
      return schedule.takeError();
    wanted.schedule = *schedule;
  }

  KernelSpec spec = completeSpec(wanted, heads);
  if (std::optional<std::string> refusal = validate(spec))
    return lineError(*refusal);
  return spec;
}

} // namespace spmla
