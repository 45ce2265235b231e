//===- InstructionTests.cpp - Instructions against models -----------------===//
//
// Every case assembles an instruction into a kernel, runs it through HIP on the
// emulator and compares the whole visible state of the wave with a model
// written from AMD's CDNA3 and CDNA4 ISA documents and LLVM's AMDGPU
// documentation.
//
//===----------------------------------------------------------------------===//

#include "Runner.h"
#include "Tables.h"

#include <gtest/gtest.h>

using namespace spmla::emutest;

namespace {
struct Param {
  const Table *T;
  size_t Index;
};
void PrintTo(const Param &P, std::ostream *OS) {
  *OS << P.T->Cases[P.Index].Text;
}

class Instruction : public testing::TestWithParam<Param> {};

std::vector<Param> allCases() {
  std::vector<Param> Result;
  for (const Table &T : allTables())
    for (size_t I = 0; I < T.Cases.size(); ++I)
      Result.push_back({&T, I});
  return Result;
}
} // namespace

TEST_P(Instruction, MatchesModel) {
  EXPECT_EQ(runCase(*GetParam().T, GetParam().Index), "");
}

INSTANTIATE_TEST_SUITE_P(Emulator, Instruction, testing::ValuesIn(allCases()),
                         [](const testing::TestParamInfo<Param> &Info) {
                           const Param &P = Info.param;
                           return P.T->Name + "_" + P.T->Cases[P.Index].Name;
                         });
