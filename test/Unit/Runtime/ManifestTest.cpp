//===- ManifestTest.cpp ---------------------------------------------------===//

#include "Manifest.h"

#include "Error.h"
#include "KernelFiles.h"

#include "gtest/gtest.h"

using namespace spmla;
using namespace spmla::runtime;
using nlohmann::json;

namespace {
json good(const json &key = json::object()) {
  return test::goodManifest(test::emptyCodeObject(), key);
}

std::string parseError(const std::string &text) {
  try {
    parseManifest(text, "k.json");
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), SPMLA_ERROR_MANIFEST);
    return error.what();
  }
  return "accepted";
}

TEST(Manifest, ReadsEveryMember) {
  Manifest manifest = parseManifest(good().dump(), "k.json");
  EXPECT_EQ(manifest.kernel, test::KernelOfTest);
  EXPECT_EQ(manifest.arch, "gfx950");
  EXPECT_EQ(manifest.cacheFormat, SPMLA_CACHE_FP8_SCALAR);
  EXPECT_EQ(manifest.cacheEncoding, SPMLA_ENCODING_E4M3FN);
  EXPECT_EQ(manifest.qEncoding, SPMLA_ENCODING_BF16);
  EXPECT_EQ(manifest.outEncoding, SPMLA_ENCODING_BF16);
  EXPECT_EQ(manifest.latent, 512);
  EXPECT_EQ(manifest.rope, 64);
  EXPECT_EQ(manifest.value, 512);
  EXPECT_EQ(manifest.programHeads, 16);
  EXPECT_TRUE(manifest.bufferLoads);
  EXPECT_EQ(manifest.workgroupSize, 256);
  EXPECT_EQ(manifest.vgpr, 100);
  EXPECT_EQ(manifest.agpr, 1);
  EXPECT_EQ(manifest.sgpr, 50);
  EXPECT_EQ(manifest.ldsBytes, 70000);
  EXPECT_EQ(manifest.fileName, "kernel.hsaco");
  EXPECT_EQ(manifest.fileBytes, test::emptyCodeObject().size());
  EXPECT_EQ(manifest.cacheRowBytes(), 576);
  EXPECT_EQ(manifest.qRowBytes(), 1152);
}

TEST(Manifest, ReadsABf16Kernel) {
  json document = good({{"format", "bf16"}, {"encoding", "none"}});
  Manifest manifest = parseManifest(document.dump(), "k.json");
  EXPECT_EQ(manifest.cacheFormat, SPMLA_CACHE_BF16);
  EXPECT_EQ(manifest.cacheEncoding, SPMLA_ENCODING_BF16);
  EXPECT_EQ(manifest.cacheRowBytes(), 1152);
}

TEST(Manifest, ReadsAnFp8QAndAnF32Output) {
  json document = good({{"q_type", "e4m3fn"}, {"output", "f32"}});
  Manifest manifest = parseManifest(document.dump(), "k.json");
  EXPECT_EQ(manifest.qEncoding, SPMLA_ENCODING_E4M3FN);
  EXPECT_EQ(manifest.outEncoding, SPMLA_ENCODING_F32);
  EXPECT_EQ(manifest.qRowBytes(), 576);
}

TEST(Manifest, KnowsWhatGathersWantOfStrides) {
  for (auto [gather, bytes] :
       {std::pair("row", 16), std::pair("half", 16), std::pair("line", 64)})
    EXPECT_EQ(parseManifest(good({{"gather", gather}}).dump(), "k.json")
                  .cacheStrideAlignment,
              bytes);
}

TEST(Manifest, ReadsAKernelWith64BitAddresses) {
  json document = good({{"access", "global"}});
  EXPECT_FALSE(parseManifest(document.dump(), "k.json").bufferLoads);
}

TEST(Manifest, IgnoresMembersItDoesNotKnow) {
  json document = good();
  document["key"]["later"] = 3;
  document["later"] = {1, 2};
  EXPECT_NO_THROW(parseManifest(document.dump(), "k.json"));
}

// An edited manifest: the symbol would load, and read the problem wrongly. The
// name has every field, so each edit shows (aiter PR 4919).
TEST(Manifest, RefusesAKeyOfAnotherKernel) {
  const json other = {{"format", "bf16"},
                      {"latent", 448},
                      {"rope", 0},
                      {"value", 448},
                      {"program_heads", 8},
                      {"key_tile", 128},
                      {"schedule", "solo"},
                      {"prefetch", 2},
                      {"value_slots", 2},
                      {"gather", "half"},
                      {"q_type", "e4m3fn"},
                      {"dot", "fp8"},
                      {"probabilities", "e4m3"},
                      {"maxima", "lazy"},
                      {"access", "global"},
                      {"output", "f32"},
                      {"encoding", "e4m3fnuz"}};
  for (const auto &[field, value] : other.items()) {
    json document = good();
    document["key"][field] = value;
    if (field == "format")
      document["key"]["encoding"] = "none";
    std::string error = parseError(document.dump());
    EXPECT_EQ(error.find("manifest 'k.json': expects kernel to be spmla_"), 0u)
        << error;
    EXPECT_NE(error.find(std::string(" as its key says, got \"") +
                         test::KernelOfTest + '"'),
              std::string::npos)
        << error;
  }
}

TEST(Manifest, RefusesAnotherKernelsName) {
  json document = good();
  document["kernel"] = good({{"access", "global"}})["kernel"];
  EXPECT_EQ(parseError(document.dump()),
            "manifest 'k.json': expects kernel to be " +
                std::string(test::KernelOfTest) + " as its key says, got " +
                document["kernel"].dump());
}

TEST(Manifest, RefusesWhatIsNotAManifest) {
  EXPECT_NE(parseError("").find("manifest 'k.json' is not JSON"),
            std::string::npos);
  EXPECT_NE(parseError("{\"manifest\": 1").find("is not JSON"),
            std::string::npos);
  EXPECT_EQ(parseError("[1]"), "manifest 'k.json': expects the document to be "
                               "an object, got array");
}

// The version is looked at before a member that another version may lack.
TEST(Manifest, RefusesAnotherVersionFirst) {
  EXPECT_EQ(parseError("{\"manifest\": 2}"),
            "manifest 'k.json': expects manifest to be 1, got 2");
}

TEST(Manifest, NamesAMissingMember) {
  // Every member that the runtime relies on.
  for (const char *path : {"/manifest",
                           "/kernel",
                           "/arch",
                           "/key",
                           "/key/format",
                           "/key/encoding",
                           "/key/latent",
                           "/key/rope",
                           "/key/value",
                           "/key/program_heads",
                           "/key/waves",
                           "/key/arch",
                           "/key/key_tile",
                           "/key/schedule",
                           "/key/prefetch",
                           "/key/value_slots",
                           "/key/dot",
                           "/key/probabilities",
                           "/key/maxima",
                           "/key/q_type",
                           "/key/access",
                           "/key/gather",
                           "/key/output",
                           "/arguments",
                           "/arguments/layout",
                           "/arguments/bytes",
                           "/workgroup_size",
                           "/resources",
                           "/resources/vgpr",
                           "/resources/agpr",
                           "/resources/sgpr",
                           "/resources/vgpr_spill",
                           "/resources/sgpr_spill",
                           "/resources/lds",
                           "/resources/scratch",
                           "/lse",
                           "/lse/base",
                           "/lse/empty_row",
                           "/invalid_slot",
                           "/hsaco",
                           "/hsaco/file",
                           "/hsaco/bytes",
                           "/hsaco/sha256"}) {
    json document = good();
    json::json_pointer pointer(path);
    document.at(pointer.parent_pointer()).erase(pointer.back());
    std::string name = std::string(path).substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    EXPECT_EQ(parseError(document.dump()), "manifest 'k.json': expects " +
                                               name +
                                               " to be present, got no such "
                                               "member");
  }
}

struct Wrong {
  const char *path;
  json value;
  const char *message;
};

class ManifestValue : public ::testing::TestWithParam<Wrong> {};

TEST_P(ManifestValue, IsRefusedByName) {
  json document = good();
  document[json::json_pointer(GetParam().path)] = GetParam().value;
  EXPECT_EQ(parseError(document.dump()),
            std::string("manifest 'k.json': expects ") + GetParam().message);
}

// aotriton PR 238, legacy-rocm-build issue 6408: a block of another size or
// layout than the kernel's is refused before a launch. vllm PR 45681: the
// encoding is part of the key.
INSTANTIATE_TEST_SUITE_P(
    Members, ManifestValue,
    ::testing::Values(
        Wrong{"/arguments/bytes", 168, "arguments.bytes to be 164, got 168"},
        Wrong{"/arguments/bytes", 148, "arguments.bytes to be 164, got 148"},
        Wrong{"/arguments/layout", 1, "arguments.layout to be 2, got 1"},
        Wrong{"/kernel", "",
              "kernel to be a string that is not empty, got \"\""},
        Wrong{"/key/format", "fp8_dsv4",
              "key.format to be bf16 or fp8_scalar, got \"fp8_dsv4\""},
        Wrong{"/arch", "gfx942", "key.arch to be \"gfx942\", got \"gfx950\""},
        Wrong{"/key/encoding", "e5m2",
              "key.encoding to be none or e4m3fn or e4m3fnuz, got \"e5m2\""},
        Wrong{"/key/encoding", "none",
              "key.encoding to be e4m3fn or e4m3fnuz, got \"none\""},
        Wrong{"/key/waves", 3, "key.waves to be 1 or 2 or 4 or 8, got 3"},
        Wrong{"/key/format", "bf16",
              "key.encoding to be \"none\", got \"e4m3fn\""},
        Wrong{"/key/q_type", "f16",
              "key.q_type to be bf16 or e4m3fn, got \"f16\""},
        Wrong{"/key/access", "flat",
              "key.access to be buffer or global, got \"flat\""},
        Wrong{"/key/gather", "piece",
              "key.gather to be row or half or line, got \"piece\""},
        Wrong{"/key/output", "f16",
              "key.output to be bf16 or f32, got \"f16\""},
        Wrong{"/key/latent", 0,
              "key.latent to be an integer from 1 to 2147483647, got 0"},
        Wrong{"/key/latent", "512",
              "key.latent to be an integer from 1 to 2147483647, got \"512\""},
        Wrong{"/key/rope", -64,
              "key.rope to be an integer from 0 to 2147483647, got -64"},
        Wrong{"/key/program_heads", 4294967312,
              "key.program_heads to be an integer from 0 to 2147483647, got "
              "4294967312"},
        Wrong{"/workgroup_size", 128,
              "workgroup_size to be 64 times key.waves (1 to 16), got 128"},
        Wrong{"/resources", json::array(), "resources to be an object, got []"},
        Wrong{"/lse/base", "2", "lse.base to be \"e\", got \"2\""},
        Wrong{"/lse/empty_row", "+inf",
              "lse.empty_row to be \"-inf\", got \"+inf\""},
        Wrong{"/invalid_slot", "undefined",
              "invalid_slot to be \"skipped\", got \"undefined\""}));
} // namespace
