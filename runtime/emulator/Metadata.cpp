//===- Metadata.cpp - The metadata note of a code object ------------------===//

#include "Metadata.h"
#include "MsgPack.h"

namespace spmla {
namespace emu {

namespace {

using Kind = MsgPack::Kind;

// Calls `field(key)` for each pair of the map that comes next; `field` reads
// the value or returns false to have it skipped. False on malformed data.
enum class Field { Taken, Unknown, Malformed };
template <class F> bool readMap(MsgPack &in, F field) {
  MsgPack::Value map, key;
  if (!in.read(map) || map.kind != Kind::Map)
    return false;
  for (uint32_t i = 0; i < map.count; ++i) {
    if (!in.read(key) || key.kind != Kind::String)
      return false;
    Field result = field(key.string);
    if (result == Field::Malformed || (result == Field::Unknown && !in.skip()))
      return false;
  }
  return true;
}
template <class F> bool readArray(MsgPack &in, F element) {
  MsgPack::Value array;
  if (!in.read(array) || array.kind != Kind::Array)
    return false;
  for (uint32_t i = 0; i < array.count; ++i)
    if (!element())
      return false;
  return true;
}

Field taken(bool ok) { return ok ? Field::Taken : Field::Malformed; }

Field takeInteger(MsgPack &in, uint64_t &out) {
  MsgPack::Value v;
  bool ok = in.read(v) && (v.kind == Kind::Integer || v.kind == Kind::Boolean);
  out = v.integer;
  return taken(ok);
}
Field takeString(MsgPack &in, std::string &out) {
  MsgPack::Value v;
  bool ok = in.read(v) && v.kind == Kind::String;
  out = v.string;
  return taken(ok);
}

bool readArgument(MsgPack &in, KernelArgument &a) {
  return readMap(in, [&](const std::string &key) {
    if (key == ".offset")
      return takeInteger(in, a.offset);
    if (key == ".size")
      return takeInteger(in, a.size);
    if (key == ".value_kind")
      return takeString(in, a.valueKind);
    return Field::Unknown;
  });
}

bool readKernel(MsgPack &in, KernelMetadata &k) {
  return readMap(in, [&](const std::string &key) {
    if (key == ".name")
      return takeString(in, k.name);
    if (key == ".symbol")
      return takeString(in, k.symbol);
    if (key == ".kernarg_segment_size")
      return takeInteger(in, k.kernargSize);
    if (key == ".group_segment_fixed_size")
      return takeInteger(in, k.ldsBytes);
    if (key == ".private_segment_fixed_size")
      return takeInteger(in, k.scratchBytes);
    if (key == ".vgpr_count")
      return takeInteger(in, k.vgprs);
    if (key == ".sgpr_count")
      return takeInteger(in, k.sgprs);
    if (key == ".max_flat_workgroup_size")
      return takeInteger(in, k.maxWorkgroupSize);
    if (key == ".wavefront_size")
      return takeInteger(in, k.wavefrontSize);
    if (key == ".uses_dynamic_stack") {
      uint64_t value = 0;
      Field result = takeInteger(in, value);
      k.usesDynamicStack = value != 0;
      return result;
    }
    if (key == ".args")
      return taken(readArray(in, [&] {
        k.arguments.emplace_back();
        return readArgument(in, k.arguments.back());
      }));
    return Field::Unknown;
  });
}

} // namespace

std::string readMetadata(const uint8_t *data, size_t size,
                         std::vector<KernelMetadata> &kernels) {
  MsgPack in(data, size);
  uint64_t major = 0, minor = 0;
  bool ok = readMap(in, [&](const std::string &key) {
    if (key == "amdhsa.kernels")
      return taken(readArray(in, [&] {
        kernels.emplace_back();
        return readKernel(in, kernels.back());
      }));
    if (key == "amdhsa.version") {
      MsgPack::Value array;
      if (!in.read(array) || array.kind != Kind::Array || array.count != 2)
        return Field::Malformed;
      if (takeInteger(in, major) == Field::Malformed)
        return Field::Malformed;
      return takeInteger(in, minor);
    }
    return Field::Unknown;
  });
  if (!ok)
    return "expects the metadata note to be well-formed MessagePack, got a "
           "malformed one";
  if (major != 1 || minor < 2)
    return "expects the metadata to be of code object version 5 or 6 "
           "(metadata 1.2), got " +
           std::to_string(major) + "." + std::to_string(minor);
  return "";
}

} // namespace emu
} // namespace spmla
