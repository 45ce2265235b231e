//===- CoverageTests.cpp - Every listed mnemonic has a test ---------------===//
//
// mnemonics.txt lists, one a line and sorted, the instructions that kernels of
// this field and what clang emits for compute kernels consist of.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

using namespace spmla::emutest;

static std::vector<std::string> listedMnemonics() {
  std::ifstream Stream(EMUTEST_MNEMONICS);
  std::vector<std::string> Result;
  for (std::string Line; std::getline(Stream, Line);)
    Result.push_back(Line);
  return Result;
}

/// The mnemonics of a case's instructions; labels end in a colon.
static void collectMnemonics(const Case &C, std::set<std::string> &Into) {
  std::istringstream Lines(C.Text);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream Words(Line);
    std::string Word;
    if (Words >> Word && Word.back() != ':')
      Into.insert(Word);
  }
}

static std::set<std::string> testedMnemonics() {
  std::set<std::string> Result;
  for (const Table &T : allTables())
    for (const Case &C : T.Cases)
      collectMnemonics(C, Result);
  return Result;
}

TEST(Coverage, EveryListedMnemonicIsTested) {
  std::set<std::string> Tested = testedMnemonics();
  std::vector<std::string> Listed = listedMnemonics();
  ASSERT_GT(Listed.size(), 0u);
  for (const std::string &Mnemonic : Listed)
    EXPECT_TRUE(Tested.count(Mnemonic)) << Mnemonic << " has no test";
}

TEST(Coverage, EveryTestedMnemonicIsListed) {
  std::vector<std::string> Listed = listedMnemonics();
  EXPECT_TRUE(std::is_sorted(Listed.begin(), Listed.end()));
  for (const std::string &Mnemonic : testedMnemonics())
    EXPECT_TRUE(std::binary_search(Listed.begin(), Listed.end(), Mnemonic))
        << Mnemonic << " is not in mnemonics.txt";
}

TEST(Coverage, CaseNamesAreUnique) {
  for (const Table &T : allTables()) {
    std::set<std::string> Names;
    for (const Case &C : T.Cases)
      EXPECT_TRUE(Names.insert(C.Name).second) << T.Name << " " << C.Name;
  }
}
