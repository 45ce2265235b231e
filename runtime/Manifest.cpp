//===- Manifest.cpp - What a kernel's manifest says -----------------------===//

#include "Manifest.h"

#include "ArgumentBlock.h"
#include "Error.h"

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

  /// The index of the member's value in `names`.
  template <size_t N>
  size_t choice(const char *member, const char *const (&names)[N]) const {
    std::string text = string(member), all;
    for (size_t i = 0; i != N; ++i) {
      if (text == names[i])
        return i;
      all += (i ? " or " : "") + std::string(names[i]);
    }
    throw wrong(member, all, text);
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

static void parseKey(const Reader &key, Manifest &manifest) {
  static constexpr const char *Formats[] = {"bf16", "fp8_scalar"};
  static constexpr const char *Fp8Encodings[] = {"e4m3fn", "e4m3fnuz"};
  static constexpr const char *QTypes[] = {"bf16", "e4m3fn"};
  static constexpr spmla_encoding QEncodings[] = {SPMLA_ENCODING_BF16,
                                                  SPMLA_ENCODING_E4M3FN};
  static constexpr const char *Outputs[] = {"bf16", "f32"};
  static constexpr spmla_encoding OutEncodings[] = {SPMLA_ENCODING_BF16,
                                                    SPMLA_ENCODING_F32};
  if (key.choice("format", Formats) == 0) {
    manifest.cacheFormat = SPMLA_CACHE_BF16;
    manifest.cacheEncoding = SPMLA_ENCODING_BF16;
    key.require("encoding", "none");
  } else {
    manifest.cacheFormat = SPMLA_CACHE_FP8_SCALAR;
    manifest.cacheEncoding = key.choice("encoding", Fp8Encodings) == 0
                                 ? SPMLA_ENCODING_E4M3FN
                                 : SPMLA_ENCODING_E4M3FNUZ;
  }
  manifest.qEncoding = QEncodings[key.choice("q_type", QTypes)];
  manifest.latent = key.integer<int32_t>("latent", 1);
  manifest.rope = key.integer<int32_t>("rope", 0);
  manifest.value = key.integer<int32_t>("value", 1);
  manifest.programHeads = key.integer<int32_t>("program_heads", 1);
  static constexpr const char *Accesses[] = {"buffer", "global"};
  manifest.bufferLoads = key.choice("access", Accesses) == 0;
  // Lines of 128 bytes are gathered by halves of rows.
  static constexpr const char *Gathers[] = {"row", "half", "line"};
  static constexpr int32_t Alignments[] = {16, 16, 64};
  manifest.cacheStrideAlignment = Alignments[key.choice("gather", Gathers)];
  manifest.outEncoding = OutEncodings[key.choice("output", Outputs)];
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
  parseKey(key, manifest);

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
