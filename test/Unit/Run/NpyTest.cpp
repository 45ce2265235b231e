//===- NpyTest.cpp --------------------------------------------------------===//

#include "Npy.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <stdexcept>

using namespace spmla::run;
using ::testing::HasSubstr;

namespace {
/// A file with this text as its header.
std::string file(const std::string &header, size_t dataBytes,
                 unsigned version = 1) {
  std::string text = "\x93NUMPY";
  text += char(version);
  text += '\0';
  for (unsigned i = 0; i != (version == 1 ? 2 : 4); ++i)
    text += char(header.size() >> 8 * i & 0xff);
  return text + header + std::string(dataBytes, '\x55');
}

std::string header(const std::string &type, const std::string &shape) {
  return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape +
         ", }\n";
}

NpyHeader parse(const std::string &text) {
  size_t offset = 0;
  NpyHeader result = parseNpy(text, "x.npy", offset);
  EXPECT_EQ(offset + result.dataBytes(), text.size());
  return result;
}

std::string errorOf(const std::string &text) {
  try {
    size_t offset;
    return "none: " + parseNpy(text, "x.npy", offset).str();
  } catch (const std::runtime_error &error) {
    return error.what();
  }
}

TEST(Npy, ReadsEveryVersion) {
  for (unsigned version : {1, 2, 3}) {
    NpyHeader got = parse(file(header("<f4", "(2, 3)"), 24, version));
    EXPECT_EQ(got.type, "<f4");
    EXPECT_EQ(got.shape, (std::vector<uint64_t>{2, 3}));
    EXPECT_EQ(got.elementBytes(), 4u);
  }
}

TEST(Npy, ReadsEveryType) {
  const std::pair<const char *, size_t> types[] = {
      {"|b1", 1},
      {"|i1", 1},
      {"|u1", 1},
      {"<u1", 1},
      {"<i2", 2},
      {"<u2", 2},
      {"<f2", 2},
      {"<i4", 4},
      {"<u4", 4},
      {"<f4", 4},
      {"<i8", 8},
      {"<u8", 8},
      {"<f8", 8},
      {"<c8", 8},
      {"<c16", 16},
      // ml_dtypes: bfloat16, and the fp8 types of two of its versions.
      {"<V2", 2},
      {"|V2", 2},
      {"|V1", 1},
      {"<V1", 1},
      {"<f1", 1}};
  for (const auto &[type, bytes] : types)
    EXPECT_EQ(parse(file(header(type, "(5,)"), 5 * bytes)).elementBytes(),
              bytes)
        << type;
}

TEST(Npy, ReadsEveryShape) {
  EXPECT_EQ(parse(file(header("<f4", "()"), 4)).shape.size(), 0u);
  EXPECT_EQ(parse(file(header("<f4", "(7,)"), 28)).shape.size(), 1u);
  EXPECT_EQ(parse(file(header("<f4", "(2,3,4)"), 96)).shape.size(), 3u);
  EXPECT_EQ(parse(file(header("<f4", "(2, 0)"), 0)).dataBytes(), 0u);
  EXPECT_EQ(parse(file(header("<f4", "(0, 9223372036854775807)"), 0)).str(),
            "<f4 (0, 9223372036854775807)");
}

TEST(Npy, ReadsOtherSpellingsOfTheDictionary) {
  EXPECT_EQ(parse(file("{\"shape\":(2,),\"descr\":\"<f8\","
                       "\"fortran_order\":False}",
                       16))
                .str(),
            "<f8 (2,)");
  // One dimension is in both orders.
  EXPECT_EQ(
      parse(file("{'descr': '<f4', 'fortran_order': True, 'shape': (3,)}", 12))
          .str(),
      "<f4 (3,)");
}

TEST(Npy, RefusesWhatIsNoNpyFile) {
  EXPECT_EQ(errorOf(""), "'x.npy': expects the file to be a .npy file, got "
                         "another magic number");
  EXPECT_THAT(errorOf("\x93NUMP"), HasSubstr("another magic number"));
  EXPECT_THAT(errorOf("PK\x03\x04 an .npz file"),
              HasSubstr("another magic number"));
  EXPECT_THAT(errorOf("\x93NUMPY"), HasSubstr("expects the version to be 1.0 "
                                              "to 3.0, got 0.0"));
  EXPECT_THAT(errorOf(file(header("<f4", "(1,)"), 4, 4)),
              HasSubstr("expects the version to be 1.0 to 3.0, got 4.0"));
}

TEST(Npy, RefusesTruncatedFiles) {
  const std::string whole = file(header("<f4", "(2, 3)"), 24);
  for (size_t size = 0; size != whole.size(); ++size)
    EXPECT_THAT(errorOf(whole.substr(0, size)), HasSubstr("expects")) << size;
  EXPECT_EQ(errorOf(whole.substr(0, 9)),
            "'x.npy': expects the file to be at least 10 bytes, got 9");
  EXPECT_EQ(errorOf(whole.substr(0, whole.size() - 1)),
            "'x.npy': expects the data to be 24 bytes for <f4 (2, 3), got 23");
  EXPECT_EQ(errorOf(whole + "x"),
            "'x.npy': expects the data to be 24 bytes for <f4 (2, 3), got 25");
}

TEST(Npy, RefusesLengthsThatLie) {
  std::string text = file(header("<f4", "(1,)"), 4, 2);
  for (size_t i = 8; i != 12; ++i)
    text[i] = '\xff';
  EXPECT_THAT(errorOf(text),
              HasSubstr("expects the header to be 4294967295 bytes, got a "
                        "file of"));
  // The header's length may end in the dictionary, or in the data.
  text = file(header("<f4", "(1,)"), 4);
  text[8] = 10;
  EXPECT_THAT(errorOf(text),
              HasSubstr("expects the header to be a dictionary"));
  text[8] = char(header("<f4", "(1,)").size() + 4);
  EXPECT_THAT(errorOf(text), HasSubstr("expects the header to be a dictionary "
                                       "with its end next"));
}

TEST(Npy, RefusesShapesThatOverflow) {
  // 2^32 * 2^32 * 4 bytes is 0 modulo 2^64.
  EXPECT_THAT(errorOf(file(header("<f4", "(4294967296, 4294967296)"), 0)),
              HasSubstr("expects the shape to be of fewer than 2^63 bytes, got "
                        "(4294967296, 4294967296)"));
  EXPECT_THAT(errorOf(file(header("|u1", "(576460752303423488, 16)"), 0)),
              HasSubstr("got (576460752303423488, 16)"));
  EXPECT_THAT(errorOf(file(header("<f4", "(18446744073709551616,)"), 0)),
              HasSubstr("expects an extent to be below 2^64"));
  EXPECT_THAT(errorOf(file(header("<f4", "(-1,)"), 0)),
              HasSubstr("with an extent next, got '-1,)"));
  std::string shape = "(";
  for (int i = 0; i != 65; ++i)
    shape += "1, ";
  EXPECT_THAT(errorOf(file(header("<f4", shape + ")"), 4)),
              HasSubstr("number of dimensions to be at most 64"));
}

TEST(Npy, RefusesTypesThatNoKernelTakes) {
  for (const char *type : {">f4", "=f4", "f4", "<f3", "<f16", "|O", "|S4",
                           "<U4", "<M8[ns]", "|f4", "<f4x", "<f04", "", "<"})
    EXPECT_THAT(errorOf(file(header(type, "(1,)"), 4)),
                HasSubstr("expects the element type to be a boolean, integer, "
                          "float or complex number, little-endian, got '" +
                          std::string(type) + "'"))
        << type;
  EXPECT_THAT(errorOf(file("{'descr': [('a', '<f4')], 'fortran_order': False, "
                           "'shape': (1,)}",
                           4)),
              HasSubstr("expects the element type to be without fields"));
}

TEST(Npy, RefusesFortranOrder) {
  EXPECT_THAT(
      errorOf(
          file("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}", 24)),
      HasSubstr("expects the array to be in C order, got Fortran order"));
}

TEST(Npy, RefusesDictionariesWithOtherKeys) {
  EXPECT_THAT(errorOf(file("{'descr': '<f4', 'shape': (1,)}", 4)),
              HasSubstr("expects its keys to be descr, fortran_order and "
                        "shape, each once, got fewer"));
  EXPECT_THAT(errorOf(file("{'descr': '<f4', 'descr': '<f4'}", 4)),
              HasSubstr("each once, got 'descr'"));
  EXPECT_THAT(errorOf(file("{'order': 1}", 4)), HasSubstr("got 'order'"));
  EXPECT_THAT(errorOf(file("{}", 4)), HasSubstr("got fewer"));
  for (const char *text :
       {"", "[]", "{'descr", "{'descr' '<f4'}", "{'descr': '<f4'",
        "{'fortran_order': 0}", "{'shape': 4}", "{'shape': (4 4)}",
        "{'shape': (,)}", "{descr: '<f4'}", "{'descr': '<f4',, }"})
    EXPECT_THAT(errorOf(file(text, 4)),
                HasSubstr("expects the header to be a dictionary with"))
        << text;
}

// Whatever a damaged byte says, the data lies in the file.
TEST(Npy, SurvivesEveryDamagedByte) {
  const std::string whole = file(header("<f4", "(2, 3)"), 24);
  for (size_t at = 0; at != whole.size() - 24; ++at)
    for (int byte = 0; byte != 256; ++byte) {
      std::string text = whole;
      text[at] = char(byte);
      try {
        size_t offset = 0;
        NpyHeader got = parseNpy(text, "x.npy", offset);
        EXPECT_EQ(offset + got.dataBytes(), text.size()) << at << " " << byte;
      } catch (const std::runtime_error &error) {
        EXPECT_THAT(error.what(), HasSubstr("'x.npy': expects"));
      }
    }
}

TEST(Npy, WritesWhatItReads) {
  for (const std::vector<uint64_t> &shape : {std::vector<uint64_t>{},
                                             {7},
                                             {2, 3},
                                             {1, 0, 5},
                                             std::vector<uint64_t>(32, 1)}) {
    NpyHeader wanted{"<u2", shape};
    std::string text = formatNpyHeader(wanted);
    EXPECT_EQ(text.size() % 64, 0u);
    EXPECT_EQ(text.back(), '\n');
    text.resize(text.size() + size_t(wanted.dataBytes()));
    EXPECT_EQ(parse(text).str(), wanted.str());
  }
}
} // namespace
