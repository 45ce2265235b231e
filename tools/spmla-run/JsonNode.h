//===- JsonNode.h - Checked access to a JSON document -----------*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_JSONNODE_H
#define SPMLA_TOOLS_RUN_JSONNODE_H

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace spmla {
namespace run {

/// Parses `text`, in which no object has two members of one name. Throws
/// std::runtime_error that begins with `document`.
nlohmann::json parseJson(const std::string &text, const std::string &document);

/// A value and the way to it. Errors are std::runtime_error: "DOCUMENT: expects
/// launches[0].grid to be ..., got ...".
class JsonNode {
public:
  /// All three are referred to or copied; `value` must outlive the node.
  JsonNode(const nlohmann::json &value, std::string document,
           std::string path = "");

  const nlohmann::json &get() const { return value; }

  bool has(const std::string &member) const { return value.contains(member); }
  JsonNode member(const std::string &name) const;
  JsonNode element(size_t index) const;
  /// Another value that messages place here.
  JsonNode with(const nlohmann::json &other) const;

  /// An object with all of `needed`, some of `optional` and no other member.
  void requireMembers(std::initializer_list<const char *> needed,
                      std::initializer_list<const char *> optional = {}) const;
  uint64_t integer(uint64_t least, uint64_t most) const;
  /// Not empty, and without zero characters.
  std::string string() const;

  void require(bool holds, const std::string &wanted) const;
  std::runtime_error wrong(const std::string &wanted) const;

private:
  std::runtime_error wrong(const std::string &what, const std::string &wanted,
                           const std::string &got) const;
  /// For messages.
  std::string name() const { return path.empty() ? "the document" : path; }
  std::string nameOf(const std::string &member) const;

  const nlohmann::json &value;
  std::string document;
  std::string path;
};

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_JSONNODE_H
