//===- KernelSpec.h - The static key of a kernel ----------------*- C++ -*-===//
//
// What distinguishes one code object from another. Plain C++17 without LLVM,
// shared by the compiler, the tools and the runtime. Fields, values, what goes
// with what and the rule of the name come from kernels-td/KernelBase.td.
//
//===----------------------------------------------------------------------===//

#ifndef SPMLA_KERNEL_KERNELSPEC_H
#define SPMLA_KERNEL_KERNELSPEC_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace spmla {

/// A range of a constant table.
template <typename T> struct Table {
  const T *first;
  std::size_t count;

  const T *begin() const { return first; }
  const T *end() const { return first + count; }
  std::size_t size() const { return count; }
  const T &operator[](std::size_t i) const { return first[i]; }
};

// The enumerations Arch, CacheFormat, Encoding, Schedule, QType, Dot, Access
// and Output with, for each of them,
//   std::string_view toString(E);
//   bool fromString(std::string_view, E &);   false: no such value
// then enum class KeyField with one value per field, in the key's order, then
// struct KernelSpec with a member for each field, then struct PartialSpec with
// the same members, each std::optional.
#define GET_KERNEL_SPEC_TYPES
#include "spmla/Kernel/KernelSpec.inc"

/// One value that a field can have.
struct KeyValue {
  const char *spelling;
  const char *doc;
};

/// What messages, flags and names need to know about a field.
struct KeyFieldInfo {
  KeyField field;
  /// As in messages: "program heads".
  const char *words;
  /// As in a manifest: "program_heads".
  const char *id;
  /// The tools' flag without dashes, "program-heads", or null.
  const char *flag;
  /// What stands before the value in a kernel's name.
  const char *tag;
  const char *doc;
  /// What a specification gets when nothing is asked for, or null: a rule of
  /// completeSpec.
  const char *preset;
  bool isInteger;
  /// All values; empty: any number from 0 to 999,999,999.
  Table<KeyValue> values;
};

/// All fields in the key's order.
Table<KeyFieldInfo> keyFields();
const KeyFieldInfo &keyField(KeyField field);

/// Spelling of one field's value, as in the kernel's name.
std::string keyValue(const KernelSpec &spec, KeyField field);
std::optional<std::string> keyValue(const PartialSpec &spec, KeyField field);

/// Sets one field from its spelling. False: there is no such value; `spec` is
/// as before and `error` says which values there are.
bool setKeyValue(PartialSpec &spec, KeyField field, std::string_view text,
                 std::string &error);

/// The name of the kernel, its ELF symbol and the stem of its files: a
/// bijection of the key.
std::string kernelName(const KernelSpec &spec);

/// Inverse of kernelName. False: no key has this name; `error` says where it
/// departs from one.
bool parseKernelName(std::string_view name, KernelSpec &spec,
                     std::string &error);

/// Fills in what was not asked for. Most fields have a constant; these follow
/// from others:
///   encoding       the architecture's own, none for a format without fp8
///   value          as wide as latent
///   program heads  the fewest that hold `heads` (the query's heads) in one
///                  workgroup, of those that the schedule has
///   the rest       what the schedule or the dot precision names first
/// The result may be refused by validate.
KernelSpec completeSpec(const PartialSpec &asked, int heads = 16);

/// One line of text when no kernel of this key can be built: a value that does
/// not exist, or values that do not go together.
std::optional<std::string> validate(const KernelSpec &spec);

/// Bytes of one token in the cache: what a row's stride must be at least.
int rowBytes(const KernelSpec &spec);

} // namespace spmla

#endif // SPMLA_KERNEL_KERNELSPEC_H
