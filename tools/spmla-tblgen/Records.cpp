//===- Records.cpp - The registry's records, read and checked -------------===//

#include "Records.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace spmla::tblgen {

static std::string replaceUnderscores(StringRef id, char with) {
  std::string text = id.str();
  llvm::replace(text, '_', with);
  return text;
}

std::string Field::member() const {
  return convertToCamelFromSnakeCase(id(), /*capitalizeFirst=*/false);
}
std::string Field::camel() const {
  return convertToCamelFromSnakeCase(id(), /*capitalizeFirst=*/true);
}
std::string Field::words() const { return replaceUnderscores(id(), ' '); }
std::string Field::flag() const { return replaceUnderscores(id(), '-'); }

StringRef Field::cppType() const {
  return isEnum() ? record->getValueAsString("cppType") : "int";
}

std::vector<const Record *> Field::enumerators() const {
  return record->getValueAsListOfDefs("values");
}

std::vector<std::string> Field::spellings() const {
  std::vector<std::string> all;
  if (isEnum())
    for (const Record *value : enumerators())
      all.push_back(value->getValueAsString("spelling").str());
  else
    for (int64_t value : record->getValueAsListOfInts("values"))
      all.push_back(std::to_string(value));
  return all;
}

std::string Field::cppValue(StringRef spelling) const {
  return isEnum() ? (cppType() + "::" + spelling).str() : spelling.str();
}

std::vector<Field> staticKey(const RecordKeeper &records) {
  const Record *key = records.getDef("StaticKey");
  if (!key)
    PrintFatalError("expects a record StaticKey; is KernelBase.td included?");
  std::vector<Field> fields;
  for (const Record *field : key->getValueAsListOfDefs("fields"))
    fields.emplace_back(*field);
  return fields;
}

std::string Kernel::spelling(const Field &field) const {
  const DagInit *fields = record->getValueAsDag("fields");
  for (auto [value, name] : zip(fields->getArgs(), fields->getArgNames())) {
    if (name->getValue() != field.id())
      continue;
    if (const auto *enumerator = dyn_cast<DefInit>(value))
      return enumerator->getDef()->getValueAsString("spelling").str();
    return value->getAsString();
  }
  llvm_unreachable("the record's name was built from every field");
}

std::vector<const Record *> Kernel::limits() const {
  return record->getValueAsDef("budget")->getValueAsListOfDefs("limits");
}

std::vector<Kernel> kernels(const RecordKeeper &records) {
  std::vector<Kernel> all;
  for (const Record *record : records.getAllDerivedDefinitions("Kernel"))
    all.emplace_back(*record);
  llvm::sort(all, [](const Kernel &a, const Kernel &b) {
    return std::pair(a.name(), a.record->getID()) <
           std::pair(b.name(), b.record->getID());
  });
  for (size_t i = 1; i < all.size(); ++i) {
    if (all[i].name() != all[i - 1].name())
      continue;
    PrintError(all[i].record, "expects the static key to be that of no other "
                              "kernel, got " +
                                  all[i].name() + " again");
    PrintFatalNote(all[i - 1].record, "the other kernel");
  }
  return all;
}

std::string literal(StringRef text) {
  std::string quoted;
  raw_string_ostream os(quoted);
  os << '"';
  os.write_escaped(text) << '"';
  return quoted;
}

} // namespace spmla::tblgen
