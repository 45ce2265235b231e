//===- Records.h - The registry's records, read and checked -----*- C++ -*-===//

#ifndef SPMLA_TOOLS_TBLGEN_RECORDS_H
#define SPMLA_TOOLS_TBLGEN_RECORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace spmla::tblgen {

/// A KeyField record.
class Field {
public:
  explicit Field(const llvm::Record &record) : record(&record) {}

  llvm::StringRef id() const { return record->getValueAsString("id"); }
  llvm::StringRef tag() const { return record->getValueAsString("tag"); }
  llvm::StringRef doc() const { return record->getValueAsString("doc"); }
  llvm::StringRef preset() const { return record->getValueAsString("preset"); }
  bool hasFlag() const { return record->getValueAsBit("hasFlag"); }
  bool isEnum() const { return record->isSubClassOf("EnumField"); }

  /// "program_heads" as "programHeads", "ProgramHeads", "program heads",
  /// "program-heads".
  std::string member() const;
  std::string camel() const;
  std::string words() const;
  std::string flag() const;

  /// "int" or the enumeration.
  llvm::StringRef cppType() const;
  /// Value records of an enumerated field.
  std::vector<const llvm::Record *> enumerators() const;
  /// Spellings of all values; empty: any number.
  std::vector<std::string> spellings() const;
  /// C++ expression of the value that is spelled so.
  std::string cppValue(llvm::StringRef spelling) const;

  const llvm::Record *record;
};

/// Fields of the static key, in its order.
std::vector<Field> staticKey(const llvm::RecordKeeper &records);

/// A Kernel record.
class Kernel {
public:
  explicit Kernel(const llvm::Record &record) : record(&record) {}

  llvm::StringRef name() const { return record->getValueAsString("name"); }
  std::string spelling(const Field &field) const;
  std::vector<const llvm::Record *> limits() const;

  const llvm::Record *record;
};

/// All kernels by name. A name that two records have is a fatal error at the
/// second.
std::vector<Kernel> kernels(const llvm::RecordKeeper &records);

/// The text quoted and escaped as C++ reads it.
std::string literal(llvm::StringRef text);

} // namespace spmla::tblgen

#endif // SPMLA_TOOLS_TBLGEN_RECORDS_H
