//===- Assembler.h - Assembly text to code object ---------------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_ASSEMBLER_H
#define SPMLA_TEST_EMULATOR_ASSEMBLER_H

#include <string>
#include <vector>

namespace spmla::emutest {

/// Assembles and links \p Text for processor \p Arch with llvm-mc and ld.lld.
/// Returns the code object; on failure it is empty and \p Error holds the
/// tools' messages.
std::vector<char> assemble(const std::string &Text, const std::string &Arch,
                           std::string &Error);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_ASSEMBLER_H
