//===- CoverageTests.cpp - Every listed mnemonic has a test ---------------===//
//
// mnemonics.txt lists, one a line and sorted, the instructions that kernels of
// this field and what clang emits for compute kernels consist of.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"

#include "emulator/Emulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
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

// Encodings of one instruction differ by a suffix.
static std::string withoutEncoding(std::string Mnemonic) {
  for (const char *Suffix : {"_e32", "_e64", "_dpp", "_sdwa"}) {
    size_t At = Mnemonic.rfind(Suffix);
    if (At != std::string::npos && At + std::strlen(Suffix) == Mnemonic.size())
      Mnemonic.resize(At);
  }
  return Mnemonic;
}

TEST(Coverage, EveryImplementedInstructionIsTested) {
  std::set<std::string> Listed, Implemented;
  for (const std::string &Mnemonic : listedMnemonics())
    Listed.insert(withoutEncoding(Mnemonic));
  std::istringstream Lines(spmla_emu_instructions());
  for (std::string Mnemonic, Class; Lines >> Mnemonic >> Class;)
    Implemented.insert(Mnemonic);
  Implemented.erase("s_trap"); // ends the launch: Faults.s has it
  std::vector<std::string> Untested;
  std::set_difference(Implemented.begin(), Implemented.end(), Listed.begin(),
                      Listed.end(), std::back_inserter(Untested));
  EXPECT_EQ(Untested, std::vector<std::string>());
}

TEST(Coverage, CaseNamesAreUnique) {
  for (const Table &T : allTables()) {
    std::set<std::string> Names;
    for (const Case &C : T.Cases)
      EXPECT_TRUE(Names.insert(C.Name).second) << T.Name << " " << C.Name;
  }
}
