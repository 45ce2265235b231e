#include "List.h"

#include "spmla/Kernel/KernelTable.h"

#include "llvm/Support/Format.h"

#include <vector>

using namespace llvm;

namespace spmla::gen {

namespace {

using Row = std::vector<std::string>;

/// Latent plus rope is what a model's card gives; the value width is mostly
/// the latent's.
std::string geometry(const KernelSpec &spec) {
  std::string text =
      std::to_string(spec.latent) + "+" + std::to_string(spec.rope);
  if (spec.value != spec.latent)
    text += "/" + std::to_string(spec.value);
  return text;
}

Row describe(const KernelRecord &record) {
  const KernelSpec &spec = record.spec;
  auto value = [&](KeyField field) { return keyValue(spec, field); };
  return {value(KeyField::arch),
          value(KeyField::format),
          value(KeyField::encoding),
          geometry(spec),
          value(KeyField::programHeads),
          value(KeyField::schedule),
          value(KeyField::qType),
          value(KeyField::dot),
          record.name};
}

} // namespace

void printKernelList(raw_ostream &os) {
  std::vector<Row> rows = {{"ARCH", "FORMAT", "ENCODING", "GEOMETRY", "HEADS",
                            "SCHEDULE", "Q", "DOT", "NAME"}};
  for (const KernelRecord &record : kernelTable())
    rows.push_back(describe(record));
  std::vector<size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (auto [width, cell] : zip(widths, row))
      width = std::max(width, cell.size());
  for (const Row &row : rows) {
    for (size_t i = 0; i + 1 < row.size(); ++i)
      os << left_justify(row[i], widths[i] + 2);
    os << row.back() << '\n';
  }
}

} // namespace spmla::gen
