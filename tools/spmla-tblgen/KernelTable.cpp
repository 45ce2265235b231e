//===- KernelTable.cpp - The table of shipped kernels ---------------------===//

#include "Records.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace spmla::tblgen;

static void emitKernelTable(const RecordKeeper &records, raw_ostream &os) {
  std::vector<Field> key = staticKey(records);
  std::vector<Kernel> all = kernels(records);
  emitSourceFileHeader("The shipped kernels", os, records);

  for (size_t index = 0; index < all.size(); ++index) {
    os << formatv("static const Limit limits{0}[] = {{\n", index);
    for (const Record *limit : all[index].limits())
      os << formatv(
          "    {{{0}, {1}, {2}},\n", literal(limit->getValueAsString("figure")),
          limit->getValueAsInt("minimum"), limit->getValueAsInt("maximum"));
    os << "};\n";
  }

  os << "static const KernelRecord kernelRecords[] = {\n";
  for (size_t index = 0; index < all.size(); ++index) {
    const Kernel &kernel = all[index];
    os << formatv("    {{{0},\n     {{", literal(kernel.name()));
    interleaveComma(key, os, [&](const Field &field) {
      os << field.cppValue(kernel.spelling(field));
    });
    os << formatv("},\n     {{{{limits{0}, {1}}}},\n", index,
                  kernel.limits().size());
  }
  os << "};\n";
}

static TableGen::Emitter::Opt registration("gen-kernel-table", emitKernelTable,
                                           "Generate the table of shipped "
                                           "kernels");
