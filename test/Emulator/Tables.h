//===- Tables.h - All instruction tables ------------------------*- C++ -*-===//

#ifndef SPMLA_TEST_EMULATOR_TABLES_H
#define SPMLA_TEST_EMULATOR_TABLES_H

#include "Case.h"

namespace spmla::emutest {

/// Every table, built once.
const std::vector<Table> &allTables();

// One function per file of tables.
void addIntegerTables(std::vector<Table> &Tables);
void addFloatTables(std::vector<Table> &Tables);
void addFloat16Tables(std::vector<Table> &Tables);
void addFloat64Tables(std::vector<Table> &Tables);
void addConvertTables(std::vector<Table> &Tables);
void addFloat8Tables(std::vector<Table> &Tables);
void addCompareTables(std::vector<Table> &Tables);
void addCarryTables(std::vector<Table> &Tables);
void addPackedTables(std::vector<Table> &Tables);
void addLaneTables(std::vector<Table> &Tables);
void addDivisionTables(std::vector<Table> &Tables);
void addMfmaTables(std::vector<Table> &Tables);
void addScalarTables(std::vector<Table> &Tables);
void addControlTables(std::vector<Table> &Tables);
void addLdsTables(std::vector<Table> &Tables);
void addMemoryTables(std::vector<Table> &Tables);
void addScratchTables(std::vector<Table> &Tables);
void addAtomicTables(std::vector<Table> &Tables);

} // namespace spmla::emutest

#endif // SPMLA_TEST_EMULATOR_TABLES_H
