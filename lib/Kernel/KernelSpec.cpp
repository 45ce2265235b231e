//===- KernelSpec.cpp - The static key of a kernel ------------------------===//

#include "spmla/Kernel/KernelSpec.h"

#include <algorithm>
#include <vector>

namespace spmla {

namespace {

/// A specification whose `when` is `value` has one of `allowed` as `field`.
struct Pairing {
  KeyField when;
  const char *value;
  KeyField field;
  Table<const char *> allowed;
};

} // namespace

/// Digits as std::to_string writes them, so that a name has one spelling.
static bool fromString(std::string_view text, int &value) {
  bool canonical = !text.empty() && text.size() <= 9 &&
                   (text[0] != '0' || text == "0") &&
                   std::all_of(text.begin(), text.end(),
                               [](char c) { return c >= '0' && c <= '9'; });
  if (canonical)
    value = std::stoi(std::string(text));
  return canonical;
}

static Encoding deriveEncoding(const KernelSpec &spec, int heads);
static int deriveValue(const KernelSpec &spec, int heads);
static int deriveProgramHeads(const KernelSpec &spec, int heads);
static int deriveKeyTile(const KernelSpec &spec, int heads);
static int derivePrefetch(const KernelSpec &spec, int heads);
static int deriveValueSlots(const KernelSpec &spec, int heads);
static Gather deriveGather(const KernelSpec &spec, int heads);
static Maxima deriveMaxima(const KernelSpec &spec, int heads);
static Probabilities deriveProbabilities(const KernelSpec &spec, int heads);

#define GET_KERNEL_SPEC_TABLES
#include "spmla/Kernel/KernelSpec.inc"

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

Table<KeyFieldInfo> keyFields() { return {fieldTable, std::size(fieldTable)}; }

const KeyFieldInfo &keyField(KeyField field) {
  return fieldTable[static_cast<size_t>(field)];
}

/// "a", "a or b", "a, b or c".
static std::string oneOf(const std::vector<std::string> &values) {
  std::string text = values.front();
  for (size_t i = 1; i < values.size(); ++i)
    text += (i + 1 == values.size() ? " or " : ", ") + values[i];
  return text;
}

static std::string expects(KeyField field,
                           const std::vector<std::string> &values,
                           const std::string &condition, std::string_view got) {
  return std::string("expects ") + keyField(field).words + " to be " +
         oneOf(values) + condition + ", got " + std::string(got);
}

static std::vector<std::string> allValues(KeyField field) {
  std::vector<std::string> all;
  for (const KeyValue &value : keyField(field).values)
    all.push_back(value.spelling);
  return all;
}

static bool contains(const std::vector<std::string> &values,
                     std::string_view text) {
  return std::find(values.begin(), values.end(), text) != values.end();
}

bool setKeyValue(PartialSpec &spec, KeyField field, std::string_view text,
                 std::string &error) {
  std::vector<std::string> values = allValues(field);
  if (values.empty() || contains(values, text)) {
    PartialSpec changed = spec;
    if (assign(changed, field, text)) {
      spec = changed;
      return true;
    }
    values = {"a number from 0 to 999999999"};
  }
  error = expects(field, values, "", text);
  return false;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string kernelName(const KernelSpec &spec) {
  std::string name(namePrefix);
  for (KeyField field : nameOrder)
    name += keyField(field).tag + keyValue(spec, field);
  return name;
}

/// Length of the value that `text` starts with: of an enumerated field the
/// longest spelling, since one may begin another, of a number all digits.
static size_t valueLength(const KeyFieldInfo &info, std::string_view text) {
  if (info.isInteger)
    return std::min(text.find_first_not_of("0123456789"), text.size());
  size_t longest = 0;
  for (const KeyValue &value : info.values) {
    std::string_view spelling = value.spelling;
    if (text.substr(0, spelling.size()) == spelling)
      longest = std::max(longest, spelling.size());
  }
  return longest;
}

bool parseKernelName(std::string_view name, KernelSpec &spec,
                     std::string &error) {
  std::string_view rest = name;
  auto consume = [&](std::string_view text) {
    bool starts = rest.substr(0, text.size()) == text;
    if (starts)
      rest.remove_prefix(text.size());
    return starts;
  };
  auto quoted = [](std::string_view text) {
    return '\'' + std::string(text) + '\'';
  };

  if (!consume(namePrefix)) {
    error = "expects a kernel's name to begin with " + quoted(namePrefix) +
            ", got " + quoted(name);
    return false;
  }
  PartialSpec parsed;
  for (KeyField field : nameOrder) {
    const KeyFieldInfo &info = keyField(field);
    if (!consume(info.tag)) {
      error = "expects a kernel's name to go on with " + quoted(info.tag) +
              " and the " + info.words + ", got " + quoted(rest);
      return false;
    }
    std::string_view text = rest.substr(0, valueLength(info, rest));
    if (!setKeyValue(parsed, field, text.empty() ? rest : text, error))
      return false;
    rest.remove_prefix(text.size());
  }
  if (!rest.empty()) {
    error = std::string("expects a kernel's name to end after the ") +
            keyField(nameOrder[std::size(nameOrder) - 1]).words + ", got " +
            quoted(rest);
    return false;
  }
  spec = completeSpec(parsed);
  return true;
}

//===----------------------------------------------------------------------===//
// What goes with what
//===----------------------------------------------------------------------===//

static bool applies(const Pairing &pairing, const KernelSpec &spec) {
  return keyValue(spec, pairing.when) == pairing.value;
}

static std::vector<std::string> allowedBy(const Pairing &pairing) {
  return {pairing.allowed.begin(), pairing.allowed.end()};
}

/// The field's values that go with the other fields of `spec`, in the order of
/// the last pairing that speaks of it: what a rule takes first is what a
/// schedule names first.
static std::vector<std::string> allowedValues(const KernelSpec &spec,
                                              KeyField field) {
  std::vector<std::string> values = allValues(field);
  for (const Pairing &pairing : pairings) {
    if (pairing.field != field || !applies(pairing, spec))
      continue;
    std::vector<std::string> allowed = allowedBy(pairing);
    allowed.erase(std::remove_if(allowed.begin(), allowed.end(),
                                 [&](const std::string &value) {
                                   return !contains(values, value);
                                 }),
                  allowed.end());
    values = std::move(allowed);
  }
  return values;
}

template <typename T>
static T deriveFirst(const KernelSpec &spec, KeyField field) {
  T value{};
  std::vector<std::string> allowed = allowedValues(spec, field);
  if (!allowed.empty())
    fromString(allowed.front(), value);
  return value;
}

static Encoding deriveEncoding(const KernelSpec &spec, int) {
  return deriveFirst<Encoding>(spec, KeyField::encoding);
}
static int deriveKeyTile(const KernelSpec &spec, int) {
  return deriveFirst<int>(spec, KeyField::keyTile);
}
static int derivePrefetch(const KernelSpec &spec, int) {
  return deriveFirst<int>(spec, KeyField::prefetch);
}
static int deriveValueSlots(const KernelSpec &spec, int) {
  return deriveFirst<int>(spec, KeyField::valueSlots);
}
static Gather deriveGather(const KernelSpec &spec, int) {
  return deriveFirst<Gather>(spec, KeyField::gather);
}
static Maxima deriveMaxima(const KernelSpec &spec, int) {
  return deriveFirst<Maxima>(spec, KeyField::maxima);
}
static Probabilities deriveProbabilities(const KernelSpec &spec, int) {
  return deriveFirst<Probabilities>(spec, KeyField::probabilities);
}

static int deriveValue(const KernelSpec &spec, int) { return spec.latent; }

static int deriveProgramHeads(const KernelSpec &spec, int heads) {
  int programHeads = 0;
  for (const std::string &value : allowedValues(spec, KeyField::programHeads)) {
    fromString(value, programHeads);
    if (programHeads >= heads)
      break;
  }
  return programHeads;
}

std::optional<std::string> validate(const KernelSpec &spec) {
  for (const KeyFieldInfo &info : keyFields()) {
    PartialSpec ignored;
    std::string error;
    if (!setKeyValue(ignored, info.field, keyValue(spec, info.field), error))
      return error;
  }
  for (const Pairing &pairing : pairings) {
    std::vector<std::string> allowed = allowedBy(pairing);
    std::string got = keyValue(spec, pairing.field);
    if (applies(pairing, spec) && !contains(allowed, got))
      return expects(pairing.field, allowed,
                     std::string(" with ") + keyField(pairing.when).words +
                         " " + pairing.value,
                     got);
  }
  return std::nullopt;
}

int rowBytes(const KernelSpec &spec) {
  return columnBytes(spec.format) * (spec.latent + spec.rope);
}

} // namespace spmla
