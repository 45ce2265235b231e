//===- LaunchFile.cpp - A launch of anyone's kernel, as JSON --------------===//

#include "LaunchFile.h"

#include "JsonNode.h"
#include "ScalarType.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <limits>

using namespace spmla::run;
using nlohmann::json;

namespace {
constexpr uint64_t PointerBytes = 8;
// What the emulator takes of all arguments together; no GPU takes more.
constexpr uint64_t MostArgumentBytes = 64 << 10;
constexpr uint32_t Most32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t MostBytes = uint64_t(std::numeric_limits<int64_t>::max());

class Parser {
public:
  Parser(const std::string &path, const std::string &symbol)
      : symbol(symbol), folder(std::filesystem::path(path).parent_path()) {}

  LaunchFile parse(const JsonNode &root) {
    root.requireMembers({"launches"}, {"buffers"});
    if (root.has("buffers"))
      readBuffers(root.member("buffers"));
    const JsonNode launches = root.member("launches");
    launches.require(launches.get().is_array() && !launches.get().empty(),
                     "a list of at least one launch");
    for (size_t i = 0; i != launches.get().size(); ++i)
      file.launches.push_back(readLaunch(launches.element(i)));
    return std::move(file);
  }

private:
  std::string readPath(const JsonNode &node) const {
    return (folder / node.string()).string();
  }

  void readBuffers(const JsonNode &node) {
    node.require(node.get().is_object(), "an object of named buffers");
    for (const auto &entry : node.get().items()) {
      // They are printed in lines of "key: value".
      node.with(entry.key())
          .require(isName(entry.key()), "named by letters, digits, _, - and .");
      file.buffers.push_back(readBuffer(node.member(entry.key()), entry.key()));
    }
  }

  static bool isName(const std::string &text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) ||
             std::string("_-.").find(c) != std::string::npos;
    });
  }

  LaunchBuffer readBuffer(const JsonNode &node, const std::string &name) const {
    node.require(node.get().is_object(), "an object");
    LaunchBuffer buffer;
    buffer.name = name;
    if (node.has("file")) {
      node.requireMembers({"file"}, {"output"});
      buffer.input = readPath(node.member("file"));
    } else if (node.has("bytes")) {
      node.requireMembers({"bytes"}, {"fill", "output"});
      readContents(node, *findScalarType("u8"),
                   {node.member("bytes").integer(0, MostBytes)}, buffer);
    } else {
      node.require(node.has("type") || node.has("shape"),
                   "an object with file, bytes, or type and shape");
      node.requireMembers({"type", "shape"}, {"fill", "output"});
      const JsonNode type = node.member("type");
      const ScalarType *found = findScalarType(type.string());
      type.require(found, "one of " + scalarTypeNames());
      readContents(node, *found, readShape(node.member("shape")), buffer);
    }
    if (node.has("output"))
      buffer.output = readPath(node.member("output"));
    return buffer;
  }

  void readContents(const JsonNode &node, const ScalarType &type,
                    const std::vector<uint64_t> &shape,
                    LaunchBuffer &buffer) const {
    buffer.header = {type.npyType, shape};
    uint64_t bytes;
    node.require(countBytes(shape, type.bytes, bytes),
                 "a buffer of fewer than 2^63 bytes");
    if (node.has("fill"))
      buffer.fill = readScalar(node.member("fill"), type);
  }

  std::vector<uint64_t> readShape(const JsonNode &node) const {
    constexpr size_t most = 32; // what every NumPy reads
    node.require(node.get().is_array() && node.get().size() <= most,
                 "a list of at most " + std::to_string(most) + " extents");
    std::vector<uint64_t> shape;
    for (size_t i = 0; i != node.get().size(); ++i)
      shape.push_back(node.element(i).integer(0, MostBytes));
    return shape;
  }

  Launch readLaunch(const JsonNode &node) const {
    node.requireMembers({"grid", "block", "arguments"},
                        {"symbol", "dynamic_lds"});
    Launch launch;
    launch.symbol =
        node.has("symbol") ? node.member("symbol").string() : symbol;
    // More in y or z launches nothing, and says nothing (sglang issue 34947,
    // vllm pull request 52381).
    launch.grid = readDimensions(node.member("grid"), {Most32, 65535, 65535});
    // HSA's limit in each dimension; that of their product is the kernel's.
    launch.block = readDimensions(node.member("block"), {1024, 1024, 1024});
    if (node.has("dynamic_lds"))
      launch.dynamicLds =
          uint32_t(node.member("dynamic_lds").integer(0, Most32));
    const JsonNode arguments = node.member("arguments");
    arguments.require(arguments.get().is_array(), "a list");
    for (size_t i = 0; i != arguments.get().size(); ++i)
      launch.arguments.push_back(readArgument(arguments.element(i)));
    return launch;
  }

  /// Dimensions that are left out are 1.
  std::array<uint32_t, 3>
  readDimensions(const JsonNode &node,
                 const std::array<uint32_t, 3> &most) const {
    node.require(node.get().is_array() && node.get().size() >= 1 &&
                     node.get().size() <= 3,
                 "a list of 1 to 3 integers");
    std::array<uint32_t, 3> dimensions = {1, 1, 1};
    for (size_t i = 0; i != node.get().size(); ++i)
      dimensions[i] = uint32_t(node.element(i).integer(1, most[i]));
    return dimensions;
  }

  LaunchArgument readArgument(const JsonNode &node) const {
    if (node.get().is_null()) {
      LaunchArgument argument;
      argument.description = "null";
      argument.isPointer = true;
      argument.bytes.resize(PointerBytes);
      return argument;
    }
    return node.get().is_object() && node.has("fields") ? readStructure(node)
                                                        : readValue(node);
  }

  /// What is a field, too: a buffer, a scalar or raw bytes.
  LaunchArgument readValue(const JsonNode &node) const {
    node.require(node.get().is_object(), "an object or null");
    if (node.has("buffer"))
      return readPointer(node);
    LaunchArgument argument;
    if (node.has("hex")) {
      node.requireMembers({"hex"});
      argument.bytes = readHex(node.member("hex"));
      argument.description = std::to_string(argument.bytes.size()) + " bytes";
      return argument;
    }
    for (const ScalarType &type : scalarTypes())
      if (node.has(type.name)) {
        node.requireMembers({type.name});
        argument.bytes = readScalar(node.member(type.name), type);
        argument.description = type.name;
        return argument;
      }
    throw node.wrong(
        "an object with buffer, hex, bytes and fields, or one of " +
        scalarTypeNames());
  }

  LaunchArgument readPointer(const JsonNode &node) const {
    node.requireMembers({"buffer"}, {"offset"});
    const JsonNode name = node.member("buffer");
    const std::string text = name.string();
    auto found = std::find_if(
        file.buffers.begin(), file.buffers.end(),
        [&](const LaunchBuffer &buffer) { return buffer.name == text; });
    name.require(found != file.buffers.end(), "the name of a buffer");
    LaunchArgument argument;
    argument.description = "buffer " + text;
    argument.isPointer = true;
    argument.bytes.resize(PointerBytes);
    uint64_t offset =
        node.has("offset") ? node.member("offset").integer(0, MostBytes) : 0;
    argument.pointers.push_back(
        {0, size_t(found - file.buffers.begin()), offset});
    return argument;
  }

  std::vector<uint8_t> readHex(const JsonNode &node) const {
    std::string digits = node.string();
    digits.erase(std::remove(digits.begin(), digits.end(), ' '), digits.end());
    bool holds = digits.size() % 2 == 0 &&
                 digits.size() / 2 <= MostArgumentBytes &&
                 std::all_of(digits.begin(), digits.end(),
                             [](unsigned char c) { return std::isxdigit(c); });
    node.require(holds, "pairs of hexadecimal digits");
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i != digits.size(); i += 2)
      bytes.push_back(
          uint8_t(std::stoul(digits.substr(i, 2), nullptr, /*base=*/16)));
    return bytes;
  }

  LaunchArgument readStructure(const JsonNode &node) const {
    node.requireMembers({"bytes", "fields"});
    const JsonNode fields = node.member("fields");
    fields.require(fields.get().is_array(), "a list");
    LaunchArgument argument;
    argument.bytes.resize(
        size_t(node.member("bytes").integer(1, MostArgumentBytes)));
    argument.description =
        "a structure of " + std::to_string(argument.bytes.size()) + " bytes";
    std::vector<bool> taken(argument.bytes.size());
    for (size_t i = 0; i != fields.get().size(); ++i)
      readStructureField(fields.element(i), argument, taken);
    return argument;
  }

  void readStructureField(const JsonNode &node, LaunchArgument &structure,
                          std::vector<bool> &taken) const {
    node.require(node.get().is_object() && node.has("at"), "an object with at");
    json rest = node.get();
    rest.erase("at");
    const LaunchArgument field = readValue(node.with(rest));
    const JsonNode place = node.member("at");
    const uint64_t size = field.bytes.size(), whole = structure.bytes.size();
    place.require(size <= whole, "a place in a structure of " +
                                     std::to_string(size) + " bytes or more");
    const auto at = size_t(place.integer(0, whole - size));
    for (size_t i = 0; i != size; ++i) {
      place.require(!taken[at + i], "where no field before it lies");
      taken[at + i] = true;
      structure.bytes[at + i] = field.bytes[i];
    }
    for (LaunchArgument::Pointer pointer : field.pointers) {
      pointer.at = at;
      structure.pointers.push_back(pointer);
    }
  }

  std::vector<uint8_t> readScalar(const JsonNode &node,
                                  const ScalarType &type) const {
    return type.kind == ScalarType::Kind::Float ? readFloat(node, type)
                                                : readInteger(node, type);
  }

  std::vector<uint8_t> readInteger(const JsonNode &node,
                                   const ScalarType &type) const {
    const uint64_t most =
        std::numeric_limits<uint64_t>::max() >> (64 - type.bits());
    if (type.kind == ScalarType::Kind::Unsigned)
      return encodeInteger(type, node.integer(0, most));
    const auto mostSigned = int64_t(most >> 1), least = -mostSigned - 1;
    const json &value = node.get();
    // Numbers without a sign are of a type of their own.
    const bool fits =
        value.is_number_unsigned()
            ? value.get<uint64_t>() <= uint64_t(mostSigned)
            : value.is_number_integer() && value.get<int64_t>() >= least;
    node.require(fits, "an integer from " + std::to_string(least) + " to " +
                           std::to_string(mostSigned));
    return encodeInteger(type, uint64_t(value.get<int64_t>()));
  }

  std::vector<uint8_t> readFloat(const JsonNode &node,
                                 const ScalarType &type) const {
    const json &value = node.get();
    double number = 0;
    if (value.is_number())
      number = value.get<double>();
    else if (value == "nan")
      number = std::numeric_limits<double>::quiet_NaN();
    else if (value == "inf" || value == "-inf")
      number =
          std::numeric_limits<double>::infinity() * (value == "inf" ? 1 : -1);
    else
      throw node.wrong("a number, \"nan\", \"inf\" or \"-inf\"");
    const auto bytes = encodeFloat(type, number);
    node.require(bytes.has_value(),
                 std::string("in the range of ") + type.name);
    return *bytes;
  }

  const std::string &symbol;
  const std::filesystem::path folder;
  LaunchFile file;
};
} // namespace

LaunchFile spmla::run::parseLaunchFile(const std::string &text,
                                       const std::string &path,
                                       const std::string &symbol) {
  const std::string document = "launch file '" + path + "'";
  const json parsed = parseJson(text, document);
  return Parser(path, symbol).parse(JsonNode(parsed, document));
}
