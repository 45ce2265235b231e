//===- ParseFlags.cpp - The command line, in the project's words ----------===//

#include "spmla/Kernel/ParseFlags.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

static std::string expects(const Twine &what, const Twine &wanted,
                           const Twine &got) {
  return ("expects " + what + " to be " + wanted + ", got " + got).str();
}

static std::string &refusal() {
  static std::string text;
  return text;
}

bool refuseFlagValue(const cl::Option &flag, StringRef wanted, StringRef got) {
  if (refusal().empty())
    refusal() = expects("--" + flag.ArgStr, wanted, "'" + got + "'");
  return true;
}

/// The visible flag whose name is most like `name`.
static StringRef nearestFlag(StringRef name) {
  StringRef nearest;
  unsigned least = ~0u;
  for (const auto &[known, flag] : cl::getRegisteredOptions()) {
    unsigned distance = name.edit_distance(known);
    bool isNearer = distance < least || (distance == least && known < nearest);
    if (flag->getOptionHiddenFlag() == cl::NotHidden && isNearer) {
      nearest = known;
      least = distance;
    }
  }
  return nearest;
}

/// What is wrong with the flags' names, or nothing. Not left to llvm::cl: it
/// takes any name that begins with h for -h, and prints the help.
static std::string checkNames(ArrayRef<char *> arguments) {
  const auto &flags = cl::getRegisteredOptions();
  for (size_t i = 0; i != arguments.size(); ++i) {
    StringRef argument = arguments[i], name = argument;
    name.consume_front("-");
    name.consume_front("-");
    bool hasValue = name.contains('=');
    name = name.split('=').first;
    if (name == "h") // llvm::cl registers it when it parses
      continue;
    auto flag = flags.find(name);
    if (!argument.starts_with("-"))
      return expects("an argument", "a flag of --help", argument);
    if (flag == flags.end())
      return expects("an argument", "a flag of --help",
                     argument + "; the nearest is --" + nearestFlag(name));
    if (flag->second->getValueExpectedFlag() != cl::ValueRequired || hasValue)
      continue;
    if (++i == arguments.size())
      return expects(argument, "followed by a value", "none");
  }
  return "";
}

Error parseFlags(int argc, char **argv, StringRef overview) {
  std::string text = checkNames(ArrayRef(argv, argc).drop_front());
  if (!text.empty())
    return createStringError(text);
  raw_string_ostream os(text);
  if (cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return Error::success();
  return createStringError(refusal().empty()
                               ? expects("the command line", "valid", text)
                               : refusal());
}

} // namespace spmla
