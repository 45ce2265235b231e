//===- SpecOptionsTest.cpp - The specification flags of the tools ---------===//

#include "spmla/Kernel/SpecOptions.h"
#include "spmla/Kernel/KernelTable.h"

#include <gtest/gtest.h>

using namespace spmla;

namespace {

/// Flags register themselves with the process: one instance for all tests.
llvm::cl::OptionCategory category("Specification");
SpecOptions options(category);

/// What the flags ask for: the kernel's name, or the error.
std::string resolve(const std::vector<std::string> &flags,
                    const PartialSpec &asked = {}, int heads = 16) {
  std::vector<const char *> argv = {"tool"};
  for (const std::string &flag : flags)
    argv.push_back(flag.c_str());
  llvm::cl::ResetAllOptionOccurrences();
  EXPECT_TRUE(llvm::cl::ParseCommandLineOptions(argv.size(), argv.data()));
  llvm::Expected<KernelSpec> spec = options.spec(asked, heads);
  return spec ? kernelName(*spec) : llvm::toString(spec.takeError());
}

const std::string flat =
    "spmla_bf16_none_l512_r0_v512_h16_k64_w4_staged_p1_s1_row_qbf16_dotbf16_"
    "probbf16_exact_buffer_obf16__gfx950";

} // namespace

TEST(SpecOptions, CompleteWhatIsNotGiven) {
  EXPECT_EQ(resolve({}), kernelName(completeSpec({})));
  EXPECT_EQ(resolve({"--format=bf16", "--rope=0"}), flat);
  EXPECT_EQ(resolve({"--arch=gfx950", "--format", "bf16", "--encoding=none",
                     "--latent=512", "--rope=0", "--program-heads=16",
                     "--schedule=staged", "--q-type=bf16", "--dot=bf16"}),
            flat);
}

TEST(SpecOptions, SetEachFieldOfASchedule) {
  EXPECT_EQ(resolve({"--schedule=direct", "--prefetch=1", "--value-slots=1",
                     "--gather=line", "--q-type=e4m3fn", "--probabilities=bf16",
                     "--maxima=lazy", "--output=f32"}),
            "spmla_fp8_scalar_e4m3fn_l512_r64_v512_h16_k64_w4_direct_p1_s1_"
            "line_qe4m3fn_dotbf16_probbf16_lazy_buffer_of32__gfx950");
  EXPECT_EQ(resolve({"--schedule=solo", "--dot=fp8", "--access=global"}, {}, 8),
            "spmla_fp8_scalar_e4m3fn_l512_r64_v512_h8_k128_w4_solo_p1_s1_half_"
            "qbf16_dotfp8_probe4m3_exact_global_obf16__gfx950");
}

TEST(SpecOptions, TakePrecedenceOverTheCallers) {
  PartialSpec model;
  model.rope = 0;
  model.format = CacheFormat::fp8_scalar;
  EXPECT_EQ(resolve({"--format=bf16"}, model), flat);
}

TEST(SpecOptions, NameAShippedKernel) {
  EXPECT_EQ(resolve({"--kernel=" + flat}), flat);
  EXPECT_EQ(resolve({"--kernel=" + flat, "--rope=0"}), flat);
}

TEST(SpecOptions, MustAgreeWithTheNamedKernel) {
  EXPECT_EQ(resolve({"--kernel=" + flat, "--rope=64"}),
            "expects rope to be 0 with kernel " + flat + ", got 64");
  PartialSpec model;
  model.rope = 64;
  EXPECT_EQ(resolve({"--kernel=" + flat}, model),
            "expects rope to be 0 with kernel " + flat + ", got 64");
}

TEST(SpecOptions, SuggestTheNearestKernel) {
  std::string misspelt = flat;
  misspelt.replace(misspelt.find("staged"), 6, "stagde");
  EXPECT_EQ(resolve({"--kernel=" + misspelt}),
            "expects kernel to be a shipped one, got " + misspelt +
                "; the nearest is " + flat);
}

TEST(SpecOptions, RefuseWrongSpecificationsInOneLine) {
  EXPECT_EQ(resolve({"--format=fp4"}),
            "expects format to be bf16 or fp8_scalar, got fp4");
  EXPECT_EQ(resolve({"--arch=gfx1100"}),
            "expects arch to be gfx950 or gfx942, got gfx1100");
  EXPECT_EQ(resolve({"--program-heads=7"}),
            "expects program heads to be 8, 16, 32 or 64, got 7");
  EXPECT_EQ(resolve({"--latent=4096"}),
            "expects latent to be 512 with schedule staged, got 4096");
  EXPECT_EQ(resolve({"--schedule=split"}),
            "expects schedule to be staged, direct or solo, got split");
  EXPECT_EQ(resolve({"--schedule=solo", "--gather=line"}),
            "expects gather to be half with schedule solo, got line");
  EXPECT_EQ(resolve({"--format="}),
            "expects format to be bf16 or fp8_scalar, got ");
}

TEST(SpecOptions, HaveAFlagForEachFieldThatSaysSo) {
  auto &registered = llvm::cl::getRegisteredOptions();
  size_t flags = 0;
  for (const KeyFieldInfo &info : keyFields())
    if (info.flag) {
      ++flags;
      ASSERT_TRUE(registered.count(info.flag)) << info.flag;
      llvm::StringRef help = registered[info.flag]->HelpStr;
      for (const KeyValue &value : info.values)
        if (*value.doc)
          EXPECT_TRUE(help.contains(value.spelling)) << info.flag;
    }
  EXPECT_GE(flags, 16u);
}
