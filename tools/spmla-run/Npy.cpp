//===- Npy.cpp - NumPy's file format --------------------------------------===//

#include "Npy.h"

#include <cctype>
#include <cstring>
#include <limits>
#include <stdexcept>

using namespace spmla::run;

static const std::string Magic = "\x93NUMPY";
static constexpr size_t MostDimensions = 64; // NumPy 2; NumPy 1 has 32

/// Bytes of an element, or 0: not a type that a kernel could take.
static uint64_t bytesOfType(const std::string &type) {
  static const struct {
    char kind;
    std::vector<uint64_t> bytes;
  } Kinds[] = {{'b', {1}},          {'i', {1, 2, 4, 8}}, {'u', {1, 2, 4, 8}},
               {'f', {1, 2, 4, 8}}, {'c', {8, 16}},      {'V', {1, 2}}};
  if (type.size() < 3 || (type[0] != '<' && type[0] != '|'))
    return 0;
  for (const auto &kind : Kinds)
    for (uint64_t bytes : kind.bytes)
      if (type[1] == kind.kind && type.substr(2) == std::to_string(bytes))
        // Only what has no byte order goes without one.
        return type[0] == '<' || bytes == 1 || kind.kind == 'V' ? bytes : 0;
  return 0;
}

uint64_t NpyHeader::elementBytes() const { return bytesOfType(type); }

bool spmla::run::countBytes(const std::vector<uint64_t> &shape,
                            uint64_t elementBytes, uint64_t &bytes) {
  bytes = elementBytes;
  for (uint64_t extent : shape)
    if (extent == 0) {
      bytes = 0;
      return true;
    }
  constexpr auto most = uint64_t(std::numeric_limits<int64_t>::max());
  for (uint64_t extent : shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > most)
      return false;
  return true;
}

uint64_t NpyHeader::dataBytes() const {
  uint64_t bytes = 0;
  if (!countBytes(shape, elementBytes(), bytes))
    throw std::logic_error("a shape that was not checked");
  return bytes;
}

static std::string shapeText(const std::vector<uint64_t> &shape) {
  std::string text;
  for (uint64_t extent : shape)
    text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::string NpyHeader::str() const { return type + " " + shapeText(shape); }

static std::runtime_error wrong(const std::string &path,
                                const std::string &what,
                                const std::string &wanted,
                                const std::string &got) {
  return std::runtime_error("'" + path + "': expects " + what + " to be " +
                            wanted + ", got " + got);
}

namespace {
/// Reads the header's dictionary, a Python literal.
class DictionaryReader {
public:
  DictionaryReader(const std::string &text, const std::string &path)
      : text(text), path(path) {}

  NpyHeader read() {
    bool hasType = false, hasOrder = false, hasShape = false;
    expect('{');
    while (!accept('}')) {
      std::string key = string();
      expect(':');
      if (key == "descr" && !hasType) {
        header.type = readType();
        hasType = true;
      } else if (key == "fortran_order" && !hasOrder) {
        isFortran = readBoolean();
        hasOrder = true;
      } else if (key == "shape" && !hasShape) {
        readShape();
        hasShape = true;
      } else {
        throw wrong(path, "its keys",
                    "descr, fortran_order and shape, each once",
                    "'" + key + "'");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skipSpace();
    if (at != text.size())
      throw malformed("its end");
    if (!hasType || !hasOrder || !hasShape)
      throw wrong(path, "its keys", "descr, fortran_order and shape, each once",
                  "fewer");
    if (isFortran && header.shape.size() > 1)
      throw wrong(path, "the array", "in C order", "Fortran order");
    return header;
  }

private:
  std::runtime_error malformed(const std::string &wanted) const {
    std::string got = at < text.size()
                          ? "'" + text.substr(at, 16) + "' at its character " +
                                std::to_string(at)
                          : "its end";
    return wrong(path, "the header", "a dictionary with " + wanted + " next",
                 got);
  }

  void skipSpace() {
    while (at < text.size() && std::strchr(" \t\n", text[at]))
      ++at;
  }

  bool accept(char c) {
    skipSpace();
    if (at == text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }

  void expect(char c) {
    if (!accept(c))
      throw malformed(std::string("'") + c + "'");
  }

  bool acceptWord(const std::string &word) {
    skipSpace();
    if (text.compare(at, word.size(), word) != 0)
      return false;
    at += word.size();
    return true;
  }

  std::string string() {
    skipSpace();
    char quote = at < text.size() ? text[at] : 0;
    size_t end = quote == '\'' || quote == '"' ? text.find(quote, at + 1)
                                               : std::string::npos;
    if (end == std::string::npos)
      throw malformed("a string");
    std::string value = text.substr(at + 1, end - at - 1);
    at = end + 1;
    return value;
  }

  std::string readType() {
    skipSpace();
    if (at < text.size() && text[at] == '[')
      throw wrong(path, "the element type", "without fields", "a structure");
    std::string type = string();
    if (!bytesOfType(type))
      throw wrong(path, "the element type",
                  "a boolean, integer, float or complex number, little-endian",
                  "'" + type + "'");
    return type;
  }

  bool readBoolean() {
    if (acceptWord("True"))
      return true;
    if (acceptWord("False"))
      return false;
    throw malformed("True or False");
  }

  void readShape() {
    expect('(');
    while (!accept(')')) {
      header.shape.push_back(readExtent());
      if (header.shape.size() > MostDimensions)
        throw wrong(path, "the number of dimensions",
                    "at most " + std::to_string(MostDimensions), "more");
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    uint64_t bytes;
    if (!countBytes(header.shape, 16, bytes))
      throw wrong(path, "the shape", "of fewer than 2^63 bytes",
                  shapeText(header.shape));
  }

  uint64_t readExtent() {
    skipSpace();
    uint64_t value = 0;
    size_t begin = at;
    for (; at < text.size() && std::isdigit(uint8_t(text[at])); ++at)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, uint64_t(text[at] - '0'), &value))
        throw wrong(path, "an extent", "below 2^64", text.substr(begin, 24));
    if (at == begin)
      throw malformed("an extent");
    return value;
  }

  const std::string &text;
  const std::string &path;
  size_t at = 0;
  bool isFortran = false;
  NpyHeader header;
};
} // namespace

NpyHeader spmla::run::parseNpy(const std::string &file, const std::string &path,
                               size_t &dataOffset) {
  const size_t versionAt = Magic.size(), lengthAt = versionAt + 2;
  if (file.compare(0, Magic.size(), Magic) != 0)
    throw wrong(path, "the file", "a .npy file", "another magic number");
  auto byte = [&](size_t at) {
    return at < file.size() ? uint8_t(file[at]) : 0;
  };
  const unsigned major = byte(versionAt), minor = byte(versionAt + 1);
  if (major < 1 || major > 3 || minor != 0)
    throw wrong(path, "the version", "1.0 to 3.0",
                std::to_string(major) + "." + std::to_string(minor));
  const size_t lengthBytes = major == 1 ? 2 : 4;
  uint64_t length = 0;
  for (size_t i = 0; i != lengthBytes; ++i)
    length |= uint64_t(byte(lengthAt + i)) << 8 * i;
  const size_t textAt = lengthAt + lengthBytes;
  if (textAt > file.size())
    throw wrong(path, "the file",
                "at least " + std::to_string(textAt) + " bytes",
                std::to_string(file.size()));
  if (length > file.size() - textAt)
    throw wrong(path, "the header", std::to_string(length) + " bytes",
                "a file of " + std::to_string(file.size()));
  NpyHeader header =
      DictionaryReader(file.substr(textAt, size_t(length)), path).read();
  dataOffset = textAt + size_t(length);
  const uint64_t data = file.size() - dataOffset;
  if (data != header.dataBytes())
    throw wrong(path, "the data",
                std::to_string(header.dataBytes()) + " bytes for " +
                    header.str(),
                std::to_string(data));
  return header;
}

std::string spmla::run::formatNpyHeader(const NpyHeader &header) {
  std::string text =
      "{'descr': '" + header.type +
      "', 'fortran_order': False, 'shape': " + shapeText(header.shape) + ", }";
  // Data is aligned to 64 bytes, and the header ends with a line feed.
  const size_t before = Magic.size() + 4;
  text.append(63 - (before + text.size()) % 64, ' ');
  text += '\n';
  std::string file = Magic + std::string("\1\0", 2);
  file += char(text.size() & 0xff);
  file += char(text.size() >> 8);
  return file + text;
}
