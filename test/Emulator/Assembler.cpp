//===- Assembler.cpp - Assembly text to code object -----------------------===//

#include "Assembler.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;
using namespace spmla::emutest;

static std::string readFile(const fs::path &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(Stream), {}};
}

std::vector<char> spmla::emutest::assemble(const std::string &Text,
                                           const std::string &Arch,
                                           std::string &Error) {
  std::string Pattern = (fs::temp_directory_path() / "emutest-XXXXXX").string();
  if (!mkdtemp(Pattern.data())) {
    Error =
        "expects a temporary directory to be writable, got none at " + Pattern;
    return {};
  }
  fs::path Dir = Pattern;
  fs::path Source = Dir / "in.s", Object = Dir / "in.o", Image = Dir / "in.co",
           Log = Dir / "log";
  std::ofstream(Source) << Text;
  std::string Command =
      std::string(EMUTEST_LLVM_MC) +
      " -triple=amdgcn-amd-amdhsa -filetype=obj -mcpu=" + Arch + " " +
      Source.string() + " -o " + Object.string() + " 2>" + Log.string() +
      " && " + EMUTEST_LLD + " -shared " + Object.string() + " -o " +
      Image.string() + " 2>>" + Log.string();
  std::vector<char> Result;
  if (std::system(Command.c_str()) == 0) {
    std::string Bytes = readFile(Image);
    Result.assign(Bytes.begin(), Bytes.end());
  } else {
    Error = readFile(Log);
  }
  std::error_code Ignored;
  fs::remove_all(Dir, Ignored);
  return Result;
}
