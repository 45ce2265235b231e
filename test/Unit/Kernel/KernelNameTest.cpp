//===- KernelNameTest.cpp - A name is a bijection of the static key -------===//

#include "spmla/Kernel/KernelSpec.h"

#include <algorithm>
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

KernelSpec someSpec() { return completeSpec({}); }

/// `spec` with every field set.
PartialSpec asked(const KernelSpec &spec) {
  PartialSpec all;
  std::string error;
  for (const KeyFieldInfo &info : keyFields())
    EXPECT_TRUE(setKeyValue(all, info.field, keyValue(spec, info.field), error))
        << error;
  return all;
}

/// Fields that lie side by side in a name, with all the values of each; the
/// rest is someSpec()'s. The product over all fields has 16 million keys, and
/// what a field's text could be taken for is its neighbours'.
using Visit = std::function<void(const KernelSpec &)>;
void forEachKeyOf(const std::vector<const KeyFieldInfo *> &neighbours,
                  const Visit &visit) {
  std::function<void(size_t, const PartialSpec &)> choose =
      [&](size_t depth, const PartialSpec &chosen) {
        if (depth == neighbours.size())
          return visit(completeSpec(chosen));
        const KeyFieldInfo &info = *neighbours[depth];
        for (const std::string &value : valuesOf(info)) {
          PartialSpec with = chosen;
          std::string error;
          ASSERT_TRUE(setKeyValue(with, info.field, value, error)) << error;
          choose(depth + 1, with);
        }
      };
  choose(0, asked(someSpec()));
}

/// All runs of seven neighbours. A name has the architecture last, the key
/// first.
std::vector<std::vector<const KeyFieldInfo *>> neighbourhoods() {
  constexpr size_t width = 7;
  std::vector<const KeyFieldInfo *> inName;
  for (const KeyFieldInfo &info : keyFields())
    inName.push_back(&info);
  std::rotate(inName.begin(), inName.begin() + 1, inName.end());
  std::vector<std::vector<const KeyFieldInfo *>> runs;
  for (auto first = inName.begin(); first + width <= inName.end(); ++first)
    runs.emplace_back(first, first + width);
  return runs;
}

std::string parseError(std::string_view name) {
  KernelSpec spec;
  std::string error;
  EXPECT_FALSE(parseKernelName(name, spec, error)) << name;
  return error;
}

} // namespace

// ROCm/aiter pull request 4919: a kernel's cached name lacked several of its
// specialisation keys, so two variants shared one code object.
TEST(KernelName, IsABijection) {
  ASSERT_FALSE(neighbourhoods().empty());
  for (const auto &neighbours : neighbourhoods()) {
    std::unordered_set<std::string> names;
    size_t product = 1;
    for (const KeyFieldInfo *info : neighbours)
      product *= valuesOf(*info).size();
    forEachKeyOf(neighbours, [&](const KernelSpec &spec) {
      std::string name = kernelName(spec);
      EXPECT_TRUE(names.insert(name).second) << name << " names two keys";
      KernelSpec parsed;
      std::string error;
      ASSERT_TRUE(parseKernelName(name, parsed, error))
          << name << ": " << error;
      EXPECT_EQ(parsed, spec) << name;
    });
    EXPECT_EQ(names.size(), product) << "from " << neighbours.front()->words;
  }
}

// vllm issue 41871: the architecture was missing in a cache's key.
TEST(KernelName, DiffersWhereOneFieldDiffers) {
  const KernelSpec base = someSpec();
  const PartialSpec copy = asked(base);
  std::string error;
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
            "spmla_fp8_scalar_e4m3fn_l512_r64_v512_h16_k64_w4_staged_p1_s1_row_"
            "qbf16_dotbf16_probbf16_exact_buffer_obf16__gfx950");
  PartialSpec solo;
  solo.schedule = Schedule::solo;
  solo.access = Access::global;
  EXPECT_EQ(kernelName(completeSpec(solo, 8)),
            "spmla_fp8_scalar_e4m3fn_l512_r64_v512_h8_k128_w4_solo_p1_s1_half_"
            "qbf16_dotbf16_probe4m3x2_lazy_global_obf16__gfx950");
}

TEST(KernelName, IsAValidSymbolAndFileName) {
  for (const auto &neighbours : neighbourhoods())
    forEachKeyOf(neighbours, [](const KernelSpec &spec) {
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
            "'_v512_h16_k64_w4_staged_p1_s1_row_qbf16_dotbf16_probbf16_exact_"
            "buffer_obf16__gfx950'");
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
