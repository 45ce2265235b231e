//===- Case.h - One instruction test ----------------------------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_CASE_H
#define SPMLA_TEST_EMULATOR_CASE_H

#include "WaveState.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace spmla::emutest {

using Rng = std::mt19937;

/// Fills the inputs of wave number Wave of a test. The state arrives with
/// random registers and memory, MemBase set and the usual EXEC mask of that
/// wave; whatever it leaves alone stays random.
using FillFn = std::function<void(WaveState &, unsigned Wave, Rng &)>;
/// Changes a copy of the input state into the expected one.
using ModelFn = std::function<void(const WaveState &In, Expected &Out)>;

struct Case {
  /// Name of the test: letters, digits and underscores, unique in its table.
  std::string Name;
  /// The tested instruction, or a few that only make sense together; every
  /// mnemonic in it counts as covered.
  std::string Text;
  ModelFn Model;
  FillFn Fill;
  Windows Win;
  /// Waves of 64 lanes to run.
  unsigned Waves = 24;
  /// The kernel runs with MODE.FP_DENORM flushing f32 denormals.
  bool FlushF32 = false;

  std::string mnemonic() const {
    return Text.substr(0, Text.find_first_of(" \n"));
  }
};

/// Cases that are assembled into one code object.
struct Table {
  std::string Name;
  /// Target processor, gfx950 or gfx942.
  std::string Arch = "gfx950";
  std::vector<Case> Cases;
};

/// EXEC of the waves of a test: mostly full, then partial masks, one lane, and
/// no lane.
uint64_t execOfWave(unsigned Wave, Rng &R);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_CASE_H
