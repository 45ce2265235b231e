//===- KernelNameTest.cpp - A name is a bijection of the static key -------===//

#include "spmla/Kernel/KernelSpec.h"

#include <functional>
#include <gtest/gtest.h>
#include <unordered_set>
#include <vector>

using namespace spmla;

namespace {

/// All values of an enumerated field; of a free number a few whose digits could
/// run into a neighbour's.
std::vector<std::string> valuesOf(const KeyFieldInfo &info) {
  std::vector<std::string> values;
  for (const KeyValue &value : info.values)
    values.push_back(value.spelling);
  if (values.empty())
    values = {"0", "512"};
  return values;
}

/// Calls `visit` with every key of the product of all fields' values.
void forEachKey(const std::function<void(const KernelSpec &)> &visit) {
  std::function<void(size_t, const PartialSpec &)> choose =
      [&](size_t depth, const PartialSpec &chosen) {
        if (depth == keyFields().size())
          return visit(completeSpec(chosen));
        const KeyFieldInfo &info = keyFields()[depth];
        for (const std::string &value : valuesOf(info)) {
          PartialSpec with = chosen;
          std::string error;
          ASSERT_TRUE(setKeyValue(with, info.field, value, error)) << error;
          choose(depth + 1, with);
        }
      };
  choose(0, {});
}

KernelSpec someSpec() { return completeSpec({}); }

std::string parseError(std::string_view name) {
  KernelSpec spec;
  std::string error;
  EXPECT_FALSE(parseKernelName(name, spec, error)) << name;
  return error;
}

} // namespace

// ROCm/aiter pull request 4919: a kernel's cached name lacked several of its
// specialisation keys, so two variants shared one code object.
TEST(KernelName, IsABijectionOverTheProductOfAllValues) {
  std::unordered_set<std::string> names;
  size_t keys = 0;
  forEachKey([&](const KernelSpec &spec) {
    ++keys;
    std::string name = kernelName(spec);
    EXPECT_TRUE(names.insert(name).second) << name << " names two keys";
    KernelSpec parsed;
    std::string error;
    ASSERT_TRUE(parseKernelName(name, parsed, error)) << name << ": " << error;
    EXPECT_EQ(parsed, spec) << name;
  });
  size_t product = 1;
  for (const KeyFieldInfo &info : keyFields())
    product *= valuesOf(info).size();
  EXPECT_EQ(keys, product);
  EXPECT_EQ(names.size(), product);
}

// vllm issue 41871: the architecture was missing in a cache's key.
TEST(KernelName, DiffersWhereOneFieldDiffers) {
  const KernelSpec base = someSpec();
  PartialSpec copy;
  std::string error;
  for (const KeyFieldInfo &info : keyFields())
    ASSERT_TRUE(
        setKeyValue(copy, info.field, keyValue(base, info.field), error));
  for (const KeyFieldInfo &info : keyFields())
    for (const std::string &value : valuesOf(info)) {
      if (value == keyValue(base, info.field))
        continue;
      PartialSpec changed = copy;
      ASSERT_TRUE(setKeyValue(changed, info.field, value, error));
      EXPECT_NE(kernelName(completeSpec(changed)), kernelName(base))
          << info.words << " " << value;
    }
}

TEST(KernelName, IsReadableAndEndsWithTheArchitecture) {
  KernelSpec spec = someSpec();
  EXPECT_EQ(kernelName(spec),
            "spmla_fp8_scalar_e4m3fn_l512_r64_v512_h16_k64_w4_staged_p1_qbf16_"
            "dotbf16_buffer_obf16__gfx950");
}

TEST(KernelName, IsAValidSymbolAndFileName) {
  forEachKey([](const KernelSpec &spec) {
    std::string name = kernelName(spec);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
              std::string::npos)
        << name;
    EXPECT_LE(name.size(), 200u) << name;
  });
}

TEST(ParseKernelName, SaysWhereANameDeparts) {
  const std::string name = kernelName(someSpec());
  auto with = [&](const std::string &from, const std::string &to) {
    std::string changed = name;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  EXPECT_EQ(parseError(""),
            "expects a kernel's name to begin with 'spmla', got ''");
  EXPECT_EQ(parseError("spmla"),
            "expects a kernel's name to go on with '_' and the format, got ''");
  EXPECT_EQ(parseError(with("_r64_v512", "_v512")),
            "expects a kernel's name to go on with '_r' and the rope, got "
            "'_v512_h16_k64_w4_staged_p1_qbf16_dotbf16_buffer_obf16__gfx950'");
  EXPECT_EQ(parseError(with("_h16", "_h7")),
            "expects program heads to be 8, 16, 32 or 64, got 7");
  EXPECT_EQ(parseError(name + "x"),
            "expects a kernel's name to end after the arch, got 'x'");
}

// One key has one name: a second spelling of a number is none.
TEST(ParseKernelName, RefusesNumbersThatAreNotCanonical) {
  const std::string name = kernelName(someSpec());
  for (const char *number : {"0512", "+512", "-512", "", " 512", "4294967808",
                             "99999999999999999999"}) {
    std::string changed = name;
    changed.replace(changed.find("l512"), 4, std::string("l") + number);
    EXPECT_NE(parseError(changed), "") << number;
  }
}
