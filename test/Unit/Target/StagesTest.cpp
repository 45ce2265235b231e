#include "TestFiles.h"

#include "gmock/gmock.h"

using namespace spmla;
using llvm::toString;
using testing::HasSubstr;

namespace {
class Stages : public FolderTest {};
} // namespace

TEST_F(Stages, NamesRoundTrip) {
  for (const char *name :
       {"spmla", "tile", "mlir", "llvm", "opt", "asm", "obj", "hsaco"}) {
    llvm::Expected<Stage> stage = parseStage(name);
    ASSERT_TRUE(static_cast<bool>(stage));
    EXPECT_EQ(stageName(*stage), name);
  }
  llvm::Expected<Stage> stage = parseStage("isa");
  ASSERT_FALSE(static_cast<bool>(stage));
  EXPECT_EQ(toString(stage.takeError()),
            "expects stage to be one of spmla, tile, mlir, llvm, opt, asm, "
            "obj, hsaco, got 'isa'");
}

TEST_F(Stages, OverridesAreCheckedWhenGiven) {
  StageFiles files;
  EXPECT_THAT(toString(files.addOverride("isa=x")),
              HasSubstr("expects stage to be one of"));
  EXPECT_THAT(toString(files.addOverride("asm")),
              HasSubstr("expects override to be STAGE=FILE, got 'asm'"));
  EXPECT_THAT(toString(files.addOverride("asm=" + path("absent"))),
              HasSubstr("to be readable, got: No such file"));
  EXPECT_FALSE(files.addOverride("asm=" + file("present", "text")));
  EXPECT_TRUE(files.isReplaced(Stage::Asm));
  llvm::Expected<std::string> text = files.read(Stage::Asm);
  ASSERT_TRUE(static_cast<bool>(text));
  EXPECT_EQ(*text, "text");
}

TEST_F(Stages, StagesBeforeTheLastReplacedOneAreSkipped) {
  StageFiles files;
  EXPECT_FALSE(files.isSkipped(Stage::Spmla));
  files.overrides[Stage::MLIR] = files.overrides[Stage::Opt] = "x";
  EXPECT_TRUE(files.isSkipped(Stage::Spmla));
  EXPECT_TRUE(files.isSkipped(Stage::LLVM));
  EXPECT_FALSE(files.isSkipped(Stage::Opt));
  EXPECT_FALSE(files.isSkipped(Stage::Asm));
  EXPECT_FALSE(files.checkEnd(Stage::Opt));
  EXPECT_EQ(toString(files.checkEnd(Stage::LLVM)),
            "expects replaced stages to be no later than llvm, got opt");
}

TEST_F(Stages, SavedFilesAreNumberedInOrder) {
  StageFiles files;
  EXPECT_FALSE(files.save(Stage::Asm, "nowhere"));
  files.saveTemps = path("new/folder");
  EXPECT_FALSE(files.save(Stage::Spmla, "first"));
  EXPECT_FALSE(files.save(Stage::HSACO, "last"));
  for (auto [name, text] : {std::pair("new/folder/00-spmla.mlir", "first"),
                            std::pair("new/folder/07-hsaco.hsaco", "last")}) {
    llvm::Expected<std::string> contents = readFile(path(name));
    ASSERT_TRUE(static_cast<bool>(contents));
    EXPECT_EQ(*contents, text);
  }
  files.saveTemps = file("file", "");
  EXPECT_THAT(toString(files.save(Stage::Asm, "")),
              HasSubstr("to be writable, got: Not a directory"));
}
