//===- KernelTable.cpp - The kernels that are shipped ---------------------===//

#include "spmla/Kernel/KernelTable.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace spmla {

#include "spmla/Kernel/KernelTable.inc"

Table<KernelRecord> kernelTable() {
  return {kernelRecords, std::size(kernelRecords)};
}

const KernelRecord *findKernel(std::string_view name) {
  for (const KernelRecord &record : kernelTable())
    if (record.name == name)
      return &record;
  return nullptr;
}

const KernelRecord *findKernel(const KernelSpec &spec) {
  for (const KernelRecord &record : kernelTable())
    if (record.spec == spec)
      return &record;
  return nullptr;
}

/// Least insertions, deletions and replacements of characters from a to b.
static size_t editDistance(std::string_view a, std::string_view b) {
  // row[j]: distance from the part of a seen so far to the first j of b.
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (char c : a) {
    size_t diagonal = row[0]++;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t replaced = diagonal + (c != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

const KernelRecord &nearestKernel(std::string_view name) {
  return *std::min_element(kernelTable().begin(), kernelTable().end(),
                           [&](const KernelRecord &a, const KernelRecord &b) {
                             return editDistance(name, a.name) <
                                    editDistance(name, b.name);
                           });
}

} // namespace spmla
