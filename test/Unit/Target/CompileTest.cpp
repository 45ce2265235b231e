#include "TestFiles.h"

#include "spmla/Target/HSACO/Statistics.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"

#include "gmock/gmock.h"

#include <thread>

using namespace spmla;
using llvm::toString;
using testing::HasSubstr;

namespace {

/// A tile loop in small: an MFMA per trip on what another wave wrote to LDS,
/// and a block that hardly ever runs. WEIGHTS stands for its branch weights.
constexpr char LOOP[] = R"(
gpu.module @kernels {
  llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8192 x i8>
  llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, rocdl.kernel, rocdl.flat_work_group_size = "256,256"} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    %none = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
    %lane = rocdl.workitem.id.x : i32
    %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %mine = llvm.getelementptr %lds[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<4xi32>
    %other = llvm.xor %lane, %seven : i32
    %theirs = llvm.getelementptr %lds[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<8xbf16>
    llvm.br ^loop(%zero, %none : i32, vector<4xf32>)
  ^loop(%i: i32, %sum: vector<4xf32>):
    %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
    %word = llvm.load %at : !llvm.ptr<1> -> vector<4xi32>
    llvm.store %word, %mine : vector<4xi32>, !llvm.ptr<3>
    rocdl.s.waitcnt 49279
    rocdl.s.barrier
    %a = llvm.load %theirs : !llvm.ptr<3> -> vector<8xbf16>
    %next = rocdl.mfma.f32.16x16x32.bf16 %a, %a, %sum, %zero, %zero, %zero : (vector<8xbf16>, vector<8xbf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %first = llvm.extractelement %word[%zero : i32] : vector<4xi32>
    %uniform = rocdl.readfirstlane %first : i32
    %rare = llvm.icmp "eq" %uniform, %seven : i32
    llvm.cond_br %rare WEIGHTS, ^rare, ^latch(%next : vector<4xf32>)
  ^rare:
    %twice = llvm.fadd %next, %next : vector<4xf32>
    llvm.inline_asm has_side_effects asm_dialect = att "s_sleep 5", "" : () -> ()
    llvm.br ^latch(%twice : vector<4xf32>)
  ^latch(%carried: vector<4xf32>):
    %after = llvm.add %i, %one : i32
    %more = llvm.icmp "slt" %after, %n : i32
    llvm.cond_br %more, ^loop(%after, %carried : i32, vector<4xf32>), ^exit
  ^exit:
    %out = llvm.getelementptr %p[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xf32>
    llvm.store %carried, %out : vector<4xf32>, !llvm.ptr<1>
    llvm.return
  }
}
)";

class Compile : public FolderTest {
protected:
  Compile() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect,
                    mlir::ROCDL::ROCDLDialect>();
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerGPUDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    mlir::registerROCDLDialectTranslation(registry);
    context.appendDialectRegistry(registry);
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(std::string text,
                                          const std::string &weights = "") {
    if (size_t at = text.find("WEIGHTS"); at != std::string::npos)
      text.replace(at, 7, weights);
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  CodeObject compileLoop(const std::string &weights) {
    mlir::OwningOpRef<mlir::ModuleOp> module = parse(LOOP, weights);
    if (!module)
      return {};
    llvm::Expected<CodeObject> object = compileModule(*module, "gfx950", {});
    if (!object) {
      ADD_FAILURE() << toString(object.takeError());
      return {};
    }
    return std::move(*object);
  }

  mlir::MLIRContext context;
};

Statistics statisticsOf(const CodeObject &object) {
  llvm::Expected<Statistics> statistics = collectStatistics(object);
  if (!statistics) {
    ADD_FAILURE() << toString(statistics.takeError());
    return {};
  }
  return *statistics;
}

} // namespace

TEST_F(Compile, ReadsBackWhatTheKernelIs) {
  CodeObject object = compileLoop("weights([1, 2000])");
  EXPECT_EQ(object.kernel, "k");
  EXPECT_EQ(object.chip, "gfx950");
  EXPECT_EQ(object.resources.lds, 8192u);
  EXPECT_EQ(object.resources.workgroupSize, 256u);
  EXPECT_EQ(object.resources.scratch, 0u);
  EXPECT_EQ(object.resources.vgprSpill, 0u);
  EXPECT_GT(object.resources.vgpr, 8u);
  EXPECT_GT(object.resources.sgpr, 4u);
  EXPECT_EQ(object.resources.wavesPerSIMD, 8u);
  EXPECT_EQ(object.resources.workgroupsPerCU, 8u);
  ASSERT_EQ(object.arguments.size(), 2u);
  EXPECT_TRUE(object.arguments[0].isPointer);
  EXPECT_EQ(object.arguments[0].size, 8u);
  EXPECT_FALSE(object.arguments[1].isPointer);
  EXPECT_EQ(object.arguments[1].offset, 8u);
  EXPECT_EQ(object.arguments[1].size, 4u);
  EXPECT_EQ(object.argumentBytes(), 12u);
  EXPECT_EQ(object.image.substr(0, 4), "\x7f"
                                       "ELF");
}

TEST_F(Compile, WeightsTakeTheRareBlockOffTheHotPath) {
  Statistics cold = statisticsOf(compileLoop("weights([1, 2000])"));
  EXPECT_EQ(cold["loop.mfma"], 1u);
  EXPECT_EQ(cold["loop.barrier"], 1u);
  EXPECT_EQ(cold["loop.lds_write"], 1u);
  EXPECT_EQ(cold["loop.lds_read"], 1u);
  EXPECT_EQ(cold["loop.lds_bytes"], 2u * 16 * 64);
  EXPECT_EQ(cold["loop.branch"], 2u);
  EXPECT_EQ(cold["op.s_sleep"], 1u);
  // s_sleep stands for the rare block.
  Statistics hot = statisticsOf(compileLoop("weights([1, 999])"));
  EXPECT_EQ(hot["op.s_sleep"], 1u);
  EXPECT_GE(hot["loop.valu"], cold["loop.valu"] + 2);
  EXPECT_GT(hot["loop.nop"], 0u);
  Statistics unweighted = statisticsOf(compileLoop(""));
  EXPECT_GT(unweighted["loop.instructions"], cold["loop.instructions"]);
}

TEST_F(Compile, SecondRunIsEqualToTheByte) {
  CodeObject first = compileLoop("weights([1, 2000])");
  CodeObject second = compileLoop("weights([1, 2000])");
  EXPECT_TRUE(first.image == second.image);
  EXPECT_TRUE(first.assembly == second.assembly);
  EXPECT_EQ(first.image.find(folder.c_str()), std::string::npos);
}

// iree pull request 22004: compilations at the same time shared a value.
TEST_F(Compile, ThreadsDoNotDisturbEachOther) {
  CodeObject alone = compileLoop("weights([1, 2000])");
  StageFiles files = replace(Stage::LLVM, [&] {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        parse(LOOP, "weights([1, 2000])");
    llvm::Expected<std::string> text =
        compileToStage(*module, "gfx950", Stage::LLVM, {});
    return text ? *text : toString(text.takeError());
  }());
  std::vector<std::string> images(4);
  std::vector<std::thread> threads;
  for (std::string &image : images)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        llvm::Expected<CodeObject> object = compileModule({}, "gfx950", files);
        image = object ? object->image : toString(object.takeError());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &image : images)
    EXPECT_TRUE(image == alone.image);
}

TEST_F(Compile, EachSavedStageLeadsToTheSameCodeObject) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(LOOP, "weights([1, 2000])");
  StageFiles files;
  files.saveTemps = path("temps");
  llvm::Expected<CodeObject> object = compileModule(*module, "gfx950", files);
  ASSERT_TRUE(static_cast<bool>(object));
  for (const char *replacement :
       {"llvm=03-llvm.ll", "opt=04-opt.ll", "asm=05-asm.s", "obj=06-obj.o",
        "hsaco=07-hsaco.hsaco"}) {
    SCOPED_TRACE(replacement);
    auto [stage, name] = llvm::StringRef(replacement).split('=');
    StageFiles replaced;
    ASSERT_FALSE(
        replaced.addOverride((stage + "=" + path("temps/") + name).str()));
    llvm::Expected<CodeObject> again = compileModule({}, "gfx950", replaced);
    ASSERT_TRUE(static_cast<bool>(again));
    // Not EXPECT_EQ: it would print the bytes.
    EXPECT_TRUE(again->image == object->image);
  }
}

TEST_F(Compile, StagesAreWhatTheyAreCalled) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(LOOP, "weights([1, 2000])");
  auto product = [&](Stage stage) {
    llvm::Expected<std::string> text =
        compileToStage(*module, "gfx950", stage, {});
    return text ? *text : toString(text.takeError());
  };
  EXPECT_THAT(product(Stage::LLVM),
              HasSubstr("define protected amdgpu_kernel void @k("));
  EXPECT_THAT(product(Stage::LLVM), HasSubstr("branch_weights\", i32 1, i32 "
                                              "2000"));
  EXPECT_THAT(product(Stage::Opt), HasSubstr("spmla.cold"));
  EXPECT_THAT(product(Stage::Asm), HasSubstr("; %spmla.cold"));
  EXPECT_THAT(product(Stage::Asm), HasSubstr("v_mfma_f32_16x16x32_bf16"));
  EXPECT_EQ(product(Stage::Obj).substr(1, 3), "ELF");
  EXPECT_EQ(product(Stage::HSACO).substr(1, 3), "ELF");
}

TEST_F(Compile, SpilledKernelCanStillBeLookedAt) {
  StageFiles files = replace(
      Stage::LLVM, kernelIR("  %a = alloca [64 x i32], addrspace(5)\n"
                            "  store volatile i32 1, ptr addrspace(5) %a\n"));
  EXPECT_FALSE(static_cast<bool>(
      llvm::expectedToOptional(compileModule({}, "gfx950", files))));
  llvm::Expected<std::string> text =
      compileToStage({}, "gfx950", Stage::Asm, files);
  ASSERT_TRUE(static_cast<bool>(text));
  EXPECT_THAT(*text, HasSubstr("scratch_store_dword"));
}

TEST_F(Compile, ReportsWhatIsNotLowered) {
  mlir::OwningOpRef<mlir::ModuleOp> empty = parse("");
  EXPECT_EQ(toString(compileModule(*empty, "gfx950", {}).takeError()),
            "expects module to hold one gpu.module, got 0");
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(
      "gpu.module @m {\n  gpu.func @k() kernel {\n    gpu.return\n  }\n}");
  ASSERT_TRUE(module);
  EXPECT_THAT(toString(compileModule(*module, "gfx950", {}).takeError()),
              HasSubstr("gpu.func"));
}

// The linker keeps its state in globals and once did not survive a second run.
TEST_F(Compile, LinksAgainAndAgainAlsoAfterAnError) {
  StageFiles good = replace(Stage::Asm, compileLoop("").assembly);
  llvm::Expected<std::string> relocatable =
      compileToStage({}, "gfx950", Stage::Obj, good);
  ASSERT_TRUE(static_cast<bool>(relocatable));
  StageFiles object = replace(Stage::Obj, *relocatable);
  StageFiles bad;
  bad.overrides[Stage::Obj] = file("bad.o", "nonsense");
  llvm::Expected<CodeObject> first = compileModule({}, "gfx950", object);
  ASSERT_TRUE(static_cast<bool>(first));
  for (int i = 0; i < 200; ++i) {
    if (i % 10 == 0)
      ASSERT_THAT(toString(compileModule({}, "gfx950", bad).takeError()),
                  HasSubstr("expects link to be clean, got: "));
    llvm::Expected<CodeObject> next = compileModule({}, "gfx950", object);
    ASSERT_TRUE(static_cast<bool>(next));
    ASSERT_TRUE(next->image == first->image);
  }
}
