//===- ScalarType.h - Types of scalar arguments and elements ----*- C++ -*-===//

#ifndef SPMLA_TOOLS_RUN_SCALARTYPE_H
#define SPMLA_TOOLS_RUN_SCALARTYPE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spmla {
namespace run {

struct ScalarType {
  enum class Kind { Signed, Unsigned, Float };

  /// As in launch files: "bf16".
  const char *name;
  Kind kind;
  unsigned bytes;
  /// As in .npy files: "<u2", since NumPy has no bf16.
  const char *npyType;
  /// Of floats, without the leading 1.
  unsigned fractionBits;

  unsigned bits() const { return 8 * bytes; }
};

/// i8 to i64, u8 to u64, f16, bf16, f32, f64.
const std::vector<ScalarType> &scalarTypes();
/// Null: no such type.
const ScalarType *findScalarType(const std::string &name);
/// "i8, i16, ...".
std::string scalarTypeNames();

/// Little-endian bytes of a value, rounded to the nearest that `type`, a float
/// type, has, ties to even. Nothing: a finite value that is too large for it.
std::optional<std::vector<uint8_t>> encodeFloat(const ScalarType &type,
                                                double value);

/// The low bytes of `bits` that an integer of `type` has.
std::vector<uint8_t> encodeInteger(const ScalarType &type, uint64_t bits);

} // namespace run
} // namespace spmla

#endif // SPMLA_TOOLS_RUN_SCALARTYPE_H
