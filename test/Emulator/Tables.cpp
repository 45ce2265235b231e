//===- Tables.cpp - All instruction tables --------------------------------===//

#include "Tables.h"

using namespace spmla::emutest;

const std::vector<Table> &spmla::emutest::allTables() {
  static const std::vector<Table> Tables = [] {
    std::vector<Table> Result;
    addIntegerTables(Result);
    addFloatTables(Result);
    addFloat16Tables(Result);
    addFloat64Tables(Result);
    addConvertTables(Result);
    addFloat8Tables(Result);
    addCompareTables(Result);
    addCarryTables(Result);
    addDivisionTables(Result);
    addPackedTables(Result);
    addLaneTables(Result);
    addMfmaTables(Result);
    addScalarTables(Result);
    addControlTables(Result);
    addLdsTables(Result);
    addMemoryTables(Result);
    addScratchTables(Result);
    addAtomicTables(Result);
    return Result;
  }();
  return Tables;
}
