//===- GlobalChecker.h - Checks accesses to memory ------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_STRICT_GLOBALCHECKER_H
#define SPMLA_EMULATOR_STRICT_GLOBALCHECKER_H

#include "../GlobalAccesses.h"
#include "../Launch.h"
#include "GlobalShadow.h"
#include "Twin.h"

namespace spmla {
namespace emu {
namespace strict {

// Alignment of loads to LDS, races between workgroups, and what was never
// written; for the workgroups that one host thread runs, one after the other.
class GlobalChecker {
public:
  // The shadow is that of all workgroups of the launch.
  GlobalChecker(const Program &program, const std::vector<Effects> &effects,
                const LaunchConfig &config, GlobalShadow &shadow)
      : program(program), effects(effects), config(config), shadow(shadow),
        numbers(program.instructions.size()) {}

  struct Error {
    unsigned lane = 0;
    uint64_t address = 0;
    std::string text;
  };

  void startGroup(uint64_t number);
  // Before the wave executes instruction `index`. False: `error` says why.
  bool check(const Wave &w, const Effects &e, uint32_t index, Error &error);
  // After it has. Until then no other workgroup's coherent access is checked:
  // they are executed in the order in which they are noted.
  void executed();
  // Bytes that nothing has written, of those that the last instruction checked
  // loads.
  const std::vector<LoadedByte> &unwritten() const { return missing; }

private:
  // Pieces of neighbouring lanes that lie behind each other in memory.
  struct Run {
    unsigned first = 0, last = 0; // pieces
    uint64_t begin = 0, end = 0;
  };
  bool isAligned(Error &error) const;
  bool checkRun(const Run &run, const Effects &e, uint32_t number,
                Error &error);
  void noteUnwritten(const Run &run);
  uint32_t numberOf(const Effects &e, uint32_t index);
  std::string describe(const Effects &mine,
                       const GlobalConflict &conflict) const;

  const Program &program;
  const std::vector<Effects> &effects;
  const LaunchConfig &config;
  GlobalShadow &shadow;
  std::unique_lock<std::mutex> executing; // while a coherent access is
  uint32_t workgroup = 0;
  GlobalAccesses accesses; // of the instruction
  std::vector<LoadedByte> missing;
  // Of each instruction, for as long as `interval` lasts: until the workgroup
  // ends or releases.
  struct Number {
    uint64_t interval = 0;
    uint32_t number = 0;
  };
  std::vector<Number> numbers;
  uint64_t interval = 0;
};

} // namespace strict
} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_STRICT_GLOBALCHECKER_H
