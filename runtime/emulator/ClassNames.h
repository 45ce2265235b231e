//===- ClassNames.h - Names of instruction classes ------------*- C++ -*-===//

#ifndef SPMLA_EMULATOR_CLASSNAMES_H
#define SPMLA_EMULATOR_CLASSNAMES_H

#include "Instruction.h"

namespace spmla {
namespace emu {

// As the members of spmla_emu_counters are named.
const char *nameOf(InstClass cls);

} // namespace emu
} // namespace spmla

#endif // SPMLA_EMULATOR_CLASSNAMES_H
