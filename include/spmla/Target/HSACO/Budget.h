//===- Budget.h - What a shipped kernel must not exceed ---------*- C++ -*-===//

#ifndef SPMLA_TARGET_HSACO_BUDGET_H
#define SPMLA_TARGET_HSACO_BUDGET_H

#include "spmla/Target/HSACO/Statistics.h"

namespace spmla {
struct KernelRecord;

/// Fails if a figure lies outside the bounds of the kernel's record; the text
/// names the kernel and, for each such figure, its value and the bound.
llvm::Error checkBudget(const KernelRecord &record,
                        const Statistics &statistics);

} // namespace spmla

#endif // SPMLA_TARGET_HSACO_BUDGET_H
