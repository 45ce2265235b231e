//===- JsonNode.cpp - Checked access to a JSON document -------------------===//

#include "JsonNode.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace spmla::run;
using nlohmann::json;

json spmla::run::parseJson(const std::string &text,
                           const std::string &document) {
  // The parser itself would go on until the stack ends in what recurs.
  constexpr int deepest = 32;
  // It would keep the last of two.
  std::vector<std::set<std::string>> members;
  std::string twice;
  auto onEvent = [&](int depth, json::parse_event_t event, json &parsed) {
    if (depth > deepest)
      throw std::runtime_error(document +
                               ": expects values to be nested at most " +
                               std::to_string(deepest) + " deep, got more");
    if (event == json::parse_event_t::object_start)
      members.emplace_back();
    else if (event == json::parse_event_t::object_end)
      members.pop_back();
    else if (event == json::parse_event_t::key &&
             !members.back().insert(parsed.get<std::string>()).second)
      twice = parsed.dump();
    return true;
  };
  json result;
  try {
    result = json::parse(text, onEvent);
  } catch (const json::exception &error) {
    throw std::runtime_error(
        document +
        ": expects the file to be JSON, got an error: " + error.what());
  }
  if (!twice.empty())
    throw std::runtime_error(
        document + ": expects the members of an object to be different, got " +
        twice + " twice");
  return result;
}

JsonNode::JsonNode(const json &value, std::string document, std::string path)
    : value(value), document(std::move(document)), path(std::move(path)) {}

std::string JsonNode::nameOf(const std::string &member) const {
  return path.empty() ? member : path + "." + member;
}

JsonNode JsonNode::member(const std::string &name) const {
  return {value.at(name), document, nameOf(name)};
}

JsonNode JsonNode::element(size_t index) const {
  return {value.at(index), document, path + "[" + std::to_string(index) + "]"};
}

JsonNode JsonNode::with(const json &other) const {
  return {other, document, path};
}

void JsonNode::requireMembers(
    std::initializer_list<const char *> needed,
    std::initializer_list<const char *> optional) const {
  require(value.is_object(), "an object");
  for (const char *member : needed)
    if (!has(member))
      throw wrong(nameOf(member), "present", "no such member");
  std::vector<std::string> known(needed.begin(), needed.end());
  known.insert(known.end(), optional.begin(), optional.end());
  std::string all;
  for (const std::string &member : known)
    all += (all.empty() ? "" : ", ") + member;
  for (const auto &entry : value.items())
    if (std::find(known.begin(), known.end(), entry.key()) == known.end())
      throw wrong("the members of " + name(), "of " + all,
                  nlohmann::json(entry.key()).dump());
}

uint64_t JsonNode::integer(uint64_t least, uint64_t most) const {
  require(value.is_number_unsigned() && value.get<uint64_t>() >= least &&
              value.get<uint64_t>() <= most,
          "an integer from " + std::to_string(least) + " to " +
              std::to_string(most));
  return value.get<uint64_t>();
}

std::string JsonNode::string() const {
  require(value.is_string() && !value.get_ref<const std::string &>().empty(),
          "a string that is not empty");
  const auto &text = value.get_ref<const std::string &>();
  // Paths and symbols go where it would end them.
  require(text.find('\0') == std::string::npos,
          "a string without zero characters");
  return text;
}

void JsonNode::require(bool holds, const std::string &wanted) const {
  if (!holds)
    throw wrong(wanted);
}

std::runtime_error JsonNode::wrong(const std::string &wanted) const {
  constexpr size_t most = 80;
  std::string got = value.dump();
  if (got.size() > most)
    got = std::string("a long ") + value.type_name();
  return wrong(name(), wanted, got);
}

std::runtime_error JsonNode::wrong(const std::string &what,
                                   const std::string &wanted,
                                   const std::string &got) const {
  return std::runtime_error(document + ": expects " + what + " to be " +
                            wanted + ", got " + got);
}
