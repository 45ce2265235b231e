#include "spmla/Target/HSACO/ColdBlocks.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Positions of the cold blocks of `define void @f(i1 %a, i1 %b)`.
std::vector<unsigned> coldBlocks(const std::string &body) {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(
      "define void @f(i1 %a, i1 %b) {\n" + body +
          "}\n!1 = !{!\"branch_weights\", i32 1, i32 1000}\n"
          "!2 = !{!\"branch_weights\", i32 1, i32 999}\n"
          "!3 = !{!\"branch_weights\", i32 1000, i32 1}\n"
          "!4 = !{!\"branch_weights\", i32 0, i32 7}\n"
          "!5 = !{!\"branch_weights\", i32 2000000, i32 2000000000}\n",
      diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str();
    return {};
  }
  Function &function = *module->getFunction("f");
  unsigned count = spmla::nameColdBlocks(function);
  std::vector<unsigned> cold;
  unsigned index = 0;
  for (BasicBlock &block : function) {
    if (block.getName().starts_with("spmla.cold"))
      cold.push_back(index);
    ++index;
  }
  EXPECT_EQ(cold.size(), count);
  return cold;
}

/// 0 entry, 1 rare, 2 join.
std::string diamond(const std::string &weights) {
  return "  br i1 %a, label %x, label %join" + weights +
         "\nx:\n  br label %join\njoin:\n  ret void\n";
}

} // namespace

TEST(ColdBlocks, RatioDecides) {
  EXPECT_THAT(coldBlocks(diamond("")), IsEmpty());
  EXPECT_THAT(coldBlocks(diamond(", !prof !1")), ElementsAre(1));
  EXPECT_THAT(coldBlocks(diamond(", !prof !2")), IsEmpty());
  EXPECT_THAT(coldBlocks(diamond(", !prof !4")), ElementsAre(1));
  // The product of weight and ratio does not fit 32 bits.
  EXPECT_THAT(coldBlocks(diamond(", !prof !5")), ElementsAre(1));
}

TEST(ColdBlocks, WhatOnlyColdBlocksReachIsCold) {
  EXPECT_THAT(coldBlocks("  br i1 %a, label %x, label %join, !prof !1\n"
                         "x:\n  br i1 %b, label %y, label %z\n"
                         "y:\n  br label %z\n"
                         "z:\n  br label %join\n"
                         "join:\n  ret void\n"),
              ElementsAre(1, 2, 3));
}

TEST(ColdBlocks, OneHotWayIsEnough) {
  // x is rare from the entry and usual from y.
  EXPECT_THAT(coldBlocks("  br i1 %a, label %x, label %y, !prof !1\n"
                         "x:\n  ret void\n"
                         "y:\n  br i1 %b, label %x, label %z, !prof !3\n"
                         "z:\n  ret void\n"),
              ElementsAre(3));
}

TEST(ColdBlocks, LoopThatIsLeftRarely) {
  // The rare exit of a long loop is cold; the loop is not.
  EXPECT_THAT(coldBlocks("  br label %loop\n"
                         "loop:\n  br i1 %a, label %exit, label %loop, "
                         "!prof !1\n"
                         "exit:\n  ret void\n"),
              ElementsAre(2));
}

TEST(ColdBlocks, TakesOldNamesBack) {
  // A listing made from edited IR must not believe what was true before.
  EXPECT_THAT(coldBlocks("  br i1 %a, label %spmla.cold3, label %join\n"
                         "spmla.cold3:\n  br label %join\n"
                         "join:\n  ret void\n"),
              IsEmpty());
}
