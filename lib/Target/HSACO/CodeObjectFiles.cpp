#include "spmla/Target/HSACO/CodeObjectFiles.h"

#include "spmla/Kernel/KernelSpec.h"
#include "spmla/Target/HSACO/Files.h"
#include "spmla/Target/HSACO/Manifest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace spmla {

namespace {

constexpr int64_t ARGUMENT_LAYOUT = [] {
#define SPMLA_ARGUMENT(type, name)
#include "spmla/Kernel/ArgumentBlock.def"
  return SPMLA_ARGUMENT_LAYOUT;
}();

json::Object keyObject(const KernelSpec &spec) {
  json::Object key;
  for (const KeyFieldInfo &info : keyFields()) {
    std::string value = keyValue(spec, info.field);
    if (info.isInteger)
      key[info.id] = std::stoll(value);
    else
      key[info.id] = value;
  }
  return key;
}

json::Object resourcesObject(const ResourceUsage &resources) {
  return json::Object{
      {"vgpr", resources.vgpr},
      {"agpr", resources.agpr},
      {"sgpr", resources.sgpr},
      {"vgpr_spill", resources.vgprSpill},
      {"sgpr_spill", resources.sgprSpill},
      {"scratch", resources.scratch},
      {"lds", resources.lds},
      {"waves_per_simd", resources.wavesPerSIMD},
      {"workgroups_per_cu", resources.workgroupsPerCU},
  };
}

std::string sha256(StringRef bytes) {
  return toHex(SHA256::hash(arrayRefFromStringRef(bytes)), /*LowerCase=*/true);
}

} // namespace

StringRef generatorVersion() { return SPMLA_VERSION; }

std::string formatManifest(const KernelSpec &spec, const CodeObject &object,
                           StringRef fileName) {
  json::Object manifest{
      {"manifest", MANIFEST_VERSION},
      {"kernel", object.kernel},
      {"arch", object.chip},
      {"key", keyObject(spec)},
      {"arguments", json::Object{{"layout", ARGUMENT_LAYOUT},
                                 {"bytes", object.argumentBytes()},
                                 {"preload", object.preloadedBytes}}},
      {"workgroup_size", object.resources.workgroupSize},
      {"resources", resourcesObject(object.resources)},
      // The semantics of every kernel; upstream projects differ in each
      // (aiter pull request 4919: base e, sink in the LSE; FlashMLA: without).
      {"lse", json::Object{{"base", "e"},
                           {"sink", "included"},
                           {"empty_row", "-inf"}}},
      {"invalid_slot", "skipped"},
      {"generator", json::Object{{"version", generatorVersion()},
                                 {"llvm", LLVM_VERSION_STRING}}},
      {"hsaco", json::Object{{"file", fileName},
                             {"bytes", int64_t(object.image.size())},
                             {"sha256", sha256(object.image)}}},
  };
  // llvm::json prints members sorted by name.
  std::string text;
  raw_string_ostream(text) << formatv("{0:2}\n",
                                      json::Value(std::move(manifest)));
  return text;
}

Error writeCodeObject(StringRef path, const KernelSpec &spec,
                      const CodeObject &object) {
  if (!path.ends_with(".hsaco"))
    return createStringError("expects code object file to be *.hsaco, got '" +
                             path + "'");
  SmallString<128> manifest(path);
  sys::path::replace_extension(manifest, "json");
  if (Error error = replaceFile(path, object.image))
    return error;
  return replaceFile(manifest,
                     formatManifest(spec, object, sys::path::filename(path)));
}

} // namespace spmla
