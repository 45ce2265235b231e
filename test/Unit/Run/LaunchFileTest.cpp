//===- LaunchFileTest.cpp -------------------------------------------------===//

#include "LaunchFile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <stdexcept>

using namespace spmla::run;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {
LaunchFile parse(const std::string &text) {
  return parseLaunchFile(text, "folder/launch.json", "k");
}

/// A launch with these arguments, and buffers a (of 8 bytes) and b.
std::string withArguments(const std::string &arguments) {
  return R"({"buffers": {"a": {"bytes": 8}, "b": {"file": "b.npy"}},
             "launches": [{"grid": [1], "block": [1], "arguments": [)" +
         arguments + "]}]}";
}

LaunchArgument argument(const std::string &text) {
  return parse(withArguments(text)).launches.at(0).arguments.at(0);
}

std::string withBuffer(const std::string &buffer) {
  return R"({"buffers": {"a": )" + buffer +
         R"(}, "launches": [{"grid": [1], "block": [1], "arguments": []}]})";
}

std::string withLaunch(const std::string &members) {
  return R"({"launches": [{)" + members + "}]}";
}

std::string errorOf(const std::string &text) {
  try {
    parse(text);
    return "none";
  } catch (const std::runtime_error &error) {
    return error.what();
  }
}

/// What follows the file's name.
auto error(const std::string &text) {
  return ::testing::Eq("launch file 'folder/launch.json': expects " + text);
}

TEST(LaunchFile, ReadsLaunches) {
  LaunchFile file = parse(R"({"launches": [
    {"grid": [2, 3, 4], "block": [64, 2, 1], "dynamic_lds": 512,
     "symbol": "other", "arguments": []},
    {"grid": [4294967295], "block": [1024], "arguments": [null]}]})");
  ASSERT_EQ(file.launches.size(), 2u);
  EXPECT_EQ(file.launches[0].symbol, "other");
  EXPECT_THAT(file.launches[0].grid, ElementsAre(2, 3, 4));
  EXPECT_THAT(file.launches[0].block, ElementsAre(64, 2, 1));
  EXPECT_EQ(file.launches[0].dynamicLds, 512u);
  EXPECT_THAT(file.launches[0].arguments, IsEmpty());
  EXPECT_EQ(file.launches[1].symbol, "k");
  EXPECT_THAT(file.launches[1].grid, ElementsAre(4294967295, 1, 1));
  EXPECT_EQ(file.launches[1].dynamicLds, 0u);
  EXPECT_TRUE(file.launches[1].arguments[0].isPointer);
}

TEST(LaunchFile, ReadsBuffers) {
  LaunchFile file = parse(R"({"buffers": {
    "in": {"file": "in.npy", "output": "/tmp/in.npy"},
    "made": {"type": "bf16", "shape": [2, 3], "fill": 1},
    "raw": {"bytes": 9, "fill": 255, "output": "../raw.npy"}},
    "launches": [{"grid": [1], "block": [1], "arguments": []}]})");
  ASSERT_EQ(file.buffers.size(), 3u);
  EXPECT_EQ(file.buffers[0].name, "in");
  EXPECT_EQ(file.buffers[0].input, "folder/in.npy");
  EXPECT_EQ(file.buffers[0].output, "/tmp/in.npy");
  EXPECT_EQ(file.buffers[1].header.str(), "<u2 (2, 3)");
  EXPECT_THAT(file.buffers[1].fill, ElementsAre(0x80, 0x3f));
  EXPECT_EQ(file.buffers[1].output, "");
  EXPECT_EQ(file.buffers[2].header.str(), "|u1 (9,)");
  EXPECT_THAT(file.buffers[2].fill, ElementsAre(0xff));
  EXPECT_EQ(file.buffers[2].output, "folder/../raw.npy");
}

TEST(LaunchFile, ReadsPointers) {
  LaunchArgument got = argument(R"({"buffer": "b", "offset": 12})");
  EXPECT_TRUE(got.isPointer);
  EXPECT_EQ(got.description, "buffer b");
  EXPECT_EQ(got.bytes.size(), 8u);
  ASSERT_EQ(got.pointers.size(), 1u);
  EXPECT_EQ(got.pointers[0].at, 0u);
  EXPECT_EQ(got.pointers[0].buffer, 1u);
  EXPECT_EQ(got.pointers[0].offset, 12u);
}

TEST(LaunchFile, ReadsScalars) {
  EXPECT_THAT(argument(R"({"i16": -2})").bytes, ElementsAre(0xfe, 0xff));
  EXPECT_THAT(argument(R"({"u8": 255})").bytes, ElementsAre(255));
  EXPECT_THAT(argument(R"({"f16": 1})").bytes, ElementsAre(0, 0x3c));
  EXPECT_THAT(argument(R"({"f32": "-inf"})").bytes,
              ElementsAre(0, 0, 0x80, 0xff));
  EXPECT_THAT(argument(R"({"f32": "nan"})").bytes,
              ElementsAre(0, 0, 0xc0, 0x7f));
  EXPECT_THAT(argument(R"({"hex": "00 fFa5"})").bytes,
              ElementsAre(0, 0xff, 0xa5));
  EXPECT_EQ(argument(R"({"u64": 1})").description, "u64");
  EXPECT_FALSE(argument(R"({"u64": 1})").isPointer);
}

TEST(LaunchFile, ReadsStructures) {
  LaunchArgument got = argument(
      R"({"bytes": 24, "fields": [{"at": 16, "buffer": "a", "offset": 4},
          {"at": 0, "u8": 7}, {"at": 4, "hex": "0102"}]})");
  EXPECT_FALSE(got.isPointer);
  EXPECT_EQ(got.description, "a structure of 24 bytes");
  EXPECT_THAT(got.bytes, ElementsAre(7, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0,
                                     0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  ASSERT_EQ(got.pointers.size(), 1u);
  EXPECT_EQ(got.pointers[0].at, 16u);
  EXPECT_EQ(got.pointers[0].offset, 4u);
}

TEST(LaunchFile, RefusesWhatIsNoJson) {
  for (const char *text : {"", "{", "grid: 1", "{'launches': []}", "[1,]",
                           "{\"launches\": \"\xff\"}", "{\"a\": 1e999}"})
    EXPECT_THAT(errorOf(text),
                HasSubstr("launch file 'folder/launch.json': expects the file "
                          "to be JSON, got an error: "))
        << text;
  EXPECT_THAT(errorOf(R"({"launches": [], "launches": []})"),
              error("the members of an object to be different, got "
                    "\"launches\" twice"));
  EXPECT_THAT(errorOf(withArguments(R"({"u8": 1, "u8": 2})")),
              error("the members of an object to be different, got \"u8\" "
                    "twice"));
}

TEST(LaunchFile, SurvivesEveryDamagedCharacter) {
  const std::string whole = R"({"buffers": {"a": {"type": "f32", "shape": [2],
    "fill": "nan", "output": "o.npy"}}, "launches": [{"grid": [1, 2], "block": [64],
    "arguments": [{"buffer": "a", "offset": 4}, null, {"i8": -1}, {"bytes": 8,
    "fields": [{"at": 4, "hex": "00ff"}]}]}]})";
  ASSERT_EQ(errorOf(whole), "none");
  for (size_t at = 0; at != whole.size(); ++at)
    for (const std::string other :
         {"", "\"", "{", "]", "-", "9", "e", ",", "\xff"}) {
      std::string text = whole;
      std::string error = errorOf(text.replace(at, 1, other));
      if (error != "none")
        EXPECT_THAT(error, HasSubstr("launch file 'folder/launch.json': "
                                     "expects "))
            << text;
    }
}

// What prints a value in a message recurs.
TEST(LaunchFile, RefusesDeepNesting) {
  const std::string lists(100000, '['), ends(100000, ']');
  for (const std::string &text : {lists + ends, withArguments(lists + ends)})
    EXPECT_THAT(errorOf(text),
                error("values to be nested at most 32 deep, got more"));
}

TEST(LaunchFile, RefusesOtherMembers) {
  EXPECT_THAT(errorOf("[]"), error("the document to be an object, got []"));
  EXPECT_THAT(errorOf("{}"),
              error("launches to be present, got no such member"));
  EXPECT_THAT(errorOf(R"({"launches": [], "launch": []})"),
              error("the members of the document to be of launches, buffers, "
                    "got \"launch\""));
  EXPECT_THAT(errorOf(R"({"launches": []})"),
              error("launches to be a list of at least one launch, got []"));
  EXPECT_THAT(errorOf(R"({"launches": [3]})"),
              error("launches[0] to be an object, got 3"));
  EXPECT_THAT(errorOf(withLaunch(R"("grid": [1], "block": [1])")),
              error("launches[0].arguments to be present, got no such member"));
  EXPECT_THAT(errorOf(withLaunch(
                  R"("grid": [1], "block": [1], "arguments": [], "lds": 4)")),
              error("the members of launches[0] to be of grid, block, "
                    "arguments, symbol, dynamic_lds, got \"lds\""));
}

TEST(LaunchFile, RefusesDimensions) {
  auto grid = [](const std::string &text) {
    return errorOf(
        withLaunch(R"("block": [1], "arguments": [], "grid": )" + text));
  };
  const std::string list = "launches[0].grid to be a list of 1 to 3 integers";
  EXPECT_THAT(grid("4"), error(list + ", got 4"));
  EXPECT_THAT(grid("[]"), error(list + ", got []"));
  EXPECT_THAT(grid("[1,1,1,1]"), error(list + ", got [1,1,1,1]"));
  const std::string extent =
      "launches[0].grid[1] to be an integer from 1 to 65535";
  EXPECT_THAT(grid("[1, 0]"), error(extent + ", got 0"));
  EXPECT_THAT(grid("[1, -1]"), error(extent + ", got -1"));
  EXPECT_THAT(grid("[1, 1.5]"), error(extent + ", got 1.5"));
  EXPECT_THAT(grid("[1, \"2\"]"), error(extent + ", got \"2\""));
  EXPECT_THAT(grid("[4294967296]"),
              error("launches[0].grid[0] to be an integer from 1 to "
                    "4294967295, got 4294967296"));
  // sglang issue 34947: launches nothing.
  EXPECT_EQ(grid("[1, 65535, 65535]"), "none");
  EXPECT_THAT(grid("[1, 65536]"), error(extent + ", got 65536"));
  EXPECT_THAT(grid("[1, 1, 65536]"),
              error("launches[0].grid[2] to be an integer from 1 to 65535, got "
                    "65536"));
  EXPECT_THAT(
      errorOf(withLaunch(R"("grid": [1], "arguments": [], "block": [1025])")),
      error("launches[0].block[0] to be an integer from 1 to 1024, got "
            "1025"));
  EXPECT_THAT(errorOf(withLaunch(R"("grid": [1], "block": [1],
                                    "arguments": [], "dynamic_lds": -4)")),
              error("launches[0].dynamic_lds to be an integer from 0 to "
                    "4294967295, got -4"));
}

TEST(LaunchFile, RefusesBuffers) {
  auto buffer = [](const std::string &text) {
    return errorOf(withBuffer(text));
  };
  EXPECT_THAT(buffer("3"), error("buffers.a to be an object, got 3"));
  EXPECT_THAT(buffer("{}"),
              error("buffers.a to be an object with file, bytes, or type and "
                    "shape, got {}"));
  EXPECT_THAT(buffer(R"({"file": ""})"),
              error("buffers.a.file to be a string that is not empty, got "
                    "\"\""));
  EXPECT_THAT(buffer(R"({"file": "x", "fill": 0})"),
              error("the members of buffers.a to be of file, output, got "
                    "\"fill\""));
  EXPECT_THAT(buffer(R"({"type": "f32"})"),
              error("buffers.a.shape to be present, got no such member"));
  EXPECT_THAT(buffer(R"({"type": "fp8", "shape": [1]})"),
              error("buffers.a.type to be one of i8, i16, i32, i64, u8, u16, "
                    "u32, u64, f16, bf16, f32, f64, got \"fp8\""));
  EXPECT_THAT(buffer(R"({"type": "f32", "shape": [-1]})"),
              error("buffers.a.shape[0] to be an integer from 0 to "
                    "9223372036854775807, got -1"));
  EXPECT_THAT(buffer(R"({"type": "f32", "shape": 4})"),
              error("buffers.a.shape to be a list of at most 32 extents, got "
                    "4"));
  EXPECT_THAT(buffer(R"({"type": "u8", "shape": [4294967296, 4294967296]})"),
              error("buffers.a to be a buffer of fewer than 2^63 bytes, got "
                    "{\"shape\":[4294967296,4294967296],\"type\":\"u8\"}"));
  EXPECT_THAT(buffer(R"({"type": "u16", "shape": [4611686018427387904]})"),
              HasSubstr("to be a buffer of fewer than 2^63 bytes"));
  EXPECT_THAT(buffer(R"({"bytes": 4, "fill": 256})"),
              error("buffers.a.fill to be an integer from 0 to 255, got 256"));
  EXPECT_THAT(buffer(R"({"type": "f16", "shape": [1], "fill": 70000})"),
              error("buffers.a.fill to be in the range of f16, got 70000"));
  EXPECT_THAT(errorOf(R"({"buffers": {"a b": {"bytes": 4}}, "launches": []})"),
              error("buffers to be named by letters, digits, _, - and ., "
                    "got \"a b\""));
  // A path or a symbol would end there.
  EXPECT_THAT(buffer(R"({"file": "a.npy\u0000b"})"),
              error("buffers.a.file to be a string without zero characters, "
                    "got \"a.npy\\u0000b\""));
}

TEST(LaunchFile, RefusesArguments) {
  auto given = [](const std::string &text) {
    return errorOf(withArguments(text));
  };
  const std::string at = "launches[0].arguments[0]";
  EXPECT_THAT(given("3"), error(at + " to be an object or null, got 3"));
  EXPECT_THAT(given("{}"),
              error(at + " to be an object with buffer, hex, bytes and fields, "
                         "or one of i8, i16, i32, i64, u8, u16, u32, u64, f16, "
                         "bf16, f32, f64, got {}"));
  EXPECT_THAT(given(R"({"float": 1})"), HasSubstr("got {\"float\":1}"));
  EXPECT_THAT(given(R"({"f32": 1, "u32": 1})"),
              error("the members of " + at + " to be of u32, got \"f32\""));
  EXPECT_THAT(given(R"({"buffer": "c"})"),
              error(at + ".buffer to be the name of a buffer, got \"c\""));
  EXPECT_THAT(given(R"({"buffer": "a", "offset": -8})"),
              error(at + ".offset to be an integer from 0 to "
                         "9223372036854775807, got -8"));
  EXPECT_THAT(given(R"({"buffer": "a", "u32": 1})"),
              error("the members of " + at +
                    " to be of buffer, offset, got "
                    "\"u32\""));
}

TEST(LaunchFile, RefusesScalars) {
  auto given = [](const std::string &text) {
    return errorOf(withArguments("{" + text + "}"));
  };
  const std::string at = "launches[0].arguments[0]";
  EXPECT_THAT(given(R"("u32": -1)"),
              error(at + ".u32 to be an integer from 0 to 4294967295, got -1"));
  EXPECT_THAT(given(R"("u32": 4294967296)"), HasSubstr("got 4294967296"));
  EXPECT_THAT(given(R"("u32": 1.0)"), HasSubstr("got 1.0"));
  EXPECT_THAT(given(R"("u32": true)"), HasSubstr("got true"));
  EXPECT_THAT(given(R"("i8": 128)"),
              error(at + ".i8 to be an integer from -128 to 127, got 128"));
  EXPECT_THAT(given(R"("i8": -129)"), HasSubstr("got -129"));
  EXPECT_THAT(given(R"("i64": 9223372036854775808)"),
              error(at + ".i64 to be an integer from -9223372036854775808 to "
                         "9223372036854775807, got 9223372036854775808"));
  EXPECT_THAT(given(R"("u64": 18446744073709551616)"),
              HasSubstr("to be an integer from 0 to 18446744073709551615"));
  EXPECT_THAT(given(R"("f32": 1e39)"),
              error(at + ".f32 to be in the range of f32, got 1e+39"));
  EXPECT_THAT(given(R"("f32": "infinity")"),
              error(at + ".f32 to be a number, \"nan\", \"inf\" or \"-inf\", "
                         "got \"infinity\""));
  EXPECT_THAT(given(R"("f32": null)"), HasSubstr("got null"));
  EXPECT_THAT(given(R"("hex": "123")"),
              error(at + ".hex to be pairs of hexadecimal digits, got "
                         "\"123\""));
  EXPECT_THAT(given(R"("hex": "0x12")"), HasSubstr("got \"0x12\""));
}

TEST(LaunchFile, RefusesStructures) {
  auto given = [](const std::string &fields) {
    return errorOf(
        withArguments(R"({"bytes": 8, "fields": [)" + fields + "]}"));
  };
  const std::string at = "launches[0].arguments[0].fields[";
  EXPECT_THAT(given("3"), error(at + "0] to be an object with at, got 3"));
  EXPECT_THAT(given(R"({"u8": 1})"),
              error(at + "0] to be an object with at, got {\"u8\":1}"));
  EXPECT_THAT(given(R"({"at": 5, "u32": 1})"),
              error(at + "0].at to be an integer from 0 to 4, got 5"));
  EXPECT_THAT(given(R"({"at": 0, "hex": "000000000000000000"})"),
              error(at + "0].at to be a place in a structure of 9 bytes or "
                         "more, got 0"));
  EXPECT_THAT(given(R"({"at": 0, "u32": 1}, {"at": 3, "u16": 1})"),
              error(at + "1].at to be where no field before it lies, got 3"));
  EXPECT_THAT(given(R"({"at": 0, "u32": 1, "offset": 3})"),
              error("the members of " + at +
                    "0] to be of u32, got "
                    "\"offset\""));
  EXPECT_THAT(errorOf(withArguments(R"({"bytes": 65537, "fields": []})")),
              error("launches[0].arguments[0].bytes to be an integer from 1 to "
                    "65536, got 65537"));
  EXPECT_THAT(errorOf(withArguments(R"({"fields": []})")),
              error("launches[0].arguments[0].bytes to be present, got no such "
                    "member"));
}
} // namespace
