#include "spmla/Target/HSACO/Files.h"

#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace spmla {

namespace {

Error fileError(StringRef path, StringRef what, std::error_code code) {
  return createStringError(code, "expects '" + path + "' to be " + what +
                                     ", got: " + code.message());
}

} // namespace

Expected<std::string> readFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return fileError(path, "readable", buffer.getError());
  return (*buffer)->getBuffer().str();
}

Error writeFile(StringRef path, StringRef contents) {
  std::error_code code;
  raw_fd_ostream os(path, code);
  if (!code) {
    os << contents;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return fileError(path, "writable", code);
  return Error::success();
}

/// Flushes `os` and takes its error from it.
static std::error_code finish(raw_fd_ostream &os) {
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

Expected<PendingFile> PendingFile::create(StringRef path) {
  PendingFile result(path);
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && !sys::fs::is_regular_file(status)) {
    std::error_code code =
        sys::fs::is_directory(status)
            ? make_error_code(errc::is_a_directory)
            : sys::fs::access(path, sys::fs::AccessMode::Write);
    if (code)
      return fileError(path, "writable", code);
    return result;
  }
  Expected<sys::fs::TempFile> file = sys::fs::TempFile::create(
      path + ".%%%%%%.tmp", sys::fs::all_read | sys::fs::all_write);
  if (!file)
    return fileError(path, "writable", errorToErrorCode(file.takeError()));
  result.file.emplace(std::move(*file));
  return result;
}

PendingFile::PendingFile(PendingFile &&other)
    : path(std::move(other.path)), file(std::move(other.file)) {
  other.file.reset();
}

PendingFile::~PendingFile() {
  if (file)
    consumeError(file->discard());
}

Error PendingFile::write(StringRef contents) {
  std::error_code code;
  auto put = [&](raw_fd_ostream &&os) {
    if (code)
      return;
    os << contents;
    code = finish(os);
  };
  if (file)
    put(raw_fd_ostream(file->FD, /*shouldClose=*/false));
  else
    put(raw_fd_ostream(path, code, sys::fs::OF_None));
  return code ? fileError(path, "writable", code) : Error::success();
}

Error PendingFile::keep() {
  if (!file)
    return Error::success();
  std::error_code code = errorToErrorCode(file->keep(path));
  file.reset();
  return code ? fileError(path, "writable", code) : Error::success();
}

Error replaceFile(StringRef path, StringRef contents) {
  Expected<PendingFile> file = PendingFile::create(path);
  if (!file)
    return file.takeError();
  if (Error error = file->write(contents))
    return error;
  return file->keep();
}

Error createFolder(StringRef path) {
  // The caller's umask decides, as for files.
  if (std::error_code code = sys::fs::create_directories(
          path, /*IgnoreExisting=*/true, sys::fs::all_all))
    return fileError(path, "a folder", code);
  return Error::success();
}

} // namespace spmla
