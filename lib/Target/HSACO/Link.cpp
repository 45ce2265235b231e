#include "Backend.h"
#include "spmla/Target/HSACO/Files.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace spmla {

namespace {

/// A file in the folder for temporary files that goes away with its name.
class TemporaryFile {
public:
  static Expected<TemporaryFile> create(StringRef suffix) {
    SmallString<128> path;
    if (std::error_code code =
            sys::fs::createTemporaryFile("spmla", suffix, path))
      return createStringError(
          code, "expects the folder for temporary files to be writable, got: " +
                    code.message());
    return TemporaryFile(path);
  }

  StringRef path() const { return name; }

private:
  explicit TemporaryFile(StringRef path)
      : name(path.str()), remover(std::make_unique<FileRemover>(path)) {}

  std::string name;
  std::unique_ptr<FileRemover> remover;
};

std::string oneLine(StringRef text) {
  SmallVector<StringRef> lines;
  text.trim().split(lines, '\n');
  return join(lines, " ");
}

/// The names of temporary files mean nothing to a reader.
std::string replaceAll(std::string text, StringRef from, StringRef to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

} // namespace

Expected<std::string> link(StringRef object) {
  Expected<TemporaryFile> input = TemporaryFile::create("o");
  if (!input)
    return input.takeError();
  Expected<TemporaryFile> output = TemporaryFile::create("hsaco");
  if (!output)
    return output.takeError();
  if (Error error = writeFile(input->path(), object))
    return std::move(error);

  // lld keeps its state in globals. One thread: its pool does not survive a
  // fork of the process that embeds us.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  std::string text;
  raw_string_ostream os(text);
  std::string in = input->path().str();
  std::string out = output->path().str();
  const char *arguments[] = {"ld.lld",      "-shared",  "--no-undefined",
                             "--threads=1", in.c_str(), "-o",
                             out.c_str()};
  lld::Result result =
      lld::lldMain(arguments, os, os, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0 || !result.canRunAgain)
    return createStringError(
        "expects link to be clean, got: " +
        replaceAll(replaceAll(oneLine(text), in, "object"), out, "output"));
  return readFile(out);
}

} // namespace spmla
