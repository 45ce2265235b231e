//===- TargetId.h - Which code object runs on which device ------*- C++ -*-===//

#ifndef SPMLA_RUNTIME_TARGETID_H
#define SPMLA_RUNTIME_TARGETID_H

#include <cstdint>
#include <string>

namespace spmla {
namespace runtime {

/// A processor and the state of its two switchable features. In a code object
/// Any means that it runs either way; for a device it means that the target id
/// does not mention the feature.
struct TargetId {
  enum class Feature { Any, Off, On };

  std::string processor;
  Feature xnack = Feature::Any;
  Feature sramecc = Feature::Any;

  /// Parses "gfx950" or "gfx942:sramecc+:xnack-"; throws
  /// SPMLA_ERROR_INVALID_ARGUMENT on any other shape.
  static TargetId parse(const std::string &text);

  /// Decodes the ELF flags of a code object of version 4 to 6. Throws
  /// SPMLA_ERROR_ARCH for processors that no generated kernel is made for.
  static TargetId fromElfFlags(uint32_t flags);

  /// The form that parse() reads, features in alphabetical order.
  std::string str() const;

  /// Whether a code object for this target runs on `device`.
  bool runsOn(const TargetId &device) const;
};

} // namespace runtime
} // namespace spmla

#endif // SPMLA_RUNTIME_TARGETID_H
