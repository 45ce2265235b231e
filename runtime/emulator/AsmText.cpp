//===- AsmText.cpp - A line of AMDGPU assembly in pieces ------------------===//

#include "AsmText.h"

#include <charconv>

namespace spmla {
namespace emu {

namespace {

std::string_view trim(std::string_view s) {
  size_t begin = s.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos)
    return {};
  return s.substr(begin, s.find_last_not_of(" \t\r\n") - begin + 1);
}

// Splits at `separator` outside brackets and quotes.
std::vector<std::string_view> splitOutside(std::string_view s, char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool quoted = false;
  size_t start = 0;
  for (size_t i = 0; i <= s.size(); ++i) {
    char c = i < s.size() ? s[i] : separator;
    if (c == '"')
      quoted = !quoted;
    if (c == '[' || c == '(')
      ++depth;
    if (c == ']' || c == ')')
      --depth;
    bool atEnd = i == s.size();
    if (atEnd || (c == separator && depth <= 0 && !quoted)) {
      std::string_view part = trim(s.substr(start, i - start));
      if (!part.empty())
        parts.push_back(part);
      start = i + 1;
    }
  }
  return parts;
}

// Words that follow an operand without a colon.
bool isBareModifier(std::string_view word) {
  for (std::string_view known :
       {"clamp", "offen", "idxen", "lds", "gds", "sc0", "sc1", "nt", "glc",
        "row_mirror", "row_half_mirror"})
    if (word == known)
      return true;
  return false;
}

} // namespace

AsmText splitAsm(std::string_view line) {
  AsmText text;
  line = trim(line.substr(0, line.find("//")));
  size_t space = line.find_first_of(" \t");
  text.mnemonic = line.substr(0, space);
  if (space == std::string_view::npos)
    return text;
  for (std::string_view part : splitOutside(line.substr(space), ','))
    for (std::string_view word : splitOutside(part, ' ')) {
      size_t colon = word.find(':');
      size_t bracket = word.find_first_of("[(");
      bool hasValue = colon != std::string_view::npos &&
                      (bracket == std::string_view::npos || colon < bracket);
      if (hasValue)
        text.modifiers.push_back({std::string(word.substr(0, colon)),
                                  std::string(word.substr(colon + 1))});
      else if (isBareModifier(word))
        text.modifiers.push_back({std::string(word), ""});
      else
        text.operands.emplace_back(word);
    }
  return text;
}

std::optional<int64_t> parseInteger(std::string_view text) {
  bool negative = !text.empty() && text.front() == '-';
  if (negative)
    text.remove_prefix(1);
  int base = 10;
  if (text.substr(0, 2) == "0x") {
    base = 16;
    text.remove_prefix(2);
  }
  uint64_t value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return static_cast<int64_t>(negative ? 0 - value : value);
}

std::optional<std::vector<int64_t>> parseIntegerList(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']')
    return std::nullopt;
  std::vector<int64_t> list;
  for (std::string_view part :
       splitOutside(text.substr(1, text.size() - 2), ',')) {
    std::optional<int64_t> value = parseInteger(part);
    if (!value)
      return std::nullopt;
    list.push_back(*value);
  }
  return list;
}

std::optional<BitList> parseBitList(std::string_view text) {
  std::optional<std::vector<int64_t>> list = parseIntegerList(text);
  if (!list || list->size() > 8)
    return std::nullopt;
  BitList result;
  for (int64_t value : *list) {
    if (value != 0 && value != 1)
      return std::nullopt;
    result.bits |= static_cast<uint32_t>(value) << result.count++;
  }
  return result;
}

} // namespace emu
} // namespace spmla
