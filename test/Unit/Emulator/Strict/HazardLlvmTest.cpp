//===- HazardLlvmTest.cpp - The rules of hazards against LLVM -------------===//
//
// LLVM's hazard recogniser inserts as many wait states between two instructions
// as the rules ask for, no more and no fewer.
//
//===----------------------------------------------------------------------===//

#include "HazardSamples.h"
#include "emulator/Program.h"
#include "emulator/strict/Hazards.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <set>

using namespace spmla::emu;
using namespace spmla::emu::strict;
using namespace spmla::emutest;
namespace fs = std::filesystem;

namespace {

// Where the rules do not follow LLVM 22.
struct Difference {
  const char *why;
  bool (*concerns)(const Program &program, uint32_t first, uint32_t second);
  unsigned rules, llvm;
};
constexpr unsigned kAny = ~0u; // wait states of the rules

bool startsWith(const std::string &line, const char *prefix) {
  return line.rfind(prefix, 0) == 0;
}
bool hasSoffset(const Program &program, uint32_t i) {
  return startsWith(program.lines[i], "buffer_store_dwordx4") &&
         program.instructions[i].src[2].kind == OperandKind::Sgpr;
}

// An MFMA accumulates where another has.
bool accumulates(const Program &program, uint32_t first, uint32_t second) {
  const Instruction &one = program.instructions[first],
                    &two = program.instructions[second];
  return one.cls == InstClass::Mfma && two.cls == InstClass::Mfma &&
         one.dst[0].index == two.src[2].index &&
         one.dst[0].dwords == two.src[2].dwords;
}

const Difference kDifferences[] = {
    {"LLVM 22 takes C for forwarded between all MFMA; the ISA says: of as many "
     "passes.",
     accumulates, kAny, 0},
    {"LLVM takes op_sel_hi of the first source of packed operands for op_sel "
     "of the result: both are the same bit of its machine IR.",
     [](const Program &program, uint32_t first, uint32_t) {
       const std::string &line = program.lines[first];
       return startsWith(line, "v_pk_") || startsWith(line, "v_fma_mix_") ||
              startsWith(line, "v_dot2_f32_f16");
     },
     0, 1},
    {"A load to LDS counts as a VALU instruction in LLVM, while it reads its "
     "address like all memory instructions, for which there is no such rule.",
     [](const Program &program, uint32_t, uint32_t second) {
       return effectsOf(program.instructions[second], program.lines[second])
           .toLds;
     },
     0, 1},
    {"DPP reads registers that the VALU writes too early; LLVM counts from "
     "loads, too, which s_waitcnt waits for.",
     [](const Program &program, uint32_t first, uint32_t second) {
       InstClass cls = program.instructions[first].cls;
       return (cls == InstClass::VmemLoad || cls == InstClass::LdsRead) &&
              program.instructions[second].dpp != DppKind::None;
     },
     0, 2},
    {"LLVM 22 takes the data of a store with an offset in an SGPR for safe; on "
     "gfx950 it was seen to be overwritten "
     "(https://github.com/llvm/llvm-project/pull/197267).",
     [](const Program &program, uint32_t first, uint32_t) {
       return hasSoffset(program, first);
     },
     1, 0},
};

class HazardLlvmTest : public testing::TestWithParam<const char *> {
protected:
  const Arch &arch = *findArch(GetParam());
  Program program;
  std::vector<Effects> effects;
  std::optional<HazardTable> table;

  template <size_t N>
  std::vector<std::string> textsOf(const HazardSample (&samples)[N]) const {
    std::vector<std::string> texts;
    for (const HazardSample &s : samples)
      if (!s.isGfx950Only || startsWith(arch.name, "gfx950"))
        texts.push_back(std::string("    ") + s.text + "\n");
    return texts;
  }
  // Decodes what LLVM makes of one block of machine IR.
  void compile(const std::string &block);
  bool isNop(uint32_t i) const { return startsWith(program.lines[i], "s_nop"); }
};

void HazardLlvmTest::compile(const std::string &block) {
  std::string pattern = (fs::temp_directory_path() / "hazards-XXXXXX").string();
  ASSERT_TRUE(mkdtemp(pattern.data()));
  fs::path folder = pattern;
  auto file = [&](const char *name) { return (folder / name).string(); };
  auto contents = [&](const char *name) {
    std::ifstream stream(file(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  std::ofstream(file("in.mir"))
      << "---\nname: f\nbody: |\n  bb.0:\n" + block + "    S_ENDPGM 0\n...\n";
  // LLVM's rule for clauses of loads is for XNACK, which the devices have off.
  std::string command =
      SPMLA_LLC " -mtriple=amdgcn-amd-amdhsa -mattr=-xnack -mcpu=" +
      std::string(arch.name) + " -start-before=post-RA-hazard-rec " +
      "-filetype=obj " + file("in.mir") + " -o " + file("out.o") + " 2>" +
      file("log") + " && " SPMLA_OBJCOPY " -O binary --only-section=.text " +
      file("out.o") + " " + file("code") + " 2>>" + file("log");
  bool succeeds = std::system(command.c_str()) == 0;
  std::string code = contents("code"), log = contents("log");
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  ASSERT_TRUE(succeeds) << log.substr(0, 4000);

  ASSERT_EQ(decodeProgram(reinterpret_cast<const uint8_t *>(code.data()),
                          code.size(), 0, arch.name, program),
            "");
  effects = effectsOf(program);
  table.emplace(program, effects, arch);
}

TEST_P(HazardLlvmTest, InsertsWhatTheRulesAskFor) {
  std::string block;
  // Longer than every rule.
  const std::string gap = "    S_NOP 15\n    S_NOP 15\n";
  for (const std::string &first : textsOf(kFirstSamples))
    for (const std::string &second : textsOf(kSecondSamples))
      block += first + second + gap;
  ASSERT_NO_FATAL_FAILURE(compile(block));

  unsigned seen[std::size(kDifferences)] = {};
  std::set<const HazardRule *> broken;
  for (uint32_t i = 0; program.lines[i] != "s_endpgm";) {
    uint32_t first = i++;
    unsigned inserted = 0;
    for (; isNop(i); ++i)
      inserted += static_cast<unsigned>(program.instructions[i].imm) + 1;
    uint32_t second = i++;
    ASSERT_EQ(program.lines[i++], "s_nop 15");
    ASSERT_EQ(program.lines[i++], "s_nop 15");

    HazardWindow window;
    EXPECT_FALSE(window.issue(*table, first, 0));
    std::optional<Hazard> hazard = window.issue(*table, second, 0);
    unsigned needed = hazard ? hazard->needed : 0;
    if (hazard)
      broken.insert(hazard->rule);
    bool isKnown = false;
    for (size_t d = 0; needed != inserted && d < std::size(kDifferences); ++d) {
      const Difference &known = kDifferences[d];
      if ((known.rules != kAny && needed != known.rules) ||
          inserted != known.llvm || !known.concerns(program, first, second))
        continue;
      isKnown = true;
      ++seen[d];
    }
    EXPECT_TRUE(needed == inserted || isKnown)
        << "expects " << needed << " wait states, got " << inserted
        << " from LLVM between\n  " << program.lines[first] << "\n  "
        << program.lines[second];
  }
  for (size_t d = 0; d < std::size(kDifferences); ++d)
    EXPECT_GT(seen[d], 0u) << "no longer so: " << kDifferences[d].why;
  for (unsigned r = 0; r < kNumHazardRules; ++r)
    EXPECT_TRUE(!table->applies(kHazardRules[r]) ||
                broken.count(&kHazardRules[r]))
        << "no pair of samples needs rule " << r;
}

// Longer sequences, in which one instruction hides another: what LLVM has
// padded is fine.
TEST_P(HazardLlvmTest, PadsRandomSequences) {
  std::vector<std::string> samples = textsOf(kFirstSamples);
  for (std::string &sample : textsOf(kSecondSamples))
    samples.push_back(std::move(sample));
  std::mt19937 random(1);
  std::string block;
  for (unsigned i = 0; i < 20000; ++i)
    block += samples[random() % samples.size()];
  ASSERT_NO_FATAL_FAILURE(compile(block));

  HazardWindow window;
  unsigned tooShort = 0;
  for (uint32_t i = 0; i < program.instructions.size(); ++i) {
    std::optional<Hazard> hazard = window.issue(*table, i, 0);
    // LLVM 22 looks back 19 wait states where gfx950 may need 20
    // (https://github.com/llvm/llvm-project/pull/222040).
    if (hazard && hazard->needed == 20 && hazard->elapsed == 19) {
      ++tooShort;
      continue;
    }
    EXPECT_TRUE(!hazard || hasSoffset(program, hazard->first) ||
                accumulates(program, hazard->first, i))
        << describe(*hazard) << "\n  " << hazard->first << ": "
        << program.lines[hazard->first] << "\n  " << i << ": "
        << program.lines[i];
  }
  EXPECT_EQ(tooShort != 0, startsWith(arch.name, "gfx950"));
}

INSTANTIATE_TEST_SUITE_P(Targets, HazardLlvmTest,
                         testing::Values("gfx942", "gfx950"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param);
                         });

} // namespace
