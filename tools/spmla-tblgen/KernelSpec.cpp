//===- KernelSpec.cpp - The specification type from the key's fields ------===//
//
// Emits one file with two sections: GET_KERNEL_SPEC_TYPES for KernelSpec.h and
// GET_KERNEL_SPEC_TABLES for KernelSpec.cpp.
//
//===----------------------------------------------------------------------===//

#include "Records.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace spmla::tblgen;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void emitEnum(const Field &field, raw_ostream &os) {
  os << "/// " << field.doc() << ".\nenum class " << field.cppType() << " {\n";
  for (const Record *value : field.enumerators())
    os << "  /// " << value->getValueAsString("doc") << ".\n  "
       << value->getValueAsString("spelling") << ",\n";
  os << "};\n";
  os << formatv("std::string_view toString({0} value);\n", field.cppType());
  os << formatv("bool fromString(std::string_view text, {0} &value);\n\n",
                field.cppType());
}

static void emitTypes(ArrayRef<Field> key, raw_ostream &os) {
  os << "#ifdef GET_KERNEL_SPEC_TYPES\n#undef GET_KERNEL_SPEC_TYPES\n\n";
  for (const Field &field : key)
    if (field.isEnum())
      emitEnum(field, os);

  os << "enum class KeyField {\n";
  for (const Field &field : key)
    os << "  " << field.member() << ",\n";
  os << "};\n\nstruct KernelSpec {\n";
  for (const Field &field : key)
    os << formatv("  /// {0}.\n  {1} {2}{{};\n", field.doc(), field.cppType(),
                  field.member());
  os << "};\n\ninline bool operator==(const KernelSpec &a, const KernelSpec "
        "&b) "
        "{\n  return ";
  interleave(
      key, os,
      [&](const Field &field) {
        os << formatv("a.{0} == b.{0}", field.member());
      },
      " &&\n         ");
  os << ";\n}\ninline bool operator!=(const KernelSpec &a, const KernelSpec "
        "&b) "
        "{\n  return !(a == b);\n}\n\nstruct PartialSpec {\n";
  for (const Field &field : key)
    os << formatv("  std::optional<{0}> {1};\n", field.cppType(),
                  field.member());
  os << "};\n\n#endif // GET_KERNEL_SPEC_TYPES\n\n";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static void emitSpellings(const Field &field, raw_ostream &os) {
  os << formatv(
      "std::string_view toString({0} value) {{\n  switch (value) {{\n",
      field.cppType());
  for (const std::string &spelling : field.spellings())
    os << formatv("  case {0}:\n    return \"{1}\";\n",
                  field.cppValue(spelling), spelling);
  os << formatv(
      "  }\n  return \"?\";\n}\nbool fromString(std::string_view text, "
      "{0} &value) {{\n",
      field.cppType());
  for (const std::string &spelling : field.spellings())
    os << formatv("  if (text == \"{0}\")\n    return value = {1}, true;\n",
                  spelling, field.cppValue(spelling));
  os << "  return false;\n}\n\n";
}

static void emitValues(const Field &field, raw_ostream &os) {
  if (field.spellings().empty())
    return;
  os << formatv("static const KeyValue {0}Values[] = {{\n", field.member());
  if (field.isEnum())
    for (const Record *value : field.enumerators())
      os << formatv("    {{{0}, {1}},\n",
                    literal(value->getValueAsString("spelling")),
                    literal(value->getValueAsString("doc")));
  else
    for (const std::string &spelling : field.spellings())
      os << formatv("    {{{0}, \"\"},\n", literal(spelling));
  os << "};\n";
}

static void emitFieldTable(ArrayRef<Field> key, raw_ostream &os) {
  for (const Field &field : key)
    emitValues(field, os);
  os << "static const KeyFieldInfo fieldTable[] = {\n";
  for (const Field &field : key) {
    size_t count = field.spellings().size();
    os << formatv("    {{KeyField::{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, "
                  "{{{8}, {9}}},\n",
                  field.member(), literal(field.words()), literal(field.id()),
                  field.hasFlag() ? literal(field.flag()) : "nullptr",
                  literal(field.tag()), literal(field.doc()),
                  field.preset().empty() ? "nullptr" : literal(field.preset()),
                  field.isEnum() ? "false" : "true",
                  count ? field.member() + "Values" : "nullptr", count);
  }
  os << "};\n\n";
}

/// C++ expression of the spelling of a field's value.
static std::string spelled(const Field &field, StringRef value) {
  return formatv(field.isEnum() ? "std::string(toString({0}))"
                                : "std::to_string({0})",
                 value);
}

static void emitAccessors(ArrayRef<Field> key, raw_ostream &os) {
  os << "std::string keyValue(const KernelSpec &spec, KeyField field) {\n"
        "  switch (field) {\n";
  for (const Field &field : key)
    os << formatv("  case KeyField::{0}:\n    return {1};\n", field.member(),
                  spelled(field, "spec." + field.member()));
  os << "  }\n  return {};\n}\n\n"
        "std::optional<std::string> keyValue(const PartialSpec &spec, KeyField "
        "field) {\n  switch (field) {\n";
  for (const Field &field : key)
    os << formatv("  case KeyField::{0}:\n    if (spec.{0})\n"
                  "      return {1};\n    break;\n",
                  field.member(), spelled(field, "*spec." + field.member()));
  os << "  }\n  return std::nullopt;\n}\n\n";

  // fromString of int is KernelSpec.cpp's.
  os << "static bool assign(PartialSpec &spec, KeyField field, "
        "std::string_view text) {\n  switch (field) {\n";
  for (const Field &field : key)
    os << formatv("  case KeyField::{0}:\n"
                  "    return fromString(text, spec.{0}.emplace());\n",
                  field.member());
  os << "  }\n  return false;\n}\n\n";
}

/// Fields with a constant first: the rules of the others may read them.
static void emitCompletion(ArrayRef<Field> key, raw_ostream &os) {
  os << "KernelSpec completeSpec(const PartialSpec &asked, int heads) {\n"
        "  KernelSpec spec;\n";
  for (const Field &field : key)
    if (!field.preset().empty())
      os << formatv("  spec.{0} = asked.{0}.value_or({1});\n", field.member(),
                    field.cppValue(field.preset()));
  for (const Field &field : key)
    if (field.preset().empty())
      os << formatv("  spec.{0} = asked.{0} ? *asked.{0} : derive{1}(spec, "
                    "heads);\n",
                    field.member(), field.camel());
  os << "  return spec;\n}\n\n";
}

static void emitNameRule(const RecordKeeper &records, raw_ostream &os) {
  const Record *rule = records.getDef("KernelName");
  os << formatv("static const std::string_view namePrefix = \"{0}\";\n",
                rule->getValueAsString("prefix"));
  os << "static const KeyField nameOrder[] = {\n";
  for (const Record *field : rule->getValueAsListOfDefs("order"))
    os << formatv("    KeyField::{0},\n", Field(*field).member());
  os << "};\n\n";
}

static void emitPairings(const RecordKeeper &records, raw_ostream &os) {
  std::string lists, pairings;
  raw_string_ostream listsOS(lists), pairingsOS(pairings);
  unsigned count = 0;
  for (const Record *when :
       records.getDef("Pairings")->getValueAsListOfDefs("all"))
    for (const Record *allows : when->getValueAsListOfDefs("allows")) {
      auto spellings = allows->getValueAsListOfStrings("spellings");
      listsOS << formatv("static const char *const allowed{0}[] = {{", count);
      interleaveComma(spellings, listsOS,
                      [&](StringRef text) { listsOS << literal(text); });
      listsOS << "};\n";
      pairingsOS << formatv(
          "    {{KeyField::{0}, {1}, KeyField::{2}, {{allowed{3}, {4}}},\n",
          Field(*when->getValueAsDef("keyField")).member(),
          literal(when->getValueAsString("spelling")),
          Field(*allows->getValueAsDef("keyField")).member(), count,
          spellings.size());
      ++count;
    }
  os << lists << "static const Pairing pairings[] = {\n"
     << pairings << "};\n\n";
}

static void emitColumnBytes(const RecordKeeper &records, raw_ostream &os) {
  os << "static int columnBytes(CacheFormat format) {\n  switch (format) {\n";
  for (const Record *format : records.getAllDerivedDefinitions("CacheFormat"))
    os << formatv("  case CacheFormat::{0}:\n    return {1};\n",
                  format->getValueAsString("spelling"),
                  format->getValueAsInt("columnBytes"));
  os << "  }\n  return 0;\n}\n\n";
}

static void emitKernelSpec(const RecordKeeper &records, raw_ostream &os) {
  std::vector<Field> key = staticKey(records);
  emitSourceFileHeader("The static key of a kernel", os, records);
  emitTypes(key, os);
  os << "#ifdef GET_KERNEL_SPEC_TABLES\n#undef GET_KERNEL_SPEC_TABLES\n\n";
  for (const Field &field : key)
    if (field.isEnum())
      emitSpellings(field, os);
  emitFieldTable(key, os);
  emitAccessors(key, os);
  emitCompletion(key, os);
  emitNameRule(records, os);
  emitPairings(records, os);
  emitColumnBytes(records, os);
  os << "#endif // GET_KERNEL_SPEC_TABLES\n";
}

static TableGen::Emitter::Opt registration("gen-kernel-spec", emitKernelSpec,
                                           "Generate the C++ specification "
                                           "type");
