//===- TestFiles.h - Inputs of the compile tests ----------------*- C++ -*-===//

#ifndef SPMLA_TEST_UNIT_TARGET_TESTFILES_H
#define SPMLA_TEST_UNIT_TARGET_TESTFILES_H

#include "spmla/Target/HSACO/Compile.h"
#include "spmla/Target/HSACO/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

/// A folder of its own for each test; gone afterwards.
class FolderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("spmla-test", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return std::string(result);
  }

  /// A file of the folder with these contents.
  std::string file(llvm::StringRef name, llvm::StringRef contents) const {
    llvm::Error error = spmla::writeFile(path(name), contents);
    EXPECT_FALSE(static_cast<bool>(error));
    return path(name);
  }

  /// `contents` in the place of a stage's product.
  spmla::StageFiles replace(spmla::Stage stage,
                            llvm::StringRef contents) const {
    spmla::StageFiles files;
    files.overrides[stage] =
        file("replaced-" + spmla::stageName(stage).str(), contents);
    return files;
  }

  /// The error of compiling LLVM IR for gfx950, or "compiled".
  std::string errorOf(llvm::StringRef ir,
                      llvm::StringRef chip = "gfx950") const {
    llvm::Expected<spmla::CodeObject> object =
        spmla::compileModule({}, chip, replace(spmla::Stage::LLVM, ir));
    return object ? "compiled" : llvm::toString(object.takeError());
  }

  llvm::SmallString<128> folder;
};

/// A kernel @k(ptr, i32) with this body and these function attributes.
inline std::string kernelIR(const std::string &body,
                            const std::string &attributes = "",
                            const std::string &globals = "") {
  return globals +
         "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) "
         "\"amdgpu-flat-work-group-size\"=\"256,256\" " +
         attributes + " {\n" + body + "  ret void\n}\n";
}

#endif // SPMLA_TEST_UNIT_TARGET_TESTFILES_H
