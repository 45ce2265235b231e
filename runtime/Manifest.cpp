//===- Manifest.cpp - What a kernel's manifest says -----------------------===//

#include "Manifest.h"

#include "ArgumentBlock.h"
#include "Error.h"

#include "spmla/Kernel/KernelSpec.h"
#include "spmla/Target/HSACO/Manifest.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <stdexcept>

using namespace spmla;
using namespace spmla::runtime;
using nlohmann::json;

int64_t spmla::runtime::elementBytes(spmla_encoding encoding) {
  switch (encoding) {
  case SPMLA_ENCODING_F32:
    return 4;
  case SPMLA_ENCODING_BF16:
    return 2;
  case SPMLA_ENCODING_E4M3FN:
  case SPMLA_ENCODING_E4M3FNUZ:
    return 1;
  }
  throw std::logic_error("unknown encoding");
}

int64_t Manifest::cacheRowBytes() const {
  return (int64_t(latent) + rope) * elementBytes(cacheEncoding);
}

int64_t Manifest::qRowBytes() const {
  return (int64_t(latent) + rope) * elementBytes(qEncoding);
}

const char *spmla::runtime::formatName(int32_t format) {
  switch (format) {
  case SPMLA_CACHE_BF16:
    return "bf16";
  case SPMLA_CACHE_FP8_SCALAR:
    return "fp8_scalar";
  default:
    return "unknown";
  }
}

const char *spmla::runtime::encodingName(int32_t encoding) {
  switch (encoding) {
  case SPMLA_ENCODING_BF16:
    return "bf16";
  case SPMLA_ENCODING_E4M3FN:
    return "e4m3fn";
  case SPMLA_ENCODING_E4M3FNUZ:
    return "e4m3fnuz";
  case SPMLA_ENCODING_F32:
    return "f32";
  default:
    return "unknown";
  }
}

namespace {
/// Typed access to members, with messages that name the file and the member.
class Reader {
public:
  Reader(const json &value, std::string path, std::string name = "")
      : value(value), path(std::move(path)), name(std::move(name)) {}

  Reader object(const char *member) const {
    const json &found = find(member);
    if (!found.is_object())
      throw wrong(member, "an object", found);
    return Reader(found, path, qualified(member));
  }

  std::string string(const char *member) const {
    const json &found = find(member);
    if (!found.is_string() || found.get_ref<const std::string &>().empty())
      throw wrong(member, "a string that is not empty", found);
    return found.get<std::string>();
  }

  template <typename T> T integer(const char *member, T least) const {
    const json &found = find(member);
    constexpr auto most = std::numeric_limits<T>::max();
    if (!found.is_number_unsigned() ||
        found.get<uint64_t>() < uint64_t(least) ||
        found.get<uint64_t>() > uint64_t(most))
      throw wrong(member,
                  "an integer from " + std::to_string(least) + " to " +
                      std::to_string(most),
                  found);
    return found.get<T>();
  }

  void require(const char *member, const json &wanted) const {
    const json &found = find(member);
    if (found != wanted)
      throw wrong(member, wanted.dump(), found);
  }

  Error wrong(const char *member, const std::string &wanted) const {
    return wrong(member, wanted, find(member));
  }

  Error wrong(const std::string &member, const std::string &wanted,
              const json &got) const {
    return Error(SPMLA_ERROR_MANIFEST,
                 "manifest '" + path +
                     "': " + expects(qualified(member), wanted, got.dump()));
  }

private:
  std::string qualified(const std::string &member) const {
    return name.empty() ? member : name + "." + member;
  }

  const json &find(const char *member) const {
    auto found = value.find(member);
    if (found == value.end())
      throw Error(SPMLA_ERROR_MANIFEST,
                  "manifest '" + path + "': " +
                      expects(qualified(member), "present", "no such member"));
    return *found;
  }

  const json &value;
  std::string path;
  std::string name;
};
} // namespace

/// The value of a field in the words of its table.
static std::string fieldText(const Reader &key, const KeyFieldInfo &info) {
  return info.isInteger ? std::to_string(key.integer<int32_t>(info.id, 0))
                        : key.string(info.id);
}

/// What the field may be: "bf16 or fp8_scalar".
static std::string fieldChoices(const KeyFieldInfo &info) {
  std::string all;
  for (const KeyValue &value : info.values)
    all += (all.empty() ? "" : " or ") + std::string(value.spelling);
  return all.empty() ? "an integer from 0 to 999999999" : all;
}

/// The whole key: a name is that of one key, so a manifest whose key was
/// edited, or is another kernel's, has another name.
static KernelSpec parseKey(const Reader &key) {
  PartialSpec fields;
  std::string ignored;
  for (const KeyFieldInfo &info : keyFields())
    if (!setKeyValue(fields, info.field, fieldText(key, info), ignored))
      throw key.wrong(info.id, fieldChoices(info));
  return completeSpec(fields);
}

static spmla_encoding cacheEncoding(const KernelSpec &spec, const Reader &key) {
  if (spec.format == CacheFormat::bf16) {
    key.require("encoding", "none");
    return SPMLA_ENCODING_BF16;
  }
  if (spec.encoding == Encoding::none)
    throw key.wrong("encoding", "e4m3fn or e4m3fnuz");
  return spec.encoding == Encoding::e4m3fn ? SPMLA_ENCODING_E4M3FN
                                           : SPMLA_ENCODING_E4M3FNUZ;
}

static KernelSpec adoptKey(const Reader &key, Manifest &manifest) {
  manifest.latent = key.integer<int32_t>("latent", 1);
  manifest.value = key.integer<int32_t>("value", 1);
  const KernelSpec spec = parseKey(key);
  manifest.rope = spec.rope;
  manifest.programHeads = spec.programHeads;
  manifest.cacheFormat = spec.format == CacheFormat::bf16
                             ? SPMLA_CACHE_BF16
                             : SPMLA_CACHE_FP8_SCALAR;
  manifest.cacheEncoding = cacheEncoding(spec, key);
  manifest.qEncoding =
      spec.qType == QType::bf16 ? SPMLA_ENCODING_BF16 : SPMLA_ENCODING_E4M3FN;
  manifest.bufferLoads = spec.access == Access::buffer;
  // Lines of 128 bytes are gathered by halves of rows.
  manifest.cacheStrideAlignment = spec.gather == Gather::line ? 64 : 16;
  manifest.outEncoding =
      spec.output == Output::f32 ? SPMLA_ENCODING_F32 : SPMLA_ENCODING_BF16;
  return spec;
}

Manifest spmla::runtime::parseManifest(const std::string &text,
                                       const std::string &path) {
  json document;
  try {
    document = json::parse(text);
  } catch (const json::exception &error) {
    throw Error(SPMLA_ERROR_MANIFEST,
                "manifest '" + path + "' is not JSON: " + error.what());
  }
  if (!document.is_object())
    throw Error(SPMLA_ERROR_MANIFEST,
                "manifest '" + path + "': " +
                    expects("the document", "an object", document.type_name()));
  Reader reader(document, path);
  // First: in another version nothing else need be where we look.
  reader.require("manifest", MANIFEST_VERSION);

  Manifest manifest;
  manifest.kernel = reader.string("kernel");
  manifest.arch = reader.string("arch");
  Reader key = reader.object("key");
  key.require("arch", manifest.arch);
  std::string name = kernelName(adoptKey(key, manifest));
  if (manifest.kernel != name)
    throw reader.wrong("kernel", name + " as its key says", manifest.kernel);

  Reader arguments = reader.object("arguments");
  arguments.require("layout", ArgumentLayout);
  arguments.require("bytes", argumentBytes());

  // A workgroup has at most 1024 work-items (HSA), 64 to a wave.
  manifest.workgroupSize = reader.integer<int32_t>("workgroup_size", 64);
  int32_t waves = key.integer<int32_t>("waves", 1);
  if (waves > 16 || manifest.workgroupSize != 64 * waves)
    throw reader.wrong("workgroup_size", "64 times key.waves (1 to 16)",
                       manifest.workgroupSize);

  Reader resources = reader.object("resources");
  manifest.vgpr = resources.integer<int32_t>("vgpr", 0);
  manifest.agpr = resources.integer<int32_t>("agpr", 0);
  manifest.sgpr = resources.integer<int32_t>("sgpr", 0);
  manifest.vgprSpill = resources.integer<int32_t>("vgpr_spill", 0);
  manifest.sgprSpill = resources.integer<int32_t>("sgpr_spill", 0);
  manifest.ldsBytes = resources.integer<int32_t>("lds", 0);
  manifest.scratchBytes = resources.integer<int32_t>("scratch", 0);

  // What spmla.h promises for every kernel.
  Reader lse = reader.object("lse");
  lse.require("base", "e");
  lse.require("empty_row", "-inf");
  reader.require("invalid_slot", "skipped");

  Reader hsaco = reader.object("hsaco");
  manifest.fileName = hsaco.string("file");
  manifest.fileBytes = hsaco.integer<int64_t>("bytes", 1);
  manifest.sha256 = hsaco.string("sha256");
  return manifest;
}
