//===- BudgetTests.cpp - One lit test per shipped kernel ------------------===//
//
// The main output lists the kernels; each test is an additional output
// OUTPUT/NAME.test, where OUTPUT is the main one without its extension.
//
// An upper bound is spmla-gen's to check (--check-budget fails with figure and
// limit): FileCheck compares for equality only. What must be exact is checked
// here as well, from the text of the statistics, so that a generator which
// forgot its budget does not go unnoticed.
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace spmla::tblgen;

static std::string budgetTest(const Kernel &kernel) {
  std::string text;
  raw_string_ostream os(text);
  auto exactly = [&](StringRef figure, int64_t value) {
    os << formatv("STATS-DAG: {{{{^}}{0}: {1}{{{{$}}\n", figure, value);
  };
  os << "Generated from the kernel's record by spmla-tblgen; do not edit.\n\n";
  os << formatv("RUN: spmla-gen --kernel {0} --check-budget --emit stats -o - "
                "| FileCheck %s --check-prefix=STATS\n",
                kernel.name());
  os << formatv("RUN: spmla-gen --kernel {0} --emit asm -o - | FileCheck %s "
                "--check-prefix=ASM --implicit-check-not=__ocml\n\n",
                kernel.name());
  for (StringRef figure : {"vgpr_spill", "sgpr_spill", "scratch"})
    exactly(figure, 0);
  for (const Record *limit : kernel.limits())
    if (limit->getValueAsInt("minimum") == limit->getValueAsInt("maximum"))
      exactly(limit->getValueAsString("figure"),
              limit->getValueAsInt("minimum"));
  os << formatv("\nASM: .amdhsa_kernel {0}\n", kernel.name());
  return text;
}

static TableGenOutputFiles emitBudgetTests(StringRef,
                                           const RecordKeeper &records) {
  TableGenOutputFiles files;
  // The map of additional outputs does not own its keys.
  static std::vector<std::string> suffixes;
  for (const Kernel &kernel : kernels(records)) {
    files.MainFile += (kernel.name() + "\n").str();
    suffixes.push_back(("/" + kernel.name() + ".test").str());
  }
  for (auto [suffix, kernel] : zip(suffixes, kernels(records)))
    files.AdditionalFiles[suffix] = budgetTest(kernel);
  return files;
}

static TableGen::Emitter::Opt registration("gen-budget-tests", emitBudgetTests,
                                           "Generate a lit test per shipped "
                                           "kernel");
