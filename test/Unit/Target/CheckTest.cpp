// What the target refuses to turn into a code object.

#include "TestFiles.h"

#include "gmock/gmock.h"

using namespace spmla;
using testing::AllOf;
using testing::HasSubstr;

namespace {

class Check : public FolderTest {};

/// `count` values that inline assembly makes one by one and uses only after
/// the last was made, so that all need a register of class `kind` at once.
std::string manyLive(unsigned count, const std::string &move,
                     const std::string &kind) {
  std::string make, use;
  for (unsigned i = 0; i < count; ++i) {
    std::string n = std::to_string(i);
    make += "  %x" + n + " = call i32 asm sideeffect \"" + move + " $0, " + n +
            "\", \"=" + kind + "\"()\n";
    use += "  call void asm sideeffect \"; use $0\", \"" + kind + "\"(i32 %x" +
           n + ")\n";
  }
  return make + use;
}

const char STORE[] = "  store float %y, ptr addrspace(1) %p\n";

} // namespace

TEST_F(Check, CompilesWhatIsFine) {
  EXPECT_EQ(errorOf(kernelIR(manyLive(200, "v_mov_b32", "v"))), "compiled");
}

TEST_F(Check, RefusesSpilledVGPRs) {
  // 64 registers for 8 waves per SIMD; no accumulation registers to hide in.
  EXPECT_THAT(errorOf(kernelIR(manyLive(100, "v_mov_b32", "v"),
                               "\"amdgpu-waves-per-eu\"=\"8,8\"")),
              AllOf(HasSubstr("expects vgpr_spill of k to be at most 0, got "),
                    HasSubstr("expects scratch of k to be at most 0, got ")));
}

// FlyDSL issue 1087: a spilled SGPR corrupted a buffer descriptor on gfx950.
TEST_F(Check, RefusesSpilledSGPRs) {
  EXPECT_THAT(errorOf(kernelIR(manyLive(120, "s_mov_b32", "s"))),
              HasSubstr("expects sgpr_spill of k to be at most 0, got "));
}

// legacy ROCm issue 6030: scratch of a hand-built object reads zeros.
TEST_F(Check, RefusesScratch) {
  EXPECT_THAT(
      errorOf(kernelIR("  %a = alloca [64 x i32], addrspace(5)\n"
                       "  %i = getelementptr i32, ptr addrspace(5) %a, i32 %n\n"
                       "  store volatile i32 1, ptr addrspace(5) %i\n")),
      HasSubstr("expects scratch of k to be at most 0, got "));
}

// iree issue 18534: a device-library call that nobody resolves fails at load,
// with a message that blames the chip.
TEST_F(Check, RefusesDeviceLibraryCalls) {
  EXPECT_THAT(
      errorOf(kernelIR("  %x = load float, ptr addrspace(1) %p\n"
                       "  %y = call float @__ocml_exp2_f32(float %x)\n" +
                           std::string(STORE),
                       "", "declare float @__ocml_exp2_f32(float)\n")),
      HasSubstr("expects functions of k to be defined, got declaration of "
                "__ocml_exp2_f32"));
}

TEST_F(Check, RefusesUndefinedSymbolsAtTheLink) {
  EXPECT_THAT(
      errorOf(kernelIR("  %x = load i32, ptr addrspace(1) @outside\n"
                       "  store i32 %x, ptr addrspace(1) %p\n",
                       "", "@outside = external addrspace(1) global i32\n")),
      AllOf(HasSubstr("expects link to be clean, got: "),
            HasSubstr("undefined symbol: outside")));
}

TEST_F(Check, RefusesFastMathThatAssumesNoNaN) {
  auto add = [](const std::string &flags) {
    return "  %x = load float, ptr addrspace(1) %p\n  %y = fadd " + flags +
           " float %x, 1.0\n" + STORE;
  };
  EXPECT_THAT(errorOf(kernelIR(add("nnan"))),
              HasSubstr("of k to be without nnan and ninf, got:  %y = fadd "
                        "nnan float %x"));
  EXPECT_THAT(errorOf(kernelIR(add("contract ninf"))), HasSubstr("ninf"));
  EXPECT_THAT(errorOf(kernelIR(add("fast"))), HasSubstr("nnan"));
  EXPECT_THAT(errorOf(kernelIR("", "\"no-nans-fp-math\"=\"true\"")),
              HasSubstr("without the attribute no-nans-fp-math"));
  EXPECT_EQ(errorOf(kernelIR(add("reassoc nsz arcp contract afn"))),
            "compiled");
}

// aiter pull requests 5539 and 3257, sglang 23963: the limit is the target's,
// and it is checked on bytes when the kernel is built.
TEST_F(Check, RefusesMoreLDSThanTheTargetHas) {
  auto lds = [](unsigned bytes) {
    return kernelIR("  store volatile i32 0, ptr addrspace(3) @lds\n", "",
                    "@lds = internal addrspace(3) global [" +
                        std::to_string(bytes) + " x i8] poison, align 16\n");
  };
  EXPECT_EQ(errorOf(lds(163840)), "compiled");
  EXPECT_EQ(errorOf(lds(163841)), "expects LDS of k to be at most 163840 "
                                  "bytes on gfx950, got 163841");
  EXPECT_EQ(errorOf(lds(65536), "gfx942"), "compiled");
  EXPECT_EQ(errorOf(lds(65537), "gfx942"), "expects LDS of k to be at most "
                                           "65536 bytes on gfx942, got 65537");
}

TEST_F(Check, RefusesOtherThanOneKernel) {
  EXPECT_EQ(errorOf("define void @f() {\n  ret void\n}\n"),
            "expects module to hold one kernel, got none");
  EXPECT_EQ(errorOf(kernelIR("") + "define amdgpu_kernel void @l() {\n"
                                   "  ret void\n}\n"),
            "expects module to hold one kernel, got k and l");
}

TEST_F(Check, RefusesUnknownProcessors) {
  EXPECT_EQ(errorOf(kernelIR(""), "gfx90a"),
            "expects arch to be gfx942 or gfx950, got gfx90a");
}

TEST_F(Check, ReportsTheBackendsWords) {
  EXPECT_THAT(errorOf(kernelIR("  call void asm sideeffect \"v_frob v0\", "
                               "\"\"()\n")),
              AllOf(HasSubstr("expects assembly to be valid, got line "),
                    HasSubstr("v_frob v0")));
  EXPECT_THAT(errorOf("what is this"),
              HasSubstr("to be LLVM IR, got: line 1: "));
}

// ROCm/TheRock pull request 5668 and rocm-systems 11737: an object that asks
// for a feature setting loads on some devices only; rocm-systems 938: nor does
// one for another processor.
TEST_F(Check, RefusesCodeObjectsThatNotEveryDeviceLoads) {
  llvm::Expected<std::string> image = compileToStage(
      {}, "gfx950", Stage::HSACO, replace(Stage::LLVM, kernelIR("")));
  ASSERT_TRUE(static_cast<bool>(image));
  // One byte of the ELF header changed: EI_ABIVERSION is byte 8, e_flags are
  // bytes 48 to 51 (processor, then 0x300 for xnack and 0xc00 for sramecc).
  auto errorWith = [&](size_t offset, char value) {
    std::string changed = *image;
    changed[offset] = value;
    llvm::Expected<CodeObject> object =
        compileModule({}, "gfx950", replace(Stage::HSACO, changed));
    return object ? "compiled" : toString(object.takeError());
  };
  EXPECT_EQ(errorWith(8, 3), "compiled");
  EXPECT_EQ(errorWith(8, 4),
            "expects ABI version of code object to be 3, got 4");
  EXPECT_EQ(errorWith(48, 0x4c),
            "expects processor of code object to be gfx950, got gfx942");
  EXPECT_EQ(errorWith(49, 0x5), "compiled");
  for (char features : {0x6, 0x7, 0x9, 0xd})
    EXPECT_THAT(errorWith(49, features),
                HasSubstr("features xnack and sramecc of code object to be "
                          "any, got flags "));
}

// hip issues 2269, 2342 and 1066: a relocatable or stripped object was shipped.
TEST_F(Check, RefusesWhatIsNoCodeObject) {
  auto errorOfImage = [&](const std::string &image) {
    llvm::Expected<CodeObject> object =
        compileModule({}, "gfx950", replace(Stage::HSACO, image));
    return object ? "compiled" : toString(object.takeError());
  };
  llvm::Expected<std::string> relocatable = compileToStage(
      {}, "gfx950", Stage::Obj, replace(Stage::LLVM, kernelIR("")));
  ASSERT_TRUE(static_cast<bool>(relocatable));
  EXPECT_THAT(errorOfImage(*relocatable),
              HasSubstr("to be an AMDGPU shared object, got ELF type 1"));
  EXPECT_THAT(errorOfImage(""), HasSubstr("to be an ELF file, got "));
  EXPECT_THAT(errorOfImage("short"), HasSubstr("to be an ELF file, got "));
  EXPECT_THAT(errorOfImage(std::string(4096, 'x')),
              HasSubstr("to be an ELF file, got "));
  // Cut anywhere: an error, never a crash.
  llvm::Expected<std::string> image = compileToStage(
      {}, "gfx950", Stage::HSACO, replace(Stage::LLVM, kernelIR("")));
  ASSERT_TRUE(static_cast<bool>(image));
  EXPECT_EQ(errorOfImage(*image), "compiled");
  for (size_t bytes = 0; bytes < image->size(); bytes += 97)
    EXPECT_NE(errorOfImage(image->substr(0, bytes)), "compiled") << bytes;
}
