//===- KernelDocs.cpp - The list of shipped kernels in Markdown -----------===//
//
// The list stands between two marker lines, so that a document which holds it
// can be compared with it.
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace spmla::tblgen;

static void emitKernelDocs(const RecordKeeper &records, raw_ostream &os) {
  // What a user can ask for; the name holds the rest.
  std::vector<Field> columns = staticKey(records);
  llvm::erase_if(columns, [](const Field &field) { return !field.hasFlag(); });

  os << "<!-- kernels: begin -->\n| kernel |";
  for (const Field &field : columns)
    os << ' ' << field.words() << " |";
  os << "\n|---|";
  for (const Field &field : columns)
    os << (field.isEnum() ? "---|" : "--:|");
  os << '\n';
  for (const Kernel &kernel : kernels(records)) {
    os << "| `" << kernel.name() << "` |";
    for (const Field &field : columns)
      os << ' ' << kernel.spelling(field) << " |";
    os << '\n';
  }
  os << "<!-- kernels: end -->\n";
}

static TableGen::Emitter::Opt registration("gen-kernel-docs", emitKernelDocs,
                                           "Generate the Markdown list of "
                                           "shipped kernels");
