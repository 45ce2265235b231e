#include "spmla/Target/HSACO/Budget.h"

#include "spmla/Kernel/KernelTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

Error checkBudget(const KernelRecord &record, const Statistics &statistics) {
  std::string failures;
  raw_string_ostream os(failures);
  ListSeparator separator("; ");
  for (const Limit &limit : record.budget.limits) {
    auto found = statistics.find(limit.figure);
    if (found == statistics.end()) {
      // A kernel without a tile loop has no loop figures.
      os << separator << "expects " << limit.figure << " of " << record.name
         << " to be counted, got none";
      continue;
    }
    int64_t value = found->second;
    if (value >= limit.minimum && value <= limit.maximum)
      continue;
    bool isOver = value > limit.maximum;
    os << separator << "expects " << limit.figure << " of " << record.name
       << " to be at " << (isOver ? "most " : "least ")
       << (isOver ? limit.maximum : limit.minimum) << ", got " << value;
  }
  if (!failures.empty())
    return createStringError(failures);
  return Error::success();
}

} // namespace spmla
