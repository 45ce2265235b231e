//===- Select.h - Which kernel suits a problem ------------------*- C++ -*-===//

#ifndef SPMLA_KERNEL_SELECT_H
#define SPMLA_KERNEL_SELECT_H

#include "spmla/Kernel/KernelSpec.h"

#include <cstdint>

namespace spmla {

/// Direct or solo, whichever executes fewer instructions for an fp8_scalar
/// cache where a workgroup has `tokens` listed slots to attend to: the length
/// of a list, or of its share where lists are split. Solo has the shorter loop,
/// but merges its waves once per workgroup.
Schedule selectSchedule(QType q, Dot dot, int64_t tokens);

} // namespace spmla

#endif // SPMLA_KERNEL_SELECT_H
