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

#include <set>

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

/// The name of a case's test after "MatchesModel/".
static std::string testName(const Param &P) {
  return P.T->Name + "_" + P.T->Cases[P.Index].Name;
}

/// The cases of a table that the filter and the shard of this process select.
static std::vector<size_t> selectedCases(const Table &T) {
  static const std::set<std::string> Names = [] {
    std::set<std::string> Result;
    const testing::TestSuite *Suite =
        testing::UnitTest::GetInstance()->current_test_suite();
    for (int I = 0; I < Suite->total_test_count(); ++I) {
      const testing::TestInfo *Info = Suite->GetTestInfo(I);
      std::string Name = Info->name();
      if (Info->should_run() && !Info->is_in_another_shard())
        Result.insert(Name.substr(Name.find('/') + 1));
    }
    return Result;
  }();
  std::vector<size_t> Indices;
  for (size_t I = 0; I < T.Cases.size(); ++I)
    if (Names.count(testName({&T, I})))
      Indices.push_back(I);
  return Indices;
}

TEST_P(Instruction, MatchesModel) {
  const Table &T = *GetParam().T;
  std::string Failure = runCase(T, GetParam().Index, selectedCases(T));
  EXPECT_TRUE(Failure.empty()) << Failure;
}

INSTANTIATE_TEST_SUITE_P(Emulator, Instruction, testing::ValuesIn(allCases()),
                         [](const testing::TestParamInfo<Param> &Info) {
                           return testName(Info.param);
                         });
