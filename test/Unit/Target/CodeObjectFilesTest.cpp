#include "TestFiles.h"

#include "spmla/Kernel/KernelTable.h"
#include "spmla/Target/HSACO/CodeObjectFiles.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"

using namespace spmla;
using llvm::toString;
namespace json = llvm::json;
using testing::HasSubstr;

namespace {

class CodeObjectFiles : public FolderTest {
protected:
  CodeObjectFiles() {
    object.kernel = kernelName(spec);
    object.chip = "gfx950";
    object.image = "abc";
    object.resources.vgpr = 180;
    object.resources.workgroupSize = 256;
    object.arguments = {{"", 0, 8, true}, {"", 8, 4, false}};
    object.preloadedBytes = 8;
  }

  KernelSpec spec = kernelTable()[0].spec;
  CodeObject object;
};

} // namespace

TEST_F(CodeObjectFiles, ManifestSaysWhatALoaderNeeds) {
  llvm::Expected<json::Value> parsed =
      json::parse(formatManifest(spec, object, "name.hsaco"));
  ASSERT_TRUE(static_cast<bool>(parsed));
  const json::Object &manifest = *parsed->getAsObject();
  EXPECT_EQ(manifest.getInteger("manifest"), 1);
  EXPECT_EQ(manifest.getString("kernel"), kernelName(spec));
  EXPECT_EQ(manifest.getString("arch"), "gfx950");
  EXPECT_EQ(manifest.getInteger("workgroup_size"), 256);
  const json::Object &arguments = *manifest.getObject("arguments");
  EXPECT_EQ(arguments.getInteger("layout"), 2);
  EXPECT_EQ(arguments.getInteger("bytes"), 12);
  EXPECT_EQ(arguments.getInteger("preload"), 8);
  EXPECT_EQ(manifest.getObject("resources")->getInteger("vgpr"), 180);
  EXPECT_EQ(manifest.getObject("resources")->size(), 9u);
  const json::Object &file = *manifest.getObject("hsaco");
  EXPECT_EQ(file.getString("file"), "name.hsaco");
  EXPECT_EQ(file.getInteger("bytes"), 3);
  // FIPS 180-2, appendix B.1: the digest of "abc".
  EXPECT_EQ(file.getString("sha256"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// facebookexperimental/triton pull request 2838, triton 7348: what is not in
// the key is shared by kernels that differ in it.
TEST_F(CodeObjectFiles, KeyHoldsEveryField) {
  llvm::Expected<json::Value> parsed =
      json::parse(formatManifest(spec, object, "name.hsaco"));
  ASSERT_TRUE(static_cast<bool>(parsed));
  const json::Object &key = *parsed->getAsObject()->getObject("key");
  EXPECT_EQ(key.size(), keyFields().size());
  for (const KeyFieldInfo &info : keyFields()) {
    if (info.isInteger)
      EXPECT_EQ(std::to_string(key.getInteger(info.id).value_or(-1)),
                keyValue(spec, info.field));
    else
      EXPECT_EQ(key.getString(info.id), keyValue(spec, info.field));
  }
}

TEST_F(CodeObjectFiles, WritesBothFilesAndNothingElse) {
  ASSERT_FALSE(writeCodeObject(path("a.hsaco"), spec, object));
  std::error_code code;
  std::vector<std::string> names;
  for (llvm::sys::fs::directory_iterator entry(folder, code), end;
       entry != end && !code; entry.increment(code))
    names.push_back(llvm::sys::path::filename(entry->path()).str());
  EXPECT_THAT(names, testing::UnorderedElementsAre("a.hsaco", "a.json"));
  llvm::Expected<std::string> image = readFile(path("a.hsaco"));
  ASSERT_TRUE(static_cast<bool>(image));
  EXPECT_EQ(*image, "abc");
  llvm::Expected<std::string> manifest = readFile(path("a.json"));
  ASSERT_TRUE(static_cast<bool>(manifest));
  EXPECT_EQ(*manifest, formatManifest(spec, object, "a.hsaco"));
}

TEST_F(CodeObjectFiles, SaysWhereItCannotWrite) {
  EXPECT_THAT(toString(writeCodeObject(path("no/a.hsaco"), spec, object)),
              HasSubstr("to be writable, got: No such file"));
  EXPECT_THAT(toString(writeCodeObject(path("a.bin"), spec, object)),
              HasSubstr("expects code object file to be *.hsaco, got "));
}
